import LuaRuntime
import Moonsheet
import PresentationKit

/// Explores a flow script: every gesture, order and moment, from where its own walk begins.
///
/// ```swift
/// let explorer = FlowExplorer(LuaChunk(name: "flow.lua", source: text))
/// let report = try explorer.run()
/// for finding in report.findings { print(finding.text) }
/// ```
public struct FlowExplorer {
  public let chunk: LuaChunk
  public var options: FlowOptions
  /// Called now and then; answering false ends the exploration as interrupted.
  public var onProgress: ((SearchProgress) -> Bool)?
  /// Who looks at states side by side, if anybody; what is found is the same.
  package var crew: (any SearchCrew)?
  /// Whether what comes of each state is written down, for ``merge(_:)``.
  public var isRecorded = false
  /// Of the program that explores; records of another are not put together with its own.
  public var version = ""

  public init(_ chunk: LuaChunk, options: FlowOptions = FlowOptions()) {
    self.chunk = chunk
    self.options = options
  }

  /// Explores, and walks each finding again in a fresh host.
  ///
  /// - Throws: ``FlowProblem`` where there is nothing to explore.
  public func run() throws(FlowProblem) -> FlowReport {
    var counted: HistoryRead = []
    let modules = isRecorded ? options.host.modules.map(HeardModules.init) : nil
    var host = options.host
    if let modules { host.modules = modules }
    // NB: what scripts read of their history is found out on the way; each kind once, so this ends.
    while true {
      let stage = try FlowStage(chunk, host, counted: counted, isQuiet: true)
      defer { stage.host.close() }
      var explored = Explored(self, stage)
      let recorder = isRecorded ? ExpansionRecorder() : nil
      try explored.explore(self, counted, recorder)
      if explored.isStale {
        counted.formUnion(explored.read)
        continue
      }
      if explored.result.transitions == 0, explored.ledger.stacks.allSatisfy(\.isEmpty) {
        throw .nothingToExplore("from \(stage.start.map { "line \($0.line)" } ?? "its end") nothing can happen")
      }
      var report = report(&explored, counted)
      if let recorder {
        let head = FlowRecord(self, modules?.sources ?? [:], counted, report.ending, frames: recorder.count)
        report.record = head.bytes + recorder.bytes
      }
      return report
    }
  }

  /// Puts together what the parts of an exploration wrote down: what the whole finds.
  ///
  /// - Throws: ``FlowProblem/record(_:)`` where they do not belong together, or one is missing.
  public func merge(_ records: [(name: String, bytes: [UInt8])]) throws(FlowProblem) -> FlowReport {
    let (head, parts) = try FlowRecord.read(records, for: self)
    let stage = try FlowStage(chunk, options.host, counted: head.counted, isQuiet: true)
    defer { stage.host.close() }
    var whole = self
    whole.options.depth = head.depth
    whole.options.isAbstract = head.isAbstract
    whole.options.part = nil
    var all = ExpansionRecords<FlowSimulation>()
    for (record, part) in zip(records, parts) {
      do throws(WireError) { try all.read(part.rest, frames: part.head.frames) { stage.plan.knows($0) } } catch {
        throw .record("\(record.name) cannot be read to its end")
      }
    }
    var explored = Explored(whole, stage)
    try explored.readUp(all)
    if explored.search.isPartial, let cut = parts.map(\.head.ending).first(where: { $0 != .complete }) {
      explored.result.ending = cut
    }
    return whole.report(&explored, head.counted)
  }

  /// Steps of a random walk of which no depth is said.
  static let walkDepth = 50

  private func report(_ explored: inout Explored, _ counted: HistoryRead) -> FlowReport {
    let (stage, ledger) = (explored.stage, explored.ledger)
    var report = FlowReport(script: chunk.name, start: stage.start)
    report.setups = stage.setups
    report.isAbstract = options.isAbstract
    let switches = explored.search.simulation.switches
    report.properties =
      BuiltInProperty.allCases.filter(switches.isOn).map(\.rawValue) + explored.search.properties.map(\.name)
    report.ending = explored.result.ending
    (report.states, report.transitions) = (explored.result.states, explored.result.transitions)
    (report.skipped, report.depth) = (explored.result.skipped, explored.result.depth)
    report.fingerprints = explored.result.graph.fingerprints
    let endless = counted.intersection(.endless)
    if !endless.isEmpty {
      report.history = endless.words
      report.historySite = explored.historySite
      if report.ending == .complete { report.ending = .bounded(depth: report.depth) }
    }
    let check = FlowGraphCheck(graph: explored.result.graph, ledger: ledger)
    if switches.isOn(.trap), options.walks == nil { explored.result.violations += check.traps() }
    if switches.isOn(.reopening) { explored.result.violations += check.rounds() }
    let result = explored.result
    report.coverage = FlowCoverage(of: result.graph, stage, explored.counts())
    if case .stopped(.states) = report.ending {
      report.grown = FlowGrowth(stage: stage, options: options).grown(along: result.graph.path(to: result.states - 1))
    }
    report.findings = result.violations.map {
      FlowReplay(chunk, options, counted: counted).finding($0, in: result.graph)
    }
    report.graph = FlowGraph(of: result.graph, ledger, stage, report.findings, result.violations)
    return report
  }
}

/// Why a flow is not explored.
public enum FlowProblem: Error {
  /// The script fails before the exploration starts.
  case script(LuaError, [Diagnostic])
  /// There is nothing that could be done from its start.
  case nothingToExplore(String)
  case host(LuaError)
  /// The records of parts do not make a whole.
  case record(String)
  /// Who looked at states side by side cannot go on.
  case crew(CrewError)
}
