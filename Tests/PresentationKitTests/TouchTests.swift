import PresentationKit
import Testing

/// Alerts, buttons, fields, outside taps and escapes.
@Suite struct TouchTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  private func button(_ label: String, _ number: Int = 0) -> ContentItem {
    .button(label: label, role: .none, action: ActionID(rawValue: number))
  }

  @Test func `S54: an alert's handler runs when the alert is gone, and may present`() throws {
    let (alert, next) = (stage.alert("A", "OK"), stage.sheet("Q"))
    try stage.show(alert)
    let start = scene.now
    stage.responder.react = { [scene, root = stage.root] callback in
      if case .action = callback { _ = try? scene.present(next, from: root) }
    }
    try scene.tap(label: "OK")
    stage.settle()
    #expect(
      stage.lines == ["tap \"OK\""] + Stage.leaving("A", "action") + Stage.endBlock("A", "action")
        + ["action A \"OK\""] + Stage.arriving("Q", on: "root"))
    #expect(scene.now == start + 250 + 500)
    #expect(stage.responder.received.contains(.closed(alert, Outcome(reason: .action, result: .string("OK")))))
  }

  @Test func `S58, S44: an alert asked of what a sheet covers is refused, and on the sheet it comes`() throws {
    let (sheet, alert) = (stage.sheet("P"), stage.alert("A", "OK"))
    try stage.show(sheet)
    #expect(try scene.present(alert, from: stage.root)?.code == .alreadyPresenting)
    stage.settle()
    #expect(stage.lines == ["refused already_presenting A"])
    stage.forget()
    try scene.present(alert, from: sheet)
    stage.settle()
    #expect(stage.lines == Stage.arriving("A", on: "P"))
  }

  @Test func `an alert has no pull and no outside`() throws {
    try stage.show(stage.alert("A", "OK"))
    scene.swipeDown()
    scene.tapOutside()
    #expect(
      stage.lines == [
        "no_effect swipe_down A (an alert has no pull)", "tap_outside",
        "no_effect tap_outside A (an alert takes no touch outside)",
      ])
  }

  @Test func `an alert that is coming in cannot be answered yet`() throws {
    try scene.present(stage.alert("A", "OK"), from: stage.root)
    try scene.tap(label: "OK")
    scene.runNext()
    try scene.tap(label: "OK")
    stage.settle()
    #expect(
      stage.lines.filter { $0.hasPrefix("no_effect") } == [
        "no_effect tap A (\"OK\": it is not on screen yet)", "no_effect tap A (\"OK\": it is still coming in)",
      ])
    #expect(scene.stack.count == 1)
  }

  @Test func `a button's action runs at once, for the presented controller it belongs to`() throws {
    let navigation = stage.sheet("N", .navigation)
    let child = stage.sheet("C", content: [.group(name: "g", [button("Go", 4)])])
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    try scene.tap(label: "Go")
    #expect(stage.lines == ["tap \"Go\"", "action N \"Go\""])
    #expect(stage.responder.received == [.action(navigation, ActionID(rawValue: 4), label: "Go")])
  }

  @Test func `C-35: what comes in is touchable, what lies under it is covered`() throws {
    scene.setContent([button("under")], of: stage.root)
    try scene.present(stage.sheet("P", content: [button("over")]), from: stage.root)
    scene.runNext()
    stage.forget()
    try scene.tap(label: "over")
    try scene.tap(label: "under")
    #expect(stage.lines == ["tap \"over\"", "action P \"over\"", "refused covered root"])
  }

  @Test func `C-35: beside what goes out touches reach what is beneath, on it nothing happens`() throws {
    scene.setContent([button("under")], of: stage.root)
    let sheet = stage.sheet("P", content: [button("over")])
    try stage.show(sheet)
    scene.dismiss(sheet)
    stage.forget()
    try scene.tap(label: "over")
    try scene.tap(label: "under")
    #expect(
      stage.lines == [
        "no_effect tap P (\"over\": it is being dismissed)", "tap \"under\"", "action root \"under\"",
      ])
  }

  @Test func `an unknown or ambiguous label is thrown with the labels there are`() throws {
    scene.setContent([button("A"), button("B"), button("B"), .textField(name: "f", binding: nil)], of: stage.root)
    #expect(throws: TapError.unknown("X", known: ["A", "B", "B"])) { try scene.tap(label: "X") }
    #expect(throws: TapError.ambiguous("B", known: ["A", "B", "B"])) { try scene.tap(label: "B") }
    #expect(throws: TapError.unknown("X", known: ["f"])) { try scene.type(field: "X", text: "") }
    #expect(scene.tapLabels == ["A", "B", "B"])
    #expect(scene.fieldNames == ["f"])
    #expect(stage.lines.isEmpty)
  }

  @Test func `typing and toggling are the user's writes`() throws {
    let text = scene.makeBinding(name: "body", initial: .string(""))
    let flag = scene.makeBinding(name: "flag", initial: .bool(false))
    scene.setContent([.textField(name: "body", binding: text), .toggle(label: "on", binding: flag)], of: stage.root)
    try scene.type(field: "body", text: "a \"b\"")
    try scene.tap(label: "on")
    #expect(
      stage.lines == [
        #"type body "a \"b\"""#, #"binding body = "a \"b\"" (user)"#, "tap \"on\"", "binding flag = true (user)",
      ])
  }

  @Test func `C-26: a full-width sheet and a full screen have no outside`() throws {
    try stage.show(stage.sheet("P"))
    scene.tapOutside()
    try stage.show(stage.sheet("F", style: .fullScreen))
    scene.tapOutside()
    #expect(
      stage.lines == ["tap_outside", "no_effect tap_outside F (full screen has no outside)"])
  }

  @Test(arguments: [false, true])
  func `R18, C-2: a refused outside tap is no attempt, unless the switch is on`(isAttempt: Bool) throws {
    var profile = Profile.ios18
    profile.attemptOnBackdropTap = isAttempt
    let stage = Stage(profile, device: .ipad)
    let flag = stage.scene.makeBinding(name: "flag", initial: .bool(true))
    try stage.show(stage.sheet("P", modal: .binding(flag), delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { _ in false }
    let attempt = isAttempt ? ["did_attempt_to_dismiss P (outside)"] : []
    stage.scene.tapOutside()
    let ignored = "no_effect tap_outside P (is_modal_in_presentation ignores touches outside)"
    #expect(stage.lines == ["tap_outside"] + (isAttempt ? attempt : [ignored]))
    stage.scene.set(flag, to: .bool(false))
    stage.forget()
    stage.scene.tapOutside()
    #expect(stage.lines == ["tap_outside", "should_dismiss P -> false"] + attempt)
  }

  @Test func `the Escape key is a user's dismissal on a Mac, with an attempt where it is refused`() throws {
    let stage = Stage(device: .macCatalyst)
    let flag = stage.scene.makeBinding(name: "flag", initial: .bool(true))
    try stage.show(stage.sheet("P", modal: .binding(flag), delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.scene.pressEscape()
    #expect(stage.lines == ["escape", "did_attempt_to_dismiss P (escape)"])
    stage.scene.set(flag, to: .bool(false))
    stage.forget()
    stage.scene.pressEscape()
    stage.settle()
    #expect(
      stage.lines == ["escape", "should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "escape")
        + Stage.endBlock("P", "escape", didDismiss: true))
  }

  @Test func `S51: elsewhere both escapes are unhandled`() throws {
    try stage.show(stage.sheet("P"))
    scene.pressEscape()
    scene.performEscape()
    #expect(
      stage.lines == [
        "escape", "no_effect press_escape P (the Escape key is unhandled on this device)", "accessibility_escape",
        "no_effect perform_escape P (escape is unhandled)",
      ])
  }

  @Test func `C-7: a controller may send VoiceOver's escape through its policy`() throws {
    let sheet = scene.makeController(ControllerConfiguration(name: "P", performsEscape: .policy))
    try stage.show(sheet)
    scene.performEscape()
    stage.settle()
    #expect(
      stage.lines == ["accessibility_escape"] + Stage.leaving("P", "accessibility_escape")
        + Stage.endBlock("P", "accessibility_escape"))
  }

  @Test func `an outside tap on an action sheet runs its cancel action when it is gone`() throws {
    let sheet = stage.sheet(
      "A", .actionSheet,
      content: [
        .button(label: "Delete", role: .destructive, action: ActionID(rawValue: 1)),
        .button(label: "Cancel", role: .cancel, action: ActionID(rawValue: 2)),
      ])
    try stage.show(sheet)
    scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside"] + Stage.leaving("A", "outside") + Stage.endBlock("A", "outside")
        + ["action A \"Cancel\""])
    #expect(stage.responder.received.contains(.action(sheet, ActionID(rawValue: 2), label: "Cancel")))
  }

  // MARK: Beside a finger that holds the sheet

  private func held(
    _ device: Device, in profile: Profile = .ios18, _ act: (Stage) -> Void
  ) throws -> [String] {
    let stage = Stage(profile, device: device)
    var configuration = ControllerConfiguration(name: "P", style: .formSheet, delegate: stage.delegate)
    configuration.performsEscape = .policy
    try stage.show(stage.scene.makeController(configuration))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.scene.drag(fraction: 0.3)
    stage.forget()
    act(stage)
    stage.settle()
    return stage.lines
  }

  private static let ways: [(device: Device, act: String, reason: String, body: @Sendable (Stage) -> Void)] = [
    (.macCatalyst, "escape", "escape", { $0.scene.pressEscape() }),
    (.ipad, "tap_outside", "outside", { $0.scene.tapOutside() }),
    (.iphone, "accessibility_escape", "accessibility_escape", { $0.scene.performEscape() }),
  ]

  /// How a sheet comes back from a finger that has lost its hold (order 4).
  private static let back = [
    "gesture P cancelled", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
    "view_is_appearing P", "view_did_appear P",
  ]

  @Test func `another act takes the place of a pull that is a dismissal, and asks and tells for itself (order 11)`()
    throws
  {
    for way in Self.ways {
      #expect(
        try held(way.device, way.body) == [
          way.act, "should_dismiss P -> true", "will_dismiss P", "gesture P cancelled", "dismissing P (\(way.reason))",
        ] + Stage.endBlock("P", way.reason, didDismiss: true))
    }
  }

  @Test func `where the profile says so a pull that was asked for and told stands for the act, too (C-30)`() throws {
    var profile = Profile.ios18
    profile.actOverPullAsks = false
    for way in Self.ways {
      #expect(
        try held(way.device, in: profile, way.body) == [
          way.act, "gesture P cancelled", "dismissing P (\(way.reason))",
        ] + Stage.endBlock("P", way.reason, didDismiss: true))
    }
  }

  @Test func `a policy that says no by then keeps it: an escape is an attempt when it is back, a tap outside is none`()
    throws
  {
    for way in Self.ways {
      let lines = try held(way.device) { stage in
        stage.responder.shouldDismiss = { _ in false }
        way.body(stage)
      }
      let asked = [way.act, "should_dismiss P -> false"]
      let isTap = way.reason == "outside"
      #expect(lines == (isTap ? asked : asked + Self.back + ["did_attempt_to_dismiss P (escape)"]))
    }
    // The finger still has its hold, was allowed, and lets go.
    let released = try held(.ipad) { stage in
      stage.responder.shouldDismiss = { _ in false }
      stage.scene.tapOutside()
      stage.scene.release(velocity: 1500)
    }
    #expect(
      released == ["tap_outside", "should_dismiss P -> false", "gesture P ended", "dismissing P (swipe)"]
        + Stage.endBlock("P", "swipe", didDismiss: true))
    var profile = Profile.ios18
    profile.attemptOnBackdropTap = true
    let told = try held(.ipad, in: profile) { stage in
      stage.responder.shouldDismiss = { _ in false }
      stage.scene.tapOutside()
    }
    #expect(told == ["tap_outside", "should_dismiss P -> false"] + Self.back + ["did_attempt_to_dismiss P (outside)"])
  }

  @Test func `a will_dismiss that lets the finger go leaves the act without effect`() throws {
    let lines = try held(.ipad) { stage in
      stage.responder.react = { [unowned stage] callback in
        if case .delegate(.willDismiss, _, _, _) = callback { stage.scene.cancelTouch() }
      }
      stage.scene.tapOutside()
    }
    #expect(lines == ["tap_outside", "should_dismiss P -> true", "will_dismiss P"] + Self.back)
  }

  @Test func `a request over a pull that is a dismissal asks for itself, and takes the sheet out of the finger's hand`()
    throws
  {
    let allowed = try held(.iphone) { stage in
      #expect(stage.scene.requestDismiss(stage.scene.top) == .accepted)
    }
    #expect(
      allowed == ["should_dismiss P -> true", "gesture P cancelled", "dismissing P (request)"]
        + Stage.endBlock("P", "request"))
    let refused = try held(.iphone) { stage in
      stage.responder.shouldDismiss = { _ in false }
      #expect(stage.scene.requestDismiss(stage.scene.top) == .declined(by: stage.scene.top))
    }
    #expect(refused == ["should_dismiss P -> false"] + Self.back + ["did_attempt_to_dismiss P (request)"])
    let walled = try held(.iphone) { stage in
      stage.scene.setModalInPresentation(.constant(true), of: stage.scene.top)
      #expect(stage.scene.requestDismiss(stage.scene.top) == .declined(by: stage.scene.top))
    }
    #expect(walled == Self.back + ["did_attempt_to_dismiss P (request)"])
  }

  @Test func `what is in a sheet that a finger holds can be touched, what is beneath is covered (C-35)`() throws {
    let stage = Stage()
    let flag = stage.scene.makeBinding(name: "flag", initial: .bool(false))
    stage.scene.setContent([.button(label: "Under", role: .none, action: ActionID(rawValue: 1))], of: stage.root)
    try stage.show(stage.sheet("P", modal: .binding(flag), content: [.toggle(label: "Keep", binding: flag)]))
    stage.scene.drag(fraction: 0.6)
    stage.forget()
    #expect(stage.scene.tapLabels == ["Keep"])
    try stage.scene.tap(label: "Keep")
    try stage.scene.tap(label: "Under")
    stage.scene.release()
    stage.settle()
    // The later reading of the flag decides (C-19).
    #expect(
      stage.lines == [
        "tap \"Keep\"", "binding flag = true (user)", "refused covered root", "gesture P ended",
        "dismissal_cancelled P",
        "dismissal_transition_did_end P false", "view_will_appear P", "view_is_appearing P", "view_did_appear P",
        "warning silent_block P",
      ])
  }

  @Test func `where the flag went up meanwhile it springs back, and the attempt comes then (C-19, C-8)`() throws {
    let lines = try held(.macCatalyst) { stage in
      stage.scene.setModalInPresentation(.constant(true), of: stage.scene.top)
      stage.scene.pressEscape()
    }
    #expect(
      lines == [
        "escape", "gesture P cancelled", "dismissal_cancelled P", "dismissal_transition_did_end P false",
        "view_will_appear P", "view_is_appearing P", "view_did_appear P", "did_attempt_to_dismiss P (escape)",
      ])
    // Touches outside are ignored then, and the finger keeps its hold.
    let outside = try held(.ipad) { stage in
      stage.scene.setModalInPresentation(.constant(true), of: stage.scene.top)
      stage.scene.tapOutside()
    }
    #expect(outside == ["tap_outside", "no_effect tap_outside P (is_modal_in_presentation ignores touches outside)"])
  }

  @Test func `a pull that was refused is over when Escape asks for itself`() throws {
    let stage = Stage(device: .macCatalyst)
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { _ in false }
    stage.scene.drag(fraction: 0.3)
    stage.forget()
    stage.scene.pressEscape()
    #expect(
      stage.lines == [
        "escape", "gesture P cancelled", "should_dismiss P -> false", "did_attempt_to_dismiss P (escape)",
      ])
  }
}
