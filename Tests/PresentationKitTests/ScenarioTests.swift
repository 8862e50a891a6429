import PresentationKit
import Testing

/// The stories of UIKit's half that no other suite tells as a whole list; what is not named gets nothing.
@Suite struct ScenarioTests {
  private let stage = Stage()
  private var scene: WindowScene { stage.scene }

  private static let pulled = ["gesture P began", "gesture P changed"]
  private static let attempt = "did_attempt_to_dismiss P (swipe)"

  /// Presents P with a delegate that has all of the dismissal's methods.
  @discardableResult
  private func show(modal: Bool = false, style: ModalPresentationStyle = .automatic) throws -> ControllerID {
    let sheet = stage.sheet("P", style: style, modal: .constant(modal), delegate: true)
    try stage.show(sheet)
    stage.responder.methods = [.shouldDismiss, .willDismiss, .didDismiss, .didAttemptToDismiss]
    return sheet
  }

  private func swipe() {
    scene.swipeDown()
    stage.settle()
  }

  // MARK: Swipes

  @Test func `S01: an allowed swipe asks, tells, and goes`() throws {
    try show()
    swipe()
    #expect(
      stage.lines == Self.pulled + [
        "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)",
      ] + Stage.endBlock("P", "swipe", didDismiss: true))
  }

  @Test func `S05: a swipe that the delegate refuses is a question and an attempt, and no view hears of it`() throws {
    let sheet = try show()
    stage.responder.shouldDismiss = { _ in false }
    swipe()
    #expect(stage.lines == Self.pulled + ["should_dismiss P -> false", "gesture P ended", Self.attempt])
    #expect(scene.stack == [sheet])
  }

  @Test func `S08: a swipe let go too early says that it is being dismissed, and then appears`() throws {
    let sheet = try show()
    var wasBeingDismissed: [Bool] = []
    stage.responder.react = { [scene] callback in
      guard callback == .lifecycle(.viewWillDisappear, sheet) else { return }
      wasBeingDismissed.append(scene.controller(sheet).isBeingDismissed)
    }
    scene.drag(fraction: 0.2)
    scene.release()
    stage.settle()
    #expect(wasBeingDismissed == [true])
    #expect(
      stage.lines == Self.pulled + [
        "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
        "view_is_appearing P", "view_did_appear P",
      ])
  }

  @Test func `S14: the flag of a navigation controller's visible child refuses`() throws {
    let (navigation, child) = (
      stage.sheet("N", .navigation, delegate: true), stage.sheet("C", modal: .constant(true))
    )
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    stage.responder.methods = [.shouldDismiss, .willDismiss, .didDismiss, .didAttemptToDismiss]
    swipe()
    #expect(
      stage.lines == [
        "gesture N began", "gesture N changed", "gesture N ended", "did_attempt_to_dismiss N (swipe)",
      ])
  }

  @Test func `S17: two refused swipes are two attempts`() throws {
    try show(modal: true)
    swipe()
    swipe()
    let refused = Self.pulled + ["gesture P ended", Self.attempt]
    #expect(stage.lines == refused + refused)
  }

  @Test func `S18: nothing comes of a pull on full screen`() throws {
    let cover = try show(style: .fullScreen)
    swipe()
    #expect(stage.lines == ["no_effect swipe_down P (full screen has no pull)"])
    #expect(scene.stack == [cover])
  }

  // MARK: Code

  @Test func `S33: code dismisses past the flag, with its completion, and the delegate hears nothing`() throws {
    let sheet = try show(modal: true)
    scene.dismiss(sheet, completion: CompletionID(rawValue: 1))
    stage.settle()
    var expected = Stage.leaving("P", "script")
    expected.insert("warning unsaved_lost P", at: 1)
    #expect(stage.lines == expected + Stage.endBlock("P", "script") + ["completion dismiss P"])
  }

  @Test func `S35: a sheet comes and goes, and its presenter hears nothing`() throws {
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root)
    stage.settle()
    scene.dismiss(sheet)
    stage.settle()
    #expect(
      stage.lines == Stage.arriving("P", on: "root") + Stage.leaving("P", "script") + Stage.endBlock("P", "script"))
  }

  @Test func `S36: full screen takes the presenter's view away, and its appearance is told first`() throws {
    try scene.present(stage.sheet("P", style: .fullScreen), from: stage.root, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_disappear root", "view_will_appear P", "view_is_appearing P",
        "presentation_transition_did_end P true", "view_did_appear P", "view_did_disappear root", "presented P",
        "completion present P",
      ])
  }

  @Test func `S39: dismissing at the bottom takes all, only the topmost animated, with one completion`() throws {
    let upper = stage.sheet("G", .alert, content: [.button(label: "OK", role: .none, action: nil)])
    try show()
    try stage.show(upper)
    stage.responder.methods = Set(DelegateMethod.allCases)
    let start = scene.now
    scene.dismiss(stage.root, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines == [
        "dismissing G (ancestor)", "dismissing P (script)", "view_will_disappear G",
        "dismissal_transition_will_begin G", "view_will_disappear P", "dismissal_transition_will_begin P",
      ] + Stage.endBlock("G", "ancestor") + Stage.endBlock("P", "script") + ["completion dismiss P"])
    #expect(scene.now - start == scene.profile.alertDuration)
  }

  @Test func `S40: dismissing in the middle takes only what is above`() throws {
    let (lower, upper) = (stage.sheet("P"), stage.sheet("G"))
    try stage.show(lower, upper)
    scene.dismiss(lower)
    stage.settle()
    #expect(stage.lines == Stage.leaving("G", "script") + Stage.endBlock("G", "script"))
    #expect(scene.stack == [lower])
  }

  @Test func `S43: what was swiped away presents nothing`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    swipe()
    stage.forget()
    try scene.present(stage.sheet("X"), from: sheet, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(stage.lines == ["refused not_in_window X"])
    #expect(
      stage.messages[0].hasPrefix("Attempt to present <X> on <P> (from <P>) whose view is not in the window hierarchy.")
    )
  }

  @Test func `S44: a second presentation by a child of a tab bar controller is refused for good`() throws {
    let (tabs, child) = (stage.sheet("T", .tabs), stage.sheet("child"))
    try scene.setTabs([child], of: tabs)
    scene.setRoot(tabs)
    try stage.show(on: child, stage.sheet("P"))
    try scene.present(stage.alert("A", "OK"), from: child, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(stage.lines == ["refused already_presenting A"])
    #expect(
      stage.messages[0].hasPrefix("Attempt to present <A> on <T> (from <child>) which is already presenting <P>."))
  }

  @Test func `S48: a detached presenter is warned about, and presents`() throws {
    let loose = stage.sheet("X")
    try scene.addSubview(loose, to: stage.root)
    stage.forget()
    try scene.present(stage.sheet("P"), from: loose)
    stage.settle()
    #expect(stage.lines == ["warning detached_presenter X"] + Stage.arriving("P", on: "root"))
    #expect(
      stage.messages[0].hasPrefix("Presenting view controllers on detached view controllers is discouraged <X>."))
  }

  // MARK: Other ways out

  @Test func `S51: VoiceOver's escape on a bare sheet is unhandled`() throws {
    try show()
    scene.performEscape()
    stage.settle()
    #expect(stage.lines == ["accessibility_escape", "no_effect perform_escape P (escape is unhandled)"])
  }

  @Test(arguments: [true, false])
  func `S53: Escape on a Mac is a user's dismissal, which the flag refuses`(isModal: Bool) throws {
    let stage = Stage(device: .macCatalyst)
    try stage.show(stage.sheet("P", modal: .constant(isModal), delegate: true))
    stage.responder.methods = [.shouldDismiss, .willDismiss, .didDismiss, .didAttemptToDismiss]
    stage.scene.pressEscape()
    stage.settle()
    let allowed =
      ["should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "escape")
      + Stage.endBlock("P", "escape", didDismiss: true)
    #expect(stage.lines == ["escape"] + (isModal ? ["did_attempt_to_dismiss P (escape)"] : allowed))
  }

  // MARK: Alerts

  @Test func `S56: a dialog on a phone of 26 shows no cancel, and a tap outside writes its flag`() throws {
    let stage = ModifierStage(.ios26, .confirmationDialog)
    stage.responder.presented = { [unowned stage] _, _ in
      stage.stage.sheet(
        "D", .actionSheet,
        content: [
          .button(label: "Delete", role: .destructive, action: ActionID(rawValue: 3)),
          .button(label: "Cancel", role: .cancel, action: ActionID(rawValue: 4)),
        ])
    }
    stage.open()
    #expect(stage.scene.tapLabels == ["Delete"])
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside"] + Stage.leaving("D", "outside") + [
        "dismissal_transition_did_end D true", "view_did_disappear D", "on_disappear D", "dismissed D (outside)",
        "binding s = false (system)", "on_closed D (outside)", "action D \"Cancel\"",
      ])
  }

  @Test func `S58: an alert on a covered view is not shown and its flag stays; in the sheet's content it is shown`() {
    let stage = ModifierStage()
    stage.open()
    let under = stage.add(.alert)
    stage.set(under, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding t = true (script)", "warning presentation_waiting root"])
    #expect(stage.scene.value(of: under) == .bool(true))
    let inside = stage.add(.alert, to: stage.scene.top)
    stage.set(inside, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding t = true (script)"] + ModifierStage.arriving("Q", on: "P"))
  }

  @Test func `S60: an action sheet without an anchor raises in regular width, and links nothing`() throws {
    let stage = Stage(device: .ipad)
    let error = #expect(throws: PresentationException.self) {
      try stage.scene.present(stage.sheet("A", .actionSheet), from: stage.root)
    }
    #expect(error?.name == "NSGenericException")
    #expect(stage.lines == [])
    #expect(stage.scene.stack == [])
  }
}
