import PresentationKit
import Testing

/// What stands in the context of a child: it comes and goes with the child's view, and covers nothing else (R9).
@Suite struct ContextTests {
  private let stage = Stage()
  private var scene: WindowScene { stage.scene }

  private func definer(_ name: String) -> ControllerID {
    scene.makeController(
      ControllerConfiguration(
        name: name, content: [.button(label: "in \(name)", role: .none, action: ActionID(rawValue: 1))],
        definesPresentationContext: true))
  }

  private func inContext(_ style: ModalPresentationStyle = .currentContext, _ name: String = "P") -> ControllerID {
    stage.sheet(name, style: style, content: [.button(label: "in \(name)", role: .none, action: ActionID(rawValue: 2))])
  }

  /// Two tabs as the root, the first of which presents P in its context.
  private func tabs(_ style: ModalPresentationStyle = .currentContext) throws -> (first: ControllerID, ControllerID) {
    let (first, shown) = (definer("F"), inContext(style))
    let tabs = stage.sheet("T", .tabs)
    try scene.setTabs([first, stage.sheet("S")], of: tabs)
    scene.setRoot(tabs)
    try stage.show(on: first, shown)
    return (first, shown)
  }

  /// A navigation controller as a sheet, whose child presents P in its context.
  private func sheet(_ style: ModalPresentationStyle = .currentContext) throws -> (ControllerID, ControllerID) {
    let (navigation, child, shown) = (stage.sheet("N", .navigation), definer("C"), inContext(style))
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    try stage.show(on: child, shown)
    return (navigation, shown)
  }

  @Test func `a child that leaves its container takes along what it presents, and appears again when it is back`()
    throws
  {
    let child = definer("C")
    try scene.embed(child, in: stage.root)
    try stage.show(on: child, inContext())
    scene.removeChild(child)
    stage.settle()
    #expect(
      stage.lines == [
        "will_move C to nil", "view_will_disappear P", "view_did_disappear P", "dismissing P (presenter_removed)",
        "did_move C to nil", "dismissal_transition_will_begin P", "dismissal_transition_did_end P true",
        "dismissed P (presenter_removed)", "on_closed P (presenter_removed)",
      ])
    stage.forget()
    try scene.embed(child, in: stage.root)
    #expect(
      stage.lines == [
        "will_move C to root", "view_will_appear C", "view_is_appearing C", "view_did_appear C", "did_move C to root",
      ])
  }

  @Test func `another tab hides it, and the first one shows it again, not the view it took away`() throws {
    _ = try tabs()
    try scene.selectTab(1, of: stage.root)
    try scene.selectTab(0, of: stage.root)
    #expect(
      stage.lines == [
        "view_will_disappear P", "view_did_load S", "view_will_appear S", "view_is_appearing S",
        "view_did_disappear P", "view_did_appear S", "view_will_disappear S", "view_will_appear P",
        "view_is_appearing P", "view_did_disappear S", "view_did_appear P",
      ])
  }

  @Test func `over a context the tab's own view comes and goes as well`() throws {
    _ = try tabs(.overCurrentContext)
    try scene.selectTab(1, of: stage.root)
    try scene.selectTab(0, of: stage.root)
    #expect(
      stage.lines.filter { !$0.hasSuffix("S") } == [
        "view_will_disappear F", "view_will_disappear P", "view_did_disappear F", "view_did_disappear P",
        "view_will_appear F", "view_will_appear P", "view_is_appearing F", "view_is_appearing P", "view_did_appear F",
        "view_did_appear P",
      ])
  }

  @Test func `in a hidden tab it takes no touch, is listed nowhere, and presents nothing`() throws {
    let (_, shown) = try tabs()
    #expect(scene.userActions() == [.tap(label: "in P")])
    try scene.selectTab(1, of: stage.root)
    stage.forget()
    #expect(scene.userActions() == [])
    #expect(throws: TapError.self) { try scene.tap(label: "in P") }
    scene.tapOutside(shown)
    #expect(stage.lines == ["tap_outside", "no_effect tap_outside P (what it is presented in is not in the window)"])
    #expect(try scene.present(stage.sheet("Q"), from: shown)?.code == .notInWindow)
  }

  @Test func `dismissed while its tab is hidden it tells no view, and the tab's view is there when it is selected`()
    throws
  {
    let (_, shown) = try tabs()
    try scene.selectTab(1, of: stage.root)
    stage.forget()
    scene.dismiss(shown)
    stage.settle()
    try scene.selectTab(0, of: stage.root)
    #expect(
      stage.lines == [
        "dismissing P (script)", "dismissal_transition_will_begin P", "dismissal_transition_did_end P true",
        "dismissed P (script)", "on_closed P (script)", "view_will_disappear S", "view_will_appear F",
        "view_is_appearing F", "view_did_disappear S", "view_did_appear F",
      ])
  }

  @Test func `presented just before its tab is hidden it appears when the tab is shown`() throws {
    let (first, _) = try tabs()
    scene.dismiss(first)
    stage.settle()
    try scene.present(inContext(.currentContext, "Q"), from: first)
    try scene.selectTab(1, of: stage.root)
    stage.settle()
    #expect(!stage.lines.contains { $0.hasPrefix("view_will_appear Q") })
    #expect(stage.lines.contains("presented Q"))
    stage.forget()
    try scene.selectTab(0, of: stage.root)
    #expect(
      stage.lines.filter { $0.hasPrefix("view_") && !$0.hasSuffix("S") } == [
        "view_will_appear Q", "view_is_appearing Q", "view_did_appear Q",
      ])
  }

  /// A child of the root that presents P in its context, beneath S on the root itself.
  private func contextUnderSheet(modal: Bool = false) throws -> (ControllerID, ControllerID) {
    let (child, above) = (definer("C"), stage.sheet("S"))
    let shown = stage.sheet("P", style: .currentContext, modal: .constant(modal))
    try scene.embed(child, in: stage.root)
    try stage.show(on: child, shown)
    try stage.show(on: stage.root, above)
    return (shown, above)
  }

  @Test func `dismissing all takes what stands in a child's context too, with one completion`() throws {
    _ = try contextUnderSheet()
    scene.dismissAll(completion: CompletionID(rawValue: 1))
    stage.settle()
    #expect(
      stage.lines.filter { ["dismissing", "dismissed", "completion"].contains($0.split(separator: " ")[0]) } == [
        "dismissing S (script)", "dismissing P (script)", "dismissed S (script)", "dismissed P (script)",
        "completion dismiss P",
      ])
    #expect(scene.stack == [])
  }

  @Test func `a request to all asks from the top down, and takes all or nothing`() throws {
    let (shown, above) = try contextUnderSheet(modal: true)
    #expect(scene.requestDismissAll() == .declined(by: shown))
    stage.settle()
    #expect(scene.stack == [shown, above])
    scene.setModalInPresentation(.constant(false), of: shown)
    #expect(scene.requestDismissAll() == .accepted)
    stage.settle()
    #expect(scene.stack == [])
  }

  @Test func `what is covered is the child, not the container`() throws {
    _ = try tabs(.overCurrentContext)
    try scene.tap(label: "in F")
    #expect(stage.messages == ["<F> is covered by <P>, which takes the touch. Touch P, or dismiss it first."])
  }

  @Test func `the sheet around it is pulled, and takes it along`() throws {
    let (navigation, _) = try sheet()
    #expect(scene.userActions().contains(.swipeDown(navigation)))
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture N began", "gesture N changed", "view_will_disappear N", "view_will_disappear P",
        "dismissal_transition_will_begin N", "gesture N ended", "dismissing P (ancestor)", "dismissing N (swipe)",
        "dismissal_transition_will_begin P", "dismissal_transition_did_end P true", "view_did_disappear P",
        "dismissed P (ancestor)", "on_closed P (ancestor)", "dismissal_transition_did_end N true",
        "view_did_disappear N", "dismissed N (swipe)", "on_closed N (swipe)",
      ])
  }

  @Test func `a pull on the sheet around it that springs back brings it back, and not the view it took away`() throws {
    let (navigation, _) = try sheet()
    scene.drag(navigation, fraction: 0.2)
    scene.release()
    stage.settle()
    #expect(
      stage.lines.suffix(6) == [
        "view_will_appear N", "view_will_appear P", "view_is_appearing N", "view_is_appearing P", "view_did_appear N",
        "view_did_appear P",
      ])
  }

  @Test func `while it comes in the sheet around it is not pulled`() throws {
    let (navigation, child) = (stage.sheet("N", .navigation), definer("C"))
    try scene.push(child, onto: navigation)
    try stage.show(navigation)
    try scene.present(inContext(), from: child)
    scene.runNext()
    stage.forget()
    scene.swipeDown(navigation)
    #expect(
      stage.lines == ["no_effect swipe_down N (what is presented in a context inside it is in a transition)"])
  }

  @Test func `one context in another covers only what is in it`() throws {
    let (navigation, _) = try sheet(.overCurrentContext)
    let (container, inner) = (stage.sheet("K", .container), definer("I"))
    try scene.embed(inner, in: container)
    scene.setStyle(.overCurrentContext, of: container)
    scene.dismissAll()
    stage.settle()
    try stage.show(navigation)
    let child = try #require(scene.controller(navigation).children.first)
    try stage.show(on: child, container)
    try stage.show(on: inner, inContext(.overCurrentContext, "Q"))
    #expect(scene.userActions().contains(.swipeDown(navigation)))
    try scene.tap(label: "in C")
    #expect(stage.messages.map { $0.prefix(22) } == ["<C> is covered by <Q>,"])
  }

  // MARK: Modifiers

  /// Puts a modifier on a controller, by the flag `s`, whose content has a context style.
  private func modify(
    _ host: ControllerID, _ kind: PresentationModifier.Kind = .cover,
    _ style: ModalPresentationStyle = .overCurrentContext
  ) -> BindingID {
    let flag = scene.makeBinding(name: "s", initial: .bool(false))
    var modifiers = scene.controller(host).configuration.modifiers
    modifiers.presentations.append(PresentationModifier(kind, .flag(flag), content: ActionID(rawValue: 1)))
    scene.setModifiers(modifiers, of: host)
    stage.responder.presented = { [unowned stage] _, _ in stage.sheet("P", style: style) }
    stage.settle()
    stage.forget()
    return flag
  }

  /// Two tabs as the root, the first of which defines a context.
  private func emptyTabs() throws -> ControllerID {
    let (first, tabs) = (definer("F"), stage.sheet("T", .tabs))
    try scene.setTabs([first, stage.sheet("S")], of: tabs)
    scene.setRoot(tabs)
    stage.settle()
    return first
  }

  @Test(arguments: [PresentationModifier.Kind.sheet, .cover, .popover])
  func `a modifier's content of a context style is presented where the context is defined (C-22, R9)`(
    _ kind: PresentationModifier.Kind
  ) throws {
    let flag = modify(try emptyTabs(), kind)
    scene.set(flag, to: .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)"] + ModifierStage.arriving("P", on: "F"))
    stage.forget()
    // The container around presents for itself.
    #expect(try scene.present(stage.sheet("Q"), from: stage.root) == nil)
    stage.settle()
    stage.forget()
    scene.set(flag, to: .bool(false))
    stage.settle()
    #expect(stage.lines.contains("dismissing P (binding)"))
    #expect(stage.lines.contains("on_closed P (binding)"))
    #expect(scene.stack.map { scene.name(of: $0) } == ["Q"])
  }

  @Test func `where no controller around defines a context, its modifier presents on the outermost (R9)`() throws {
    let child = stage.sheet("C")
    try scene.embed(child, in: stage.root)
    scene.set(modify(child), to: .bool(true))
    stage.settle()
    #expect(stage.lines.contains("presenting P on root"))
  }

  @Test func `what the container presents is not in a modifier's way to its context, what stands there is (R9, R44)`()
    throws
  {
    let first = try emptyTabs()
    let flag = modify(first)
    try stage.show(on: stage.root, stage.sheet("Q"))
    scene.set(flag, to: .bool(true))
    stage.settle()
    #expect(stage.lines.contains("presenting P on F"))
    let other = modify(first)
    scene.set(other, to: .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)", "warning presentation_waiting F"])
    stage.forget()
    scene.set(flag, to: .bool(false))
    stage.settle()
    #expect(stage.lines.contains("presenting P on F"))
  }

  @Test func `under what UIKit presents in the context a modifier is refused (C-32)`() throws {
    let first = try emptyTabs()
    let flag = modify(first)
    try stage.show(on: first, inContext())
    scene.set(flag, to: .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)", "refused already_presenting F"])
  }

  @Test func `while it goes out the sheet around it can be pulled (C-35, C-37)`() throws {
    let (navigation, shown) = try sheet()
    scene.dismiss(shown)
    #expect(scene.userActions().contains(.swipeDown(navigation)))
    stage.forget()
    scene.swipeDown(navigation)
    stage.settle()
    #expect(
      stage.lines.filter { ["gesture", "dismissing", "on_closed"].contains($0.split(separator: " ")[0]) } == [
        "gesture N began", "gesture N changed", "gesture N ended", "dismissing N (swipe)", "on_closed P (script)",
        "on_closed N (swipe)",
      ])
  }
}
