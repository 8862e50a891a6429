import LuaRuntime
import PresentationKit

extension Surface {
  /// What suspends the flow until something is over, and what runs the simulation.
  package static let waiting: [Member] = [
    Member(
      "show", "show(what)", .waits,
      "Presents and waits until it is over; returns the outcome `{ reason, by_user, result }`, or at once "
        + "`{ reason = \"refused\", code }`; without a code where an override of `present` has not presented it."
    ) { call in try call.host.show(call) },
    Member(
      "await", "await(what)", .waits,
      "Waits until something presented is over; what is over already gives its last outcome."
    ) { call in try call.host.await(call) },
    Member(
      "ask", "ask(question, { label, … } [, { cancel =, destructive =, message = }])", .waits,
      "Presents an alert, on the attempt's controller inside an attempt handler, else on the top; returns the label, or nil and "
        + "a refusal's code when it went without a choice."
    ) { call in try call.host.askUser(call) },
    Member("wait", "wait(ms)", .waits, "Waits for virtual milliseconds.") { call in
      let delay = try call.milliseconds(1)
      _ = try call.host.waitingFlow(for: call)
      return try call.host.wait(for: .timer(call.host.scene.startTimer(after: delay)), in: call)
    },
    Member(
      "request", "request(name)", .waits,
      "Waits for an answer from outside, which `app:answer(name, ok, value)` gives; returns ok and the value."
    ) { call in
      let name = try call.name(1, "a name")
      let host = call.host
      let flow = try host.waitingFlow(for: call)
      let result = try host.wait(for: .request(name), in: call)
      host.state.requests[name, default: []].append(flow)
      host.scene.record("request", subject: name)
      return result
    },
    Member(
      "settle", "settle()", .drives,
      "Runs until the queue and all transitions are done and whatever is due within 10,000 ms of the call has run."
    ) { call in
      try call.host.drive(.settle(until: call.host.scene.now + MoonsheetHost.settleHorizon), in: call)
    },
  ]
}

extension MoonsheetHost {
  func show(_ call: Call) throws -> LuaReturn {
    let what = try call.controller(1)
    _ = try waitingFlow(for: call)
    let (presentation, code) = try presentWaiting(what, from: scene.top)
    guard let presentation else { return pushRefused(code, call) }
    return try wait(for: .presentation(presentation, what), in: call)
  }

  /// Presents something whose end is waited for, through the override of whoever is asked, as `present` does.
  ///
  /// - Returns: what to wait for, or why it was refused; neither where an override has come to its end without presenting it.
  private func presentWaiting(
    _ what: ControllerID, from receiver: ControllerID
  ) throws -> (PresentationID?, RefusalCode?) {
    if scene.controller(receiver).configuration.overridesPresent, !isOverriding(receiver) {
      let isOver = callPresent(what, through: receiver)
      if isOver, !scene.isPresentedNow(what) { return (nil, nil) }
    } else if let refusal = try attempt({ try scene.present(what, from: receiver) }) {
      return (nil, refusal.code)
    }
    return (scene.presentationController(of: what), nil)
  }

  /// Whether the running flow is a controller's override of `present`, or was started by it: what that shows or asks itself
  /// does not come back to it.
  private func isOverriding(_ controller: ControllerID) -> Bool {
    var current = runningFlow
    while let flow = current, let record = state.flows[flow] {
      if case .callback(let place) = record.kind, place.name == "present", place.subject == .controller(controller) {
        return true
      }
      current = record.parent
    }
    return false
  }

  func await(_ call: Call) throws -> LuaReturn {
    let what = try call.controller(1)
    guard let presentation = scene.lastPresentation(of: what) else {
      throw LuaError(
        "\(described(what)) was never presented, so there is nothing to await; present it first, or use show")
    }
    guard let outcome = scene.outcome(of: presentation) else {
      return try wait(for: .presentation(presentation, what), in: call)
    }
    noteRead(.outcomes)
    push(outcome, on: call.frame)
    return .values(1)
  }

  private func pushRefused(_ code: RefusalCode?, _ call: Call) -> LuaReturn {
    push(Outcome(reason: .refused, code: code), on: call.frame)
    return .values(1)
  }

  // MARK: ask

  func askUser(_ call: Call) throws -> LuaReturn {
    let question = try call.name(1, "a question")
    let flow = try waitingFlow(for: call)
    var configuration = ControllerConfiguration()
    configuration.kind = .alert
    configuration.name = question
    configuration.site = currentSite
    configuration.content = try choices(call)
    let alert = scene.makeController(configuration)
    state.constructors[alert] = "alert"
    let presenter = state.flows[flow]?.attempt.map { scene.attempt($0).controller } ?? scene.top
    let (presentation, code) = try presentWaiting(alert, from: presenter)
    if let presentation { return try wait(for: .choice(presentation, alert), in: call) }
    call.frame.pushNil()
    guard let code else { return .values(1) }
    call.frame.push(code.rawValue)
    return .values(2)
  }

  /// The buttons of an `ask`, in the order of its labels.
  private func choices(_ call: Call) throws -> [ContentItem] {
    guard call.type(2) == .table else { throw call.wrong(2, wanted: "a table of labels") }
    var labels: [String] = []
    try call.frame.forEachPair(in: call.slot(2)) { frame in
      guard frame.type(at: -2) == .number, frame.type(at: -1) == .string, let label = frame.string(at: -1) else {
        throw LuaError("the labels of 'ask' are strings; got \(frame.typeName(at: -1))")
      }
      guard !labels.contains(label) else {
        throw LuaError("'ask' has the label \(Suggestion.quoted(label)) twice; nobody could tell which was tapped")
      }
      labels.append(label)
    }
    guard !labels.isEmpty else { throw LuaError("'ask' wants at least one label") }
    var roles: [String: ButtonRole] = [:]
    var message: String?
    try call.options(3, known: ["cancel", "destructive", "message"]) { key in
      let text = try call.stringOption(key)
      if key == "message" {
        message = text
      } else {
        guard labels.contains(text) else {
          throw LuaError(
            "option '\(key)' of 'ask' names no label: '\(text)'" + Suggestion.suffix(for: text, among: labels))
        }
        guard roles.updateValue(key == "cancel" ? .cancel : .destructive, forKey: text) == nil else {
          throw LuaError(
            "'ask' makes \(Suggestion.quoted(text)) both 'cancel' and 'destructive'; a button has one role")
        }
      }
    }
    let text: [ContentItem] = message.map { [.text($0)] } ?? []
    return text + labels.map { .button(label: $0, role: roles[$0] ?? .none, action: nil) }
  }

  // MARK: Results of waits

  func pushOutcome(of presentation: PresentationID, on frame: LuaFrame) -> Int {
    push(scene.outcome(of: presentation) ?? Outcome(reason: .refused), on: frame)
    return 1
  }

  /// The label tapped, or nil.
  func pushChoice(of alert: PresentationID, on frame: LuaFrame) -> Int {
    guard let outcome = scene.outcome(of: alert), outcome.reason == .action else {
      frame.pushNil()
      return 1
    }
    push(outcome.result, on: frame)
    return 1
  }

  func push(_ outcome: Outcome, on frame: LuaFrame) {
    frame.newTable(fields: 4)
    frame.push(outcome.reason.rawValue)
    frame.rawSet(-2, key: "reason")
    frame.push(outcome.byUser)
    frame.rawSet(-2, key: "by_user")
    push(outcome.result, on: frame)
    frame.rawSet(-2, key: "result")
    if let code = outcome.code {
      frame.push(code.rawValue)
      frame.rawSet(-2, key: "code")
    }
  }
}
