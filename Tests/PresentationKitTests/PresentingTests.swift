import PresentationKit
import Testing

/// Presenting, its refusals and its exceptions (R3 to R10).
@Suite struct PresentingTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `R3: without animation a sheet takes two turns`() throws {
    try scene.present(stage.sheet("P"), from: stage.root, animated: false)
    let all = Stage.arriving("P", on: "root")
    #expect(stage.lines == Array(all.prefix(1)))
    scene.runNext()
    #expect(stage.lines == Array(all.prefix(6)))
    scene.runNext()
    #expect(stage.lines == all)
    #expect(scene.now == 0)
  }

  @Test func `R3: without animation a full screen takes one turn`() throws {
    try scene.present(stage.sheet("P", style: .fullScreen), from: stage.root, animated: false)
    #expect(scene.runNext())
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_disappear root", "view_will_appear P", "view_is_appearing P",
        "presentation_transition_did_end P true", "view_did_appear P", "view_did_disappear root", "presented P",
      ])
    #expect(!scene.runNext())
  }

  @Test func `S36: a full screen presented on a sheet hides that sheet`() throws {
    let (lower, cover) = (stage.sheet("R"), stage.sheet("P", style: .fullScreen))
    try stage.show(lower)
    try scene.present(cover, from: lower, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on R", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_disappear R", "view_will_appear P", "view_is_appearing P", "presentation_transition_did_end P true",
        "view_did_appear P", "view_did_disappear R", "presented P", "completion present P",
      ])
  }

  @Test func `S43: a controller that was swiped away is not in the window`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    scene.swipeDown()
    stage.settle()
    stage.forget()
    try scene.present(stage.sheet("X"), from: sheet, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(stage.lines == ["refused not_in_window X"])
    #expect(
      stage.messages[0].hasPrefix("Attempt to present <X> on <P> (from <P>) whose view is not in the window hierarchy.")
    )
    #expect(stage.responder.received.isEmpty)
  }

  @Test func `S44: a child of a tab bar controller asks that, which presents already`() throws {
    let (tabs, child) = (stage.sheet("T", .tabs), stage.sheet("child"))
    scene.setRoot(tabs)
    try scene.setTabs([child], of: tabs)
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: child)
    stage.settle()
    #expect(scene.controller(sheet).presenting == tabs)
    #expect(scene.controller(child).presented == sheet)
    stage.forget()
    try scene.present(stage.alert("A", "OK"), from: child, completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(stage.lines == ["refused already_presenting A"])
    #expect(
      stage.messages[0].hasPrefix("Attempt to present <A> on <T> (from <child>) which is already presenting <P>."))
    #expect(stage.responder.received.isEmpty)
  }

  @Test func `S46: presenting right after a dismissal is refused, in its completion it works`() throws {
    let (sheet, next) = (stage.sheet("P"), stage.sheet("Q"))
    try stage.show(sheet)
    stage.responder.react = { [scene, root = stage.root] callback in
      if case .completion = callback { _ = try? scene.present(next, from: root) }
    }
    scene.dismiss(stage.root, completion: CompletionID(rawValue: 1))
    try scene.present(next, from: stage.root)
    #expect(
      stage.messages[0].hasPrefix("Attempt to present <Q> on <root> (from <root>) while a presentation is in progress.")
    )
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + ["refused transition_in_progress Q"]
        + Stage.endBlock("P", "script") + ["completion dismiss P"] + Stage.arriving("Q", on: "root"))
  }

  @Test func `C-18: before a dismissal without animation begins, the presenter presents already`() throws {
    try stage.show(stage.sheet("P"))
    scene.dismiss(stage.root, animated: false)
    #expect(try scene.present(stage.sheet("Q"), from: stage.root)?.code == .alreadyPresenting)
    #expect(try scene.present(stage.sheet("Q"), from: scene.top)?.code == .transitionInProgress)
    scene.runNext()
    #expect(try scene.present(stage.sheet("Q"), from: stage.root)?.code == .transitionInProgress)
  }

  @Test func `two presents in one turn: the second is refused by what the first one does just then`() throws {
    let (first, second) = (stage.sheet("P"), stage.sheet("Q"))
    try scene.present(first, from: stage.root)
    #expect(try scene.present(second, from: stage.root)?.code == .alreadyPresenting)
    #expect(try scene.present(second, from: first)?.code == .notInWindow)
    scene.runNext()
    #expect(try scene.present(second, from: stage.root)?.code == .transitionInProgress)
    #expect(try scene.present(second, from: first)?.code == .transitionInProgress)
    stage.settle()
    #expect(try scene.present(second, from: stage.root)?.code == .alreadyPresenting)
    #expect(try scene.present(second, from: first) == nil)
  }

  @Test func `a refusal names who is in the way`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    #expect(try scene.present(stage.sheet("Q"), from: stage.root)?.inTheWay == sheet)
  }

  @Test func `S48: a detached controller may present, with UIKit's warning`() throws {
    let detached = stage.sheet("X")
    try scene.addSubview(detached, to: stage.root)
    stage.forget()
    try scene.present(stage.sheet("P"), from: detached)
    stage.settle()
    #expect(stage.lines == ["warning detached_presenter X"] + Stage.arriving("P", on: "root"))
    #expect(
      stage.messages[0].hasPrefix("Presenting view controllers on detached view controllers is discouraged <X>."))
  }

  @Test func `R8, C-33: what UIKit raises is thrown before anything else is looked at, and links nothing`() throws {
    let (sheet, container, child) = (stage.sheet("P"), stage.sheet("C", .navigation), stage.sheet("child"))
    try scene.push(child, onto: container)
    try stage.show(sheet)
    let cases: [(ControllerID, ControllerID, PresentationException.Kind, String)] = [
      (
        sheet, stage.root, .alreadyPresented,
        "Application tried to present modally a view controller <P> that is already being presented by <root>."
      ),
      (
        container, child, .onItself,
        "Application tried to present modal view controller on itself. Presenting controller is <C>."
      ),
      (
        child, sheet, .hasParent,
        "Application tried to present modally a view controller <child> that has a parent view controller <C>."
      ),
      (
        stage.root, sheet, .isRoot,
        "Application tried to present modally a view controller <root> that is the root view controller of the window."
      ),
    ]
    for (controller, receiver, kind, message) in cases {
      let error = #expect(throws: PresentationException.self) { try scene.present(controller, from: receiver) }
      #expect(error?.kind == kind)
      #expect(error?.message == message)
    }
    #expect(stage.lines.isEmpty)
    #expect(scene.stack == [sheet])
  }

  @Test func `S60: an action sheet in regular width needs an anchor`() throws {
    let stage = Stage(device: .ipad)
    let error = #expect(throws: PresentationException.self) {
      try stage.scene.present(stage.sheet("A", .actionSheet), from: stage.root)
    }
    #expect(error?.name == "NSGenericException")
    let anchored = stage.scene.makeController(
      ControllerConfiguration(name: "A", kind: .actionSheet, anchor: "Share"))
    #expect(try stage.scene.present(anchored, from: stage.root) == nil)
  }

  @Test func `R10: each cycle has a presentation controller of its own`() throws {
    let sheet = stage.sheet("P")
    let first = scene.presentationController(of: sheet)
    scene.setDelegate(stage.delegate, of: first)
    try stage.show(sheet)
    #expect(scene.presentationController(of: sheet) == first)
    scene.dismiss(sheet)
    stage.settle()
    let second = scene.presentationController(of: sheet)
    #expect(second != first)
    #expect(scene.delegate(of: second) == nil)
    #expect(scene.outcome(of: first) == Outcome(reason: .script))
  }

  @Test func `presenting again does not load the view again`() throws {
    let sheet = stage.sheet("P")
    try stage.show(sheet)
    scene.dismiss(sheet)
    stage.settle()
    stage.forget()
    try scene.present(sheet, from: stage.root)
    stage.settle()
    #expect(stage.lines == Stage.arriving("P", on: "root").filter { $0 != "view_did_load P" })
  }

  @Test func `a guardian between the receiver and the presenter is not reached`() throws {
    let guardian = scene.makeController(
      ControllerConfiguration(name: "G", kind: .container, overridesPresent: true))
    let child = stage.sheet("C")
    try scene.embed(child, in: guardian)
    try scene.embed(guardian, in: stage.root)
    stage.forget()
    try scene.present(stage.sheet("P"), from: child)
    #expect(stage.lines == ["warning guardian_not_reached G", "presenting P on root"])
  }

  @Test func `C-13: a child that left the tree presents nothing`() throws {
    let (child, sheet) = (stage.sheet("C"), stage.sheet("P"))
    try scene.embed(child, in: stage.root)
    try scene.present(sheet, from: child)
    #expect(scene.controller(child).presented == sheet)
    scene.removeChild(child)
    #expect(scene.controller(child).presented == nil)
  }

  @Test func `the stack, its top and the responder chain run over presented controllers`() throws {
    let (navigation, child, sheet) = (stage.sheet("N", .navigation), stage.sheet("C"), stage.sheet("P"))
    try scene.push(child, onto: navigation)
    try stage.show(navigation, sheet)
    #expect(scene.stack == [navigation, sheet])
    #expect(scene.top == sheet)
    #expect(scene.responderChain(from: child) == [child, navigation, stage.root])
    #expect(scene.responderChain(from: sheet) == [sheet, navigation, stage.root])
  }
}
