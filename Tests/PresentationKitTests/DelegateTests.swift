import PresentationKit
import Testing

/// The delegate slot and what refusals say (R23).
@Suite struct DelegateTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `a delegate that implements only some methods is called only for those`() throws {
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = [.didDismiss]
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)",
      ] + Stage.endBlock("P", "swipe", didDismiss: true))
  }

  @Test func `a delegate that died allows everything, with a warning`() throws {
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { _ in false }
    stage.responder.dead = [stage.delegate]
    scene.swipeDown()
    stage.settle()
    #expect(stage.lines.contains("warning delegate_released P"))
    #expect(!stage.lines.contains { $0.hasPrefix("should_dismiss") })
    #expect(scene.stack.isEmpty)
  }

  @Test func `an inline delegate is asked, until an object takes its slot`() throws {
    let sheet = scene.makeController(ControllerConfiguration(name: "P", hasInlineDelegate: true))
    let presentation = scene.presentationController(of: sheet)
    #expect(scene.delegate(of: presentation) == .inline(sheet))
    scene.setDelegate(stage.delegate, of: presentation)
    #expect(scene.delegate(of: presentation) == .object(stage.delegate))
    #expect(stage.lines == ["warning delegate_replaced P"])
    scene.setDelegate(nil, of: presentation)
    #expect(scene.delegate(of: presentation) == nil)
  }

  @Test func `will_present is shown always and told to a delegate that has it`() throws {
    let sheet = stage.sheet("P", delegate: true)
    stage.responder.methods = [.willPresent]
    try scene.present(sheet, from: stage.root)
    stage.settle()
    #expect(stage.lines == Stage.arriving("P", on: "root"))
    #expect(stage.responder.received.contains(.delegate(.willPresent, .object(stage.delegate), sheet, nil)))
  }

  @Test func `a refusal nobody hears of is warned about, unless it is forced`() throws {
    let (loud, wall) = (stage.sheet("P", modal: .constant(true)), stage.sheet("W", forced: true))
    try stage.show(loud)
    scene.swipeDown()
    #expect(stage.lines.suffix(2) == ["gesture P ended", "warning silent_block P"])
    try stage.show(wall)
    scene.swipeDown()
    #expect(stage.lines == ["gesture W began", "gesture W changed", "gesture W ended"])
  }

  @Test func `the flag may be a query, read below the smallest detent and at the release`() throws {
    var reads = 0
    stage.responder.isModal = { _ in
      reads += 1
      return false
    }
    try stage.show(stage.sheet("P", modal: .query))
    scene.drag(fraction: 0.3)
    scene.drag(fraction: 0.6)
    #expect(reads == 1)
    scene.release()
    #expect(reads == 2)
    #expect(scene.phase(of: scene.presentations[0]) == .dismissing)
  }

  @Test func `an attempt proceeds once`() throws {
    let sheet = stage.sheet("P", modal: .constant(true), delegate: true)
    try stage.show(sheet)
    stage.responder.methods = [.didAttemptToDismiss]
    var results: [Bool] = []
    stage.responder.react = { [scene] callback in
      guard case .delegate(_, _, _, let attempt?) = callback else { return }
      results = [scene.proceed(attempt), scene.proceed(attempt)]
    }
    scene.swipeDown()
    stage.settle()
    #expect(results == [true, false])
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "gesture P ended", "did_attempt_to_dismiss P (swipe)",
      ] + Stage.leaving("P", "script") + ["warning stale_attempt P"] + Stage.endBlock("P", "script"))
  }

  @Test func `an attempt that was cancelled is stale`() throws {
    try stage.show(stage.sheet("P", modal: .constant(true), delegate: true))
    stage.responder.methods = [.didAttemptToDismiss]
    scene.swipeDown()
    guard case .delegate(_, _, _, let attempt?) = stage.responder.received.last else { return #expect(Bool(false)) }
    #expect(scene.attempt(attempt).trigger == .swipe)
    scene.cancelAttempt(attempt)
    #expect(scene.attempt(attempt).isStale)
    #expect(!scene.proceed(attempt))
  }

  @Test func `a warning is said once for each place`() {
    stage.responder.currentSite = SourceSite(file: "a.lua", line: 1)
    scene.warn(.trap, "P", "first")
    scene.warn(.trap, "P", "again")
    stage.responder.currentSite = SourceSite(file: "a.lua", line: 2)
    scene.warn(.trap, "P", "elsewhere")
    #expect(scene.trace.entries.map(\.text) == ["warning trap P: first", "warning trap P: elsewhere"])
    #expect(scene.trace.entries.map(\.site?.line) == [1, 2])
  }
}
