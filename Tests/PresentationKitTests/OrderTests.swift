import PresentationKit
import Testing

/// The canonical orders, whole (2.0).
@Suite struct OrderTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `1: a sheet is linked in the call, comes in from the next turn on and is presented after 500 ms`() throws {
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root, completion: CompletionID(rawValue: 7))
    #expect(stage.lines == ["presenting P on root"])
    #expect(scene.controller(stage.root).presented == sheet)
    #expect(scene.controller(sheet).isBeingPresented)
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_appear P", "view_is_appearing P", "presentation_transition_did_end P true", "view_did_appear P",
        "presented P", "completion present P",
      ])
    #expect(scene.trace.entries.map(\.time) == [0, 0, 0, 0, 0, 0, 500, 500, 500, 500])
    #expect(stage.responder.received.last == .completion(CompletionID(rawValue: 7)))
    #expect(!scene.controller(sheet).isBeingPresented)
  }

  @Test func `2: an allowed swipe asks, tells, and ends 300 ms after the finger left`() throws {
    let sheet = stage.sheet("P", delegate: true)
    stage.responder.methods = Set(DelegateMethod.allCases)
    try stage.show(sheet)
    let start = scene.now
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P",
        "dismissal_transition_will_begin P", "gesture P ended", "dismissing P (swipe)",
        "dismissal_transition_did_end P true", "view_did_disappear P", "dismissed P (swipe)", "did_dismiss P",
        "on_closed P (swipe)",
      ])
    #expect(scene.now == start + 300)
  }

  @Test func `3: a swipe refused by the delegate is an attempt after the finger left`() throws {
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { _ in false }
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> false", "gesture P ended",
        "did_attempt_to_dismiss P (swipe)",
      ])
  }

  @Test(arguments: ["released above the threshold", "cancelled by the system"])
  func `4: a swipe let go too early springs back`(how: String) throws {
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    let start = scene.now
    scene.drag(fraction: 0.3)
    if how == "cancelled by the system" { scene.cancelTouch() } else { scene.release() }
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P",
        "dismissal_transition_will_begin P",
        how == "cancelled by the system" ? "gesture P cancelled" : "gesture P ended", "dismissal_cancelled P",
        "dismissal_transition_did_end P false", "view_will_appear P", "view_is_appearing P", "view_did_appear P",
      ])
    #expect(scene.now == start + 300)
  }

  @Test func `5: a dismissal by code begins in the call and tells no delegate`() throws {
    let sheet = stage.sheet("P", delegate: true)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    let start = scene.now
    scene.dismiss(sheet, completion: CompletionID(rawValue: 1))
    #expect(stage.lines == ["dismissing P (script)", "view_will_disappear P", "dismissal_transition_will_begin P"])
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + Stage.endBlock("P", "script") + ["completion dismiss P"])
    #expect(scene.now == start + 500)
  }

  @Test func `8: a dismissal at the bottom takes all above, topmost first, with one completion`() throws {
    let (a, b, c) = (stage.sheet("A", delegate: true), stage.sheet("B", delegate: true), stage.sheet("C"))
    try stage.show(a, b, c)
    stage.responder.methods = Set(DelegateMethod.allCases)
    scene.dismiss(stage.root, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines == [
        "dismissing C (ancestor)", "dismissing B (ancestor)", "dismissing A (script)",
        "view_will_disappear C", "dismissal_transition_will_begin C",
        "view_will_disappear B", "dismissal_transition_will_begin B",
        "view_will_disappear A", "dismissal_transition_will_begin A",
      ] + Stage.endBlock("C", "ancestor") + Stage.endBlock("B", "ancestor") + Stage.endBlock("A", "script")
        + ["completion dismiss A"])
    #expect(scene.stack.isEmpty)
  }

  @Test func `9: an alert from an attempt runs its action when it is gone, and that may dismiss`() throws {
    let sheet = stage.sheet("P", delegate: true)
    let ask = stage.alert("Ask", "Discard", "Keep")
    try stage.show(sheet)
    stage.responder.methods = [.shouldDismiss, .didAttemptToDismiss]
    stage.responder.shouldDismiss = { _ in false }
    stage.responder.react = { [scene] callback in
      switch callback {
      case .delegate(.didAttemptToDismiss, _, let controller, _): _ = try? scene.present(ask, from: controller)
      case .action(_, ActionID(rawValue: 0), _): scene.dismiss(sheet)
      default: break
      }
    }
    scene.swipeDown()
    stage.settle()
    try scene.tap(label: "Discard")
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> false", "gesture P ended",
        "did_attempt_to_dismiss P (swipe)",
      ] + Stage.arriving("Ask", on: "P") + ["tap \"Discard\""] + Stage.leaving("Ask", "action")
        + Stage.endBlock("Ask", "action") + ["action Ask \"Discard\""] + Stage.leaving("P", "script")
        + Stage.endBlock("P", "script"))
  }

  @Test func `10: an attempt that proceeds closes what was refused with the result`() throws {
    let sheet = stage.sheet("P", delegate: true)
    let ask = stage.alert("Ask", "Discard")
    try stage.show(sheet)
    var attempt: AttemptID?
    stage.responder.methods = [.shouldDismiss, .didAttemptToDismiss]
    stage.responder.shouldDismiss = { _ in false }
    stage.responder.react = { [scene] callback in
      switch callback {
      case .delegate(_, _, let controller, let id):
        attempt = id
        _ = try? scene.present(ask, from: controller)
      case .ended(let ended) where ended.contains { scene.presentedController(of: $0) == ask }:
        if let attempt { #expect(scene.proceed(attempt, result: .string("r"))) }
      default: break
      }
    }
    scene.swipeDown()
    stage.settle()
    stage.scene.clearTrace()
    try scene.tap(label: "Discard")
    stage.settle()
    #expect(
      stage.lines == ["tap \"Discard\""] + Stage.leaving("Ask", "action") + Stage.endBlock("Ask", "action")
        + ["action Ask \"Discard\""] + Stage.leaving("P", "script") + Stage.endBlock("P", "script"))
    #expect(
      stage.responder.received.contains(.closed(sheet, Outcome(reason: .script, result: .string("r")))))
    #expect(stage.responder.received.contains(.closed(ask, Outcome(reason: .action, result: .string("Discard")))))
  }

  @Test func `10: closed from beneath, the alert goes first and the attempt is stale`() throws {
    let sheet = stage.sheet("P", delegate: true)
    let ask = stage.alert("Ask", "Discard")
    try stage.show(sheet)
    var attempt: AttemptID?
    stage.responder.methods = [.shouldDismiss, .didAttemptToDismiss]
    stage.responder.shouldDismiss = { _ in false }
    stage.responder.react = { [scene] callback in
      guard case .delegate(_, _, let controller, let id) = callback else { return }
      attempt = id
      _ = try? scene.present(ask, from: controller)
    }
    scene.swipeDown()
    stage.settle()
    stage.forget()
    scene.close(sheet)
    stage.settle()
    let id = try #require(attempt)
    #expect(scene.attempt(id).isStale)
    #expect(!scene.proceed(id))
    #expect(
      stage.lines == [
        "dismissing Ask (ancestor)", "dismissing P (script)", "warning unsaved_lost P", "view_will_disappear Ask",
        "dismissal_transition_will_begin Ask", "view_will_disappear P", "dismissal_transition_will_begin P",
      ] + Stage.endBlock("Ask", "ancestor") + Stage.endBlock("P", "script") + ["warning stale_attempt P"])
    let ended = stage.responder.received.compactMap { callback -> [ControllerID]? in
      guard case .ended(let ids) = callback else { return nil }
      return ids.map { scene.presentedController(of: $0) }
    }
    #expect(ended == [[ask, sheet]])
  }

  @Test func `11: an outside tap that is allowed asks, tells and dismisses`() throws {
    let stage = Stage(device: .ipad)
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside", "should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "outside")
        + Stage.endBlock("P", "outside", didDismiss: true))
  }

  @Test func `12: a full screen takes its presenter away and brings it back`() throws {
    let cover = stage.sheet("P", style: .fullScreen)
    try scene.present(cover, from: stage.root, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_disappear root", "view_will_appear P", "view_is_appearing P",
        "presentation_transition_did_end P true", "view_did_appear P", "view_did_disappear root", "presented P",
        "completion present P",
      ])
    stage.forget()
    scene.dismiss(stage.root, completion: CompletionID(rawValue: 2))
    stage.settle()
    #expect(
      stage.lines == [
        "dismissing P (script)", "view_will_disappear P", "dismissal_transition_will_begin P", "view_will_appear root",
        "view_is_appearing root", "dismissal_transition_did_end P true", "view_did_appear root",
        "view_did_disappear P", "dismissed P (script)", "on_closed P (script)", "completion dismiss P",
      ])
  }
}
