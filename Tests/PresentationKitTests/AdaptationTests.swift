import PresentationKit
import Testing

/// Styles, adaptation and live changes of size (5.2, R33 to R36).
@Suite struct AdaptationTests {
  private func popover(_ stage: Stage, content: [ContentItem] = []) -> ControllerID {
    stage.scene.makeController(
      ControllerConfiguration(
        name: "P", style: .popover, content: content, delegate: stage.delegate, anchor: "Share"))
  }

  private func show(_ stage: Stage) throws -> ControllerID {
    let controller = popover(stage)
    try stage.show(controller)
    stage.responder.methods = Set(DelegateMethod.allCases)
    return controller
  }

  @Test func `S30: a tap outside a popover in regular width is a user's dismissal`() throws {
    let stage = Stage(device: .ipad)
    _ = try show(stage)
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside", "should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "outside")
        + Stage.endBlock("P", "outside", didDismiss: true))
  }

  @Test func `a popover in regular width has no pull`() throws {
    let stage = Stage(device: .ipad)
    _ = try show(stage)
    stage.scene.swipeDown()
    #expect(stage.lines == ["no_effect swipe_down P (a popover has no pull)"])
  }

  @Test func `R33, R35: in compact width a popover is a sheet, and is pulled like one`() throws {
    let stage = Stage()
    let controller = popover(stage)
    stage.responder.methods = [.shouldDismiss]
    try stage.scene.present(controller, from: stage.root)
    stage.settle()
    #expect(stage.lines.contains("will_present P (form_sheet)"))
    #expect(!stage.lines.contains { $0.hasPrefix("adaptive") })
    stage.forget()
    stage.scene.tapOutside()
    stage.scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "tap_outside", "no_effect tap_outside P (a full-width sheet has no outside)", "gesture P began",
        "gesture P changed", "should_dismiss P -> true", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)",
      ] + Stage.endBlock("P", "swipe"))
  }

  @Test func `S32: a delegate that answers none keeps the popover a popover`() throws {
    let stage = Stage()
    stage.responder.methods = [.adaptivePresentationStyle]
    stage.responder.adapt = { _ in nil }
    try stage.scene.present(popover(stage), from: stage.root)
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "adaptive_presentation_style P -> none", "will_present P (none)",
        "presentation_transition_will_begin P", "view_will_appear P", "view_is_appearing P",
        "presentation_transition_did_end P true", "view_did_appear P", "presented P",
      ])
    #expect(stage.scene.status().map(\.adaptedStyle) == [nil])
    stage.scene.tapOutside()
    stage.settle()
    #expect(stage.scene.stack.isEmpty)
  }

  @Test func `a popover that stays one in compact width points at something, or it raises at the call (R8, S32)`()
    throws
  {
    let stage = Stage()
    stage.responder.methods = [.adaptivePresentationStyle]
    stage.responder.adapt = { _ in nil }
    for (anchor, raises) in [(nil, true), ("nowhere", true), ("Share", false)] as [(String?, Bool)] {
      let popover = stage.scene.makeController(
        ControllerConfiguration(name: "P", style: .popover, delegate: stage.delegate, anchor: anchor))
      stage.forget()
      do throws(PresentationException) {
        try stage.scene.present(popover, from: stage.root)
        #expect(!raises)
        stage.settle()
      } catch {
        #expect(raises && error.kind == .missingAnchor)
        #expect(stage.lines == [] && stage.scene.stack.isEmpty)
      }
    }
    stage.scene.dismiss(stage.root)
    stage.settle()
    // One that adapts points at nothing in compact width.
    stage.responder.adapt = { _ in .automatic }
    try stage.show(
      stage.scene.makeController(ControllerConfiguration(name: "S", style: .popover, delegate: stage.delegate)))
    #expect(stage.scene.stack.count == 1)
  }

  @Test func `where the delegate comes after the call, nobody is there to raise at, and it is an error (R8, R23)`()
    throws
  {
    let stage = Stage()
    stage.responder.methods = [.adaptivePresentationStyle]
    stage.responder.adapt = { _ in nil }
    let popover = stage.scene.makeController(ControllerConfiguration(name: "P", style: .popover))
    try stage.scene.present(popover, from: stage.root)
    stage.scene.setDelegate(stage.delegate, of: stage.scene.presentationController(of: popover))
    stage.settle()
    let errors = stage.lines.filter { $0.hasPrefix("error") }
    #expect(errors.count == 1)
    #expect(
      errors[0].hasPrefix("error present P: UIPopoverPresentationController (<P>) should have a non-nil sourceView"))
  }

  @Test func `a delegate may adapt a sheet to full screen, which takes the presenter's view away`() throws {
    let stage = Stage()
    stage.responder.methods = [.adaptivePresentationStyle]
    stage.responder.adapt = { _ in .fullScreen }
    try stage.scene.present(stage.sheet("P", delegate: true), from: stage.root)
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "adaptive_presentation_style P -> full_screen",
        "will_present P (full_screen)", "presentation_transition_will_begin P", "view_will_disappear root",
        "view_will_appear P", "view_is_appearing P", "presentation_transition_did_end P true", "view_did_appear P",
        "view_did_disappear root", "presented P",
      ])
  }

  @Test func `C-11: a live change of width adapts a popover and back, and no view hears of it`() throws {
    let stage = Stage(device: .ipad)
    _ = try show(stage)
    try stage.scene.resize(width: .compact, height: .regular)
    try stage.scene.resize(width: .regular, height: .regular)
    stage.settle()
    #expect(
      stage.lines == [
        "resize compact regular", "adaptive_presentation_style P -> automatic",
        "view_controller_for_adaptive_presentation_style P -> nil", "prepare P (form_sheet)",
        "will_present P (form_sheet)", "adapted P popover -> form_sheet", "resize regular regular",
        "adaptive_presentation_style P -> automatic",
        "will_present P (none)", "adapted P form_sheet -> popover",
      ])
  }

  @Test func `C-11: appearance callbacks come where full screen is entered or left`() throws {
    let stage = Stage(device: .ipad)
    _ = try show(stage)
    stage.responder.methods = [.adaptivePresentationStyle]
    stage.responder.adapt = { [scene = stage.scene] _ in scene.device.width == .compact ? .fullScreen : nil }
    try stage.scene.resize(width: .compact, height: .regular)
    try stage.scene.resize(width: .regular, height: .regular)
    #expect(
      stage.lines.filter { $0.hasSuffix("root") } == [
        "view_will_disappear root", "view_did_disappear root", "view_will_appear root", "view_is_appearing root",
        "view_did_appear root",
      ])
  }

  @Test func `a change of size takes a finger's hold, and one that changes nothing has no effect`() throws {
    let stage = Stage()
    try stage.show(stage.sheet("P"))
    stage.scene.drag(fraction: 0.2)
    stage.forget()
    try stage.scene.resize(width: .regular, height: .regular)
    stage.settle()
    try stage.scene.resize(width: .regular, height: .regular)
    #expect(
      stage.lines == [
        "resize regular regular", "gesture P cancelled", "dismissal_cancelled P",
        "dismissal_transition_did_end P false",
        "view_will_appear P", "view_is_appearing P", "view_did_appear P", "resize regular regular",
        "no_effect resize P (the size classes are what they were)",
      ])
  }

  @Test func `R34: turned to compact height a sheet at medium is at large, and back at medium`() throws {
    let stage = Stage()
    var configuration = ControllerConfiguration(name: "P")
    configuration.sheet.detents = [.medium, .large]
    let sheet = stage.scene.makeController(configuration)
    try stage.show(sheet)
    try stage.scene.resize(width: .compact, height: .compact)
    #expect(stage.scene.currentDetent(of: sheet) == "large")
    #expect(stage.scene.status().first?.height == 360)
    try stage.scene.resize(width: .compact, height: .regular)
    #expect(stage.scene.currentDetent(of: sheet) == "medium")
  }

  @Test func `S26, S27: a tap outside a form sheet in regular width follows its policy`() throws {
    let stage = Stage(device: .ipad)
    let sheet = stage.sheet("P", style: .formSheet, modal: .constant(true), delegate: true)
    try stage.show(sheet)
    stage.responder.methods = [.shouldDismiss, .willDismiss, .didDismiss, .didAttemptToDismiss]
    stage.scene.tapOutside()
    #expect(
      stage.lines == ["tap_outside", "no_effect tap_outside P (is_modal_in_presentation ignores touches outside)"])
    stage.scene.setModalInPresentation(.constant(false), of: sheet)
    stage.forget()
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside", "should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "outside")
        + Stage.endBlock("P", "outside", didDismiss: true))
  }

  @Test func `S60: a popover in regular width needs an anchor too`() throws {
    let stage = Stage(device: .ipad)
    let controller = stage.sheet("P", style: .popover)
    #expect(throws: PresentationException.self) { try stage.scene.present(controller, from: stage.root) }
    #expect(stage.lines.isEmpty)
  }

  @Test(arguments: ["nope", ""])
  func `S60: an anchor that names nothing in the presenter is none`(_ anchor: String) throws {
    for kind in [ControllerKind.viewController, .actionSheet] {
      let stage = Stage(device: .ipad)
      stage.scene.setContent([.group(name: "bar", [.text("Share")])], of: stage.root)
      func make(_ anchor: String) -> ControllerID {
        stage.scene.makeController(
          ControllerConfiguration(name: "P", kind: kind, style: .popover, anchor: anchor))
      }
      let error = #expect(throws: PresentationException.self) {
        try stage.scene.present(make(anchor), from: stage.root)
      }
      #expect(error?.kind == .missingAnchor)
      #expect(error?.message.hasSuffix("Nothing in <root> is named \"\(anchor)\".") == true)
      #expect(stage.lines.isEmpty)
      // A view in another, that one itself, and a controller are there.
      for anchor in ["Share", "bar", "root"] {
        let popover = make(anchor)
        #expect(try stage.scene.present(popover, from: stage.root) == nil)
        stage.settle()
        stage.scene.close(popover)
        stage.settle()
      }
    }
  }

  @Test func `what a popover points at may be covered, and a modifier's points at its view (R8, R33)`() throws {
    let stage = ModifierStage(.ios18, .popover)
    let (navigation, first) = (stage.stage.sheet("N", .navigation), stage.sheet("A"))
    try stage.scene.push(first, onto: navigation, animated: false)
    stage.scene.setContent([.text("Menu")], of: first)
    stage.scene.setRoot(navigation)
    let flag = stage.add(.popover, to: first)
    stage.set(flag, .bool(true))
    stage.settle()
    try stage.scene.push(stage.sheet("B"), onto: navigation, animated: false)
    try stage.scene.resize(width: .regular, height: .regular)
    #expect(stage.lines.contains("adapted Q form_sheet -> popover"))
    stage.set(flag, .bool(false))
    stage.settle()
    let popover = stage.scene.makeController(ControllerConfiguration(name: "P", style: .popover, anchor: "Menu"))
    #expect(try stage.scene.present(popover, from: navigation) == nil)
  }

  @Test func `R8, R33: what becomes a popover by a resize points at something, or it raises and nothing changes`()
    throws
  {
    for (kind, anchor) in [(ControllerKind.viewController, nil), (.viewController, "nope"), (.actionSheet, nil)] {
      let stage = Stage()
      var configuration = ControllerConfiguration(name: "P", kind: kind, style: .popover, delegate: stage.delegate)
      configuration.anchor = anchor
      try stage.show(stage.scene.makeController(configuration))
      let error = #expect(throws: PresentationException.self) {
        try stage.scene.resize(width: .regular, height: .regular)
      }
      #expect(error?.kind == .missingAnchor)
      #expect(stage.lines == [])
      #expect(stage.scene.device == .iphone)
      guard kind == .viewController else { continue }
      // What its delegate makes a sheet of there needs none.
      stage.responder.methods = [.adaptivePresentationStyle]
      stage.responder.adapt = { _ in .formSheet }
      try stage.scene.resize(width: .regular, height: .regular)
      #expect(stage.lines == ["resize regular regular", "adaptive_presentation_style P -> form_sheet"])
    }
  }

  // MARK: Another controller for the adapted style

  /// A phone whose popover P would be shown as W, asked for all that has to do with it.
  private func substituting(_ stage: Stage, modal: Bool = false) throws -> (ControllerID, ControllerID) {
    let shown = stage.sheet(
      "W", modal: .constant(modal), content: [.button(label: "in W", role: .none, action: nil)])
    let controller = popover(stage, content: [.button(label: "in P", role: .none, action: nil)])
    stage.responder.methods = [
      .adaptivePresentationStyle, .viewControllerForAdaptivePresentationStyle, .prepare, .willPresent,
    ]
    stage.responder.substitute = { _ in shown }
    try stage.scene.present(controller, from: stage.root)
    stage.settle()
    return (controller, shown)
  }

  @Test func `R33: another controller is shown while the style is adapted, and goes with it`() throws {
    let stage = Stage()
    let (controller, shown) = try substituting(stage)
    #expect(
      stage.lines == [
        "presenting P on root", "view_did_load P", "adaptive_presentation_style P -> automatic",
        "view_controller_for_adaptive_presentation_style P -> W", "view_did_load W", "prepare P (form_sheet)",
        "will_present P (form_sheet)", "presentation_transition_will_begin P", "view_will_appear P",
        "view_will_appear W", "view_is_appearing P", "view_is_appearing W", "presentation_transition_did_end P true",
        "view_did_appear P", "view_did_appear W", "presented P",
      ])
    #expect(stage.scene.tapLabels == ["in W"])
    #expect(stage.scene.stack == [controller])
    stage.forget()
    try stage.scene.resize(width: .regular, height: .regular)
    #expect(
      stage.lines == [
        "resize regular regular", "adaptive_presentation_style P -> automatic", "view_will_disappear W",
        "view_did_disappear W", "will_present P (none)", "adapted P form_sheet -> popover",
      ])
    #expect(stage.scene.tapLabels == ["in P"])
    stage.forget()
    try stage.scene.resize(width: .compact, height: .regular)
    #expect(
      stage.lines == [
        "resize compact regular", "adaptive_presentation_style P -> automatic",
        "view_controller_for_adaptive_presentation_style P -> W", "view_will_appear W", "view_is_appearing W",
        "view_did_appear W", "prepare P (form_sheet)", "will_present P (form_sheet)",
        "adapted P popover -> form_sheet",
      ])
    stage.forget()
    stage.scene.dismiss(controller)
    stage.settle()
    #expect(
      stage.lines == [
        "dismissing P (script)", "view_will_disappear P", "view_will_disappear W", "dismissal_transition_will_begin P",
        "dismissal_transition_did_end P true", "view_did_disappear P", "view_did_disappear W", "dismissed P (script)",
        "on_closed P (script)",
      ])
    // It is free again, and nobody's view.
    stage.forget()
    try stage.scene.present(shown, from: stage.root)
    stage.settle()
    #expect(stage.lines.last == "presented W")
    #expect(stage.lines.filter { $0.hasPrefix("warning") } == [])
  }

  @Test func `where nothing adapts nobody is asked for another controller, and nothing is prepared (R33)`() throws {
    for (device, answer) in [(Device.ipad, ModalPresentationStyle?.some(.automatic)), (.iphone, nil)] {
      let stage = Stage(device: device)
      stage.responder.adapt = { _ in answer }
      _ = try substituting(stage)
      #expect(!stage.lines.contains { $0.hasPrefix("view_controller_for") || $0.hasPrefix("prepare") })
      #expect(stage.scene.tapLabels == ["in P"])
    }
  }

  @Test func `what cannot be shown in its place is an error, and the controller itself is (R8, R33)`() throws {
    let stage = Stage()
    let navigation = stage.sheet("N", .navigation)
    let controller = popover(stage)
    let child = stage.sheet("C")
    try stage.scene.push(child, onto: navigation)
    stage.responder.methods = [.viewControllerForAdaptivePresentationStyle]
    stage.responder.substitute = { _ in child }
    try stage.show(controller)
    stage.forget()
    try stage.scene.resize(width: .regular, height: .regular)
    try stage.scene.resize(width: .compact, height: .regular)
    #expect(
      stage.lines == [
        "resize regular regular", "will_present P (none)", "adapted P form_sheet -> popover",
        "resize compact regular", "view_controller_for_adaptive_presentation_style P -> C",
        "error view_controller_for_adaptive_presentation_style P: child view controller:<C> should have parent view "
          + "controller:<P> but actual parent is:<N>", "will_present P (form_sheet)",
        "adapted P popover -> form_sheet",
      ])
    #expect(stage.scene.controller(child).parent == navigation)
  }

  @Test func `the presented controller's flag counts, not that of what is shown in its place (R24)`() throws {
    let stage = Stage()
    _ = try substituting(stage, modal: true)
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.scene.stack.isEmpty)
  }

  // MARK: Action sheets by device

  private func actionSheet(_ stage: Stage) throws {
    let buttons: [ContentItem] = [
      .button(label: "Delete", role: .destructive, action: ActionID(rawValue: 1)),
      .button(label: "Cancel", role: .cancel, action: ActionID(rawValue: 2)),
    ]
    try stage.show(
      stage.scene.makeController(
        ControllerConfiguration(name: "A", kind: .actionSheet, content: buttons, anchor: "Share")))
  }

  @Test func `S56: as a popover an action sheet shows no cancel, and a tap outside is one`() throws {
    for (profile, device) in [(Profile.ios26, Device.iphone), (.ios18, .ipad)] {
      let stage = Stage(profile, device: device)
      try actionSheet(stage)
      #expect(stage.scene.tapLabels == ["Delete"])
      stage.scene.tapOutside()
      stage.settle()
      #expect(
        stage.lines == ["tap_outside"] + Stage.leaving("A", "outside") + Stage.endBlock("A", "outside")
          + ["action A \"Cancel\""])
    }
  }

  @Test func `S56: before 26 a phone's action sheet shows its cancel`() throws {
    let stage = Stage()
    try actionSheet(stage)
    #expect(stage.scene.tapLabels == ["Delete", "Cancel"])
  }

  // MARK: Contexts

  /// Tabs as the root, the first of which defines a presentation context.
  private func tabs(_ stage: Stage) throws -> (first: ControllerID, second: ControllerID) {
    let first = stage.scene.makeController(
      ControllerConfiguration(
        name: "F", content: [.button(label: "in first", role: .none, action: ActionID(rawValue: 1))],
        definesPresentationContext: true))
    let second = stage.sheet("S")
    let tabs = stage.sheet(
      "T", .tabs, content: [.button(label: "in tabs", role: .none, action: ActionID(rawValue: 2))])
    try stage.scene.setTabs([first, second], of: tabs)
    stage.scene.setRoot(tabs)
    stage.forget()
    return (first, second)
  }

  @Test func `R9: a context style is presented by the nearest that defines a context, and takes its view`() throws {
    let stage = Stage()
    let (first, _) = try tabs(stage)
    let controller = stage.sheet("P", style: .currentContext)
    try stage.scene.present(controller, from: first)
    stage.settle()
    #expect(
      stage.lines == [
        "presenting P on F", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
        "view_will_disappear F", "view_will_appear P", "view_is_appearing P", "presentation_transition_did_end P true",
        "view_did_appear P", "view_did_disappear F", "presented P",
      ])
    #expect(stage.scene.controller(controller).presenting == first)
    #expect(stage.scene.controller(first).presented == controller)
  }

  @Test func `a context covers only what is in it`() throws {
    let stage = Stage()
    let (first, _) = try tabs(stage)
    try stage.show(on: first, stage.sheet("P", style: .overCurrentContext))
    #expect(stage.scene.tapLabels == ["in tabs"])
    try stage.scene.tap(label: "in first")
    #expect(stage.lines == ["refused covered F"])
  }

  @Test func `a sheet over a context is another presentation, which the container's own dismissal takes alone`() throws
  {
    let stage = Stage()
    let (first, _) = try tabs(stage)
    let (inner, outer) = (stage.sheet("P", style: .overCurrentContext), stage.sheet("Q"))
    try stage.show(on: first, inner)
    try stage.show(on: first, outer)
    #expect(stage.scene.stack == [inner, outer])
    #expect(stage.scene.controller(outer).presenting == stage.root)
    stage.scene.dismiss(first)
    stage.settle()
    #expect(stage.scene.stack == [outer])
  }

  @Test func `what a controller presents in its context goes without animation when it leaves its container`() throws {
    let stage = Stage()
    let (first, second) = try tabs(stage)
    try stage.show(on: first, stage.sheet("P", style: .overCurrentContext))
    let start = stage.scene.now
    try stage.scene.setTabs([second], of: stage.root)
    stage.settle()
    #expect(
      stage.lines.filter { $0.contains(" P") } == Stage.leaving("P", "presenter_removed")
        + Stage.endBlock("P", "presenter_removed"))
    #expect(stage.scene.now == start)
    #expect(stage.scene.stack.isEmpty)
  }

  @Test func `presenting in a context inside a held sheet ends the finger's hold`() throws {
    let stage = Stage()
    let navigation = stage.sheet("N", .navigation, modal: .constant(true))
    let child = stage.scene.makeController(ControllerConfiguration(name: "C", definesPresentationContext: true))
    try stage.scene.push(child, onto: navigation)
    try stage.show(navigation)
    stage.scene.drag(fraction: 0.2)
    stage.forget()
    try stage.scene.present(stage.sheet("P", style: .currentContext), from: child)
    #expect(stage.lines.prefix(2) == ["gesture N cancelled", "presenting P on C"])
  }

  @Test func `without a context a context style climbs to the outermost container`() throws {
    let stage = Stage()
    let (_, second) = try tabs(stage)
    let controller = stage.sheet("P", style: .currentContext)
    try stage.show(on: second, controller)
    #expect(stage.scene.controller(controller).presenting == stage.root)
  }

  @Test func `a presentation in a context of a hidden tab is not in the window`() throws {
    let stage = Stage()
    let (first, _) = try tabs(stage)
    try stage.scene.selectTab(1, of: stage.root)
    #expect(try stage.scene.present(stage.sheet("P", style: .currentContext), from: first)?.code == .notInWindow)
  }
}

extension Stage {
  /// Presents a controller from another and forgets how.
  func show(on receiver: ControllerID, _ controller: ControllerID) throws {
    try scene.present(controller, from: receiver)
    settle()
    forget()
  }
}
