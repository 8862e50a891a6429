import LuaRuntime
import PresentationKit

/// Action callbacks: each is a flow of its own, and may do and wait for everything.
extension MoonsheetHost {
  /// Calls a controller's own callback with the controller, if it was configured with it.
  func callBack(_ name: String, of controller: ControllerID) {
    runCallback(CallbackPlace(name, of: controller)) { frame in
      self.pushCallback(name, of: controller, on: frame)
    } arguments: { frame in
      self.pushController(controller, on: frame)
      return 1
    }
  }

  func callDelegate(
    _ method: DelegateMethod, of delegate: DelegateReference, about controller: ControllerID, attempt: AttemptID?
  ) {
    runCallback(CallbackPlace(method.traceName, of: controller), attempt: attempt) { frame in
      self.pushCallback(method.traceName, of: delegate, on: frame)
    } arguments: { frame in
      if let attempt {
        frame.push(attempt, as: self.classes.attempt)
      } else {
        self.pushController(controller, on: frame)
      }
      return 1
    }
  }

  /// Calls a function that is kept under a number: a button's action, with its controller and what an alert presents, a
  /// completion, a timer.
  func callKept(
    _ store: Store, _ id: Int, _ place: CallbackPlace, passing controller: ControllerID? = nil, _ data: Value = .none
  ) {
    guard id >= state.silence.references || store == .timers else { return }
    runCallback(place) { frame in
      if self.push(id, from: store, on: frame) != .nil { return true }
      frame.pop(1)
      return false
    } arguments: { frame in
      // An action may be chosen again; a completion and a timer come once.
      if store != .actions { self.forget(id, in: store, on: frame) }
      guard let controller else { return 0 }
      self.pushController(controller, on: frame)
      if data == .none { return 1 }
      self.push(data, on: frame)
      return 2
    }
  }

  func callCompletion(_ completion: CompletionID) {
    let subject = state.completionSubjects.removeValue(forKey: completion)
    callKept(.completions, completion.rawValue, CallbackPlace("completion", of: subject))
  }

  func callObservers(of binding: BindingID, new: Value, old: Value) {
    guard binding.rawValue >= state.silence.bindings else { return }
    callEach(of: .observers, under: binding.rawValue, CallbackPlace("on_change", of: binding)) { frame in
      self.push(new, on: frame)
      self.push(old, on: frame)
      return 2
    }
  }

  /// Calls what `on_presented` registered.
  func callPresented(_ controller: ControllerID) {
    callEach(of: .presented, under: controller.rawValue, CallbackPlace("on_presented", of: controller)) { frame in
      self.pushController(controller, on: frame)
      return 1
    }
  }

  /// Calls each function of the list that `store` keeps under `id`, those that were there at the beginning.
  private func callEach(
    of store: Store, under id: Int, _ place: CallbackPlace, arguments: (LuaFrame) -> Int
  ) {
    let count = lua.withFrame { frame in
      push(id, from: store, on: frame) == .table ? frame.rawLength(at: -1) : 0
    }
    for position in 0..<count {
      runCallback(place) { frame in
        self.push(id, from: store, on: frame)
        _ = frame.rawGet(-1, index: position + 1)
        frame.remove(at: -2)
        return true
      } arguments: { frame in
        arguments(frame)
      }
    }
  }

  func callClosed(_ outcome: Outcome, of controller: ControllerID) {
    runCallback(CallbackPlace("on_closed", of: controller)) { frame in
      self.pushCallback("on_closed", of: controller, on: frame)
    } arguments: { frame in
      self.push(outcome, on: frame)
      return 1
    }
  }

  /// Calls a callback that was assigned to `app`.
  func callApp(_ name: String, _ argument: String?) {
    runCallback(CallbackPlace(name, of: nil)) { frame in
      guard let (app, luaClass) = self.classes.singletons.first(where: { $0.0 == .app }) else { return false }
      frame.push(app, as: luaClass)
      return self.pushCallback(name, ofObjectOn: frame)
    } arguments: { frame in
      guard let argument else { return 0 }
      frame.push(argument)
      return 1
    }
  }

  /// Calls a controller's override of VoiceOver's escape; whether it was handled. One that waits has handled it, one that
  /// fails or answers no boolean has not.
  func callEscape(of controller: ControllerID) -> Bool {
    let name = "performs_escape"
    var isHandled = true
    let flow = runCallback(CallbackPlace(name, of: controller)) { frame in
      self.pushCallback(name, of: controller, on: frame)
    } arguments: { frame in
      self.pushController(controller, on: frame)
      return 1
    } read: { frame in
      guard frame.count >= 1, frame.type(at: 1) == .bool, let answer = frame.bool(at: 1) else {
        let got = frame.count == 0 ? "nothing" : frame.typeName(at: 1)
        throw LuaError("answered \(got), not true or false; that counts as not handled")
      }
      isHandled = answer
    }
    return isHandled && flow.map { state.flows.status(of: $0) } != .failed
  }

  /// Calls a function of a view's modifier, which may be called again; the flow it is, if there is one.
  @discardableResult
  func callAction(_ action: ActionID, _ place: CallbackPlace, arguments: (LuaFrame) -> Int) -> FlowID? {
    guard action.rawValue >= state.silence.references else { return nil }
    return runCallback(place) { frame in
      if self.push(action.rawValue, from: .actions, on: frame) != .nil { return true }
      frame.pop(1)
      return false
    } arguments: { frame in
      arguments(frame)
    }
  }

  /// Calls a hosting controller's override of `present` for one of its modifiers.
  func callPresent(_ what: ControllerID, through receiver: ControllerID, for presenter: PresenterID) {
    callPresent(through: receiver, for: presenter) { frame in
      self.pushController(what, on: frame)
      frame.newTable()
    }
  }

  /// Calls an override of `present` for a flow that waits for the end of what it presents; whether it is over already.
  func callPresent(_ what: ControllerID, through receiver: ControllerID) -> Bool {
    let flow = callPresent(through: receiver, awaited: what) { frame in
      self.pushController(what, on: frame)
      frame.newTable()
    }
    return flow.map { state.flows.status(of: $0).isOver } ?? true
  }

  /// Calls an override of `present`, with what `arguments` pushes: what is to be presented, and the options.
  @discardableResult
  func callPresent(
    through receiver: ControllerID, for presenter: PresenterID? = nil, awaited: ControllerID? = nil,
    arguments: (LuaFrame) -> Void
  ) -> FlowID? {
    var place = CallbackPlace("present", of: receiver)
    place.presenter = presenter
    place.awaited = awaited
    return runCallback(place) { frame in
      self.pushCallback("present", of: receiver, on: frame)
    } arguments: { frame in
      self.pushController(receiver, on: frame)
      arguments(frame)
      frame.push(OriginalPresent(receiver: receiver, presenter: presenter), as: self.classes.originalPresent)
      return 4
    }
  }

  /// A timer of `after`, the end of a `wait`, or an answer whose turn has come.
  func timerFired(_ timer: TimerID) {
    if let answer = state.answers.firstIndex(where: { $0.timer == timer }) {
      return deliver(state.answers.remove(at: answer))
    }
    if let flow = state.flows.flow(waitingFor: timer) { return resume(flow) }
    guard let site = state.timers.removeValue(forKey: timer) else { return }
    scene.record("timer", subject: "fired", site: site)
    callKept(.timers, timer.rawValue, CallbackPlace("after", site: site))
  }

  /// Goes on with the flows that waited for the ends of these presentations: those on the topmost first, then the oldest.
  func wakeFlows(waitingFor presentations: [PresentationID]) {
    for presentation in presentations {
      for flow in state.flows.flows(waitingFor: presentation) {
        let isChoice = if case .waiting(.choice) = state.flows.status(of: flow) { true } else { false }
        resume(flow) { frame in
          isChoice ? self.pushChoice(of: presentation, on: frame) : self.pushOutcome(of: presentation, on: frame)
        }
      }
    }
  }

  /// An override of `present` is over: whoever waits for the end of what it has not presented waits in vain.
  func wakeFlows(waitingInVainFor what: ControllerID) {
    let awaited = state.flows.all.compactMap { flow -> PresentationID? in
      switch flow.status {
      case .waiting(.presentation(let id, what)), .waiting(.choice(let id, what)): id
      default: nil
      }
    }
    guard let presentation = awaited.first, scene.phase(of: presentation) == .unused else { return }
    wakeFlows(waitingFor: [presentation])
  }

  private func deliver(_ answer: PendingAnswer) {
    // Flows that were cancelled meanwhile wait no more.
    let waiting = (state.requests[answer.name] ?? []).drop {
      state.flows.status(of: $0) != .waiting(.request(answer.name))
    }
    state.requests[answer.name] = Array(waiting.dropFirst())
    guard let flow = waiting.first else {
      scene.record("no_effect", code: "answer", subject: answer.name, detail: "(nobody waits for it)")
      return
    }
    resume(flow) { frame in
      frame.push(answer.isSuccess)
      self.push(answer.value, on: frame)
      return 2
    }
  }

  /// Starts the function that `function` pushes as a flow; nothing when it answers false, having pushed nothing.
  ///
  /// A callback that a script's call brings about is no child of that script: it belongs to the scene.
  @discardableResult
  private func runCallback(
    _ place: CallbackPlace, attempt: AttemptID? = nil,
    function: (LuaFrame) -> Bool, arguments: (LuaFrame) -> Int, read: (LuaFrame) throws -> Void = { _ in }
  ) -> FlowID? {
    if case .controller(let subject) = place.subject, subject.rawValue < state.silence.controllers { return nil }
    guard !isClosed else { return nil }
    var place = place
    let exists = lua.withFrame { frame in
      guard function(frame) else { return false }
      place.site = place.site ?? frame.definitionSite(at: -1).map { SourceSite($0) }
      return true
    }
    guard exists else { return nil }
    if lua.watchesHistory { noteReached(place) }
    do throws(LuaError) {
      return try startFlow(.callback(place), attempt: attempt) { frame in
        guard function(frame) else { throw LuaError("\(place.name) went away before it was called") }
        return arguments(frame)
      } read: { frame in
        try read(frame)
      }
    } catch {
      reportError(error, in: place)
      return nil
    }
  }
}
