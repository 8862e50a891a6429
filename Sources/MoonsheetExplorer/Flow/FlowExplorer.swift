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

  public init(_ chunk: LuaChunk, options: FlowOptions = FlowOptions()) {
    self.chunk = chunk
    self.options = options
  }

  /// Explores, and walks each finding again in a fresh host.
  ///
  /// - Throws: ``FlowProblem`` where there is nothing to explore.
  public func run() throws(FlowProblem) -> FlowReport {
    var counted: HistoryRead = []
    // NB: what scripts read of their history is found out on the way; each kind once, so this ends.
    while true {
      let stage = try FlowStage(chunk, options.host, counted: counted, isQuiet: true)
      defer { stage.host.close() }
      var (result, ledger, search) = try explore(stage)
      if result.transitions == 0, ledger.stacks.allSatisfy(\.isEmpty) {
        throw .nothingToExplore("from \(stage.start.map { "line \($0.line)" } ?? "its end") nothing can happen")
      }
      guard search.simulation.isStale else {
        return report(&result, ledger, &search, stage, counted)
      }
      counted.formUnion(stage.host.historyRead.what)
    }
  }

  private typealias Explored = (
    result: SearchResult<ExplorationAct>, ledger: FlowLedger, search: Search<FlowSimulation>
  )

  private func explore(_ stage: FlowStage) throws(FlowProblem) -> Explored {
    let ledger = FlowLedger()
    var search = Search(stage.simulation(options), properties: stage.properties)
    search.options.depth = [options.depth, stage.plan.depth].compactMap { $0 }.min()
    search.options.states = options.states
    search.options.seed = options.seed
    search.options.reduces = options.reduces
    search.options.part = options.part
    search.onProgress = onProgress
    search.onState = { simulation, state in ledger.note(&simulation, state: state) }
    search.onStep = { simulation, from, to, act in ledger.note(&simulation, from: from, to: to, act) }
    let result =
      if let walks = options.walks {
        search.randomWalks(walks, depth: search.options.depth ?? Self.walkDepth)
      } else {
        search.breadthFirst()
      }
    return (result, ledger, search)
  }

  /// Steps of a random walk of which no depth is said.
  static let walkDepth = 50

  private func report(
    _ result: inout SearchResult<ExplorationAct>, _ ledger: FlowLedger, _ search: inout Search<FlowSimulation>,
    _ stage: FlowStage, _ counted: HistoryRead
  ) -> FlowReport {
    var report = FlowReport(script: chunk.name, start: stage.start)
    report.setups = stage.setups
    report.isAbstract = options.isAbstract
    report.properties =
      BuiltInProperty.allCases.filter(search.simulation.switches.isOn).map(\.rawValue) + search.properties.map(\.name)
    report.ending = result.ending
    (report.states, report.transitions) = (result.states, result.transitions)
    (report.skipped, report.depth) = (result.skipped, result.depth)
    report.fingerprints = result.graph.fingerprints
    let endless = counted.intersection(.endless)
    if !endless.isEmpty {
      report.history = endless.words
      report.historySite = stage.host.historyRead.site
      if result.ending == .complete { report.ending = .bounded(depth: result.depth) }
    }
    let switches = search.simulation.switches
    let check = FlowGraphCheck(graph: result.graph, ledger: ledger)
    if switches.isOn(.trap), options.walks == nil { result.violations += check.traps() }
    if switches.isOn(.reopening) { result.violations += check.rounds() }
    report.coverage = FlowCoverage(of: result.graph, stage)
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
}
