import PresentationKit
import Testing

/// Each switch and number of a profile that UIKit's half looks at changes the trace, and nothing else does.
@Suite struct ProfileTests {
  struct Change: Sendable, CustomStringConvertible {
    let name: String
    let change: @Sendable (inout Profile) -> Void
    /// A story in which it shows; the profile is in force.
    let story: @Sendable (Stage) throws -> Void
    var description: String { name }
  }

  static let changes: [Change] = [
    Change(name: "attemptOnBackdropTap") {
      $0.attemptOnBackdropTap = true
    } story: { stage in
      try refusing(stage)
      stage.scene.tapOutside()
    },
    Change(name: "attemptTiming") {
      $0.attemptTiming = .atThreshold
    } story: { stage in
      try refusing(stage)
      stage.scene.drag(fraction: 0.8)
      stage.scene.drag(fraction: 0.1)
      stage.scene.release()
    },
    Change(name: "dialogIsPopoverEverywhere") {
      $0.dialogIsPopoverEverywhere = true
    } story: { stage in
      try stage.show(stage.sheet("A", .actionSheet))
      stage.scene.tapOutside()
    },
    Change(name: "transitionDuration") {
      $0.transitionDuration = 400
    } story: { stage in
      try stage.scene.present(stage.sheet("P"), from: stage.root)
    },
    Change(name: "alertDuration") {
      $0.alertDuration = 100
    } story: { stage in
      try stage.scene.present(stage.alert("A", "OK"), from: stage.root)
    },
    Change(name: "settleDuration") {
      $0.settleDuration = 200
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.swipeDown()
    },
    Change(name: "navigationDuration") {
      $0.navigationDuration = 100
    } story: { stage in
      let navigation = stage.sheet("N", .navigation)
      stage.scene.setRoot(navigation)
      try stage.scene.push(stage.sheet("C"), onto: navigation)
    },
    Change(name: "commitFraction") {
      $0.commitFraction = 0.9
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.7)
      stage.scene.release()
    },
    Change(name: "commitVelocity") {
      $0.commitVelocity = 2000
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.1)
      stage.scene.release(velocity: 1000)
    },
    Change(name: "dismissalBeginFraction") {
      $0.dismissalBeginFraction = 0.2
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.1)
    },
    Change(name: "flickVelocity") {
      $0.flickVelocity = 500
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.swipeDown()
    },
    Change(name: "flickFraction") {
      $0.flickFraction = -0.1
    } story: { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.swipeDown()
    },
    Change(name: "containerHeight") {
      $0.containerHeight = 1000
    } story: { stage in
      try detented(stage)
      // 240 points up are more than half of the way from 400 to 800, and less than half of that from 500 to 1000.
      stage.scene.scroll(dy: -240)
    },
    Change(name: "compactContainerHeight") {
      $0.compactContainerHeight = 200
    } story: { stage in
      try stage.show(stage.sheet("P", content: [list]))
      stage.scene.scroll(dy: 150)
    },
    Change(name: "detentProjection") {
      $0.detentProjection = 0
    } story: { stage in
      try detented(stage)
      stage.scene.drag(fraction: -0.1)
      stage.scene.release(velocity: -2000)
    },
  ]

  static let list = ContentItem.scrollView(name: "list", [])

  static func refusing(_ stage: Stage) throws {
    try stage.show(stage.sheet("P", style: .formSheet, modal: .constant(true), delegate: true))
    stage.responder.methods = Set(DelegateMethod.allCases)
  }

  static func detented(_ stage: Stage) throws {
    var configuration = ControllerConfiguration(name: "P", content: [list])
    configuration.sheet.detents = [.medium, .large]
    try stage.show(stage.scene.makeController(configuration))
  }

  /// The trace of a story, with times.
  private static func trace(_ profile: Profile, _ change: Change) throws -> [String] {
    var device = ["attemptOnBackdropTap"].contains(change.name) ? Device.ipad : .iphone
    if change.name == "compactContainerHeight" { device.height = .compact }
    let stage = Stage(profile, device: device)
    try change.story(stage)
    stage.settle()
    return stage.scene.trace.entries.map { "\($0.time) \($0.text)" }
  }

  @Test(arguments: changes)
  func `exactly this switch changes the trace`(_ change: Change) throws {
    var profile = Profile.ios18
    change.change(&profile)
    #expect(try Self.trace(profile, change) != Self.trace(.ios18, change))
  }

  /// SwiftUI's switches are data until SwiftUI is modelled; how far a sheet resists shows in its status alone.
  static let withoutTrace = [
    "name", "version", "singleModifier", "representDuringDismissal", "alertDuringDismissal", "duplicateBindingDrops",
    "popoverSafeAreaDismiss", "resetBindingOnModifierRemoval", "deepInteractiveDismissDisabled", "swiftuiOwnsDelegate",
    "uikitDismissalResetsBinding", "resistance",
  ]

  @Test func `every switch of a profile is tried, or is known to leave UIKit's half alone`() {
    let all = Mirror(reflecting: Profile.ios18).children.compactMap(\.label)
    #expect(Set(all) == Set(Self.changes.map(\.name)).union(Self.withoutTrace))
  }

  @Test func `of the versions only 26 changes UIKit's half`() throws {
    let dialog = try #require(Self.changes.first { $0.name == "dialogIsPopoverEverywhere" })
    for profile in Profile.all {
      let isSame = try Self.trace(profile, dialog) == Self.trace(.ios18, dialog)
      #expect(isSame == (profile.name != "ios26"), "\(profile.name)")
    }
  }

  @Test func `how far a sheet resists is a number of the profile`() throws {
    var profile = Profile.ios18
    profile.resistance = 0.5
    let stage = Stage(profile)
    try stage.show(stage.sheet("P", modal: .constant(true)))
    stage.scene.drag(fraction: 0.5)
    #expect(stage.scene.status().first?.height == 600)
  }
}
