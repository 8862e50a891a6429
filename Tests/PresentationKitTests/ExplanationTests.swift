import PresentationKit
import Testing

/// Why it did, or did not, close.
@Suite struct ExplanationTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }
  static let site = SourceSite(file: "note.lua", line: 6)

  private var lines: [String] { scene.explanation?.lines ?? [] }

  /// A sheet whose delegate refuses while a draft is not empty.
  private func showEditor() throws -> (sheet: ControllerID, draft: BindingID) {
    let draft = scene.makeBinding(name: "draft", initial: .string("hello"))
    let sheet = stage.sheet("Editor", delegate: true)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    stage.responder.shouldDismiss = { [scene] _ in scene.value(of: draft) == .string("") }
    stage.responder.lastAnswerSite = Self.site
    return (sheet, draft)
  }

  @Test func `a refused swipe tells who was asked, what was read where, and what would have changed it`() throws {
    let (sheet, _) = try showEditor()
    scene.swipeDown(sheet)
    let explanation = try #require(scene.explanation)
    #expect(explanation.questions.map(\.kind) == [.modalFlag(.constant), .shouldDismiss])
    #expect(explanation.questions.map(\.answer) == ["false", "false"])
    #expect(explanation.questions.map(\.site) == [nil, Self.site])
    #expect(explanation.questions.map { $0.inputs.map(\.name) } == [[], ["draft"]])
    #expect(explanation.consequences == [.attempted("Editor", .swipe, heard: true)])
    #expect(
      explanation.lines == [
        "swipe_down on Editor", "is_modal_in_presentation of Editor was false (a constant)",
        "should_dismiss of Editor answered false at note.lua:6, which read draft = hello",
        "Editor stayed; its delegate was told of the attempt (swipe)",
        "had should_dismiss of Editor answered true, it would have gone; it looked at draft = hello",
      ])
  }

  @Test func `an allowed swipe tells of the answer that let it go`() throws {
    let (_, draft) = try showEditor()
    scene.set(draft, to: .string(""))
    scene.swipeDown()
    #expect(scene.explanation?.consequences == [.dismissed("Editor", .swipe)])
    #expect(
      lines.last == "had should_dismiss of Editor answered false, it would have stayed; it looked at draft = \"\"")
  }

  @Test func `the flag that stood against it is named with where it comes from`() throws {
    let dirty = scene.makeBinding(name: "dirty", initial: .bool(true))
    let navigation = stage.sheet("N", .navigation)
    try scene.push(stage.sheet("C", modal: .binding(dirty)), onto: navigation)
    try stage.show(navigation)
    scene.swipeDown()
    #expect(
      scene.explanation?.changes == [
        .flag("C", .binding("dirty"), isUp: true), .delegateListens("N"),
      ])
    #expect(
      lines.contains("is_modal_in_presentation of C was true (the binding dirty), which read dirty = true"))
  }

  @Test func `the parts of one gesture are explained together`() throws {
    _ = try showEditor()
    stage.responder.shouldDismiss = { _ in true }
    scene.drag(fraction: 0.1)
    scene.drag(fraction: 0.3)
    scene.release()
    let explanation = try #require(scene.explanation)
    #expect(explanation.acts == ["drag", "release"])
    #expect(explanation.questions.map(\.answer) == ["false", "true"])
    #expect(explanation.consequences == [.sprangBack("Editor")])
    #expect(explanation.changes == [.pullFurther("Editor")])
  }

  @Test func `what a callback does is part of what followed`() throws {
    let (sheet, _) = try showEditor()
    let alert = stage.alert("Ask", "Discard")
    stage.responder.react = { [scene] callback in
      if case .delegate(.didAttemptToDismiss, _, _, _) = callback { _ = try? scene.present(alert, from: sheet) }
    }
    scene.swipeDown()
    #expect(scene.explanation?.acts == ["swipe_down"])
    #expect(
      scene.explanation?.consequences == [
        .attempted("Editor", .swipe, heard: true), .presented("Ask", on: "Editor"),
      ])
  }

  @Test func `what a callback does when the sheet is gone is part of it too, and a timer's act is another`() throws {
    let (_, draft) = try showEditor()
    scene.set(draft, to: .string(""))
    let next = stage.sheet("Next")
    stage.responder.react = { [scene, root = stage.root] callback in
      switch callback {
      case .ended: _ = try? scene.present(next, from: root)
      case .timer: scene.dismiss(root)
      default: break
      }
    }
    scene.swipeDown()
    stage.settle()
    #expect(scene.explanation?.consequences == [.dismissed("Editor", .swipe), .presented("Next", on: "root")])
    _ = scene.startTimer(after: 100)
    stage.settle()
    #expect(scene.explanation?.acts == ["dismiss"])
  }

  @Test func `a refusal is explained with UIKit's words`() throws {
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root)
    scene.runNext()
    scene.dismiss(stage.root)
    #expect(scene.explanation?.acts == ["dismiss"])
    #expect(scene.explanation?.changes == [.wait("root")])
    #expect(lines[1].hasPrefix("refused (dismiss_in_transition) for root: Trying to dismiss"))
  }

  @Test func `what has no effect says why`() throws {
    try stage.show(stage.sheet("P", style: .fullScreen))
    scene.swipeDown()
    #expect(lines == ["swipe_down", "nothing happened to P: full screen has no pull"])
  }

  @Test func `a refused tap outside says that no attempt is reported of it`() throws {
    let stage = Stage(device: .ipad)
    try stage.show(stage.sheet("P", delegate: true))
    stage.responder.methods = [.shouldDismiss]
    stage.responder.shouldDismiss = { _ in false }
    stage.scene.tapOutside()
    #expect(stage.scene.explanation?.consequences == [.refusedSilently("P")])
  }

  @Test func `a sheet that is forced names where it is made so`() throws {
    let sheet = scene.makeController(ControllerConfiguration(name: "Wall", forced: true, site: Self.site))
    try stage.show(sheet)
    scene.swipeDown()
    #expect(
      lines == [
        "swipe_down", "Wall is forced at note.lua:6: the user cannot dismiss it",
        "Wall stayed; nobody listens to did_attempt_to_dismiss (swipe)",
        "without forced, the flag and the policy of Wall would have decided",
        "with did_attempt_to_dismiss, Wall could have said why",
      ])
  }
}
