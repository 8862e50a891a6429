import LuaRuntime
import Moonsheet
import PresentationKit

/// Walks a saved way through a flow and tells whether it still goes wrong: what saved tests ask.
public struct FlowWalk {
  public let chunk: LuaChunk
  public var options: FlowOptions

  public init(_ chunk: LuaChunk, options: FlowOptions = FlowOptions()) {
    self.chunk = chunk
    self.options = options
  }

  /// How many states are looked at to see whether there is a way out.
  private static let wayOut = 20_000

  /// What goes wrong on the way, of one property and key. A way that cannot be walked to its end any more ends where it is.
  ///
  /// - Parameters:
  ///   - acts: as ``FlowFinding/Step/act`` has them.
  ///   - setup: the set-up it starts from, counted from 0.
  /// - Throws: ``FlowProblem`` where the script does not come to its start.
  public func faults(of property: String, key: String, along acts: [[String]], setup: Int = 0) throws(FlowProblem)
    -> [String]
  {
    let stage = try FlowStage(chunk, options.host, counted: [], isQuiet: true)
    defer { stage.host.close() }
    var simulation = stage.simulation(options)
    simulation.start(min(setup, simulation.startCount - 1))
    let words = FlowWords(host: stage.host)
    func alarms() -> [String] { simulation.alarms().filter { $0.property == property && $0.key == key }.map(\.text) }
    var faults = alarms() + states(property, stage, &simulation)
    for act in acts {
      guard let next = simulation.actions().first(where: { words.saved($0) == act }), simulation.perform(next) else {
        return faults
      }
      faults += alarms() + states(property, stage, &simulation)
    }
    return faults + beyond(property, key, stage, simulation)
  }

  /// What the script's own properties say of the state of the moment.
  private func states(_ property: String, _ stage: FlowStage, _ simulation: inout FlowSimulation) -> [String] {
    stage.properties.filter { $0.name == property && $0.isAlways && !$0.question(&simulation) }.map { _ in
      "\(property) does not hold"
    }
  }

  /// What only all that can come next shows.
  private func beyond(
    _ property: String, _ key: String, _ stage: FlowStage, _ simulation: FlowSimulation
  ) -> [String] {
    guard property == BuiltInProperty.trap.rawValue || property == BuiltInProperty.reopening.rawValue else { return [] }
    let ledger = FlowLedger()
    var search = Search(simulation.starting(here: simulation.save()))
    search.options.states = Self.wayOut
    ledger.listen(to: &search)
    let check = FlowGraphCheck(graph: search.breadthFirst().graph, ledger: ledger)
    let found = property == BuiltInProperty.trap.rawValue ? check.traps() : check.rounds()
    return found.filter { $0.key == key }.map(\.text)
  }
}

extension FlowWalk {
  /// Gives a host the module `moonsheet.explored`, with `walk(path, property, key, acts [, setup])`.
  ///
  /// - Parameters:
  ///   - read: gives the bytes of a script by its path.
  ///   - options: of the hosts in which ways are walked.
  public static func install(
    in host: MoonsheetHost, options: @escaping (_ path: String) -> FlowOptions,
    read: @escaping (_ path: String) -> [UInt8]?
  ) {
    let walk = host.lua.function("walk") { frame in
      guard let path = frame.string(at: 1), let source = read(path) else {
        throw LuaError("cannot read \(frame.string(at: 1) ?? "nothing")")
      }
      let acts = try [[String]].read(from: frame, at: 4)
      let setup = frame.count >= 5 ? Int(frame.integer(at: 5) ?? 1) : 1
      var chosen = options(path)
      chosen.host.profile = host.scene.profile
      let walk = FlowWalk(LuaChunk(name: path, source: source), options: chosen)
      do throws(FlowProblem) {
        frame.push(
          try walk.faults(
            of: frame.string(at: 2) ?? "", key: frame.string(at: 3) ?? "", along: acts, setup: max(setup - 1, 0)))
      } catch {
        throw LuaError("\(path) does not come to where it is explored from: \(error)")
      }
      return .values(1)
    }
    host.lua.preload("moonsheet.explored", ExploredModule(walk: walk))
  }
}

/// What `require "moonsheet.explored"` returns.
private struct ExploredModule: LuaEncodable {
  let walk: LuaFunction

  func push(to frame: LuaFrame) {
    frame.newTable(fields: 1)
    walk.push(to: frame)
    frame.rawSet(-2, key: "walk")
  }
}
