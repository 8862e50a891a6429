import PresentationKit
import Testing

/// What SwiftUI's content says of its presentation in compact sizes (R33, R34).
@Suite struct CompactAdaptationTests {
  typealias Stated = ViewModifiers.CompactAdaptation

  /// A presentation by a modifier, whose content says this of a view in it.
  private func stage(
    _ kind: PresentationModifier.Kind, _ stated: Stated, _ profile: Profile = .ios18, device: Device = .iphone,
    hasDelegate: Bool = false
  ) -> ModifierStage {
    let stage = ModifierStage(profile, device: device, kind)
    stage.responder.presented = { [unowned stage] _, _ in
      var modifiers = ViewModifiers()
      modifiers.compactAdaptation = stated
      return stage.scene.makeController(
        ControllerConfiguration(
          name: "P", content: [.modified(.text("inside"), modifiers)],
          delegate: hasDelegate ? stage.stage.delegate : nil))
    }
    return stage
  }

  private func device(_ width: Device.SizeClass, _ height: Device.SizeClass) -> Device {
    Device(idiom: .phone, width: width, height: height)
  }

  /// The style that `will_present` says.
  private func style(
    of kind: PresentationModifier.Kind, _ stated: Stated, _ device: Device, _ profile: Profile = .ios18
  ) -> [String] {
    let stage = stage(kind, stated, profile, device: device)
    stage.set(stage.flag, .bool(true))
    stage.settle()
    return stage.named("will_present")
  }

  @Test func `a popover whose content says none stays one in compact width, and has an outside`() {
    let stage = stage(.popover, .init(horizontal: .none, vertical: .none))
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)"] + ModifierStage.arriving("P", on: "root"))
    stage.forget()
    stage.scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside"] + Stage.leaving("P", "outside") + [
        "dismissal_transition_did_end P true", "view_did_disappear P", "on_disappear P", "dismissed P (outside)",
        "binding s = false (system)", "on_closed P (outside)",
      ])
  }

  @Test(arguments: [
    (Stated.Adaptation.automatic, "form_sheet"), (.none, "none"), (.popover, "none"), (.sheet, "form_sheet"),
    (.fullScreenCover, "full_screen"),
  ])
  func `each word says what a popover becomes in compact width`(word: Stated.Adaptation, style: String) {
    #expect(
      self.style(of: .popover, .init(horizontal: word), device(.compact, .regular)) == ["will_present P (\(style))"])
  }

  @Test(arguments: [
    (Stated.Adaptation.automatic, "full_screen"), (.none, "none"), (.popover, "none"), (.sheet, "none"),
    (.fullScreenCover, "full_screen"),
  ])
  func `each word says what a sheet becomes in compact height`(word: Stated.Adaptation, style: String) {
    #expect(
      self.style(of: .sheet, .init(vertical: word), device(.regular, .compact)) == ["will_present P (\(style))"])
  }

  @Test func `where both sizes are compact the vertical word counts, and in regular ones none does`() {
    let stated = Stated(horizontal: .none, vertical: .fullScreenCover)
    #expect(style(of: .popover, stated, device(.compact, .compact)) == ["will_present P (full_screen)"])
    #expect(style(of: .popover, stated, device(.regular, .compact)) == ["will_present P (full_screen)"])
    #expect(style(of: .popover, stated, device(.compact, .regular)) == ["will_present P (none)"])
    #expect(style(of: .popover, stated, .ipad) == ["will_present P (none)"])
  }

  @Test(arguments: Profile.all)
  func `before 16.4 what content says of compact sizes has no effect`(profile: Profile) {
    let isHeard = ["ios16.4", "ios17.4", "ios18", "ios26"].contains(profile.name)
    #expect(
      style(of: .popover, .init(horizontal: .none), device(.compact, .regular), profile)
        == ["will_present P (\(isHeard ? "none" : "form_sheet"))"])
  }

  @Test func `a live change of size adapts as the content says, and back`() throws {
    let stage = stage(.popover, .init(horizontal: .fullScreenCover, vertical: .sheet), device: .ipad)
    stage.open()
    try stage.scene.resize(width: .compact, height: .regular)
    try stage.scene.resize(width: .regular, height: .compact)
    try stage.scene.resize(width: .regular, height: .regular)
    stage.settle()
    #expect(
      stage.lines == [
        "resize compact regular", "will_present P (full_screen)", "adapted P popover -> full_screen",
        "view_will_disappear root", "view_did_disappear root", "resize regular compact",
        "will_present P (form_sheet)", "adapted P full_screen -> form_sheet", "view_will_appear root",
        "view_is_appearing root", "view_did_appear root", "resize regular regular", "will_present P (none)",
        "adapted P form_sheet -> popover",
      ])
  }

  @Test func `of several the outermost counts`() {
    let stage = ModifierStage(.ios18, .popover)
    stage.responder.presented = { [unowned stage] _, _ in
      var (outer, inner) = (ViewModifiers(), ViewModifiers())
      outer.compactAdaptation = .init(horizontal: .fullScreenCover)
      inner.compactAdaptation = .init(horizontal: .none)
      var configuration = ControllerConfiguration(name: "P", content: [.modified(.text("inside"), inner)])
      configuration.modifiers = outer
      return stage.scene.makeController(configuration)
    }
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.named("will_present") == ["will_present P (full_screen)"])
  }

  @Test func `another's delegate answers instead of SwiftUI's, and what UIKit presents hears nothing`() throws {
    let replaced = stage(.popover, .init(horizontal: .none), hasDelegate: true)
    replaced.set(replaced.flag, .bool(true))
    replaced.settle()
    #expect(replaced.named("will_present") == ["will_present P (form_sheet)"])
    let uikit = Stage()
    var modifiers = ViewModifiers()
    modifiers.compactAdaptation = .init(horizontal: .none)
    var configuration = ControllerConfiguration(name: "P", style: .popover, anchor: "Share")
    configuration.modifiers = modifiers
    try uikit.scene.present(uikit.scene.makeController(configuration), from: uikit.root)
    uikit.settle()
    #expect(uikit.lines.contains("will_present P (form_sheet)"))
  }

  /// What comes when content that said none says something else, at rest.
  private func changed(
    to stated: Stated?, _ profile: Profile = .ios18, hasDelegate: Bool = false, going: Bool = false
  ) -> [String] {
    let stage = stage(.popover, .init(horizontal: .none), profile, hasDelegate: hasDelegate)
    stage.open()
    if going { stage.scene.tapOutside() }
    stage.forget()
    var modifiers = ViewModifiers()
    modifiers.compactAdaptation = stated
    stage.scene.setContent([.modified(.text("inside"), modifiers)], of: stage.scene.top)
    #expect(stage.lines == [])
    stage.settle()
    return stage.lines
  }

  @Test func `what content says of compact sizes counts from the next update on (R33)`() {
    let sheet = ["will_present P (form_sheet)", "adapted P popover -> form_sheet"]
    #expect(changed(to: .init(horizontal: .sheet)) == sheet)
    #expect(changed(to: .init(horizontal: .automatic)) == sheet)
    #expect(changed(to: nil) == sheet)
    #expect(
      changed(to: .init(horizontal: .fullScreenCover)) == [
        "will_present P (full_screen)", "adapted P popover -> full_screen", "view_will_disappear root",
        "view_did_disappear root",
      ])
    #expect(changed(to: .init(horizontal: .popover)) == [])
    #expect(changed(to: .init(horizontal: .sheet), .ios16) == [])
    // Another's delegate is not asked for that, and what goes out stays as it is.
    #expect(changed(to: .init(horizontal: .sheet), hasDelegate: true) == [])
    #expect(!changed(to: .init(horizontal: .sheet), going: true).contains { $0.hasPrefix("adapted") })
  }
}
