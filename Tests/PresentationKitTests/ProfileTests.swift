import PresentationKit
import Testing

/// Each switch and number of a profile changes its own story, in a way that follows from its rule, and no other's.
@Suite struct ProfileTests {
  /// Another value of one field, and a story that it changes.
  struct Change: Sendable, CustomStringConvertible {
    let name: String
    let set: @Sendable (inout Profile) -> Void
    let restore: @Sendable (inout Profile, Profile) -> Void
    /// The profile that the field is changed in.
    var base = Profile.ios18
    var device = Device.iphone
    /// Whether the times count that things happen at.
    var isTimed = false
    /// A line that is there with the other value, or only without it.
    let line: String
    var isOnlyBefore = false
    let story: @Sendable (Stage) throws -> Void
    var description: String { name }

    init<Value: Sendable>(
      _ name: String, _ field: WritableKeyPath<Profile, Value> & Sendable, _ value: Value, shows line: String,
      base: @Sendable (inout Profile) -> Void = { _ in }, on device: Device = .iphone, isTimed: Bool = false,
      isOnlyBefore: Bool = false, story: @escaping @Sendable (Stage) throws -> Void
    ) {
      self.name = name
      set = { $0[keyPath: field] = value }
      restore = { $0[keyPath: field] = $1[keyPath: field] }
      base(&self.base)
      self.device = device
      self.isTimed = isTimed
      self.line = line
      self.isOnlyBefore = isOnlyBefore
      self.story = story
    }
  }

  static let changes: [Change] = swiftuiChanges + uikitChanges + numberChanges

  static let swiftuiChanges: [Change] = [
    Change("singleModifier", \.singleModifier, true, shows: "warning presentation_lost sheet") { stage in
      stage.scene.set(modify(stage, .sheet, .sheet)[0], to: .bool(true))
    },
    Change(
      "representDuringDismissal", \.representDuringDismissal, false, shows: "warning presentation_lost sheet"
    ) { stage in
      let flag = open(stage, .sheet)
      stage.scene.set(flag, to: .bool(false))
      stage.scene.runNext()
      stage.scene.set(flag, to: .bool(true))
    },
    Change("alertDuringDismissal", \.alertDuringDismissal, false, shows: "warning presentation_lost asks") { stage in
      // On views of their own, as one view takes one modifier in 13.
      let (sheet, asks) = (open(stage, .sheet), stage.scene.makeBinding(name: "asks", initial: .bool(false)))
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.alert, .flag(asks), content: ActionID(rawValue: 2))]
      stage.scene.setContent([.modified(.text("row"), modifiers)], of: stage.root)
      stage.settle()
      stage.scene.set(sheet, to: .bool(false))
      stage.scene.set(asks, to: .bool(true))
    },
    Change("duplicateBindingDrops", \.duplicateBindingDrops, false, shows: "presenting P on root") { stage in
      let flag = stage.scene.makeBinding(name: "flag", initial: .bool(true))
      let modified = (0..<2).map { number -> ContentItem in
        var modifiers = ViewModifiers()
        modifiers.presentations = [PresentationModifier(.sheet, .flag(flag), content: ActionID(rawValue: 1))]
        return .modified(.text("row \(number)"), modifiers)
      }
      stage.responder.presented = { [unowned stage] _, _ in stage.sheet("P") }
      stage.scene.setContent(modified, of: stage.root)
    },
    Change(
      "popoverSafeAreaDismiss", \.popoverSafeAreaDismiss, true, shows: "binding popover = false (system)", on: .ipad
    ) { stage in
      _ = open(stage, .popover)
      try stage.scene.resize(width: .regular, height: .compact)
    },
    Change("compactAdaptation", \.compactAdaptation, false, shows: "will_present P (form_sheet)") { stage in
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
    Change(
      "resetBindingOnModifierRemoval", \.resetBindingOnModifierRemoval, true, shows: "binding sheet = false (system)"
    ) { stage in
      _ = open(stage, .sheet)
      stage.scene.setModifiers(ViewModifiers(), of: stage.root)
    },
    Change(
      "userDismissalOutlivesModifier", \.userDismissalOutlivesModifier, true, shows: "on_dismiss P"
    ) { stage in
      // By a constant, which nothing can write.
      stage.responder.presented = { [unowned stage] _, _ in stage.sheet("P") }
      var modifiers = ViewModifiers()
      modifiers.presentations = [
        PresentationModifier(
          .sheet, .flag(stage.scene.makeConstantBinding(.bool(true))), content: ActionID(rawValue: 1))
      ]
      stage.scene.setModifiers(modifiers, of: stage.root)
      stage.settle()
      pullAway(stage)
      stage.scene.setModifiers(ViewModifiers(), of: stage.root)
    },
    Change(
      "deepInteractiveDismissDisabled", \.deepInteractiveDismissDisabled, false, shows: "dismissal_cancelled N"
    ) { stage in
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
      stage.scene.drag(fraction: 0.3)
      stage.scene.release()
    },
    Change("swiftuiOwnsDelegate", \.swiftuiOwnsDelegate, false, shows: "binding sheet = false (system)") { stage in
      _ = open(stage, .sheet)
      stage.scene.setDelegate(stage.delegate, of: stage.scene.presentationController(of: stage.scene.top))
      pullAway(stage)
    },
    Change(
      "uikitDismissalResetsBinding", \.uikitDismissalResetsBinding, true, shows: "binding sheet = false (system)"
    ) { stage in
      _ = open(stage, .sheet)
      stage.scene.dismiss(stage.root)
    },
    Change("alertFollowsIdentity", \.alertFollowsIdentity, true, shows: "dismissing a (replaced)") { stage in
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

  /// Further than any profile here wants it, and not fast.
  static func pullAway(_ stage: Stage) {
    stage.scene.drag(fraction: 0.95)
    stage.scene.release()
  }

  static let uikitChanges: [Change] = [
    Change(
      "attemptOnBackdropTap", \.attemptOnBackdropTap, true, shows: "did_attempt_to_dismiss P (outside)", on: .ipad
    ) { stage in
      try refusing(stage)
      stage.scene.tapOutside()
    },
    Change("attemptTiming", \.attemptTiming, .atThreshold, shows: "did_attempt_to_dismiss P (swipe)") { stage in
      try refusing(stage)
      stage.scene.drag(fraction: 0.8)
      stage.scene.drag(fraction: 0.1)
      stage.scene.release()
    },
    Change(
      "dialogIsPopoverEverywhere", \.dialogIsPopoverEverywhere, true, shows: "dismissing A (outside)"
    ) { stage in
      try stage.show(stage.sheet("A", .actionSheet))
      stage.scene.tapOutside()
    },
  ]

  static let numberChanges: [Change] = [
    Change("transitionDuration", \.transitionDuration, 400, shows: "400 presented P", isTimed: true) { stage in
      try stage.scene.present(stage.sheet("P"), from: stage.root)
    },
    Change("alertDuration", \.alertDuration, 100, shows: "100 presented A", isTimed: true) { stage in
      try stage.scene.present(stage.alert("A", "OK"), from: stage.root)
    },
    Change("settleDuration", \.settleDuration, 200, shows: "200 dismissed P (swipe)", isTimed: true) { stage in
      try stage.scene.present(stage.sheet("P"), from: stage.root, animated: false)
      stage.settle()
      pullAway(stage)
    },
    Change("navigationDuration", \.navigationDuration, 100, shows: "100 view_did_appear D", isTimed: true) { stage in
      let navigation = stage.sheet("N", .navigation)
      try stage.scene.push(stage.sheet("C"), onto: navigation)
      stage.scene.setRoot(navigation)
      try stage.scene.push(stage.sheet("D"), onto: navigation)
    },
    Change("commitFraction", \.commitFraction, 0.9, shows: "dismissal_cancelled P") { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.7)
      stage.scene.release()
    },
    Change("commitVelocity", \.commitVelocity, 1200, shows: "dismissal_cancelled P") { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.3)
      stage.scene.release(velocity: 1000)
    },
    Change(
      "dismissalBeginFraction", \.dismissalBeginFraction, 0.2, shows: "view_will_disappear P", isOnlyBefore: true
    ) { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.drag(fraction: 0.1)
    },
    Change("flickVelocity", \.flickVelocity, 500, shows: "dismissal_cancelled P") { stage in
      try stage.show(stage.sheet("P"))
      stage.scene.swipeDown()
    },
    // A flick too slow to commit by its speed does so by its way.
    Change("flickFraction", \.flickFraction, 0.6, shows: "dismissing P (swipe)", base: { $0.flickVelocity = 100 }) {
      stage in
      try stage.show(stage.sheet("P"))
      stage.scene.swipeDown()
    },
    // 240 points up are more than half of the way from 400 to 800, and less than half of that from 500 to 1000.
    Change("containerHeight", \.containerHeight, 1000, shows: "detent P = large (user)", isOnlyBefore: true) { stage in
      try detented(stage)
      stage.scene.scroll(dy: -240)
    },
    // 150 points are less than half of 360, and more than half of 200.
    Change(
      "compactContainerHeight", \.compactContainerHeight, 200, shows: "dismissing P (swipe)",
      on: Device(idiom: .phone, width: .compact, height: .compact)
    ) { stage in
      try stage.show(stage.sheet("P", content: [list]))
      stage.scene.scroll(dy: 150)
    },
    // From 440 points at 2000 a second it would be at 840 in a fifth of one.
    Change("detentProjection", \.detentProjection, 0, shows: "detent P = large (user)", isOnlyBefore: true) { stage in
      try detented(stage)
      stage.scene.drag(fraction: -0.1)
      stage.scene.release(velocity: -2000)
    },
    Change(
      "actOverPullAsks", \.actOverPullAsks, false, shows: "should_dismiss P -> false", on: .macCatalyst,
      isOnlyBefore: true
    ) { stage in
      // The policy says yes to the pull, and no to the key.
      try stage.show(stage.sheet("P", delegate: true))
      stage.responder.methods = [.shouldDismiss]
      stage.scene.drag(fraction: 0.3)
      stage.responder.shouldDismiss = { _ in false }
      stage.scene.pressEscape()
    },
    // A finger half of the way down on a sheet that follows half of it; only its height tells.
    Change("resistance", \.resistance, 0.5, shows: "height of P: 75") { stage in
      try stage.show(stage.sheet("P", modal: .constant(true)))
      stage.scene.drag(fraction: 0.5)
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

  /// The trace of a story, and how high its sheets are before it comes to rest where a height is what it is about.
  private static func trace(_ profile: Profile, _ change: Change) throws -> [String] {
    let stage = Stage(profile, device: change.device)
    try change.story(stage)
    let heights = stage.scene.status().map { status in
      "height of \(status.name): \(Int((100 * (status.height ?? 0) / profile.containerHeight).rounded()))"
    }
    stage.settle()
    let lines = zip(stage.scene.trace.entries, stage.lines).map { entry, line in
      change.isTimed ? "\(entry.time) \(line)" : line
    }
    return lines + (change.line.hasPrefix("height") ? heights : [])
  }

  private static func changed(_ change: Change) -> Profile {
    var profile = change.base
    change.set(&profile)
    return profile
  }

  @Test(arguments: changes)
  func `the other value changes the trace as its rule says, and the old one gives it back`(_ change: Change) throws {
    var profile = Self.changed(change)
    let (before, after) = (try Self.trace(change.base, change), try Self.trace(profile, change))
    #expect(before != after)
    #expect(after.contains(change.line) != change.isOnlyBefore)
    #expect(before.contains(change.line) == change.isOnlyBefore)
    change.restore(&profile, change.base)
    #expect(try Self.trace(profile, change) == before)
  }

  @Test(arguments: changes)
  func `a change sets the field it is named after and no other`(_ change: Change) {
    let (before, after) = (Mirror(reflecting: change.base).children, Mirror(reflecting: Self.changed(change)).children)
    let changed = zip(before, after).filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
    #expect(changed == [change.name])
  }

  @Test(arguments: changes)
  func `no other field changes the trace of its story`(_ change: Change) throws {
    let before = try Self.trace(change.base, change)
    for other in Self.changes where other.name != change.name {
      var profile = change.base
      other.set(&profile)
      #expect(try Self.trace(profile, change) == before, "\(other.name)")
    }
  }

  /// What a profile is called.
  static let labels = ["name", "version"]

  @Test func `every field of a profile has its story, once`() {
    let all = Mirror(reflecting: Profile.ios18).children.compactMap(\.label)
    #expect(all.sorted() == (Self.changes.map(\.name) + Self.labels).sorted())
  }

  @Test func `of the versions only 26 changes UIKit's half`() throws {
    for change in Self.uikitChanges {
      let before = try Self.trace(.ios18, change)
      for profile in Profile.all {
        let isSame = try Self.trace(profile, change) == before
        #expect(isSame == (profile.name != "ios26" || change.name != "dialogIsPopoverEverywhere"), "\(profile.name)")
      }
    }
  }
}
