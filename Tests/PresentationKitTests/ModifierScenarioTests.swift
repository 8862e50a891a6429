import PresentationKit
import Testing

/// Modifiers crossed with each other, with UIKit and with the profiles: the scenarios S58 to S90.
@Suite struct ModifierScenarioTests {
  private func disabling(_ isOn: Bool = true) -> ViewModifiers {
    var modifiers = ViewModifiers()
    modifiers.interactiveDismissDisabled = [.constant(isOn)]
    return modifiers
  }

  // MARK: interactiveDismissDisabled

  @Test func `content that disables the user's dismissal refuses the swipe, not the binding (S65)`() {
    let stage = ModifierStage()
    stage.presents { [scene = stage.scene] in scene.setModifiers(self.disabling(), of: $0) }
    stage.open()
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.lines == ["gesture P began", "gesture P changed", "gesture P ended", "warning silent_block P"])
    stage.forget()
    stage.set(stage.flag, .bool(false))
    stage.settle()
    #expect(
      stage.lines == [
        "binding s = false (script)", "dismissing P (binding)", "warning unsaved_lost P", "view_will_disappear P",
        "dismissal_transition_will_begin P",
      ] + ModifierStage.endBlock("P", "binding"))
  }

  @Test(arguments: [true, false])
  func `it counts deep in a navigation stack unless the profile says otherwise; on the stack itself always (S67, C-12)`(
    isDeep: Bool
  ) throws {
    for isOnStack in [true, false] {
      var profile = Profile.ios18
      profile.deepInteractiveDismissDisabled = isDeep
      let stage = ModifierStage(profile)
      stage.responder.presented = { [stage] _, _ in
        let (stack, root) = (stage.stage.sheet("N", .navigation), stage.sheet("C"))
        _ = try? stage.scene.push(root, onto: stack, animated: false)
        stage.scene.setModifiers(self.disabling(), of: isOnStack ? stack : root)
        return stack
      }
      stage.open()
      stage.scene.swipeDown()
      stage.settle()
      stage.responder.presented = { _, _ in nil }
      #expect(stage.scene.stack.isEmpty == !(isDeep || isOnStack), "on the stack: \(isOnStack)")
    }
  }

  @Test func `detents come first: a drag to a smaller one writes the selection, and the pull below is refused (S68)`() {
    let stage = ModifierStage()
    let detent = stage.scene.makeBinding(name: "d", initial: .string("large"))
    stage.responder.presented = { [stage] _, _ in
      var configuration = ControllerConfiguration(name: "P")
      configuration.sheet.detents = [.medium, .large]
      configuration.sheet.selectedDetent = .binding(detent)
      configuration.modifiers = self.disabling()
      return stage.scene.makeController(configuration)
    }
    stage.open()
    stage.scene.swipeDown()
    stage.settle()
    stage.scene.swipeDown()
    stage.settle()
    stage.responder.presented = { _, _ in nil }
    #expect(
      stage.named("binding", "detent", "dismissing") == ["detent P = medium (user)", "binding d = medium (system)"])
  }

  // MARK: The framework's delegate

  @Test func `whose delegate took SwiftUI's place keeps its flag, and only a toggle presents again (S69, R55, C-21)`() {
    for profile in [Profile.ios13, .ios14_5, .ios15, .ios18] {
      let stage = ModifierStage(profile)
      stage.open()
      stage.scene.setDelegate(DelegateID(rawValue: 1), of: stage.scene.presentationController(of: stage.scene.top))
      stage.scene.swipeDown()
      stage.settle()
      let written = ["binding s = false (system)", "on_dismiss P"]
      #expect(stage.named("binding", "on_dismiss") == (profile.swiftuiOwnsDelegate ? [] : written), "\(profile.name)")
      guard profile.swiftuiOwnsDelegate else { continue }
      #expect(stage.lines.contains("warning delegate_replaced P"))
      #expect(stage.lines.contains("warning binding_out_of_step s"))
      stage.open()
      #expect(stage.scene.stack.isEmpty)
      stage.set(stage.flag, .bool(false))
      stage.settle()
      stage.open()
      #expect(stage.scene.stack.count == 1)
    }
  }

  @Test func `a delegate that forwards leaves SwiftUI its part (S69)`() {
    let stage = ModifierStage()
    stage.responder.forwarding = [DelegateID(rawValue: 1)]
    stage.open()
    stage.scene.setDelegate(DelegateID(rawValue: 1), of: stage.scene.presentationController(of: stage.scene.top))
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.named("binding", "on_dismiss", "warning") == ["binding s = false (system)", "on_dismiss P"])
  }

  @Test(arguments: [false, true])
  func `UIKit's dismiss leaves the flag, unless the profile has it written (C-29)`(isReset: Bool) {
    var profile = Profile.ios18
    profile.uikitDismissalResetsBinding = isReset
    let stage = ModifierStage(profile)
    stage.open()
    stage.scene.dismiss(stage.scene.top)
    stage.settle()
    #expect(
      stage.lines == Stage.leaving("P", "script") + [
        "dismissal_transition_did_end P true", "view_did_disappear P", "on_disappear P", "dismissed P (script)",
        isReset ? "binding s = false (system)" : "warning binding_out_of_step s", "on_dismiss P",
        "on_closed P (script)",
      ])
    stage.open()
    #expect(stage.scene.stack.count == (isReset ? 1 : 0))
  }

  // MARK: Queues

  @Test func `of two flags at once the first is shown, and the second when that is gone (S75, R44)`() {
    let stage = ModifierStage()
    let other = stage.add(.sheet)
    stage.set(stage.flag, .bool(true))
    stage.set(other, .bool(true))
    stage.settle()
    #expect(stage.named("presenting", "warning") == ["presenting P on root", "warning presentation_waiting root"])
    #expect(
      stage.stage.messages[0].hasPrefix("Currently, only presenting a single sheet is supported. The next sheet "))
    stage.forget()
    stage.scene.dismissFromEnvironment(of: stage.scene.top)
    stage.settle()
    #expect(
      stage.lines == ["binding s = false (system)"] + Stage.leaving("P", "script")
        + ModifierStage.endBlock("P", "script") + ModifierStage.arriving("Q", on: "root"))
  }

  /// Asked for in the order b, c, a while another sheet is there, they come as they are written.
  @Test func `those that wait come in the order in which they are written, whichever asked first (R44)`() {
    let stage = ModifierStage()
    let flags = (0..<3).map { stage.scene.makeBinding(name: "f\($0)", initial: .bool(false)) }
    let kinds = [PresentationModifier.Kind.sheet, .alert, .cover]
    let rows = zip(flags, kinds).enumerated().map { row, each -> ContentItem in
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(each.1, .flag(each.0), content: ActionID(rawValue: 10 + row))]
      return .modified(.text("row \(row)"), modifiers)
    }
    stage.scene.setContent(rows, of: stage.root)
    stage.responder.presented = { [unowned stage] number, _ in
      let name = number.rawValue < 10 ? "P" : "row \(number.rawValue - 10)"
      return number.rawValue == 11 ? stage.stage.alert(name, "OK") : stage.sheet(name)
    }
    stage.settle()
    stage.open()
    for row in [1, 2, 0] {
      stage.set(flags[row], .bool(true))
      stage.settle()
    }
    stage.forget()
    for _ in 0..<4 {
      stage.scene.dismissFromEnvironment(of: stage.scene.top)
      stage.settle()
    }
    #expect(
      stage.named("presenting") == ["presenting row 0 on root", "presenting row 1 on root", "presenting row 2 on root"])
  }

  /// A sheet by the flag whose content carries another modifier, and that one's flag.
  private func nested() -> (ModifierStage, BindingID) {
    let stage = ModifierStage()
    let inner = stage.scene.makeBinding(name: "t", initial: .bool(false))
    stage.responder.presented = { [unowned stage] number, _ in
      guard number.rawValue == 1 else { return stage.sheet("Q") }
      let sheet = stage.sheet("P")
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.sheet, .flag(inner), content: ActionID(rawValue: 3))]
      stage.scene.setModifiers(modifiers, of: sheet)
      return sheet
    }
    stage.open()
    return (stage, inner)
  }

  @Test func `a modifier in a sheet that a finger holds waits for it to be back, or goes with it (C-30, R6)`() {
    let back = [
      "gesture P ended", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
      "view_is_appearing P", "view_did_appear P",
    ]
    let (stage, inner) = nested()
    stage.scene.drag(fraction: 0.3)
    stage.forget()
    stage.set(inner, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding t = true (script)"])
    stage.forget()
    stage.scene.release()
    stage.settle()
    #expect(stage.lines == back + ModifierStage.arriving("Q", on: "P"))

    let (gone, asked) = nested()
    gone.scene.drag(fraction: 0.6)
    gone.set(asked, .bool(true))
    gone.settle()
    gone.scene.release()
    gone.settle()
    #expect(gone.named("presenting", "refused", "warning") == [])
    #expect(gone.scene.stack.isEmpty)
  }

  @Test func `what was torn down with its host comes again with it, as its flag still says (C-15, R37)`() throws {
    let stage = ModifierStage()
    let (host, flag) = (stage.sheet("H"), stage.scene.makeBinding(name: "t", initial: .bool(false)))
    var modifiers = ViewModifiers()
    modifiers.presentations = [PresentationModifier(.sheet, .flag(flag), content: ActionID(rawValue: 3))]
    stage.scene.setModifiers(modifiers, of: host)
    try stage.scene.present(host, from: stage.root)
    stage.settle()
    stage.set(flag, .bool(true))
    stage.settle()
    for _ in 0..<2 {
      stage.scene.dismiss(stage.root)
      stage.settle()
      #expect(stage.scene.stack.isEmpty && stage.scene.value(of: flag) == .bool(true))
      stage.forget()
      try stage.scene.present(host, from: stage.root)
      stage.settle()
      #expect(stage.named("presenting", "warning") == ["presenting H on root", "presenting Q on H"])
    }
  }

  @Test func `a modifier in a sheet whose pull is refused presents, and takes the gesture away (C-20)`() {
    let (stage, inner) = nested()
    stage.scene.setModalInPresentation(.constant(true), of: stage.scene.top)
    stage.scene.drag(fraction: 0.3)
    stage.forget()
    stage.set(inner, .bool(true))
    stage.settle()
    #expect(
      stage.lines == ["binding t = true (script)", "gesture P cancelled"] + ModifierStage.arriving("Q", on: "P"))
  }

  @Test func `an alert that waits says what UIKit says, and not that sheets come one at a time (S58, R47)`() {
    for kind in [PresentationModifier.Kind.alert, .confirmationDialog, .sheet, .cover, .popover] {
      let stage = ModifierStage()
      let other = stage.add(kind)
      stage.open()
      stage.set(other, .bool(true))
      stage.settle()
      #expect(stage.named("presenting", "warning") == ["warning presentation_waiting root"])
      let uikits =
        "Attempt to present the \(kind.rawValue) of <root> on <root> (from <root>) which is already presenting <P>. "
      #expect(
        stage.stage.messages[0].hasPrefix(kind.isAlert ? uikits : "Currently, only presenting a single sheet is "))
    }
  }

  @Test func `before 14.5 only the last modifier of a view works (R44)`() {
    for profile in [Profile.ios13, .ios14_5] {
      let stage = ModifierStage(profile)
      let other = stage.add(.sheet)
      stage.open()
      #expect(stage.scene.stack.isEmpty == profile.singleModifier, "\(profile.name)")
      guard profile.singleModifier else { continue }
      stage.set(other, .bool(true))
      stage.settle()
      #expect(stage.named("presenting") == ["presenting Q on root"])
    }
  }

  @Test
  func `one flag on every row presents nothing from 17.4 on; before, the first, and the others are refused (S77)`() {
    for profile in [Profile.ios16_4, .ios17_4, .ios18] {
      let stage = ModifierStage(profile)
      let rows = (0..<3).map { row -> ContentItem in
        var modifiers = ViewModifiers()
        modifiers.presentations = [PresentationModifier(.sheet, .flag(stage.item), content: ActionID(rawValue: 1))]
        return .modified(.text("row \(row)"), modifiers)
      }
      stage.scene.setContent(rows, of: stage.root)
      stage.set(stage.item, .bool(true))
      stage.settle()
      #expect(
        stage.named("presenting", "refused", "warning")
          == (profile.duplicateBindingDrops
            ? ["warning binding_shared i"]
            : [
              "warning binding_shared i", "presenting P on root", "refused transition_in_progress root",
              "refused transition_in_progress root",
            ]),
        "\(profile.name)")
    }
  }

  @Test func `an alert on a covered view comes when the sheet has gone, from 17.4 on (S58, R47, C-27)`() {
    for profile in [Profile.ios16_4, .ios17_4] {
      let stage = ModifierStage(profile)
      let alert = stage.add(.alert)
      stage.open()
      stage.set(alert, .bool(true))
      stage.settle()
      let word = profile.alertDuringDismissal ? "warning presentation_waiting root" : "warning presentation_lost t"
      #expect(stage.named("presenting", "warning") == [word], "\(profile.name)")
      stage.forget()
      stage.set(stage.flag, .bool(false))
      stage.settle()
      #expect(stage.named("presenting") == (profile.alertDuringDismissal ? ["presenting Q on root"] : []))
      #expect(stage.scene.value(of: alert) == .bool(true))
    }
  }

  @Test func `what is asked for together with another's dismissal is shown after it from 17.4 on (R46)`() {
    for profile in [Profile.ios16_4, .ios17_4] {
      for kind in [PresentationModifier.Kind.alert, .sheet] {
        let stage = ModifierStage(profile)
        let other = stage.add(kind)
        stage.open()
        stage.set(stage.flag, .bool(false))
        stage.set(other, .bool(true))
        stage.settle()
        #expect(stage.named("presenting").count == (profile.alertDuringDismissal ? 1 : 0), "\(profile.name) \(kind)")
        #expect(stage.lines.contains("warning presentation_lost t") == !profile.alertDuringDismissal)
      }
    }
  }

  @Test func `a modifier under what UIKit presented is refused, and tried again only after a toggle (C-32)`() throws {
    let stage = ModifierStage()
    try stage.stage.show(stage.sheet("U"))
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)", "refused already_presenting root"])
    stage.scene.dismiss(stage.root)
    stage.settle()
    #expect(stage.scene.stack.isEmpty)
    stage.set(stage.flag, .bool(false))
    stage.settle()
    stage.open()
    #expect(stage.scene.stack.count == 1)
  }

  // MARK: Views that go away

  @Test func `a modifier that is removed takes its sheet along, without animation; before 18 its flag too (R49)`() {
    for profile in [Profile.ios17_4, .ios18] {
      let stage = ModifierStage(profile)
      stage.open()
      stage.scene.setModifiers(ViewModifiers(), of: stage.root)
      stage.settle()
      #expect(
        stage.lines == Stage.leaving("P", "presenter_removed") + [
          "dismissal_transition_did_end P true", "view_did_disappear P", "on_disappear P",
          "dismissed P (presenter_removed)",
        ] + (profile.resetBindingOnModifierRemoval ? ["binding s = false (system)"] : [])
          + ["on_closed P (presenter_removed)"], "\(profile.name)")
      #expect(stage.scene.trace.entries.last?.time == stage.scene.trace.entries.first?.time)
    }
  }

  @Test func `a pushed view that is popped takes its sheet along, and it does not come again (S80)`() throws {
    let stage = ModifierStage()
    let (stack, home, view) = (stage.stage.sheet("N", .navigation), stage.sheet("Home"), stage.sheet("V"))
    try stage.scene.push(home, onto: stack, animated: false)
    try stage.scene.push(view, onto: stack, animated: false)
    stage.scene.setRoot(stack)
    let shown = stage.add(.sheet, to: view)
    stage.set(shown, .bool(true))
    stage.settle()
    stage.forget()
    try stage.scene.pop(stack)
    stage.set(shown, .bool(false))
    stage.settle()
    #expect(stage.named("presenting", "dismissing", "refused") == ["dismissing Q (presenter_removed)"])
    #expect(stage.scene.stack.isEmpty)
  }

  @Test func `a lower flag takes the upper sheet along, whose modifier hears nothing (S81, C-15)`() {
    let stage = ModifierStage()
    stage.open()
    let upper = stage.add(.sheet, to: stage.scene.top)
    stage.set(upper, .bool(true))
    stage.settle()
    stage.forget()
    stage.set(stage.flag, .bool(false))
    stage.settle()
    #expect(
      stage.lines == [
        "binding s = false (script)", "dismissing Q (ancestor)", "dismissing P (binding)", "view_will_disappear Q",
        "dismissal_transition_will_begin Q", "view_will_disappear P", "dismissal_transition_will_begin P",
        "dismissal_transition_did_end Q true", "view_did_disappear Q", "on_disappear Q", "dismissed Q (ancestor)",
        "on_closed Q (ancestor)",
      ] + ModifierStage.endBlock("P", "binding"))
    #expect(stage.scene.value(of: upper) == .bool(true))
  }

  // MARK: dismiss of the environment

  @Test func `dismiss pops in a sheet's stack, takes the sheet at its root, and does nothing in the presenter (S83)`()
    throws
  {
    let stage = ModifierStage()
    let (inner, pushed) = (stage.sheet("C"), stage.sheet("D"))
    stage.responder.presented = { [stage] _, _ in
      let stack = stage.stage.sheet("N", .navigation)
      _ = try? stage.scene.push(inner, onto: stack, animated: false)
      return stack
    }
    stage.open()
    try stage.scene.push(pushed, onto: stage.scene.top)
    stage.settle()
    stage.responder.presented = { _, _ in nil }
    stage.forget()
    stage.scene.dismissFromEnvironment(of: stage.root)
    #expect(stage.lines == ["no_effect environment.dismiss root (it is not presented)"])
    stage.scene.dismissFromEnvironment(of: pushed)
    stage.settle()
    #expect(stage.scene.controller(stage.scene.top).children == [inner])
    stage.forget()
    stage.scene.dismissFromEnvironment(of: inner)
    stage.settle()
    #expect(stage.named("binding", "dismissing") == ["binding s = false (system)", "dismissing N (script)"])
  }

  @Test func `dismiss of a pushed view takes what was pushed on it along, and not the sheet (R52)`() throws {
    let stage = ModifierStage()
    let (inner, pushed) = (stage.sheet("C"), stage.sheet("D"))
    stage.responder.presented = { [stage] _, _ in
      let stack = stage.stage.sheet("N", .navigation)
      _ = try? stage.scene.push(inner, onto: stack, animated: false)
      return stack
    }
    stage.open()
    let stack = stage.scene.top
    for controller in [pushed, stage.sheet("E")] { try stage.scene.push(controller, onto: stack, animated: false) }
    stage.settle()
    stage.scene.dismissFromEnvironment(of: pushed)
    stage.settle()
    #expect(stage.scene.controller(stack).children == [inner])
    #expect(stage.scene.top == stack)
    #expect(stage.scene.value(of: stage.flag) == .bool(true))
  }

  @Test func `dismiss stops at a navigation controller that UIKit presents (S84)`() throws {
    let stage = ModifierStage()
    let (stack, inner, pushed) = (stage.stage.sheet("N", .navigation), stage.sheet("C"), stage.sheet("D"))
    try stage.scene.push(inner, onto: stack, animated: false)
    try stage.scene.push(pushed, onto: stack, animated: false)
    try stage.stage.show(stack)
    stage.scene.dismissFromEnvironment(of: pushed)
    stage.settle()
    #expect(stage.lines == ["no_effect environment.dismiss D (it ends at the UIKit controller around it)"])
  }

  // MARK: Popovers, alerts, covers

  @Test func `a popover has no on_dismiss, and its flag is written at the end (S87)`() {
    let stage = ModifierStage(device: .ipad, .popover)
    stage.open()
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.named("dismissing", "binding", "on_dismiss") == ["dismissing P (outside)", "binding s = false (system)"])
  }

  @Test func `in compact height a modifier's sheet is a cover (R34)`() {
    let stage = ModifierStage(device: Device(idiom: .phone, width: .compact, height: .compact))
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(
      stage.named("will_present", "view_did_disappear") == ["will_present P (full_screen)", "view_did_disappear root"])
    stage.scene.swipeDown()
    #expect(stage.lines.last == "no_effect swipe_down P (full screen has no pull)")
  }

  @Test func `a cover takes no gesture; its flag takes it away (R22)`() {
    let stage = ModifierStage(.ios18, .cover)
    stage.open()
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.lines == ["no_effect swipe_down P (full screen has no pull)"])
    stage.set(stage.flag, .bool(false))
    stage.settle()
    #expect(stage.named("dismissing", "on_dismiss") == ["dismissing P (binding)", "on_dismiss P"])
  }

  @Test func `while it goes out after a nil, a sheet shows what it showed (R43)`() {
    let stage = ModifierStage(byItem: true)
    stage.set(stage.item, .string("a"))
    stage.settle()
    let sheet = stage.scene.top
    stage.set(stage.item, .none)
    stage.scene.runNext()
    #expect(stage.lines.contains("dismissing a (binding)"))
    #expect(stage.scene.controller(sheet).content == [.text("a")])
    stage.settle()
    #expect(stage.named("content_updated") == [])
  }

  @Test func `content that is reset with its flag goes out blank, which is told; reset later it is not (R43)`() {
    for isTogether in [true, false] {
      let stage = ModifierStage()
      let data = stage.scene.makeBinding(name: "data", initial: .string("Tea"))
      var configuration = ControllerConfiguration(name: "P")
      configuration.hasContentQuery = true
      stage.responder.contents = { [stage] _ in
        guard case .string(let text) = stage.scene.value(of: data) else { return [] }
        return [.text(text)]
      }
      stage.responder.presented = { [stage] _, _ in stage.scene.makeController(configuration) }
      stage.open()
      stage.set(stage.flag, .bool(false))
      if !isTogether { stage.settle() }
      stage.set(data, .none)
      stage.settle()
      #expect(
        stage.named("content_updated", "warning", "dismissing")
          == (isTogether
            ? ["content_updated P", "warning content_vanished P", "dismissing P (binding)"]
            : ["dismissing P (binding)"]))
      stage.responder.presented = { _, _ in nil }
      stage.responder.contents = { _ in nil }
    }
  }

  @Test func `a tap outside a dialog writes its flag at the end, and its cancel action runs (R57)`() {
    let stage = ModifierStage(.ios18, .confirmationDialog)
    stage.responder.presented = { [stage] _, _ in
      stage.stage.sheet(
        "D", .actionSheet, content: [.button(label: "No", role: .cancel, action: ActionID(rawValue: 4))])
    }
    stage.open()
    stage.scene.tapOutside()
    stage.settle()
    stage.responder.presented = { _, _ in nil }
    #expect(
      stage.named("dismissing", "binding", "on_dismiss", "on_closed", "action") == [
        "dismissing D (outside)", "binding s = false (system)", "on_closed D (outside)", "action D \"No\"",
      ])
  }

  @Test
  func `SwiftUI adds an OK to an alert without buttons and a cancel to a dialog without one, UIKit nothing (R57)`()
    throws
  {
    let go = ContentItem.button(label: "Go", role: .none, action: nil)
    let no = ContentItem.button(label: "No", role: .cancel, action: nil)
    for (kind, made, content, labels) in [
      (PresentationModifier.Kind.alert, ControllerKind.alert, [], ["OK"]), (.alert, .alert, [go], ["Go"]),
      (.confirmationDialog, .actionSheet, [go], ["Go", "Cancel"]),
      (.confirmationDialog, .actionSheet, [go, no], ["Go", "No"]),
    ] {
      let stage = ModifierStage(.ios18, kind)
      stage.responder.presented = { [stage] _, _ in stage.stage.sheet("A", made, content: content) }
      stage.open()
      #expect(stage.scene.tapLabels == labels)
      stage.responder.presented = { _, _ in nil }
    }
    let stage = Stage()
    try stage.show(stage.sheet("A", .alert))
    #expect(stage.scene.tapLabels == [])
  }

  @Test func `methods on the controller itself are heard beside SwiftUI's delegate (C-34)`() {
    let stage = ModifierStage()
    stage.responder.methods = [.didDismiss]
    stage.responder.presented = { [stage] _, _ in
      stage.scene.makeController(ControllerConfiguration(name: "P", hasInlineDelegate: true))
    }
    stage.open()
    stage.scene.swipeDown()
    stage.settle()
    stage.responder.presented = { _, _ in nil }
    #expect(
      stage.named("did_dismiss", "binding", "on_dismiss") == [
        "did_dismiss P", "binding s = false (system)", "on_dismiss P",
      ])
  }

  @Test func `what an alert shows was captured when it came (R56)`() {
    let stage = ModifierStage(.ios18, .alert, byItem: true)
    stage.responder.presented = { [stage] _, value in
      stage.stage.sheet(value.traceText, .alert, content: [.button(label: "OK", role: .none, action: nil)])
    }
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.set(stage.item, .string("b"))
    stage.settle()
    #expect(stage.named("presenting", "dismissing", "content_updated") == ["presenting a on root"])
    stage.responder.presented = { _, _ in nil }
  }

  // MARK: Moments

  /// An alert that a modifier presents, by a flag or an item, whose button does something.
  private func alert(
    _ profile: Profile = .ios18, byItem: Bool = false, _ rule: PresentationModifier.WhileClosing = .system,
    action: @escaping (ModifierStage) -> Void
  ) -> ModifierStage {
    let stage = ModifierStage(profile, .alert, byItem: byItem, whileClosing: rule)
    stage.responder.presented = { [unowned stage] number, value in
      guard number.rawValue == 1 else { return stage.sheet("Q") }
      let button = ContentItem.button(label: "OK", role: .none, action: ActionID(rawValue: 7))
      return stage.stage.sheet(byItem ? value.traceText : "A", .alert, content: [button])
    }
    stage.responder.react = { [unowned stage] callback in if case .action = callback { action(stage) } }
    stage.set(byItem ? stage.item : stage.flag, byItem ? .string("a") : .bool(true))
    stage.settle()
    stage.forget()
    return stage
  }

  /// From the tap on, the end of an alert named so.
  private static func going(_ name: String) -> [String] {
    Stage.leaving(name, "action") + [
      "dismissal_transition_did_end \(name) true", "view_did_disappear \(name)", "on_disappear \(name)",
      "dismissed \(name) (action)", "on_closed \(name) (action)",
    ]
  }

  @Test(arguments: [("top", "transition_in_progress"), ("root", "already_presenting")])
  func `what a SwiftUI alert's action presents is refused, and the alert goes (C-14, R4, R6)`(
    from: String, code: String
  ) throws {
    let stage = alert { stage in
      _ = try? stage.scene.present(stage.sheet("Q"), from: from == "top" ? stage.scene.top : stage.root)
    }
    try stage.scene.tap(label: "OK")
    stage.settle()
    #expect(
      stage.lines == [
        "tap \"OK\"", "action A \"OK\"", "refused \(code) Q", "binding s = false (system)",
      ] + Self.going("A"))
    stage.forget()
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.named("presenting", "on_closed") == ["presenting A on root"])
  }

  @Test func `a sheet that a SwiftUI alert's action asks for by a flag comes when the alert has gone (C-14, R46)`()
    throws
  {
    for profile in [Profile.ios16_4, .ios17_4] {
      var next: BindingID?
      let stage = alert(profile) { stage in if let next { stage.set(next, .bool(true)) } }
      next = stage.add(.sheet)
      try stage.scene.tap(label: "OK")
      stage.settle()
      #expect(
        stage.named("presenting", "on_closed", "warning")
          == (profile.alertDuringDismissal
            ? ["on_closed A (action)", "presenting Q on root"]
            : ["warning presentation_lost t", "on_closed A (action)"]),
        "\(profile.name)")
    }
  }

  @Test
  func `what an alert's action sets is overwritten by the write behind it, which is told; a buffer keeps it (C-14)`()
    throws
  {
    let stage = alert(byItem: true) { $0.set($0.item, .string("b")) }
    try stage.scene.tap(label: "OK")
    stage.settle()
    #expect(
      stage.lines == [
        "tap \"OK\"", "action a \"OK\"", "binding i = b (script)", "binding i = nil (system)",
        "warning presentation_lost i",
      ] + Self.going("a"))
    let kept = alert(byItem: true, .keepFirst) { stage in
      if stage.scene.value(of: stage.item) == .string("a") { stage.set(stage.item, .string("b")) }
    }
    try kept.scene.tap(label: "OK")
    kept.settle()
    #expect(
      kept.named("binding", "warning", "presenting", "on_closed") == [
        "binding i = b (script)", "binding i = nil (system)", "on_closed a (action)", "binding i = b (system)",
        "presenting b on root",
      ])
  }

  @Test(arguments: ["about to come in", "coming in", "springing back"])
  func `dismiss writes at once, and what is in a transition goes by its binding afterwards (R39, R30)`(
    moment: String
  ) {
    let stage = ModifierStage()
    stage.set(stage.flag, .bool(true))
    if moment == "springing back" {
      stage.settle()
      stage.scene.drag(fraction: 0.2)
      stage.scene.release()
    } else {
      while stage.scene.stack.isEmpty { stage.scene.runNext() }
      if moment == "coming in" { stage.scene.runNext() }
    }
    stage.forget()
    stage.scene.dismissFromEnvironment(of: stage.scene.top)
    #expect(stage.lines == ["binding s = false (system)"])
    stage.settle()
    #expect(
      stage.lines.suffix(9) == Stage.leaving("P", "binding")[...] + ModifierStage.endBlock("P", "binding")[...])
    #expect(stage.named("binding", "on_dismiss") == ["binding s = false (system)", "on_dismiss P"])
  }

  @Test(arguments: [Profile.ios17_4, .ios18])
  func `a modifier that goes during a committed swipe hears nothing, unless the profile says so (R49, C-30)`(
    _ profile: Profile
  ) {
    for outlives in [false, true] {
      var profile = profile
      profile.userDismissalOutlivesModifier = outlives
      let stage = ModifierStage(profile)
      stage.open()
      stage.scene.swipeDown()
      stage.scene.setModifiers(ViewModifiers(), of: stage.root)
      stage.settle()
      let write = outlives || profile.resetBindingOnModifierRemoval ? ["binding s = false (system)"] : []
      #expect(
        stage.named("binding", "on_dismiss", "on_closed")
          == write + (outlives ? ["on_dismiss P"] : []) + ["on_closed P (swipe)"], "\(profile.name), \(outlives)")
    }
  }

  @Test func `a host that is popped during a committed swipe hears nothing either (R49)`() throws {
    let stage = ModifierStage()
    let (navigation, first, pushed) = (stage.stage.sheet("N", .navigation), stage.sheet("A"), stage.sheet("B"))
    try stage.scene.push(first, onto: navigation, animated: false)
    try stage.scene.push(pushed, onto: navigation, animated: false)
    stage.scene.setRoot(navigation)
    let flag = stage.add(.sheet, to: pushed)
    stage.set(flag, .bool(true))
    stage.settle()
    stage.scene.swipeDown()
    try stage.scene.pop(navigation)
    stage.settle()
    #expect(stage.named("on_dismiss", "on_closed") == ["on_closed Q (swipe)"])
    #expect(stage.scene.value(of: flag) == .bool(true))
  }

  @Test func `what UIKit raises for a modifier's content is an error of the content (R8)`() throws {
    let stage = ModifierStage()
    let (navigation, child) = (stage.stage.sheet("N", .navigation), stage.sheet("C"))
    try stage.scene.push(child, onto: navigation)
    for (content, message) in [
      (child, "Application tried to present modally a view controller <C> that has a parent view controller <N>."),
      (
        stage.root,
        "Application tried to present modal view controller on itself. Presenting controller is <root>."
      ),
    ] {
      stage.set(stage.flag, .bool(false))
      stage.settle()
      stage.forget()
      stage.responder.presented = { _, _ in content }
      stage.set(stage.flag, .bool(true))
      stage.settle()
      #expect(stage.lines == ["binding s = true (script)", "error content root: \(message)"])
    }
    #expect(stage.scene.stack.isEmpty)
  }

  // MARK: Trees

  @Test func `a view that stays in its place appears once, one that leaves disappears, and the change is told`() {
    let stage = ModifierStage()
    let shown = stage.scene.makeBinding(name: "n", initial: .integer(2))
    var configuration = ControllerConfiguration(name: "P")
    configuration.hasContentQuery = true
    stage.responder.contents = { [stage] _ in
      guard case .integer(let count) = stage.scene.value(of: shown) else { return nil }
      return (0..<count).map { number in
        var modifiers = ViewModifiers()
        // Each evaluation brings closures of its own.
        modifiers.onAppear = [ActionID(rawValue: 100 + stage.scene.trace.count)]
        modifiers.onDisappear = [ActionID(rawValue: 200 + stage.scene.trace.count)]
        return .modified(.text("row \(number)"), modifiers)
      }
    }
    stage.responder.presented = { [stage] _, _ in stage.scene.makeController(configuration) }
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.named("on_appear") == ["on_appear P", "on_appear row 0", "on_appear row 1"])
    stage.forget()
    stage.set(shown, .integer(1))
    stage.settle()
    #expect(stage.lines == ["binding n = 1 (script)", "content_updated P", "on_disappear row 1"])
    stage.forget()
    stage.set(shown, .integer(1))
    stage.settle()
    #expect(stage.lines == ["binding n = 1 (script)"])
    stage.responder.presented = { _, _ in nil }
    stage.responder.contents = { _ in nil }
  }
}

extension ModifierStage {
  /// Lets the content be changed before it is presented.
  func presents(_ change: @escaping (ControllerID) -> Void) {
    responder.presented = { [unowned stage] _, _ in
      let controller = stage.sheet("P")
      change(controller)
      return controller
    }
  }

  /// Adds a modifier that presents `Q` by a flag `t`.
  func add(_ kind: PresentationModifier.Kind, to controller: ControllerID? = nil) -> BindingID {
    let flag = scene.makeBinding(name: "t", initial: .bool(false))
    let host = controller ?? root
    var modifiers = scene.controller(host).configuration.modifiers
    modifiers.presentations.append(
      PresentationModifier(kind, .flag(flag), content: ActionID(rawValue: 9), onDismiss: ActionID(rawValue: 8)))
    scene.setModifiers(modifiers, of: host)
    settle()
    forget()
    return flag
  }
}
