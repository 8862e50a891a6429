import PresentationKit
import Testing

/// Escapes, alerts' cancel, the keyboard, and what a user could do (R20, R21, C-7, C-8).
@Suite struct WaysOutTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  private func button(_ label: String, _ role: ButtonRole = .none, _ number: Int = 0) -> ContentItem {
    .button(label: label, role: role, action: ActionID(rawValue: number))
  }

  private func escaping(_ handling: EscapeHandling, modal: Flag = .constant(false)) -> ControllerID {
    scene.makeController(
      ControllerConfiguration(
        name: "P", isModalInPresentation: modal, delegate: stage.delegate, performsEscape: handling))
  }

  // MARK: VoiceOver

  @Test func `C-7: an escape through the policy is refused as a swipe is, with an attempt`() throws {
    try stage.show(escaping(.policy, modal: .constant(true)))
    stage.responder.methods = Set(DelegateMethod.allCases)
    scene.performEscape()
    #expect(stage.lines == ["accessibility_escape", "did_attempt_to_dismiss P (escape)"])
  }

  @Test(arguments: [true, false])
  func `R20: an override says whether it handled the escape, and what it does is done by code`(handles: Bool) throws {
    let sheet = escaping(.override)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.escape = { [scene] controller in
      if handles { scene.dismiss(controller) }
      return handles
    }
    scene.performEscape()
    stage.settle()
    #expect(
      stage.lines == ["accessibility_escape"]
        + (handles
          ? Stage.leaving("P", "script") + ["perform_escape P -> true"] + Stage.endBlock("P", "script")
          : ["perform_escape P -> false", "no_effect perform_escape P (escape is unhandled)"]))
  }

  @Test func `R20: the escape goes from the innermost controller outwards to the first that handles it`() throws {
    let navigation = scene.makeController(
      ControllerConfiguration(name: "N", kind: .navigation, performsEscape: .policy))
    let child = scene.makeController(ControllerConfiguration(name: "C", performsEscape: .override))
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    scene.performEscape()
    stage.settle()
    #expect(
      stage.lines.prefix(3) == [
        "accessibility_escape", "perform_escape C -> false", "dismissing N (accessibility_escape)",
      ])
    #expect(scene.stack.isEmpty)
  }

  // MARK: Alerts

  @Test func `an alert's cancel action is what both escapes mean`() throws {
    for (device, reason) in [(Device.macCatalyst, "escape"), (.iphone, "accessibility_escape")] {
      let stage = Stage(device: device)
      let alert = stage.sheet("A", .alert, content: [button("OK", .none, 1), button("Cancel", .cancel, 2)])
      try stage.show(alert)
      if device == .iphone { stage.scene.performEscape() } else { stage.scene.pressEscape() }
      stage.settle()
      #expect(
        stage.lines == [reason] + Stage.leaving("A", reason) + Stage.endBlock("A", reason) + ["action A \"Cancel\""])
      let presentation = try #require(stage.scene.lastPresentation(of: alert))
      #expect(stage.scene.outcome(of: presentation)?.result == .string("Cancel"))
    }
  }

  @Test func `an alert without a cancel action takes no escape`() throws {
    let stage = Stage(device: .macCatalyst)
    try stage.show(stage.alert("A", "OK"))
    stage.scene.pressEscape()
    stage.scene.performEscape()
    #expect(
      stage.lines == [
        "escape", "no_effect press_escape A (an alert wants one of its actions)", "accessibility_escape",
        "no_effect perform_escape A (escape is unhandled)",
      ])
  }

  @Test func `S53: Escape on a Mac is as a tap outside, and full screen has none`() throws {
    let stage = Stage(device: .macCatalyst)
    try stage.show(stage.sheet("P"), stage.sheet("F", style: .fullScreen))
    stage.scene.pressEscape()
    #expect(stage.lines == ["escape", "no_effect press_escape F (full screen has no user's dismissal)"])
  }

  @Test func `forced refuses every user, and code closes it`() throws {
    let stage = Stage(device: .macCatalyst)
    let sheet = stage.sheet("P", forced: true)
    try stage.show(sheet)
    stage.scene.swipeDown()
    stage.scene.tapOutside()
    stage.scene.pressEscape()
    stage.settle()
    #expect(stage.scene.stack == [sheet])
    #expect(!stage.lines.contains { $0.hasPrefix("warning") })
    stage.scene.dismiss(sheet)
    stage.settle()
    #expect(stage.scene.stack.isEmpty)
    #expect(!stage.lines.contains { $0.hasPrefix("warning") })
  }

  // MARK: The keyboard

  private func field(_ name: String) -> ContentItem { .textField(name: name, binding: nil) }

  @Test func `a field has the keyboard until it is sent away, and again when what was presented over it is gone`()
    throws
  {
    scene.setContent([field("body"), field("title")], of: stage.root)
    try scene.focus(field: "body")
    let sheet = stage.sheet("P", content: [field("search")])
    try scene.present(sheet, from: stage.root)
    stage.settle()
    stage.forget()
    #expect(scene.focusedField == nil)
    try scene.focus(field: "search")
    #expect(scene.focusedField == "search")
    scene.dismiss(sheet)
    stage.settle()
    #expect(scene.focusedField == "body")
    scene.dismissKeyboard()
    scene.dismissKeyboard()
    #expect(
      stage.lines == ["focus P search"] + Stage.leaving("P", "script") + Stage.endBlock("P", "script") + [
        "focus root body (restored)", "dismiss_keyboard root",
        "no_effect dismiss_keyboard root (no field has the keyboard)",
      ])
  }

  @Test func `a refused dismissal does not move the keyboard`() throws {
    try stage.show(stage.sheet("P", modal: .constant(true), delegate: true, content: [field("body")]))
    try scene.focus(field: "body")
    scene.swipeDown()
    stage.settle()
    #expect(scene.focusedField == "body")
    try scene.focus(field: "body")
    #expect(stage.lines.last == "no_effect focus P (\"body\" has the keyboard already)")
  }

  @Test
  func `a form sheet disables automatic keyboard dismissal, and a navigation controller does not say so of its child`()
    throws
  {
    let navigation = stage.sheet("N", .navigation)
    let child = stage.sheet("C", style: .formSheet)
    #expect(scene.controller(child).disablesAutomaticKeyboardDismissal)
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    #expect(!scene.controller(navigation).disablesAutomaticKeyboardDismissal)
    let plain = scene.makeController(
      ControllerConfiguration(style: .formSheet, disablesAutomaticKeyboardDismissal: false))
    #expect(!scene.controller(plain).disablesAutomaticKeyboardDismissal)
  }

  // MARK: What a user could do

  @Test func `at rest a user can pull, tap, type and scroll what is on top`() throws {
    let sheet = stage.sheet("P", content: [button("Go"), field("body"), .scrollView(name: "list", [])])
    var configuration = scene.controller(sheet).configuration
    configuration.sheet.detents = [.medium, .large]
    scene.configure(sheet, configuration)
    try stage.show(sheet)
    #expect(
      scene.userActions() == [
        .tap(label: "Go"), .type(field: "body"), .focus(field: "body"), .swipeDown(sheet),
        .drag(sheet, fraction: 0.25), .drag(sheet, fraction: 0.75), .dragToDetent(sheet, "large"),
        .scroll(sheet, dy: 100), .scroll(sheet, dy: -100), .tapOutside(sheet),
      ])
    #expect(stage.lines.isEmpty)
  }

  @Test func `a finger that is down can be lifted, slowly or fast, or taken away`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    scene.drag(fraction: 0.25)
    #expect(
      scene.userActions() == [
        .swipeDown(sheet), .drag(sheet, fraction: 0.25), .drag(sheet, fraction: 0.75), .release(velocity: 0),
        .release(velocity: 1500), .cancelTouch,
      ])
  }

  @Test func `while something comes in there is nothing to do but what is in it`() throws {
    scene.setContent([button("behind")], of: stage.root)
    try scene.present(stage.sheet("P", content: [button("Go")]), from: stage.root)
    scene.runNext()
    #expect(scene.userActions() == [.tap(label: "Go")])
  }

  @Test func `each act is done by perform`() throws {
    let text = scene.makeBinding(name: "body", initial: .string(""))
    let sheet = stage.sheet("P", content: [.textField(name: "body", binding: text)])
    try stage.show(sheet)
    try scene.perform(.type(field: "body"), typing: "hello")
    try scene.perform(.swipeDown(sheet))
    stage.settle()
    #expect(scene.value(of: text) == .string("hello"))
    #expect(scene.stack.isEmpty)
  }

  // MARK: Status

  @Test func `the status says for each way out what would come of it, and asks nobody`() throws {
    let stage = Stage(device: .macCatalyst)
    let (lower, upper) = (stage.sheet("A"), stage.sheet("B", delegate: true))
    stage.responder.methods = [.shouldDismiss]
    try stage.show(lower, upper)
    let status = stage.scene.status()
    #expect(status.map(\.level) == [1, 2])
    #expect(status.map(\.cover) == [upper, nil])
    #expect(status[0].access(by: .swipe) == .unavailable("B covers it"))
    #expect(
      status[1].ways == [.asksDelegate, .asksDelegate, .asksDelegate, .unavailable("escape is unhandled")])
    stage.scene.setModalInPresentation(.constant(true), of: upper)
    #expect(stage.scene.status()[1].access(by: .swipe) == .walled)
    #expect(stage.lines.isEmpty)
  }

  @Test func `the status shows detents, dimming and grabber`() throws {
    var configuration = ControllerConfiguration(name: "P")
    configuration.sheet.detents = [.medium, .large]
    configuration.sheet.largestUndimmedDetent = "medium"
    configuration.sheet.prefersGrabberVisible = true
    try stage.show(scene.makeController(configuration))
    let status = try #require(scene.status().first)
    #expect(status.detent == "medium")
    #expect(status.detents == ["medium", "large"])
    #expect(status.height == 400)
    #expect(status.isUndimmed)
    #expect(status.showsGrabber)
    #expect(status.ways[1] == .unavailable("nothing is dimmed: touches outside go to what is behind"))
    #expect(
      status.lines == [
        "1 P: page_sheet, at medium of medium, large, 400 points high, undimmed, presented", "  swipe: it would go",
        "  outside: no effect, nothing is dimmed: touches outside go to what is behind",
        "  escape: no effect, the Escape key is unhandled on this device",
        "  accessibility_escape: no effect, escape is unhandled",
      ])
  }

  // MARK: Asking

  @Test func `a request carries its result to the one aimed at, and those above have none`() throws {
    let (lower, upper) = (stage.sheet("A"), stage.sheet("B"))
    try stage.show(lower, upper)
    #expect(scene.requestDismiss(lower, result: .string("saved")) == .accepted)
    stage.settle()
    let closed = stage.responder.received.compactMap { callback -> String? in
      guard case .closed(let controller, let outcome) = callback else { return nil }
      return "\(scene.name(of: controller)) \(outcome.reason.rawValue) \(outcome.result.traceText)"
    }
    #expect(closed == ["B ancestor nil", "A request saved"])
  }

  @Test func `a request asks all from the top down before anything closes`() throws {
    let (lower, upper) = (stage.sheet("A", delegate: true), stage.sheet("B", delegate: true))
    try stage.show(lower, upper)
    stage.responder.methods = [.shouldDismiss, .didAttemptToDismiss]
    stage.responder.shouldDismiss = { $0 == upper }
    #expect(scene.requestDismissAll() == .declined(by: lower))
    #expect(
      stage.lines == ["should_dismiss B -> true", "should_dismiss A -> false", "did_attempt_to_dismiss A (request)"])
    #expect(scene.stack == [lower, upper])
  }
}
