import LuaRuntime
import PresentationKit

extension Surface {
  /// What changes the scene.
  package static let verbs: [Member] = [
    Member(
      "present", "present(what [, { from =, animated =, completion = }])", .acts,
      "UIKit's present. `from` defaults to the top controller. It never waits and never queues: what UIKit would refuse with a "
        + "console message is a `refused` event."
    ) { call in
      try call.host.present(call, receiver: nil, throughOverride: true)
    },
    Member(
      "dismiss", "dismiss(controller [, { animated =, completion = }])", .acts,
      "UIKit's dismiss: what the controller presented goes, or, when it presents nothing, itself."
    ) { call in try call.host.dismiss(try call.controller(1), optionsAt: 2, call) },
    Member(
      "close", "close(controller)", .acts,
      "That controller and all above it go, whoever presented what. Ours, not UIKit's."
    ) { call in
      call.host.scene.close(try call.controller(1))
      return call.nothing
    },
    Member("dismiss_all", "dismiss_all()", .acts, "Everything presented goes, as by dismissing at the root.") { call in
      call.host.scene.dismissAll()
      return call.nothing
    },
    Member(
      "request_dismiss", "request_dismiss(controller [, result])", .acts,
      "Asks the policy the way a user would. Allowed: it closes with reason `request`; refused: `did_attempt_to_dismiss`. "
        + "Returns whether it was allowed."
    ) { call in
      let controller = try call.controller(1)
      let result = call.isPresent(2) ? call.host.value(at: call.slot(2), on: call.frame) : .none
      return call.push(call.host.scene.requestDismiss(controller, result: result) == .accepted)
    },
    Member(
      "request_dismiss_all", "request_dismiss_all()", .acts, "Asks all, from the top down; closes them if none refuses."
    ) { call in
      call.push(call.host.scene.requestDismissAll() == .accepted)
    },
    Member("on_presented", "on_presented(controller, f)", .acts, "Calls f(controller) each time it has been presented.")
    { call in
      let controller = try call.controller(1)
      try call.function(2, "what to call")
      _ = call.host.append(functionAt: call.slot(2), to: .presented, under: controller.rawValue, on: call.frame)
      return call.nothing
    },
    Member("after", "after(ms, f)", .acts, "Calls f after virtual milliseconds; returns a timer with `:cancel()`.") {
      call in
      let host = call.host
      let delay = try call.milliseconds(1)
      try call.function(2, "what to call")
      let timer = host.scene.startTimer(after: delay)
      host.state.timers[timer] = host.currentSite
      call.frame.pushCopy(of: call.slot(2))
      host.keep(in: .timers, under: timer.rawValue, on: call.frame)
      call.frame.push(timer, as: host.classes.timer)
      return .values(1)
    },
    Member(
      "start", "start(f, …)", .acts,
      "Runs f(…) as a flow of its own, at once up to its first wait; returns the flow."
    ) { call in try call.host.start(call) },
  ]

  package static let timerType = ObjectType(
    name: "timer", summary: "what `after` returns", fields: [],
    methods: [
      Member("cancel", "t:cancel()", .acts, "The function will not be called.") { call in
        guard let timer = call.frame.objectIfMatching(call.host.classes.timer, at: 1) else { return call.nothing }
        call.host.scene.cancelTimer(timer)
        call.host.state.timers[timer] = nil
        call.host.forget(timer.rawValue, in: .timers, on: call.frame)
        return call.nothing
      }
    ])

  package static let flowType = ObjectType(
    name: "flow", summary: "what `start` returns",
    fields: [
      Field("status", "running, waiting, finished, failed or cancelled") { call in
        guard let flow = call.frame.objectIfMatching(call.host.classes.flow, at: 1) else { return call.nothing }
        return call.push(call.host.state.flows.status(of: flow).word)
      }
    ],
    methods: [
      Member("cancel", "f:cancel()", .acts, "Ends the flow and those it started; their `<close>` variables run.") {
        call in
        guard let flow = call.frame.objectIfMatching(call.host.classes.flow, at: 1) else { return call.nothing }
        try call.host.cancel(flow, from: call)
        return call.nothing
      }
    ])
}

extension MoonsheetHost {
  /// `present`, from wherever: through the receiver's override if it has one, and it is not the override that calls.
  func present(
    _ call: Call, receiver: ControllerID?, throughOverride: Bool, presenter: PresenterID? = nil
  ) throws -> LuaReturn {
    let what = try call.controller(1)
    let options = try presentOptions(call, what, receiver: receiver)
    let from = options.from ?? scene.top
    if throughOverride, scene.controller(from).configuration.overridesPresent {
      presentThroughOverride(of: from, call)
      return call.nothing
    }
    if let presenter {
      try attempt {
        try scene.presentOriginal(what, for: presenter, animated: options.animated, completion: options.completion)
      }
      return call.nothing
    }
    _ = try attempt {
      try scene.present(what, from: from, animated: options.animated, completion: options.completion)
    }
    return call.nothing
  }

  private func presentOptions(
    _ call: Call, _ what: ControllerID, receiver: ControllerID?
  ) throws -> (from: ControllerID?, animated: Bool?, completion: CompletionID?) {
    var from = receiver
    var animated: Bool?
    var completion: CompletionID?
    try call.options(2, known: ["from", "animated", "completion"]) { key in
      switch key {
      case "from":
        let given = try call.controllerOption(key)
        from = receiver ?? given
      case "animated": animated = try call.booleanOption(key)
      default: completion = try keepCompletion(key, of: what, call)
      }
    }
    return (from, animated, completion)
  }

  private func keepCompletion(_ key: String, of subject: ControllerID, _ call: Call) throws -> CompletionID {
    guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
    let id = state.makeReference()
    call.frame.pushCopy(of: -1)
    keep(in: .completions, under: id, on: call.frame)
    state.completionSubjects[CompletionID(rawValue: id)] = subject
    return CompletionID(rawValue: id)
  }

  /// Calls `present(self, what, options, original)` of the receiver, a flow of its own that may wait.
  private func presentThroughOverride(of receiver: ControllerID, _ call: Call) {
    let (source, hasOptions) = (call.frame, call.isPresent(2))
    callPresent(through: receiver) { frame in
      frame.pushCopy(of: call.slot(1), in: source)
      if hasOptions { frame.pushCopy(of: call.slot(2), in: source) } else { frame.newTable() }
    }
  }

  func dismiss(_ controller: ControllerID, optionsAt position: Int, _ call: Call) throws -> LuaReturn {
    var animated = true
    var completion: CompletionID?
    try call.options(position, known: ["animated", "completion"]) { key in
      if key == "animated" {
        animated = try call.booleanOption(key)
      } else {
        completion = try keepCompletion(key, of: controller, call)
      }
    }
    scene.dismiss(controller, animated: animated, completion: completion)
    return call.nothing
  }

  func start(_ call: Call) throws -> LuaReturn {
    try call.function(1, "what to run")
    let slots = (1...call.count).map { call.slot($0) }
    let source = call.frame
    let flow = try startFlow(.started, parent: runningFlow) { frame in
      for slot in slots { frame.pushCopy(of: slot, in: source) }
      return slots.count - 1
    }
    call.frame.push(flow, as: classes.flow)
    return .values(1)
  }

  /// Ends a flow at a script's request; a flow cannot end itself that way.
  func cancel(_ flow: FlowID, from call: Call) throws {
    var ancestor = runningFlow
    while let current = ancestor {
      guard current != flow else {
        throw LuaError("a flow cannot cancel itself or what started it; return from it instead")
      }
      ancestor = state.flows[current]?.parent
    }
    guard state.flows[flow]?.status != .running else {
      throw LuaError("this flow is running and cannot be cancelled from here")
    }
    cancel(flow)
  }
}
