import LuaRuntime
import PresentationKit

/// What modifiers of views tell.
extension MoonsheetHost {
  func callView(_ event: ViewEvent, _ controller: ControllerID) {
    switch event {
    case .appeared(let action):
      callKept(.actions, action.rawValue, CallbackPlace("on_appear", of: controller), passing: controller)
    case .disappeared(let action):
      callKept(.actions, action.rawValue, CallbackPlace("on_disappear", of: controller), passing: controller)
    case .dismissed(let action):
      callKept(.actions, action.rawValue, CallbackPlace("on_dismiss", of: controller), passing: controller)
    case .changed(let action, let new, let old):
      callAction(action, CallbackPlace("on_change", of: controller)) { frame in
        self.push(new, on: frame)
        self.push(old, on: frame)
        return 2
      }
    case .made(let action): callRepresentable(action, "make", controller, isBeingMade: true)
    case .updated(let action): callRepresentable(action, "update", controller, isBeingMade: false)
    case .taskStarted(let action, let task): startTask(task, action, controller)
    case .taskCancelled(let task): if let flow = state.taskFlows.removeValue(forKey: task) { cancel(flow) }
    }
  }

  private func callRepresentable(_ action: ActionID, _ name: String, _ controller: ControllerID, isBeingMade: Bool) {
    callAction(action, CallbackPlace(name, of: controller)) { frame in
      frame.push(
        RepresentableView(controller: controller, isBeingMade: isBeingMade), as: self.classes.representable)
      return 1
    }
  }

  private func startTask(_ task: TaskID, _ action: ActionID, _ controller: ControllerID) {
    let flow = callAction(action, CallbackPlace("task", of: controller)) { frame in
      self.pushController(controller, on: frame)
      return 1
    }
    guard let flow, !state.flows.status(of: flow).isOver else { return scene.finishTask(task) }
    state.taskFlows[task] = flow
  }

  /// A flow is over: if it was a view's task, nothing is left to cancel.
  func finishTask(of flow: FlowID) {
    guard let task = state.taskFlows.first(where: { $0.value == flow })?.key else { return }
    state.taskFlows[task] = nil
    scene.finishTask(task)
  }

  // MARK: Questions

  /// What a modifier presents: what its content answers, or a controller made of the views in it.
  func askPresented(_ content: ActionID, for value: Value, in host: ControllerID) -> ControllerID? {
    guard let described = state.modifierContents[content] else { return nil }
    let pending = state.makeReference()
    let name = "content of \(described.kind.rawValue)"
    let made = inEnvironment(.pending(pending)) {
      query(name, about: host, otherwise: nil) { frame in
        self.push(content.rawValue, from: .actions, on: frame)
        guard self.isFunction(at: -1, on: frame) else { return self.pushItself(on: frame) }
        self.push(value, on: frame)
        return true
      } read: { frame in
        try self.readPresented(described, on: frame)
      }
    }
    if let made { state.environments[pending] = made }
    return made
  }

  /// Turns a value that is no function into one that answers it, so that one way reads both.
  private func pushItself(on frame: LuaFrame) -> Bool {
    frame.push(identityFunction)
    frame.insert(at: -2)
    return true
  }

  private var identityFunction: LuaFunction {
    lua.function("content") { frame in .values(frame.count) }
  }

  private func readPresented(_ described: ModifierContent, on frame: LuaFrame) throws -> ControllerID? {
    guard frame.count >= 1, frame.type(at: 1) != .nil else { return nil }
    if let controller = frame.objectIfMatching(classes.controller, at: 1) { return controller }
    let items = try readViews(at: 1, on: frame)
    var configuration = ControllerConfiguration(name: described.name ?? described.kind.rawValue, content: items)
    switch described.kind {
    case .alert: configuration.kind = .alert
    case .confirmationDialog: configuration.kind = .actionSheet
    case .sheet, .cover, .popover: break
    }
    configuration.site = currentSite
    let controller = scene.makeController(configuration)
    state.constructors[controller] = described.kind.rawValue
    return controller
  }

  /// The views of a list, or one view.
  private func readViews(at index: Int, on frame: LuaFrame) throws -> [ContentItem] {
    if let view = frame.objectIfMatching(classes.view, at: index) { return [view.item] }
    guard frame.type(at: index) == .table else {
      throw LuaError("content is views or a controller; got \(frame.text(at: index))")
    }
    var items: [ContentItem] = []
    var count = 0
    try frame.forEachPair(in: index) { frame in
      guard let view = frame.objectIfMatching(classes.view, at: -1) else {
        throw LuaError("content is a list of views; got \(frame.text(at: -1))")
      }
      items.append(view.item)
      count += view.count
      guard count <= Self.mostViews else { throw LuaError("one controller holds at most \(Self.mostViews) views") }
    }
    return items
  }

  /// The content of a controller whose `content` is a function.
  func askContent(of controller: ControllerID) -> [ContentItem]? {
    let first = (state.nextReference, scene.controllerCount)
    let items: [ContentItem]?? = inEnvironment(.controller(controller)) {
      query("content", about: controller, otherwise: .some(nil)) { frame in
        guard self.pushCallback("content", of: controller, on: frame) else { return false }
        self.pushController(controller, on: frame)
        return true
      } read: { frame in
        frame.count == 0 || frame.type(at: 1) == .nil ? [] : try self.readViews(at: 1, on: frame)
      }
    }
    // What a controller made meanwhile keeps, it may use as long as it likes.
    if scene.controllerCount == first.1 { forgetContent(of: controller, since: first.0) }
    return items ?? nil
  }

  /// The functions of the content before the last are in no tree any more.
  private func forgetContent(of controller: ControllerID, since first: Int) {
    var generations = state.contentReferences[controller, default: []]
    generations.append(first..<max(first, state.nextReference))
    if generations.count > 2 {
      let old = generations.removeFirst()
      lua.withFrame { frame in
        for id in old {
          forget(id, in: .actions, on: frame)
          state.modifierContents[ActionID(rawValue: id)] = nil
        }
      }
    }
    state.contentReferences[controller] = generations
  }

  func askSwitch(_ query: ActionID, of controller: ControllerID) -> Bool {
    ask("interactive_dismiss_disabled", about: controller, whenFailing: true) { frame in
      self.push(query.rawValue, from: .actions, on: frame)
      self.pushController(controller, on: frame)
      return true
    }
  }

  /// The identity of an item: its function's answer, its `id` field, or itself.
  func askIdentity(of value: Value, in binding: BindingID) -> Value {
    let hasFunction = lua.withFrame { self.push(binding.rawValue, from: .identities, on: $0) != .nil }
    guard hasFunction else {
      guard case .reference(let reference, _) = value else { return value }
      return lua.withFrame { frame in
        guard self.push(reference, from: .values, on: frame) == .table, frame.rawGet(-1, key: "id") != .nil else {
          return value
        }
        return self.value(at: -1, among: self.scene.identities(in: binding), on: frame)
      }
    }
    return query("id", about: scene.root, otherwise: value) { frame in
      self.push(binding.rawValue, from: .identities, on: frame)
      self.push(value, on: frame)
      return true
    } read: { frame in
      frame.count == 0 ? .none : self.value(at: 1, among: self.scene.identities(in: binding), on: frame)
    }
  }

  // MARK: The environment

  private func inEnvironment<T>(_ target: EnvironmentTarget, _ body: () -> T) -> T {
    let outer = state.environment
    state.environment = target
    defer { state.environment = outer }
    return body()
  }

  /// Whose environment is read: of the content that is made, else of whom the running callback is about.
  var environmentTarget: EnvironmentTarget {
    if let environment = state.environment { return environment }
    if let flow = runningFlow, case .callback(let place)? = state.flows[flow]?.kind,
      case .controller(let controller) = place.subject
    {
      return .controller(controller)
    }
    return .controller(scene.root)
  }

  func controller(of target: EnvironmentTarget) -> ControllerID? {
    switch target {
    case .controller(let controller): controller
    case .pending(let number): state.environments[number]
    }
  }

  /// Calls `environment.dismiss`.
  func dismiss(_ action: DismissAction) {
    guard !isBarred(by: "environment.dismiss"), let controller = controller(of: action.target) else { return }
    scene.dismissFromEnvironment(of: controller)
  }
}
