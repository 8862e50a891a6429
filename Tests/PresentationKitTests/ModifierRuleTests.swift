import PresentationKit
import Testing

/// Single rules of SwiftUI's half: delegates and nil, alerts' data, interaction, popovers' places, stale content.
@Suite struct ModifierRuleTests {
  // MARK: The framework's delegate

  @Test(arguments: [true, false])
  func `a slot that was emptied is nobody's, whoever was in it before (R55)`(isFirst: Bool) {
    let stage = ModifierStage()
    stage.open()
    let presentation = stage.scene.presentationController(of: stage.scene.top)
    if !isFirst { stage.scene.setDelegate(DelegateID(rawValue: 1), of: presentation) }
    stage.scene.setDelegate(nil, of: presentation)
    #expect(!stage.scene.hasFrameworkDelegate(presentation))
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.named("binding", "on_dismiss") == [])
    #expect(stage.lines.contains("warning delegate_replaced P"))
    #expect(stage.lines.contains("warning binding_out_of_step s"))
  }

  @Test func `a delegate that handed on and is gone hands on nothing (R55)`() {
    let stage = ModifierStage()
    stage.responder.forwarding = [DelegateID(rawValue: 1)]
    stage.open()
    stage.scene.setDelegate(DelegateID(rawValue: 1), of: stage.scene.presentationController(of: stage.scene.top))
    stage.responder.dead = [DelegateID(rawValue: 1)]
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.named("binding", "on_dismiss") == [])
  }

  // MARK: Alerts

  @Test(arguments: Profile.all)
  func `another identity presents an alert again before 15, and is ignored since (R56)`(profile: Profile) {
    let stage = ModifierStage(profile, .alert, byItem: true)
    stage.responder.presented = { [unowned stage] _, value in stage.stage.alert(value.traceText, "OK") }
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.set(stage.item, .string("b"))
    stage.settle()
    let isReplaced = ["ios13", "ios14.5"].contains(profile.name)
    #expect(
      stage.named("presenting", "dismissing", "content_updated")
        == ["presenting a on root"] + (isReplaced ? ["dismissing a (replaced)", "presenting b on root"] : []))
  }

  @Test func `an alert is shown only with its data, and keeps what it came with (R56)`() {
    let stage = ModifierStage()
    let data = stage.scene.makeBinding(name: "data", initial: .none)
    stage.responder.presented = { [unowned stage] _, value in stage.stage.alert("Delete \(value.traceText)?", "OK") }
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(.alert, .flag(stage.flag), presenting: data, content: ActionID(rawValue: 1))
    ]
    stage.scene.setModifiers(modifiers, of: stage.root)
    stage.open()
    #expect(stage.scene.stack == [])
    stage.set(data, .string("a"))
    stage.settle()
    stage.set(data, .none)
    stage.settle()
    stage.set(data, .string("b"))
    stage.settle()
    #expect(stage.named("presenting", "dismissing") == ["presenting Delete a? on root"])
    stage.set(stage.flag, .bool(false))
    stage.settle()
    #expect(stage.named("dismissing") == ["dismissing Delete a? (binding)"])
  }

  @Test(arguments: [true, false])
  func `an alert that says itself what it presents waits for it, and keeps what it came with (R56)`(isNew: Bool) {
    let stage = ModifierStage(.ios18, .alert)
    let data = stage.scene.makeBinding(name: "data", initial: .none)
    let make = { [unowned stage] in
      var configuration = ControllerConfiguration(name: "A", kind: .alert)
      configuration.presenting = data
      return stage.scene.makeController(configuration)
    }
    let made = isNew ? nil : make()
    stage.responder.presented = { _, _ in made ?? make() }
    stage.set(stage.flag, .bool(true))
    stage.settle()
    stage.set(data, .string("a"))
    stage.settle()
    stage.set(data, .none)
    stage.settle()
    stage.set(stage.flag, .bool(false))
    stage.settle()
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(
      stage.lines == ["binding s = true (script)", "binding data = a (script)"]
        + ModifierStage.arriving("A", on: "root") + ["binding data = nil (script)", "binding s = false (script)"]
        + Stage.leaving("A", "binding") + [
          "dismissal_transition_did_end A true", "view_did_disappear A", "on_disappear A", "dismissed A (binding)",
          "on_closed A (binding)", "binding s = true (script)",
        ])
  }

  @Test func `presented by code without a value such an alert raises, and nothing is linked (R56)`() throws {
    let stage = Stage()
    let data = stage.scene.makeBinding(name: "data", initial: .none)
    var configuration = ControllerConfiguration(name: "A", kind: .alert)
    configuration.presenting = data
    let alert = stage.scene.makeController(configuration)
    #expect(throws: PresentationException.self) { try stage.scene.present(alert, from: stage.root) }
    #expect(stage.lines == [])
    stage.scene.set(data, to: .string("a"))
    stage.settle()
    try stage.scene.present(alert, from: stage.root)
    stage.settle()
    #expect(stage.lines == ["binding data = a (script)"] + Stage.arriving("A", on: "root"))
  }

  // MARK: Interaction

  /// A sheet of two heights, by a modifier, whose content has these modifiers; behind it a button.
  private func interacting(_ change: @escaping (inout ViewModifiers) -> Void) -> ModifierStage {
    let stage = ModifierStage()
    stage.scene.setContent([.button(label: "behind", role: .none, action: ActionID(rawValue: 5))], of: stage.root)
    stage.responder.presented = { [unowned stage] _, _ in
      var modifiers = ViewModifiers()
      change(&modifiers)
      var configuration = ControllerConfiguration(
        name: "P", content: [.modified(.scrollView(name: "list", []), modifiers)])
      configuration.sheet.detents = [.height(120), .large]
      return stage.scene.makeController(configuration)
    }
    stage.open()
    return stage
  }

  @Test func `S90: up to a detent touches reach what is behind, above it a tap outside dismisses`() throws {
    let stage = interacting { $0.backgroundInteraction = .enabledUpThrough("height(120)") }
    try stage.scene.tap(label: "behind")
    #expect(stage.lines == ["tap \"behind\"", "action root \"behind\""])
    try stage.scene.dragToDetent("large")
    stage.settle()
    stage.forget()
    try stage.scene.tap(label: "behind")
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["refused covered root", "tap_outside"] + Stage.leaving("P", "outside") + [
        "dismissal_transition_did_end P true", "view_did_disappear P", "on_disappear P", "dismissed P (outside)",
        "binding s = false (system)", "on_dismiss P", "on_closed P (outside)",
      ])
  }

  @Test func `background interaction is off by itself, on at every height, or off whatever the sheet says (R19)`()
    throws
  {
    for (interaction, reaches) in [
      (ViewModifiers.BackgroundInteraction?.none, false), (.automatic, false), (.enabled, true), (.disabled, false),
    ] {
      let stage = interacting { $0.backgroundInteraction = interaction }
      stage.scene.setLargestUndimmedDetent(interaction == .disabled ? "large" : nil, of: stage.scene.top)
      try stage.scene.tap(label: "behind")
      #expect(stage.lines == (reaches ? ["tap \"behind\"", "action root \"behind\""] : ["refused covered root"]))
    }
  }

  @Test func `content interaction says whether a pan at the edge makes the sheet larger or scrolls (R16)`() {
    for (interaction, line) in [
      (ViewModifiers.ContentInteraction.scrolls, "scroll P list = 100"), (.resizes, "gesture P began"),
      (.automatic, "gesture P began"),
    ] {
      let stage = interacting { $0.contentInteraction = interaction }
      stage.scene.scroll(dy: -100)
      #expect(stage.lines.first == line, "\(interaction)")
    }
  }

  // MARK: Popovers

  @Test(arguments: Profile.all)
  func `a modifier's popover that is left outside goes by itself in 17.4, and only there (R36)`(
    profile: Profile
  ) throws {
    let stage = ModifierStage(profile, device: .ipad, .popover)
    stage.responder.presented = { [unowned stage] _, _ in
      var configuration = ControllerConfiguration(name: "P", style: .popover, anchor: "Share")
      configuration.sourceY = 600
      return stage.scene.makeController(configuration)
    }
    stage.open()
    try stage.scene.resize(width: .regular, height: .compact)
    stage.settle()
    let gone =
      ["binding s = false (system)"] + Stage.leaving("P", "binding") + [
        "dismissal_transition_did_end P true", "view_did_disappear P", "on_disappear P", "dismissed P (binding)",
        "on_closed P (binding)",
      ]
    #expect(stage.lines == ["resize regular compact"] + (profile.name == "ios17.4" ? gone : []))
  }

  @Test func `a popover that UIKit presents, or whose anchor moves along, stays (R36)`() throws {
    let stage = Stage(.ios17_4, device: .ipad)
    var configuration = ControllerConfiguration(name: "P", style: .popover, anchor: "Share")
    configuration.sourceY = 600
    try stage.show(stage.scene.makeController(configuration))
    try stage.scene.resize(width: .regular, height: .compact)
    stage.settle()
    #expect(stage.lines == ["resize regular compact"])
  }

  @Test func `passthrough views behind a popover keep their touches, and no others do`() throws {
    let stage = Stage(device: .ipad)
    stage.scene.setContent(
      ["Share", "Undo"].map { .button(label: $0, role: .none, action: ActionID(rawValue: 1)) }, of: stage.root)
    var configuration = ControllerConfiguration(name: "P", style: .popover, anchor: "Share")
    configuration.passthroughViews = ["Undo"]
    try stage.show(stage.scene.makeController(configuration))
    #expect(stage.scene.tapLabels == ["Undo"])
    try stage.scene.tap(label: "Undo")
    try stage.scene.tap(label: "Share")
    #expect(stage.lines == ["tap \"Undo\"", "action root \"Undo\"", "refused covered root"])
    #expect(stage.scene.stack.count == 1)
  }

  // MARK: Stale content

  /// What the content of each presentation saw of `x`, which is set to 1, 2, … together with the flag.
  private func seen(_ times: Int, byItem: Bool = false, _ prepare: (ModifierStage, BindingID) -> Void = { _, _ in })
    -> ([Value], ModifierStage)
  {
    let stage = ModifierStage(byItem: byItem)
    let x = stage.scene.makeBinding(name: "x", initial: .integer(0))
    prepare(stage, x)
    stage.settle()
    var seen: [Value] = []
    stage.responder.presented = { [unowned stage] _, _ in
      seen.append(stage.scene.value(of: x))
      return stage.sheet("P")
    }
    for time in 1...times {
      stage.set(x, .integer(Int64(time)))
      stage.set(byItem ? stage.item : stage.flag, byItem ? .string("a\(time)") : .bool(true))
      stage.settle()
      stage.set(byItem ? stage.item : stage.flag, byItem ? .none : .bool(false))
      stage.settle()
    }
    stage.responder.presented = { _, _ in nil }
    return (seen, stage)
  }

  @Test func `S85: the first opening by a flag sees what was before, the second is right (R53)`() {
    let (seen, stage) = seen(2)
    #expect(seen == [.integer(0), .integer(2)])
    #expect(stage.lines.filter { $0.hasPrefix("warning") } == ["warning stale_content x"])
  }

  @Test func `S85: an item has no such race (R53)`() {
    let (seen, stage) = seen(1, byItem: true)
    #expect(seen == [.integer(1)])
    #expect(!stage.lines.contains { $0.hasPrefix("warning") })
  }

  @Test func `state that the presenter itself reads is not stale (R53)`() {
    let bySwitch: (ModifierStage, BindingID) -> Void = { stage, x in
      var modifiers = stage.scene.controller(stage.root).configuration.modifiers
      modifiers.changes = [.init(binding: x, action: ActionID(rawValue: 3))]
      stage.scene.setModifiers(modifiers, of: stage.root)
    }
    let byField: (ModifierStage, BindingID) -> Void = { stage, x in
      stage.scene.setContent([.textField(name: "x", binding: x)], of: stage.root)
    }
    for prepare in [bySwitch, byField] {
      let (seen, stage) = seen(1, prepare)
      #expect(seen == [.integer(1)])
      #expect(!stage.lines.contains { $0.hasPrefix("warning") })
    }
  }

  @Test func `what was set in an earlier turn is seen (R53)`() {
    let stage = ModifierStage()
    let x = stage.scene.makeBinding(name: "x", initial: .integer(0))
    var seen: [Value] = []
    stage.responder.presented = { [unowned stage] _, _ in
      seen.append(stage.scene.value(of: x))
      return stage.sheet("P")
    }
    stage.set(x, .integer(1))
    stage.settle()
    stage.open()
    #expect(seen == [.integer(1)])
  }
}
