import PresentationKit
import Testing

/// The app's own comings and goings, links, and the system's prompts.
@Suite struct WorldTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `in the background a finger has lost its hold and no touch comes`() throws {
    try stage.show(stage.sheet("P"))
    scene.drag(fraction: 0.2)
    stage.forget()
    scene.enterBackground()
    scene.swipeDown()
    stage.settle()
    scene.enterForeground()
    #expect(
      stage.lines == [
        "background", "gesture P cancelled", "dismissal_cancelled P",
        "no_effect swipe_down P (the app is in the background)", "dismissal_transition_did_end P false",
        "view_will_appear P", "view_is_appearing P", "view_did_appear P", "foreground",
      ])
    #expect(
      stage.responder.received.filter { if case .appMoved = $0 { true } else { false } } == [
        .appMoved(toBackground: true), .appMoved(toBackground: false),
      ])
  }

  @Test func `a link brings the app to the foreground and is told`() {
    scene.enterBackground()
    scene.openURL("app://note/1")
    #expect(stage.lines == ["background", "foreground", "open_url app://note/1"])
    #expect(stage.responder.received.last == .urlOpened("app://note/1"))
    #expect(!scene.isInBackground)
  }

  private func prompt() -> ControllerID {
    stage.sheet(
      "Location", .systemPrompt,
      content: [
        .button(label: "Allow", role: .none, action: ActionID(rawValue: 1)),
        .button(label: "Deny", role: .cancel, action: ActionID(rawValue: 2)),
      ])
  }

  @Test func `a system prompt takes all touches until it is answered`() throws {
    let sheet = stage.sheet("P", content: [.button(label: "Go", role: .none, action: nil)])
    try stage.show(sheet)
    let prompt = prompt()
    try scene.present(prompt, from: sheet)
    #expect(scene.stack == [sheet])
    #expect(scene.systemPrompts == [prompt])
    #expect(scene.tapLabels == ["Allow", "Deny"])
    scene.swipeDown()
    try scene.tap(label: "Go")
    try scene.tap(label: "Allow")
    let taken = "the system prompt Location takes all touches"
    #expect(
      stage.lines == [
        "system_prompt Location shown", "no_effect swipe_down P (\(taken))", "no_effect tap P (\"Go\": \(taken))",
        "tap \"Allow\"", "system_prompt Location answered \"Allow\"", "on_closed Location (action)",
        "action Location \"Allow\"",
      ])
    #expect(scene.tapLabels == ["Go"])
  }

  @Test func `a system prompt that comes takes a finger's hold`() throws {
    try stage.show(stage.sheet("P"))
    scene.drag(fraction: 0.2)
    stage.forget()
    try scene.present(prompt(), from: stage.root)
    #expect(stage.lines == ["gesture P cancelled", "dismissal_cancelled P", "system_prompt Location shown"])
  }

  @Test func `code can neither dismiss a system prompt nor present on one`() throws {
    let prompt = prompt()
    try scene.present(prompt, from: stage.root)
    #expect(scene.dismiss(prompt)?.code == .nothingToDismiss)
    #expect(scene.close(prompt)?.code == .nothingToDismiss)
    if case .refused(let refusal) = scene.requestDismiss(prompt) {
      #expect(refusal.code == .nothingToDismiss)
    } else {
      Issue.record("it was asked")
    }
    #expect(try scene.present(stage.sheet("P"), from: prompt)?.code == .notInWindow)
    #expect(throws: PresentationException.self) { try scene.present(prompt, from: stage.root) }
    #expect(scene.systemPrompts == [prompt])
  }

  @Test func `the system asks once, and gives the same answer the next time without showing anything`() throws {
    let prompt = prompt()
    try scene.present(prompt, from: stage.root)
    try scene.tap(label: "Deny")
    stage.forget()
    try scene.present(prompt, from: stage.root)
    #expect(scene.systemPrompts.isEmpty)
    stage.settle()
    #expect(
      stage.lines == [
        "warning prompt_already_answered Location", "on_closed Location (action)", "action Location \"Deny\"",
      ])
  }

  @Test func `the system remembers what it asked for, and not which object asked`() throws {
    try scene.present(prompt(), from: stage.root)
    try scene.tap(label: "Allow")
    stage.forget()
    try scene.present(prompt(), from: stage.root)
    stage.settle()
    #expect(scene.systemPrompts.isEmpty)
    #expect(
      stage.lines == [
        "warning prompt_already_answered Location#2", "on_closed Location#2 (action)", "action Location#2 \"Allow\"",
      ])
  }
}
