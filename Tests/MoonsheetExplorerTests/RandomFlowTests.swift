import Glibc
import LuaRuntime
import Moonsheet
@testable import MoonsheetExplorer
import Testing

/// Three ways to the same: breadth-first on snapshots, breadth-first by replay, each way in a fresh host, and all sequences of
/// acts one after the other, in which nothing is taken for the same. `MOONSHEET_RANDOM` scales how many flows.
@Suite struct RandomFlowTests {
  private static let count = max(4, (getenv("MOONSHEET_RANDOM").flatMap { Int(String(cString: $0)) } ?? 1000) / 20)
  private static let depth = 3

  /// What was reached, and for each violation the fewest steps to it.
  private struct Found: Equatable {
    var states: Set<Fingerprint> = []
    var violations: [String: Int] = [:]

    mutating func note(_ simulation: inout FlowSimulation, _ stage: FlowStage, steps: Int) -> Fingerprint {
      let fingerprint = simulation.fingerprint()
      for alarm in simulation.alarms() { add("\(alarm.property) \(alarm.key)", steps) }
      for property in stage.properties where property.isAlways && !property.question(&simulation) {
        add(property.name + " ", steps)
      }
      states.insert(fingerprint)
      return fingerprint
    }

    private mutating func add(_ violation: String, _ steps: Int) {
      violations[violation] = min(violations[violation] ?? .max, steps)
    }
  }

  private func chunk(_ seed: UInt64) -> LuaChunk {
    LuaChunk(name: "flow.lua", source: RandomFlow.source(seed, depth: Self.depth))
  }

  private func onSnapshots(_ stage: FlowStage) -> Found {
    var search = Search(stage.simulation(FlowOptions()), properties: stage.properties)
    search.options.depth = Self.depth
    let result = search.breadthFirst()
    var found = Found(states: Set(result.graph.fingerprints))
    for violation in result.violations {
      if let path = violation.path { found.violations["\(violation.property) \(violation.key)"] = path.actions.count }
    }
    return found
  }

  private func byReplay(_ chunk: LuaChunk) throws -> Found {
    var found = Found()
    var layer: [[ExplorationAct]] = [[]]
    for steps in 0...Self.depth {
      var next: [[ExplorationAct]] = []
      for way in layer {
        let stage = try FlowStage(chunk, MoonsheetOptions(), counted: [], isQuiet: true)
        defer { stage.host.close() }
        var simulation = stage.simulation(FlowOptions())
        simulation.start(0)
        for act in way {
          _ = simulation.alarms()
          guard simulation.perform(act) else { break }
        }
        let known = found.states
        let fingerprint = found.note(&simulation, stage, steps: steps)
        if !known.contains(fingerprint) { next += simulation.actions().map { way + [$0] } }
      }
      layer = next
    }
    return found
  }

  private func bySequences(_ stage: FlowStage) -> Found {
    var found = Found()
    var simulation = stage.simulation(FlowOptions())
    func go(_ way: [ExplorationAct]) {
      simulation.start(0)
      for act in way {
        _ = simulation.alarms()
        guard simulation.perform(act) else { return }
      }
      let actions = simulation.actions()
      _ = found.note(&simulation, stage, steps: way.count)
      if way.count < Self.depth { for act in actions { go(way + [act]) } }
    }
    go([])
    return found
  }

  @Test("random flows have states and violations to find")
  func worthIt() throws {
    var (manyStates, violated) = (0, 0)
    for seed in 0..<UInt64(12) {
      let stage = try FlowStage(chunk(seed), MoonsheetOptions(), counted: [], isQuiet: true)
      defer { stage.host.close() }
      let found = onSnapshots(stage)
      if found.states.count > 1 { manyStates += 1 }
      if !found.violations.isEmpty { violated += 1 }
    }
    #expect(manyStates > 6)
    #expect(violated > 0)
  }

  @Test("three ways to look at a random flow find the same", arguments: 0..<UInt64(4))
  func threeWays(_ part: UInt64) throws {
    for seed in stride(from: part, to: UInt64(Self.count), by: 4) {
      let stage = try FlowStage(chunk(seed), MoonsheetOptions(), counted: [], isQuiet: true)
      defer { stage.host.close() }
      let found = onSnapshots(stage)
      #expect(try byReplay(chunk(seed)) == found, "seed \(seed), by replay")
      #expect(bySequences(stage) == found, "seed \(seed), by sequences")
      #expect(stage.host.historyRead.what == [], "seed \(seed) reads its history")
    }
  }
}
