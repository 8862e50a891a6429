import PresentationKit
import Testing

/// Swipes and the delegate (5.1).
@Suite struct SwipeTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  /// A sheet P with a delegate that implements everything, presented.
  private func showSheet(modal: Flag = .constant(false)) throws -> ControllerID {
    let sheet = stage.sheet("P", modal: modal, delegate: true)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    return sheet
  }

  static let refused = ["gesture P began", "gesture P changed", "gesture P ended", "did_attempt_to_dismiss P (swipe)"]

  @Test(arguments: [true, false])
  func `S02, S03: the modal flag refuses without asking, whatever the delegate would say`(answer: Bool) throws {
    let sheet = try showSheet(modal: .constant(true))
    stage.responder.shouldDismiss = { _ in answer }
    scene.swipeDown()
    stage.settle()
    #expect(stage.lines == Self.refused)
    #expect(scene.stack == [sheet])
  }

  @Test func `S06: past the threshold and back up again springs back`() throws {
    let sheet = try showSheet()
    scene.drag(fraction: 0.8)
    scene.drag(fraction: 0.1)
    scene.release()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P",
        "dismissal_transition_will_begin P", "gesture P changed", "gesture P ended", "dismissal_cancelled P",
        "dismissal_transition_did_end P false", "view_will_appear P", "view_is_appearing P", "view_did_appear P",
      ])
    #expect(scene.stack == [sheet])
    #expect(!scene.controller(sheet).isBeingDismissed)
  }

  @Test func `S06: a touch that the system takes away springs back`() throws {
    _ = try showSheet()
    scene.drag(fraction: 0.8)
    scene.cancelTouch()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P",
        "dismissal_transition_will_begin P", "gesture P cancelled", "dismissal_cancelled P",
        "dismissal_transition_did_end P false", "view_will_appear P", "view_is_appearing P", "view_did_appear P",
      ])
  }

  @Test func `S08: in the view_will_disappear of a swipe that springs back, the controller is being dismissed`() throws
  {
    let sheet = try showSheet()
    var seen: [Bool] = []
    stage.responder.react = { [scene] callback in
      if case .lifecycle(.viewWillDisappear, sheet) = callback { seen.append(scene.controller(sheet).isBeingDismissed) }
      if case .lifecycle(.viewDidAppear, sheet) = callback { seen.append(scene.controller(sheet).isBeingDismissed) }
    }
    scene.drag(fraction: 0.2)
    scene.release()
    stage.settle()
    #expect(seen == [true, false])
  }

  @Test func `S09: without a delegate a sheet is swiped away and only its own callbacks come`() throws {
    try stage.show(stage.sheet("P"))
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)",
      ] + Stage.endBlock("P", "swipe"))
  }

  @Test func `S11: a delegate on the root of a presented navigation controller hears nothing`() throws {
    let (navigation, child) = (stage.sheet("N", .navigation), stage.sheet("C", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    try scene.push(child, onto: navigation)
    stage.forget()
    try scene.present(navigation, from: stage.root)
    stage.settle()
    #expect(
      stage.lines == [
        "warning delegate_on_inner_controller C", "presenting N on root", "view_did_load N", "view_did_load C",
        "will_present N (none)", "presentation_transition_will_begin N", "view_will_appear N", "view_will_appear C",
        "view_is_appearing N", "view_is_appearing C", "presentation_transition_did_end N true", "view_did_appear N",
        "view_did_appear C", "presented N",
      ])
    stage.forget()
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture N began", "gesture N changed", "view_will_disappear N", "view_will_disappear C",
        "dismissal_transition_will_begin N", "gesture N ended", "dismissing N (swipe)",
        "dismissal_transition_did_end N true", "view_did_disappear N", "view_did_disappear C", "dismissed N (swipe)",
        "on_closed N (swipe)",
      ])
  }

  @Test func `S12: a style set after the presentation controller was touched comes too late`() throws {
    let sheet = stage.sheet("P")
    scene.setDelegate(stage.delegate, of: scene.presentationController(of: sheet))
    scene.setStyle(.fullScreen, of: sheet)
    #expect(stage.lines == ["warning style_after_controller P"])
    stage.forget()
    try scene.present(sheet, from: stage.root)
    stage.settle()
    #expect(stage.lines == Stage.arriving("P", on: "root"))
    stage.responder.methods = [.didDismiss]
    stage.forget()
    scene.swipeDown()
    stage.settle()
    #expect(stage.lines.last { $0.hasPrefix("did_dismiss") } == "did_dismiss P")
  }

  @Test(arguments: [ControllerKind.navigation, .tabs])
  func `S14: system containers report the flag of their visible child`(kind: ControllerKind) throws {
    let (outer, child) = (stage.sheet("P", kind, delegate: true), stage.sheet("C", modal: .constant(true)))
    if kind == .tabs { try scene.setTabs([child], of: outer) } else { try scene.push(child, onto: outer) }
    try stage.show(outer)
    stage.responder.methods = Set(DelegateMethod.allCases)
    scene.swipeDown()
    #expect(stage.lines == Self.refused)
  }

  @Test func `a custom container does not report its child's flag`() throws {
    let (outer, child) = (stage.sheet("P", .container), stage.sheet("C", modal: .constant(true)))
    try scene.embed(child, in: outer)
    try stage.show(outer)
    scene.swipeDown()
    stage.settle()
    #expect(scene.stack.isEmpty)
  }

  @Test func `S16: an action sheet from an attempt, whose action dismisses, tells the delegate nothing more`() throws {
    let dirty = scene.makeBinding(name: "dirty", initial: .bool(false))
    let sheet = stage.sheet("P", modal: .binding(dirty), delegate: true)
    let ask = stage.sheet(
      "Ask", .actionSheet,
      content: [
        .button(label: "Discard", role: .destructive, action: ActionID(rawValue: 0)),
        .button(label: "Cancel", role: .cancel, action: nil),
      ])
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.react = { [scene] callback in
      switch callback {
      case .delegate(.didAttemptToDismiss, _, _, _): _ = try? scene.present(ask, from: sheet)
      case .action: scene.dismiss(sheet)
      default: break
      }
    }
    scene.set(dirty, to: .bool(true), by: .user)
    scene.swipeDown()
    stage.settle()
    try scene.tap(label: "Discard")
    stage.settle()
    #expect(
      stage.lines == ["binding dirty = true (user)"] + Self.refused + Stage.arriving("Ask", on: "P")
        + ["tap \"Discard\""] + Stage.leaving("Ask", "action") + Stage.endBlock("Ask", "action")
        + ["action Ask \"Discard\""] + Stage.leaving("P", "script") + Stage.endBlock("P", "script"))
  }

  @Test func `S17: a second refused swipe is another attempt, with another token`() throws {
    _ = try showSheet(modal: .constant(true))
    scene.swipeDown()
    scene.swipeDown()
    #expect(stage.lines == Self.refused + Self.refused)
    let attempts = stage.responder.received.compactMap { callback -> AttemptState? in
      guard case .delegate(.didAttemptToDismiss, _, _, let id?) = callback else { return nil }
      return scene.attempt(id)
    }
    #expect(attempts.map(\.count) == [1, 2])
    #expect(Set(attempts.map(\.token)).count == 2)
  }

  @Test func `S18: a full screen has no pull`() throws {
    try stage.show(stage.sheet("P", style: .fullScreen, delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    scene.swipeDown()
    stage.settle()
    #expect(stage.lines == ["no_effect swipe_down P (full screen has no pull)"])
  }

  @Test func `a short refused pull is no attempt`() throws {
    _ = try showSheet(modal: .constant(true))
    scene.drag(fraction: 0.5)
    scene.release(velocity: 799)
    #expect(stage.lines == ["gesture P began", "gesture P changed", "gesture P ended"])
  }

  @Test(arguments: [(0.51, 0.0, true), (0.5, 0, false), (0.1, 800, true), (0.1, 799, false), (0.9, -1, false)])
  func `a pull commits beyond half the height or at 800 points a second, and never upwards`(
    fraction: Double, velocity: Double, goes: Bool
  ) throws {
    _ = try showSheet()
    scene.drag(fraction: fraction)
    scene.release(velocity: velocity)
    stage.settle()
    #expect(scene.stack.isEmpty == goes)
  }

  @Test func `C-19: a flag that goes up during the pull springs it back, and the attempt comes when it is back`() throws
  {
    let flag = scene.makeBinding(name: "flag", initial: .bool(false))
    _ = try showSheet(modal: .binding(flag))
    scene.drag(fraction: 0.8)
    scene.set(flag, to: .bool(true))
    stage.forget()
    scene.release()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P ended", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
        "view_is_appearing P", "view_did_appear P", "did_attempt_to_dismiss P (swipe)",
      ])
  }

  @Test func `C-19: a flag that goes down during the pull lets it go`() throws {
    let flag = scene.makeBinding(name: "flag", initial: .bool(true))
    _ = try showSheet(modal: .binding(flag))
    scene.drag(fraction: 0.8)
    scene.set(flag, to: .bool(false))
    stage.forget()
    scene.release()
    stage.settle()
    #expect(
      stage.lines == [
        "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)",
      ] + Stage.endBlock("P", "swipe", didDismiss: true))
  }

  @Test func `C-3: with the switch at the threshold, the attempt comes there, and once`() throws {
    var profile = Profile.ios18
    profile.attemptTiming = .atThreshold
    scene.profile = profile
    _ = try showSheet(modal: .constant(true))
    scene.drag(fraction: 0.4)
    scene.drag(fraction: 0.6)
    scene.drag(fraction: 0.7)
    scene.release()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "gesture P changed", "did_attempt_to_dismiss P (swipe)",
        "gesture P changed", "gesture P ended",
      ])
  }

  @Test func `C-20: presenting on a sheet ends a finger's hold on it`() throws {
    let sheet = try showSheet(modal: .constant(true))
    scene.drag(fraction: 0.6)
    try scene.present(stage.alert("A", "OK"), from: sheet)
    scene.release()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "gesture P cancelled", "presenting A on P",
        "no_effect release A (no finger is down)",
      ])
  }

  @Test func `C-30: while a finger holds a sheet down nothing is presented on it`() throws {
    let sheet = try showSheet()
    scene.drag(fraction: 0.2)
    stage.forget()
    #expect(try scene.present(stage.sheet("Q"), from: sheet)?.code == .transitionInProgress)
    #expect(stage.lines == ["refused transition_in_progress Q"])
  }

  @Test func `C-30: a dismissal by code takes the sheet out of the finger's hand`() throws {
    let sheet = try showSheet()
    scene.drag(fraction: 0.2)
    stage.forget()
    scene.dismiss(sheet)
    stage.settle()
    // The view is disappearing already and its transition has begun, so neither is said twice.
    #expect(
      stage.lines == ["gesture P cancelled", "dismissing P (script)"] + Stage.endBlock("P", "script"))
  }

  @Test func `C-30: released past the threshold, a sheet keeps its reason although its presenter goes`() throws {
    let (lower, upper) = (stage.sheet("A"), stage.sheet("B"))
    try stage.show(lower, upper)
    scene.swipeDown()
    stage.forget()
    scene.dismiss(stage.root)
    stage.settle()
    #expect(stage.lines == Stage.leaving("A", "script") + Stage.endBlock("B", "swipe") + Stage.endBlock("A", "script"))
  }

  @Test func `C-30: before the release it is an ancestor's dismissal`() throws {
    let (lower, upper) = (stage.sheet("A"), stage.sheet("B"))
    try stage.show(lower, upper)
    scene.drag(fraction: 0.9)
    stage.forget()
    scene.dismiss(stage.root)
    stage.settle()
    #expect(
      stage.lines == ["gesture B cancelled", "dismissing B (ancestor)"] + Stage.leaving("A", "script")
        + Stage.endBlock("B", "ancestor") + Stage.endBlock("A", "script"))
  }

  @Test func `only the topmost sheet is draggable`() throws {
    let (lower, upper) = (stage.sheet("A"), stage.sheet("B"))
    try stage.show(lower, upper)
    scene.swipeDown(lower)
    scene.swipeDown(stage.root)
    #expect(stage.lines == ["refused covered A", "refused covered root"])
  }

  @Test func `with nothing presented a swipe has no effect`() {
    scene.swipeDown()
    scene.cancelTouch()
    #expect(
      stage.lines == [
        "no_effect swipe_down root (nothing is presented)",
        "no_effect cancel_touch root (no finger is down)",
      ])
  }

  @Test func `a sheet that moves cannot be swiped`() throws {
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root)
    scene.swipeDown()
    scene.runNext()
    scene.swipeDown()
    stage.settle()
    scene.dismiss(sheet)
    scene.swipeDown()
    #expect(
      stage.lines.filter { $0.hasPrefix("no_effect") } == [
        "no_effect swipe_down P (it is not on screen yet)", "no_effect swipe_down P (it is still coming in)",
        "no_effect swipe_down P (it is being dismissed)",
      ])
  }
}
