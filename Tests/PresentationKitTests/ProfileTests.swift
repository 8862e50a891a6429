import PresentationKit
import Testing

/// Each switch and number of a profile changes the trace of its story, and no other switch does.
@Suite struct ProfileTests {
  struct Change: Sendable, CustomStringConvertible {
    let name: String
    let change: @Sendable (inout Profile) -> Void
    /// A story in which it shows; the profile is in force.
    let story: @Sendable (Stage) throws -> Void
    var description: String { name }
  }

  static let changes: [Change] = uikitChanges + swiftuiChanges

  static let swiftuiChanges: [Change] = [
    Change(name: "singleModifier") {
      $0.singleModifier = true
    } story: { stage in
      let flags = modify(stage, .sheet, .sheet)
      stage.scene.set(flags[0], to: .bool(true))
    },
    Change(name: "representDuringDismissal") {
      $0.representDuringDismissal = false
    } story: { stage in
      let flag = open(stage, .sheet)
      stage.scene.set(flag, to: .bool(false))
      stage.scene.runNext()
      stage.scene.set(flag, to: .bool(true))
    },
    Change(name: "alertDuringDismissal") {
      $0.alertDuringDismissal = false
    } story: { stage in
      // On views of their own, as one view takes one modifier in 13.
      let (sheet, asks) = (open(stage, .sheet), stage.scene.makeBinding(name: "asks", initial: .bool(false)))
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.alert, .flag(asks), content: ActionID(rawValue: 2))]
      stage.scene.setContent([.modified(.text("row"), modifiers)], of: stage.root)
      stage.settle()
      stage.scene.set(sheet, to: .bool(false))
      stage.scene.set(asks, to: .bool(true))
    },
    Change(name: "duplicateBindingDrops") {
      $0.duplicateBindingDrops = false
    } story: { stage in
      let flag = stage.scene.makeBinding(name: "flag", initial: .bool(true))
      let modified = (0..<2).map { number -> ContentItem in
        var modifiers = ViewModifiers()
        modifiers.presentations = [PresentationModifier(.sheet, .flag(flag), content: ActionID(rawValue: 1))]
        return .modified(.text("row \(number)"), modifiers)
      }
      stage.responder.presented = { [unowned stage] _, _ in stage.sheet("P") }
      stage.scene.setContent(modified, of: stage.root)
    },
    Change(name: "popoverSafeAreaDismiss") {
      $0.popoverSafeAreaDismiss = true
    } story: { stage in
      _ = open(stage, .popover)
      stage.scene.resize(width: .regular, height: .compact)
    },
    Change(name: "compactAdaptation") {
      $0.compactAdaptation = false
    } story: { stage in
      let flag = modify(stage, .popover)[0]
      stage.responder.presented = { [unowned stage] _, _ in
        let popover = stage.sheet("P")
        var modifiers = ViewModifiers()
        modifiers.compactAdaptation = .init(horizontal: .none)
        stage.scene.setModifiers(modifiers, of: popover)
        return popover
      }
      stage.scene.set(flag, to: .bool(true))
    },
    Change(name: "resetBindingOnModifierRemoval") {
      $0.resetBindingOnModifierRemoval = true
    } story: { stage in
      _ = open(stage, .sheet)
      stage.scene.setModifiers(ViewModifiers(), of: stage.root)
    },
    Change(name: "deepInteractiveDismissDisabled") {
      $0.deepInteractiveDismissDisabled = false
    } story: { stage in
      _ = modify(stage, .sheet).map { stage.scene.set($0, to: .bool(true)) }
      stage.responder.presented = { [unowned stage] _, _ in
        let (outer, inner) = (stage.sheet("N", .navigation), stage.sheet("C"))
        var modifiers = ViewModifiers()
        modifiers.interactiveDismissDisabled = [.constant(true)]
        stage.scene.setModifiers(modifiers, of: inner)
        _ = try? stage.scene.push(inner, onto: outer, animated: false)
        return outer
      }
      stage.settle()
      stage.scene.swipeDown()
    },
    Change(name: "swiftuiOwnsDelegate") {
      $0.swiftuiOwnsDelegate = false
    } story: { stage in
      _ = open(stage, .sheet)
      stage.scene.setDelegate(stage.delegate, of: stage.scene.presentationController(of: stage.scene.top))
      stage.scene.swipeDown()
    },
    Change(name: "uikitDismissalResetsBinding") {
      $0.uikitDismissalResetsBinding = true
    } story: { stage in
      _ = open(stage, .sheet)
      stage.scene.dismiss(stage.root)
    },
    Change(name: "alertFollowsIdentity") {
      $0.alertFollowsIdentity = true
    } story: { stage in
      let item = stage.scene.makeBinding(name: "item", initial: .string("a"))
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.alert, .item(item), content: ActionID(rawValue: 1))]
      stage.responder.presented = { [unowned stage] _, value in stage.alert(value.traceText, "OK") }
      stage.scene.setModifiers(modifiers, of: stage.root)
      stage.settle()
      stage.scene.set(item, to: .string("b"))
    },
  ]

  /// Puts modifiers on the root, each with a flag of its own.
  static func modify(_ stage: Stage, _ kinds: PresentationModifier.Kind...) -> [BindingID] {
    let flags = kinds.map { stage.scene.makeBinding(name: $0.rawValue, initial: .bool(false)) }
    var modifiers = ViewModifiers()
    modifiers.presentations = zip(kinds, flags).map { kind, flag in
      PresentationModifier(kind, .flag(flag), content: ActionID(rawValue: kind == .alert ? 2 : 1))
    }
    stage.responder.presented = { [unowned stage] number, _ in
      if number.rawValue == 2 { return stage.alert("A", "OK") }
      var configuration = ControllerConfiguration(name: "P", anchor: "Share")
      configuration.sourceY = 600
      return stage.scene.makeController(configuration)
    }
    stage.scene.setModifiers(modifiers, of: stage.root)
    return flags
  }

  /// Presents by a modifier of the root.
  static func open(_ stage: Stage, _ kind: PresentationModifier.Kind) -> BindingID {
    let flag = modify(stage, kind)[0]
    stage.scene.set(flag, to: .bool(true))
    stage.settle()
    return flag
  }

  static let uikitChanges: [Change] = [
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
    var device =
      ["attemptOnBackdropTap", "popoverSafeAreaDismiss"].contains(change.name) ? Device.ipad : .iphone
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

  /// The switches; numbers change when things happen, whatever the story.
  static let switches = changes.filter { change in
    ["attemptOnBackdropTap", "attemptTiming", "dialogIsPopoverEverywhere"].contains(change.name)
      || swiftuiChanges.contains { $0.name == change.name }
  }

  @Test(arguments: switches)
  func `no other switch changes the trace of its story`(_ change: Change) throws {
    for other in Self.switches where other.name != change.name {
      var profile = Profile.ios18
      other.change(&profile)
      #expect(try Self.trace(profile, change) == Self.trace(.ios18, change), "\(other.name)")
    }
  }

  /// How far a sheet resists shows in its status alone.
  static let withoutTrace = ["name", "version", "resistance"]

  @Test func `every switch of a profile is tried, or is known to leave the trace alone`() {
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
