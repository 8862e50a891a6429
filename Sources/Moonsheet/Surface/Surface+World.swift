import LuaRuntime
import PresentationKit

extension Surface {
  package static let sceneType = ObjectType(
    name: "scene", summary: "the window scene: what is presented, and whether anything still moves",
    fields: [
      Field("root", "the window's root controller") { $0.push(controller: $0.host.scene.root) },
      Field("top", "the topmost presented controller; the root when nothing is presented") {
        $0.push(controller: $0.host.scene.top)
      },
      Field("stack", "what is presented, from the lowest to the top, without the root") { call in
        call.host.pushControllers(call.host.scene.stack, call)
      },
      Field("profile", "the modelled iOS version; assign it before the first presentation") { call in
        call.push(call.host.scene.profile.name)
      } set: { call in
        try call.host.setProfile(call)
      },
      Field("device", "the device that is modelled") { $0.push($0.host.scene.device.idiom.rawValue) },
      Field("is_idle", "true when no transition runs, no finger holds on and no update waits; timers may") {
        $0.push($0.host.scene.isIdle)
      },
    ],
    methods: [
      Member(
        "explain", "scene:explain()", .reads,
        "Why the last act did or did not close something: who was asked, what answered, what followed, what would have changed it."
      ) { call in call.push(call.host.explanation) }
    ])

  package static let userType = ObjectType(
    name: "user", summary: "what a person does to the screen; each act ends what the script does until it is done",
    fields: [],
    methods: [
      act("swipe_down", "user:swipe_down([target])", "One flick down on a sheet, past the threshold.") { call in
        .swipeDown(try call.optionalController(1))
      },
      act(
        "drag", "user:drag([target,] fraction)",
        "Moves the finger to a fraction of the sheet's height, and holds it there."
      ) { call in
        let target = call.frame.objectIfMatching(call.host.classes.controller, at: call.slot(1))
        return .drag(target, fraction: try call.number(target == nil ? 1 : 2, "fraction of the sheet's height"))
      },
      act(
        "release", "user:release([{ velocity = }])",
        "Lifts the finger; velocity in points a second, downwards positive."
      ) { call in
        var velocity = 0.0
        try call.options(1, known: ["velocity"]) { velocity = try call.numberOption($0) }
        return .release(velocity: velocity)
      },
      act("cancel_touch", "user:cancel_touch()", "The system takes the touch away.") { _ in .cancelTouch },
      act("tap", "user:tap(label)", "Taps a button, switch or alert action of what is in front.") { call in
        .tap(label: try call.string(1, "a label"))
      },
      act("type", "user:type(field, text)", "Replaces the text of a field.") { call in
        .type(field: try call.string(1, "a field's name"), text: try call.string(2, "a text"))
      },
      act("tap_outside", "user:tap_outside([target])", "Taps beside what is in front.") { call in
        .tapOutside(try call.optionalController(1))
      },
      act("drag_to_detent", "user:drag_to_detent(id [, target])", "Drags a sheet to one of its detents.") { call in
        let made = call.frame.objectIfMatching(call.host.classes.detent, at: call.slot(1))
        let identifier = try made?.detent.identifier ?? call.string(1, "a detent's identifier")
        return .dragToDetent(identifier, try call.optionalController(2))
      },
      act("scroll", "user:scroll([target,] dy)", "Moves a finger on a scroll view by points, positive downwards.") {
        call in
        let target = call.frame.objectIfMatching(call.host.classes.controller, at: call.slot(1))
        return .scroll(target, dy: try call.number(target == nil ? 1 : 2, "distance in points"))
      },
      act("focus", "user:focus(field)", "Gives a field the keyboard.") { call in
        .focus(field: try call.string(1, "a field's name"))
      },
      act("dismiss_keyboard", "user:dismiss_keyboard()", "Sends the keyboard away.") { _ in .dismissKeyboard },
      Member(
        "actions", "user:actions()", .reads,
        "What a user could do now, as a table of `{ act =, target =, … }`: each listed act has an effect."
      ) { call in call.host.pushUserActions(call) },
      act("press_escape", "user:press_escape()", "The escape key of a keyboard.") { _ in .pressEscape },
      act("perform_escape", "user:perform_escape()", "VoiceOver's two-finger Z.") { _ in .performEscape },
    ])

  package static let appType = ObjectType(
    name: "app", summary: "the app and what reaches it from outside",
    fields: [
      appCallback("on_open_url", "called with the address of a link that arrives"),
      appCallback("on_background", "called when the app came to the background"),
      appCallback("on_foreground", "called when it came back"),
    ],
    methods: [
      world("background", "app:background()", "The app goes to the background; a finger's hold ends.") { call in
        call.host.scene.enterBackground()
      },
      world("foreground", "app:foreground()", "The app comes back.") { $0.host.scene.enterForeground() },
      world("open_url", "app:open_url(url)", "A link arrives, bringing the app to the foreground.") { call in
        call.host.scene.openURL(try call.string(1, "an address"))
      },
      Member(
        "answer", "app:answer(name, ok [, value])", .acts,
        "Answers the oldest `request(name)`, in the next turn of the main queue."
      ) { call in
        let name = try call.name(1, "a request's name")
        let isSuccess = try call.boolean(2, "success")
        let host = call.host
        let value = call.isPresent(3) ? host.value(at: call.slot(3), on: call.frame) : .none
        host.scene.record("answer", subject: name, detail: isSuccess ? "-> ok" : "-> failed")
        let timer = host.scene.scheduleOnMainQueue()
        host.state.answers.append(PendingAnswer(timer: timer, name: name, isSuccess: isSuccess, value: value))
        return call.nothing
      },
    ])

  package static let clockType = ObjectType(
    name: "clock", summary: "the virtual clock: it moves only when it is driven",
    fields: [
      Field("now", "virtual milliseconds since the start") { call in
        call.host.noteRead(.clock)
        return call.push(call.host.scene.now)
      }
    ],
    methods: [
      Member("advance", "clock:advance(ms)", .drives, "Runs what is due within that time, and moves the clock there.") {
        call in
        let delay = try call.milliseconds(1)
        return try call.host.drive(.advance(to: call.host.scene.now + delay), in: call)
      }
    ])

  package static let traceType = ObjectType(
    name: "trace", summary: "what happened so far, one entry per fact; `tostring(trace)` is its text form",
    fields: [
      Field("entries", "a table of `{ time, name, subject, detail, text, file, line }`") { try $0.host.pushTrace($0) }
    ],
    methods: [
      Member("names", "trace:names()", .reads, "The entries' names, in order.") { call in
        call.host.noteRead(.trace)
        let entries = call.host.scene.trace.entries
        call.frame.newTable(array: entries.count)
        for (position, entry) in entries.enumerated() {
          call.frame.push(entry.name)
          call.frame.rawSet(-2, index: position + 1)
        }
        return .values(1)
      },
      Member("clear", "trace:clear()", .acts, "Forgets all entries.") { call in
        call.host.scene.clearTrace()
        return call.nothing
      },
    ])

  private static func world(
    _ name: String, _ signature: String, _ summary: String, _ body: @escaping @Sendable (Call) throws -> Void
  ) -> Member {
    Member(name, signature, .acts, summary) { call in
      try body(call)
      return call.nothing
    }
  }

  /// A callback of the app's, assigned like a field.
  private static func appCallback(_ name: String, _ summary: String) -> Field {
    Field(name, summary) { call in
      call.frame.pushUserValue(of: 1)
      _ = call.frame.rawGet(-1, key: name)
      return .values(1)
    } set: { call in
      guard call.frame.type(at: call.assigned) == .nil || call.isFunction(at: call.assigned) else {
        throw LuaError("'\(name)' of app wants a function or nil")
      }
      call.frame.pushUserValue(of: call.selfSlot)
      call.frame.pushCopy(of: call.assigned)
      call.frame.rawSet(-2, key: name)
      // A test that only gives the app a callback has something to put back, too.
      _ = call.host.state.makeReference()
    }
  }

  private static func act(
    _ name: String, _ signature: String, _ summary: String, _ read: @escaping @Sendable (Call) throws -> UserAct
  ) -> Member {
    Member(name, signature, .drives, summary) { call in
      let act = try read(call)
      return try call.host.drive(.act(act), in: call)
    }
  }
}

extension MoonsheetHost {
  func setProfile(_ call: Call) throws {
    let names = Profile.all.map(\.name)
    guard call.frame.type(at: call.assigned) == .string, let name = call.frame.string(at: call.assigned) else {
      throw LuaError("'profile' wants one of \(names.joined(separator: ", "))")
    }
    guard let profile = Profile.named(name) else {
      throw LuaError(
        "no profile '\(name)'" + Suggestion.suffix(for: name, among: names)
          + "; there are \(names.joined(separator: ", "))")
    }
    guard !scene.hasPresented else { throw LuaError("the profile is set before the first presentation") }
    scene.profile = profile
  }

  func pushTrace(_ call: Call) throws -> LuaReturn {
    noteRead(.trace)
    let frame = call.frame
    let entries = scene.trace.entries
    frame.newTable(array: entries.count)
    for (position, entry) in entries.enumerated() {
      frame.newTable(fields: 7)
      frame.push(entry.time)
      frame.rawSet(-2, key: "time")
      let texts = [
        ("name", entry.name), ("code", entry.code), ("subject", entry.subject), ("detail", entry.detail),
        ("text", entry.text),
        ("file", entry.site?.file),
      ]
      for case (let key, let text?) in texts {
        frame.push(text)
        frame.rawSet(-2, key: key)
      }
      if let line = entry.site?.line {
        frame.push(line)
        frame.rawSet(-2, key: "line")
      }
      frame.rawSet(-2, index: position + 1)
    }
    return .values(1)
  }

  /// Does what a user does; answers the mistake of a script that asks for what cannot be.
  func perform(_ act: UserAct) -> LuaError? {
    collectReleasedDelegates()
    do throws(TapError) {
      switch act {
      case .swipeDown(let target): scene.swipeDown(target)
      case .drag(let target, let fraction): scene.drag(target, fraction: fraction)
      case .release(let velocity): scene.release(velocity: velocity)
      case .cancelTouch: scene.cancelTouch()
      case .tap(let label): try scene.tap(label: label)
      case .type(let field, let text): try scene.type(field: field, text: text)
      case .tapOutside(let target): scene.tapOutside(target)
      case .pressEscape: scene.pressEscape()
      case .performEscape: scene.performEscape()
      case .dragToDetent(let identifier, let target): try scene.dragToDetent(identifier, target)
      case .scroll(let target, let dy): scene.scroll(target, dy: dy)
      case .focus(let field): try scene.focus(field: field)
      case .dismissKeyboard: scene.dismissKeyboard()
      }
      return nil
    } catch {
      return mistake(error)
    }
  }

  /// The explanation of the last act, one line a fact.
  public var explanation: String {
    scene.explanation?.lines.joined(separator: "\n") ?? "nothing was done yet"
  }

  func pushUserActions(_ call: Call) -> LuaReturn {
    let frame = call.frame
    let actions = scene.userActions()
    frame.newTable(array: actions.count)
    for (position, action) in actions.enumerated() {
      let (act, target, detail) = words(of: action)
      frame.newTable(fields: 3)
      frame.push(act)
      frame.rawSet(-2, key: "act")
      if let target {
        pushController(target, on: frame)
        frame.rawSet(-2, key: "target")
      }
      if let (key, value) = detail {
        push(value, on: frame)
        frame.rawSet(-2, key: key)
      }
      frame.rawSet(-2, index: position + 1)
    }
    return .values(1)
  }

  /// An action as a script would write it: the method, its target, its argument.
  func words(of action: UserAction) -> (String, ControllerID?, (String, Value)?) {
    switch action {
    case .swipeDown(let target): ("swipe_down", target, nil)
    case .drag(let target, let fraction): ("drag", target, ("fraction", .number(fraction)))
    case .release(let velocity): ("release", nil, ("velocity", .number(velocity)))
    case .cancelTouch: ("cancel_touch", nil, nil)
    case .dragToDetent(let target, let detent): ("drag_to_detent", target, ("detent", .string(detent)))
    case .scroll(let target, let dy): ("scroll", target, ("dy", .number(dy)))
    case .tap(let label): ("tap", nil, ("label", .string(label)))
    case .type(let field): ("type", nil, ("field", .string(field)))
    case .focus(let field): ("focus", nil, ("field", .string(field)))
    case .dismissKeyboard: ("dismiss_keyboard", nil, nil)
    case .tapOutside(let target): ("tap_outside", target, nil)
    case .pressEscape: ("press_escape", nil, nil)
    case .performEscape: ("perform_escape", nil, nil)
    }
  }

  private func mistake(_ error: TapError) -> LuaError {
    switch error {
    case .unknown(let name, let known):
      let list =
        known.isEmpty ? "; there is none now" : "; there are \(known.map { "'\($0)'" }.joined(separator: ", "))"
      return LuaError("nothing within reach is called '\(name)'" + Suggestion.suffix(for: name, among: known) + list)
    case .ambiguous(let name, let known):
      return LuaError(
        "several things within reach are called '\(name)': \(known.map { "'\($0)'" }.joined(separator: ", "))")
    }
  }

  /// A weak delegate dies by reachability alone: garbage is collected before a gesture that would ask one.
  func collectReleasedDelegates() {
    let asksAnObject = scene.stack.contains { controller in
      if case .object = scene.delegate(of: scene.presentationController(of: controller)) { true } else { false }
    }
    if asksAnObject { lua.collectGarbage() }
  }

  func installDescriptions() {
    classes.controller.number = { $0.rawValue }
    classes.presentationController.number = { $0.rawValue }
    classes.delegate.number = { $0.rawValue }
    classes.attempt.number = { $0.rawValue }
    classes.binding.number = { $0.rawValue }
    classes.timer.number = { $0.rawValue }
    classes.flow.number = { $0.rawValue }
    classes.token.number = { $0.serial }
    classes.view.number = { $0.serial }
    classes.detent.number = { $0.serial }
    classes.controller.describe = { [unowned self] in
      self.noteRead(nameOf: $0)
      return self.described($0)
    }
    classes.binding.describe = { [unowned self] in "binding '\(self.scene.name(of: $0))'" }
    classes.presentationController.describe = { [unowned self] in
      "presentation_controller of \(self.described(self.scene.presentedController(of: $0)))"
    }
    classes.detent.describe = { $0.detent.identifier }
    classes.policy.describe = { [unowned self] in
      self.noteRead(.serials)
      return "policy: \($0.serial)"
    }
    classes.token.describe = { [unowned self] in
      self.noteRead(.serials)
      return $0.serial < 0 ? "token: attempt \(-$0.serial)" : "token: \($0.serial)"
    }
    classes.flow.describe = { [unowned self] in
      self.noteRead(.serials)
      return "flow: \($0.rawValue)"
    }
    for (singleton, luaClass) in classes.singletons where singleton != .trace {
      luaClass.describe = { _ in singleton.rawValue }
    }
    classes.singletons.first { $0.0 == .trace }?.1.describe = { [unowned self] _ in
      self.noteRead(.trace)
      return self.scene.trace.entries.map(\.text).joined(separator: "\n")
    }
  }
}
