import LuaRuntime
import Moonsheet
import PresentationKit

/// A host whose script was run to where it is explored from, in each of its set-ups.
struct FlowStage {
  let host: MoonsheetHost
  let print: HostFingerprint
  let start: SourceSite?
  let setups: [String]
  private let starts: [FlowStart]

  var plan: ExplorationPlan { host.plan }

  /// - Parameters:
  ///   - counted: what scripts are known to read of their history.
  ///   - isQuiet: whether no trace is kept.
  init(_ chunk: LuaChunk, _ options: MoonsheetOptions, counted: HistoryRead, isQuiet: Bool) throws(FlowProblem) {
    var options = options
    options.traceCapacity = nil
    do throws(LuaError) {
      host = try MoonsheetHost(options)
      print = try HostFingerprint(of: host)
    } catch { throw .host(error) }
    print.counted = counted
    var diagnostics: [Diagnostic] = []
    host.onDiagnostic = { diagnostics.append($0) }
    host.lua.printer = { _ in }
    let report = host.startExploring(chunk)
    host.onDiagnostic = nil
    if let error = report.error { throw .script(error, diagnostics) }
    start = host.explorationSite
    host.beginQuietly(trace: !isQuiet || counted.contains(.trace))
    if let function = host.plan.start { host.runPlanned(function, "start") } else { host.settleMoment() }
    let notes = host.takeNotes()
    do throws(LuaError) {
      let base = try host.snapshot()
      var starts: [FlowStart] = []
      for setup in host.plan.vary {
        try host.restore(base)
        host.runPlanned(setup.function, "vary")
        starts.append(FlowStart(point: try host.snapshot(), notes: notes + host.takeNotes()))
      }
      if starts.isEmpty { starts = [FlowStart(point: base, notes: notes)] }
      self.starts = starts
    } catch { throw .host(error) }
    setups = host.plan.vary.map(\.name)
  }

  /// A simulation that begins in each set-up.
  func simulation(_ options: FlowOptions) -> FlowSimulation {
    var switches = plan.switches
    for name in options.without { switches[name] = false }
    return FlowSimulation(
      host, print: print, starts: starts, isAbstract: options.isAbstract, switches: PropertySwitches(switches))
  }

  /// What the script asks.
  var properties: [Property<FlowSimulation>] {
    var result: [Property<FlowSimulation>] = []
    for invariant in host.invariants {
      result.append(.always(invariant.name) { $0.host.holds(invariant.function, "invariant") })
    }
    for always in plan.always { result.append(.always(always.name) { $0.host.holds(always.function, "always") }) }
    for sometimes in plan.sometimes {
      result.append(.sometimes(sometimes.name) { $0.host.holds(sometimes.function, "sometimes") })
    }
    for temporal in plan.temporal {
      let question: Property<FlowSimulation>.Question = { $0.host.holds(temporal.function, temporal.word.rawValue) }
      switch temporal.word {
      case .eventually: result.append(.eventually(temporal.name, within: temporal.within, question))
      case .next: result.append(.next(temporal.name, question))
      case .until:
        guard let goal = temporal.goal else { continue }
        result.append(.until(temporal.name, question) { $0.host.holds(goal, "until") })
      }
    }
    return result
  }
}

/// Where a flow is explored from, and what was told on the way there.
struct FlowStart {
  let point: MoonsheetSnapshot
  var notes: [ExplorationNote] = []
}
