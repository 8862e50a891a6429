import PresentationKit
import Testing

/// Containers and their children (R9, S50).
@Suite struct ContainmentTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `S50: who calls what when a child comes and goes by the raw calls`() throws {
    let (container, child) = (stage.sheet("K", .container), stage.sheet("c"))
    try scene.addChild(child, to: container)
    try scene.addSubview(child, to: container)
    scene.didMove(child, toParent: container)
    scene.willMove(child, toParent: nil)
    scene.removeFromSuperview(child)
    scene.removeFromParent(child)
    #expect(
      stage.lines == [
        "will_move c to K", "view_did_load c", "did_move c to K", "will_move c to nil", "did_move c to nil",
      ])
  }

  @Test func `embedding and removing make all the calls, with appearance where there is a window`() throws {
    let child = stage.sheet("c")
    try scene.embed(child, in: stage.root)
    #expect(
      stage.lines == [
        "will_move c to root", "view_did_load c", "view_will_appear c", "view_is_appearing c", "view_did_appear c",
        "did_move c to root",
      ])
    #expect(scene.controller(child).isInWindow)
    stage.forget()
    scene.removeChild(child)
    #expect(
      stage.lines == ["will_move c to nil", "view_will_disappear c", "view_did_disappear c", "did_move c to nil"])
    #expect(scene.controller(stage.root).children.isEmpty)
  }

  @Test func `a push has the disappearance end before the appearance`() throws {
    let (navigation, first, second) = (stage.sheet("N", .navigation), stage.sheet("A"), stage.sheet("B"))
    try scene.push(first, onto: navigation)
    #expect(stage.lines == ["will_move A to N", "did_move A to N"])
    try stage.show(navigation)
    let start = scene.now
    try scene.push(second, onto: navigation)
    stage.settle()
    #expect(
      stage.lines == [
        "will_move B to N", "view_will_disappear A", "view_did_load B", "view_will_appear B", "view_is_appearing B",
        "view_did_disappear A", "view_did_appear B", "did_move B to N",
      ])
    #expect(scene.now == start + 350)
    stage.forget()
    #expect(try scene.pop(navigation) == second)
    stage.settle()
    #expect(
      stage.lines == [
        "will_move B to nil", "view_will_disappear B", "view_will_appear A", "view_is_appearing A",
        "view_did_disappear B", "view_did_appear A", "did_move B to nil",
      ])
    #expect(try scene.pop(navigation) == nil)
  }

  @Test func `popping to the root takes all others, and only the visible one disappears`() throws {
    let navigation = stage.sheet("N", .navigation)
    let children = ["A", "B", "C"].map { stage.sheet($0) }
    for child in children { try scene.push(child, onto: navigation) }
    try stage.show(navigation)
    #expect(try scene.popToRoot(navigation, animated: false) == Array(children[1...]))
    stage.settle()
    #expect(
      stage.lines == [
        "will_move B to nil", "will_move C to nil", "view_will_disappear C", "view_did_load A", "view_will_appear A",
        "view_is_appearing A", "view_did_disappear C", "view_did_appear A", "did_move B to nil", "did_move C to nil",
      ])
  }

  @Test func `a push during a push lets the first one finish`() throws {
    let navigation = stage.sheet("N", .navigation)
    let children = ["A", "B", "C"].map { stage.sheet($0) }
    try scene.push(children[0], onto: navigation)
    try stage.show(navigation)
    try scene.push(children[1], onto: navigation)
    try scene.push(children[2], onto: navigation)
    stage.settle()
    #expect(
      stage.lines == [
        "will_move B to N", "view_will_disappear A", "view_did_load B", "view_will_appear B", "view_is_appearing B",
        "view_did_disappear A", "view_did_appear B", "did_move B to N",
        "will_move C to N", "view_will_disappear B", "view_did_load C", "view_will_appear C", "view_is_appearing C",
        "view_did_disappear B", "view_did_appear C", "did_move C to N",
      ])
  }

  @Test func `selecting a tab swaps the visible child`() throws {
    let (tabs, first, second) = (stage.sheet("T", .tabs), stage.sheet("A"), stage.sheet("B"))
    try scene.setTabs([first, second], of: tabs)
    try stage.show(tabs)
    try scene.selectTab(1, of: tabs)
    try scene.selectTab(7, of: tabs)
    #expect(
      stage.lines == [
        "view_will_disappear A", "view_did_load B", "view_will_appear B", "view_is_appearing B", "view_did_disappear A",
        "view_did_appear B",
      ])
    #expect(scene.controller(tabs).visibleChild == second)
    #expect(!scene.controller(first).isInWindow)
  }

  @Test func `what cannot be contained is thrown`() throws {
    let (outer, inner) = (stage.sheet("A", .container), stage.sheet("B", .container))
    let navigation = stage.sheet("N", .navigation)
    try scene.embed(inner, in: outer)
    let shown = stage.sheet("P")
    try stage.show(shown)
    let cases: [(PresentationException.Kind, () throws -> Void)] = [
      (.isRoot, { try self.scene.addChild(self.stage.root, to: outer) }),
      (.ownDescendant, { try self.scene.addChild(outer, to: inner) }),
      (.ownDescendant, { try self.scene.addChild(outer, to: outer) }),
      (.isPresented, { try self.scene.push(shown, onto: navigation) }),
      (.alreadyContained, { try self.scene.addChild(inner, to: outer) }),
      (.hierarchyInconsistency, { try self.scene.addSubview(inner, to: self.stage.root) }),
      (.wrongKind, { try self.scene.push(self.stage.sheet("X"), onto: outer) }),
      (.wrongKind, { try self.scene.selectTab(0, of: outer) }),
    ]
    for (kind, act) in cases {
      let error = #expect(throws: PresentationException.self) { try act() }
      #expect(error?.kind == kind)
    }
    #expect(stage.lines.isEmpty)
  }

  @Test func `a child of one container moves to another`() throws {
    let (old, new, child) = (stage.sheet("A", .container), stage.sheet("B", .container), stage.sheet("c"))
    try scene.addChild(child, to: old)
    stage.forget()
    try scene.addChild(child, to: new)
    #expect(stage.lines == ["did_move c to nil", "will_move c to B"])
    #expect(scene.controller(child).parent == new)
    #expect(scene.controller(old).children.isEmpty)
  }

  @Test func `appearance goes on to the children that are visible`() throws {
    let (container, child) = (stage.sheet("K", .container), stage.sheet("c"))
    try scene.embed(child, in: container)
    stage.forget()
    try scene.present(container, from: stage.root)
    stage.settle()
    #expect(
      stage.lines == [
        "presenting K on root", "view_did_load K", "will_present K (none)", "presentation_transition_will_begin K",
        "view_will_appear K", "view_will_appear c", "view_is_appearing K", "view_is_appearing c",
        "presentation_transition_did_end K true", "view_did_appear K", "view_did_appear c", "presented K",
      ])
  }

  @Test func `the root can be replaced while nothing is presented`() throws {
    let old = stage.root
    let new = stage.sheet("new")
    #expect(scene.setRoot(new))
    #expect(
      stage.lines == [
        "view_will_disappear root", "view_did_disappear root", "view_did_load new", "view_will_appear new",
        "view_is_appearing new", "view_did_appear new",
      ])
    try stage.show(stage.sheet("P"))
    #expect(!scene.setRoot(old))
    #expect(scene.root == new)
  }

  @Test func `a pop in a sheet that goes is over with it`() throws {
    let (navigation, first, second) = (stage.sheet("N", .navigation), stage.sheet("A"), stage.sheet("B"))
    try scene.push(first, onto: navigation)
    try scene.push(second, onto: navigation)
    try stage.show(navigation)
    try scene.pop(navigation)
    scene.dismiss(navigation, animated: false)
    stage.settle()
    #expect(
      stage.lines == [
        "will_move B to nil", "view_will_disappear B", "view_did_load A", "view_will_appear A", "view_is_appearing A",
        "dismissing N (script)", "view_will_disappear N", "view_will_disappear A", "dismissal_transition_will_begin N",
        "dismissal_transition_did_end N true", "view_did_disappear B", "did_move B to nil", "view_did_disappear N",
        "view_did_disappear A", "dismissed N (script)", "on_closed N (script)",
      ])
  }

  @Test func `a push in a tab that another takes the place of is over with it`() throws {
    let (navigation, first, second) = (stage.sheet("N", .navigation), stage.sheet("A"), stage.sheet("B"))
    let tabs = stage.sheet("T", .tabs)
    try scene.push(first, onto: navigation)
    try scene.setTabs([navigation, stage.sheet("S")], of: tabs)
    scene.setRoot(tabs)
    stage.settle()
    stage.forget()
    try scene.push(second, onto: navigation)
    try scene.selectTab(1, of: tabs)
    let atOnce = stage.lines
    stage.settle()
    #expect(stage.lines == atOnce)
    #expect(
      atOnce.filter { $0.hasPrefix("view_did_disappear") || $0.hasPrefix("did_move") } == [
        "view_did_disappear A", "did_move B to N", "view_did_disappear N", "view_did_disappear B",
      ])
  }
}
