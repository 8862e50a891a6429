import LuaRuntime
import Moonsheet
import PresentationKit

/// Walks a way again in a fresh host, with a trace, to see whether it leads where the search says.
struct FlowReplay {
  let chunk: LuaChunk
  let options: FlowOptions
  let counted: HistoryRead

  init(_ chunk: LuaChunk, _ options: FlowOptions, counted: HistoryRead) {
    self.chunk = chunk
    self.options = options
    self.counted = counted
  }

  func finding(_ violation: Violation<ExplorationAct>, in graph: SearchGraph<ExplorationAct>) -> FlowFinding {
    var finding = FlowFinding(property: violation.property, key: violation.key, text: violation.text)
    guard let path = violation.path else { return finding }
    finding.loopsFrom = path.loopsFrom
    finding.setupNumber = path.start
    do throws(FlowProblem) {
      let stage = try FlowStage(chunk, options.host, counted: counted, isQuiet: false)
      defer { stage.host.close() }
      finding.setup = stage.setups.isEmpty ? "" : stage.setups[path.start]
      walk(path, violation, stage, graph, &finding)
    } catch {
      finding.steps = []
      finding.parting = "the script does not come to the start again"
    }
    return finding
  }

  private func walk(
    _ path: SearchPath<ExplorationAct>, _ violation: Violation<ExplorationAct>, _ stage: FlowStage,
    _ graph: SearchGraph<ExplorationAct>, _ finding: inout FlowFinding
  ) {
    let host = stage.host
    var simulation = stage.simulation(options)
    simulation.start(path.start)
    let first = host.scene.trace.total
    let words = FlowWords(host: host)
    var steps: [FlowFinding.Step] = []
    var alarms: [Alarm] = []
    for act in path.actions {
      let act = host.resolved(act)
      steps.append(.init(words: words.words(act), lua: words.lua(act), act: words.saved(act)))
      guard simulation.actions().contains(act), simulation.perform(act) else {
        finding.parting = "step \(steps.count) cannot be done there: \(likelyCause(host))"
        break
      }
      alarms = simulation.alarms()
    }
    finding.steps = steps
    finding.trace = Array(host.scene.trace.entries.suffix(host.scene.trace.total - first))
    finding.explanation = host.explanation.split(separator: "\n").map(String.init)
    guard finding.parting == nil else { return }
    let isSame = graph.number(of: simulation.fingerprint()) != nil
    let isSeen =
      BuiltInProperty(rawValue: violation.property).map { property in
        property == .trap || property == .reopening
          || alarms.contains { $0.property == violation.property && $0.key == violation.key }
      } ?? true
    if !isSame {
      finding.parting = "it ends elsewhere: \(likelyCause(host))"
    } else if !isSeen, !path.actions.isEmpty {
      finding.parting = "it ends without that: \(likelyCause(host))"
    }
  }

  /// What makes a script go another way each time.
  private func likelyCause(_ host: MoonsheetHost) -> String {
    let read = host.historyRead
    if !read.what.isEmpty {
      let place = read.site.map { " (\($0.file):\($0.line))" } ?? ""
      return "the script reads \(read.what.words.joined(separator: ", "))\(place)"
    }
    if options.isAbstract { return "--abstract takes states for one that are two" }
    return "a query writes variables, or something outside of the script does"
  }
}

extension FlowWords {
  /// An act as a saved test has it: its name and what it takes.
  func saved(_ act: ExplorationAct) -> [String] {
    switch act {
    case .event(let position): return ["event", host.plan.events[position].name]
    case .answer(let name, let position): return ["answer", name, String(position + 1)]
    case .wait: return ["wait"]
    case .user(let action, let text):
      switch action {
      case .swipeDown(let target): return ["swipe_down", place(target)]
      case .drag(let target, let fraction): return ["drag", place(target), "\(fraction)"]
      case .release(let velocity): return ["release", "\(velocity)"]
      case .cancelTouch: return ["cancel_touch"]
      case .dragToDetent(let target, let detent): return ["drag_to_detent", place(target), detent]
      case .scroll(let target, let dy): return ["scroll", place(target), "\(dy)"]
      case .tap(let label): return ["tap", label]
      case .type(let field): return ["type", field, text]
      case .focus(let field): return ["focus", field]
      case .dismissKeyboard: return ["dismiss_keyboard"]
      case .tapOutside(let target): return ["tap_outside", place(target)]
      case .pressEscape: return ["press_escape"]
      case .performEscape: return ["perform_escape"]
      }
    }
  }

  /// A controller by its place on the stack, which does not depend on what was made before; 0 is the root.
  private func place(_ controller: ControllerID) -> String {
    String((host.scene.stack.firstIndex(of: controller) ?? -1) + 1)
  }
}
