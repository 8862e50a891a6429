import PresentationKit
import Testing

/// Programmatic dismissal and chains (5.3).
@Suite struct DismissingTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `S33, S35: code dismisses past the flag, and neither delegate nor presenter hear of it`() throws {
    let sheet = stage.sheet("P", modal: .constant(true), delegate: true)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    scene.dismiss(sheet)
    stage.settle()
    var expected = Stage.leaving("P", "script") + Stage.endBlock("P", "script")
    expected.insert("warning unsaved_lost P", at: 1)
    #expect(stage.lines == expected)
  }

  @Test func `R25: at view_did_disappear it is unlinked and being dismissed, at the completion no more`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    var seen: [String] = []
    stage.responder.react = { [scene] callback in
      guard callback == .lifecycle(.viewDidDisappear, sheet) || callback == .completion(CompletionID(rawValue: 1))
      else { return }
      let state = scene.controller(sheet)
      seen.append("\(state.presenting != nil) \(state.isBeingDismissed)")
    }
    scene.dismiss(sheet, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(seen == ["false true", "false false"])
  }

  @Test func `S40: a dismissal in the middle takes only what is above`() throws {
    let (lower, upper) = (stage.sheet("P"), stage.sheet("G"))
    try stage.show(lower, upper)
    scene.dismiss(lower)
    stage.settle()
    #expect(stage.lines == Stage.leaving("G", "script") + Stage.endBlock("G", "script"))
    #expect(scene.stack == [lower])
  }

  @Test func `S41: dismissing twice takes the receiver too, the upper one ending first`() throws {
    let (receiver, sheet) = (stage.sheet("R"), stage.sheet("P"))
    try stage.show(receiver, sheet)
    scene.dismiss(receiver, completion: CompletionID(rawValue: 1))
    scene.dismiss(receiver, completion: CompletionID(rawValue: 2))
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + ["warning dismiss_forwarded R"] + Stage.leaving("R", "script")
        + Stage.endBlock("P", "script") + ["completion dismiss P"] + Stage.endBlock("R", "script")
        + ["completion dismiss R"])
    #expect(scene.stack.isEmpty)
  }

  @Test
  func `what is dismissed without animation is presented still in that turn, so a second call is refused (R31, C-9)`()
    throws
  {
    // Whoever is asked, the presenter or the sheet itself, and whether the second is animated or not.
    for asksSheet in [false, true] {
      for animated in [false, true] {
        let stage = Stage()
        let (receiver, sheet) = (stage.sheet("R"), stage.sheet("P"))
        try stage.show(receiver, sheet)
        let asked = asksSheet ? sheet : receiver
        stage.scene.dismiss(asked, animated: false)
        #expect(stage.scene.controller(receiver).presented == sheet)
        #expect(stage.scene.dismiss(asked, animated: animated)?.code == .dismissInTransition)
        stage.settle()
        #expect(
          stage.lines == [
            "dismissing P (script)", "refused dismiss_in_transition \(asksSheet ? "P" : "R")", "view_will_disappear P",
            "dismissal_transition_will_begin P",
          ] + Stage.endBlock("P", "script"))
        #expect(stage.scene.stack == [receiver])
      }
    }
  }

  @Test func `R29: the sheet that dismisses itself twice takes its presenter along`() throws {
    let (receiver, sheet) = (stage.sheet("R"), stage.sheet("P"))
    try stage.show(receiver, sheet)
    scene.dismiss(sheet)
    scene.dismiss(sheet)
    stage.settle()
    #expect(scene.stack.isEmpty)
  }

  @Test func `C-24: a lower one that would be gone earlier takes the upper one with it`() throws {
    let (receiver, sheet) = (stage.sheet("R"), stage.sheet("P"))
    try stage.show(receiver, sheet)
    scene.dismiss(receiver)
    scene.dismiss(receiver, animated: false)
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + [
        "warning dismiss_forwarded R", "dismissing R (script)",
        "view_will_disappear R", "dismissal_transition_will_begin R",
      ] + Stage.endBlock("P", "script")
        + Stage.endBlock("R", "script"))
  }

  @Test func `C-9: with nobody to forward to, a second dismissal is refused`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    scene.dismiss(stage.root)
    #expect(scene.dismiss(stage.root, completion: CompletionID(rawValue: 1))?.code == .dismissInTransition)
    #expect(scene.dismiss(sheet)?.code == .dismissInTransition)
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + [
        "refused dismiss_in_transition root", "refused dismiss_in_transition P",
      ] + Stage.endBlock("P", "script"))
  }

  @Test func `S47: a dismissal during the presentation is ignored, and says what UIKit says`() throws {
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root)
    scene.runNext()
    stage.forget()
    scene.dismiss(stage.root)
    #expect(
      stage.messages[0].hasPrefix(
        "Trying to dismiss the presentation controller while transitioning already. (<P>)"))
    stage.settle()
    #expect(
      stage.lines == [
        "refused dismiss_in_transition root", "presentation_transition_did_end P true", "view_did_appear P",
        "presented P",
      ])
  }

  @Test func `R32: with nothing to dismiss nothing happens and no completion runs`() {
    let loose = stage.sheet("X")
    #expect(scene.dismiss(loose, completion: CompletionID(rawValue: 1))?.code == .nothingToDismiss)
    #expect(scene.dismiss(stage.root)?.code == .nothingToDismiss)
    #expect(scene.close(loose)?.code == .nothingToDismiss)
    #expect(scene.dismissAll()?.code == .nothingToDismiss)
    stage.settle()
    #expect(
      stage.lines == [
        "refused nothing_to_dismiss X", "refused nothing_to_dismiss root", "refused nothing_to_dismiss X",
        "refused nothing_to_dismiss root",
      ])
    #expect(stage.responder.received.isEmpty)
  }

  @Test func `R31, C-10: without animation it begins one turn later and ends after two, with the completion`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    let start = scene.now
    scene.dismiss(sheet, animated: false, completion: CompletionID(rawValue: 1))
    #expect(stage.lines == ["dismissing P (script)"])
    #expect(scene.controller(stage.root).presented == sheet)
    scene.runNext()
    #expect(stage.lines == Stage.leaving("P", "script"))
    scene.runNext()
    #expect(
      stage.lines == Stage.leaving("P", "script") + Stage.endBlock("P", "script") + ["completion dismiss P"])
    #expect(scene.now == start)
  }

  @Test func `close takes that one and all above, from anywhere`() throws {
    let (a, b, c) = (stage.sheet("A"), stage.sheet("B"), stage.sheet("C"))
    try stage.show(a, b, c)
    scene.close(b, result: .integer(3))
    stage.settle()
    #expect(scene.stack == [a])
    let outcomes = stage.responder.received.compactMap { callback -> Outcome? in
      guard case .closed(_, let outcome) = callback else { return nil }
      return outcome
    }
    #expect(outcomes == [Outcome(reason: .ancestor), Outcome(reason: .script, result: .integer(3))])
  }

  @Test func `a request asks from the top down and closes when all agree`() throws {
    let (a, b) = (stage.sheet("A", delegate: true), stage.sheet("B", delegate: true))
    try stage.show(a, b)
    stage.responder.methods = Set(DelegateMethod.allCases)
    #expect(scene.requestDismiss(a, result: .string("r")) == .accepted)
    stage.settle()
    #expect(
      stage.lines == [
        "should_dismiss B -> true", "should_dismiss A -> true", "dismissing B (ancestor)", "dismissing A (request)",
        "view_will_disappear B", "dismissal_transition_will_begin B", "view_will_disappear A",
        "dismissal_transition_will_begin A",
      ] + Stage.endBlock("B", "ancestor") + Stage.endBlock("A", "request"))
    #expect(stage.responder.received.contains(.closed(a, Outcome(reason: .request, result: .string("r")))))
  }

  @Test func `a request stops at the first no, which is an attempt there`() throws {
    let (a, b) = (stage.sheet("A", delegate: true), stage.sheet("B", modal: .constant(true), delegate: true))
    try stage.show(a, b)
    stage.responder.methods = Set(DelegateMethod.allCases)
    #expect(scene.requestDismissAll() == .declined(by: b))
    stage.settle()
    #expect(stage.lines == ["did_attempt_to_dismiss B (request)"])
    #expect(scene.stack == [a, b])
  }

  @Test func `a request with nothing presented is refused`() {
    guard case .refused(let refusal) = scene.requestDismissAll() else { return #expect(Bool(false)) }
    #expect(refusal.code == .nothingToDismiss)
  }

  @Test func `dismissing in will_dismiss is another dismissal, and is warned about`() throws {
    let sheet = stage.sheet("P", delegate: true)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.react = { [scene] callback in
      if case .delegate(.willDismiss, _, _, _) = callback { scene.dismiss(sheet) }
    }
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "should_dismiss P -> true", "will_dismiss P",
        "warning dismiss_in_will_dismiss P", "gesture P cancelled",
      ] + Stage.leaving("P", "script") + Stage.endBlock("P", "script"))
  }

  @Test func `R60, R27: what a full screen has hidden disappears once`() throws {
    let (lower, cover) = (stage.sheet("P"), stage.sheet("F", style: .fullScreen))
    try stage.show(lower)
    try scene.present(cover, from: lower)
    stage.settle()
    #expect(stage.lines.contains("view_did_disappear P"))
    #expect(!scene.controller(lower).isBeingDismissed)
    stage.forget()
    scene.dismiss(stage.root)
    stage.settle()
    #expect(
      stage.lines == [
        "dismissing F (ancestor)", "dismissing P (script)", "view_will_disappear F",
        "dismissal_transition_will_begin F", "dismissal_transition_will_begin P",
      ] + Stage.endBlock("F", "ancestor") + [
        "dismissal_transition_did_end P true", "dismissed P (script)", "on_closed P (script)",
      ])
  }
}
