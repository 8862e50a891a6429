import LuaRuntime
import PresentationKit

/// What a person at a prompt wants to know of the modelled objects. Nothing here calls script code.
extension MoonsheetHost {
  /// The modelled object at an index in one line; nil when there is none of the surface's.
  package func telling(at index: Int, on frame: LuaFrame) -> String? {
    if let controller = frame.objectIfMatching(classes.controller, at: index) { return telling(controller) }
    if let binding = frame.objectIfMatching(classes.binding, at: index) { return telling(binding) }
    if let attempt = frame.objectIfMatching(classes.attempt, at: index) { return telling(attempt) }
    if let timer = frame.objectIfMatching(classes.timer, at: index) { return telling(timer) }
    if let flow = frame.objectIfMatching(classes.flow, at: index) { return telling(flow) }
    if let presentation = frame.objectIfMatching(classes.presentationController, at: index) {
      return "presentation_controller of \(described(scene.presentedController(of: presentation)))"
    }
    if let detent = frame.objectIfMatching(classes.detent, at: index) { return "detent \(detent.detent.identifier)" }
    if let view = frame.objectIfMatching(classes.view, at: index) { return "view \(view.item.shownName)" }
    if let policy = frame.objectIfMatching(classes.policy, at: index) { return "policy \(policy.serial)" }
    for (singleton, luaClass) in classes.singletons where frame.objectIfMatching(luaClass, at: index) != nil {
      return telling(singleton)
    }
    return nil
  }

  /// Pushes the object that is there from the start under a name; pushes nothing and answers false when there is none.
  package func pushObject(named name: String, on frame: LuaFrame) -> Bool {
    if name == "root" {
      pushController(scene.root, on: frame)
      return true
    }
    guard let (singleton, luaClass) = classes.singletons.first(where: { $0.0.rawValue == name }) else { return false }
    frame.push(singleton, as: luaClass)
    return true
  }

  /// What the surface says about the kind of object at an index; nil when it is none of the surface's.
  package func surfaceType(at index: Int, on frame: LuaFrame) -> ObjectType? {
    if frame.objectIfMatching(classes.controller, at: index) != nil { return Surface.controllerType }
    if frame.objectIfMatching(classes.binding, at: index) != nil { return Surface.bindingType }
    if frame.objectIfMatching(classes.attempt, at: index) != nil { return Surface.attemptType }
    if frame.objectIfMatching(classes.timer, at: index) != nil { return Surface.timerType }
    if frame.objectIfMatching(classes.flow, at: index) != nil { return Surface.flowType }
    if frame.objectIfMatching(classes.view, at: index) != nil { return Surface.viewType }
    if frame.objectIfMatching(classes.presentationController, at: index) != nil {
      return Surface.presentationControllerType
    }
    return classes.singletons.first { frame.objectIfMatching($0.1, at: index) != nil }?.0.type
  }

  private func telling(_ controller: ControllerID) -> String {
    let state = scene.controller(controller)
    var facts: [String] = []
    if let presenter = state.presenting {
      let word = state.isBeingPresented ? "coming in" : state.isBeingDismissed ? "going out" : "presented"
      facts.append("\(word) on \(scene.name(of: presenter))")
    } else if controller == scene.root {
      facts.append("the window's root")
    } else {
      facts.append(state.isInWindow ? "in the window" : "not presented")
    }
    if let presented = state.presented { facts.append("presents \(scene.name(of: presented))") }
    if controller != scene.root { facts.insert(state.style.rawValue, at: 0) }
    return "\(described(controller)) (\(facts.joined(separator: ", ")))"
  }

  private func telling(_ binding: BindingID) -> String {
    let name = "binding '\(scene.name(of: binding))'"
    return state.mappedAt[binding] == nil ? "\(name) = \(scene.value(of: binding).traceText)" : "\(name), mapped"
  }

  private func telling(_ attempt: AttemptID) -> String {
    let attempt = scene.attempt(attempt)
    return "attempt \(attempt.count) to dismiss \(described(attempt.controller)) (\(attempt.trigger.rawValue))"
  }

  private func telling(_ timer: TimerID) -> String {
    scene.deadline(of: timer).map { "timer, due at \($0) ms" } ?? "timer, over"
  }

  private func telling(_ flow: FlowID) -> String {
    let status = state.flows.status(of: flow)
    guard case .waiting(let wait) = status else { return "flow \(flow.rawValue), \(status.word)" }
    return "flow \(flow.rawValue), waits for \(wait.description(in: scene))"
  }

  private func telling(_ singleton: Singleton) -> String {
    switch singleton {
    case .scene:
      let stack = ([scene.root] + scene.stack).map { scene.name(of: $0) }.joined(separator: " > ")
      return "scene: \(stack), \(scene.profile.name), \(scene.isIdle ? "idle" : "in motion")"
    case .clock: return "clock at \(scene.now) ms"
    case .trace: return "trace of \(scene.trace.count) entries"
    case .device:
      let device = scene.device
      return "device \(device.idiom.rawValue), \(device.width.rawValue) width, \(device.height.rawValue) height"
    default: return singleton.rawValue
    }
  }

  // MARK: Lists

  /// The timers that wait, the next one first: when each is due, and the line that started it.
  package var pendingTimers: [(due: Int, site: SourceSite?)] {
    let timers = state.timers.keys.sorted().compactMap { timer in
      scene.deadline(of: timer).map { (due: $0, site: state.timers[timer] ?? nil) }
    }
    return timers.enumerated().sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }.map(\.element)
  }

  /// The flows that wait, oldest first.
  package var pendingFlows: [RunReport.WaitingFlow] { waitingFlows() }

  /// The bindings in the order in which they were made, each in one line.
  package var bindingLines: [String] {
    scene.bindingIDs.map { telling($0) }
  }

  /// The profile's switches, and the device.
  package var profileName: String { scene.profile.name }

  /// What a user could do now, each as a script writes it.
  package var actionTexts: [String] { scene.userActions().map(text) }

  private func text(of action: UserAction) -> String {
    switch action {
    case .swipeDown(let target): "user:swipe_down(\(target == scene.top ? "" : reference(target)))"
    case .drag(let target, let fraction): "user:drag(\(target == scene.top ? "" : reference(target) + ", ")\(fraction))"
    case .release(let velocity): velocity == 0 ? "user:release()" : "user:release { velocity = \(velocity) }"
    case .cancelTouch: "user:cancel_touch()"
    case .dragToDetent(let target, let detent):
      "user:drag_to_detent(\(quoted(detent))\(target == scene.top ? "" : ", " + reference(target)))"
    case .scroll(let target, let dy): "user:scroll(\(target == scene.top ? "" : reference(target) + ", ")\(dy))"
    case .tap(let label): "user:tap \(quoted(label))"
    case .type(let field): "user:type(\(quoted(field)), \"…\")"
    case .focus(let field): "user:focus \(quoted(field))"
    case .dismissKeyboard: "user:dismiss_keyboard()"
    case .tapOutside(let target): "user:tap_outside(\(target == scene.top ? "" : reference(target)))"
    case .pressEscape: "user:press_escape()"
    case .performEscape: "user:perform_escape()"
    }
  }

  /// A presented controller as an expression.
  private func reference(_ controller: ControllerID) -> String {
    guard let level = scene.stack.firstIndex(of: controller) else { return "root" }
    return "scene.stack[\(level + 1)]"
  }

  private func quoted(_ text: String) -> String { LuaValue.string(text).description }

  /// The labels of buttons and names of fields within reach, and the names of what is presented.
  package var namesOnScreen: (labels: [String], fields: [String], controllers: [String]) {
    var (labels, fields): ([String], [String]) = ([], [])
    for action in scene.userActions() {
      if case .tap(let label) = action { labels.append(label) }
      if case .type(let field) = action { fields.append(field) }
    }
    return (labels, fields, scene.stack.map { scene.name(of: $0) })
  }
}
