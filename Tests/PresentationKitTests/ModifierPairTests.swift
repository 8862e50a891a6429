import PresentationKit
import Testing

/// Two modifiers with one another (R44 to R48), and what alerts and dialogs keep and run (R56, R57): all combinations, with
/// what is expected from tables of the rules that are written here a second time.
@Suite struct ModifierPairTests {
  // MARK: Two modifiers

  enum Place: CaseIterable { case oneView, twoViews, inside }
  enum Moment: CaseIterable {
    case together, whileShown, withDismissal, whileGoing
    /// One flag is on both.
    case shared
  }

  /// Who closes the first.
  enum Closer: CaseIterable { case flag, environment, user, uikit }

  struct Pair {
    var first: PresentationModifier.Kind
    var second: PresentationModifier.Kind
    var place: Place
    var moment: Moment
    var profile: Profile
    var closer = Closer.flag
  }

  struct Verdict: Equatable {
    /// What is presented, in order, when the first is closed by its flag in the end.
    var shown: [String]
    /// The codes of warnings and refusals.
    var told: [String] = []
  }

  static func expected(_ pair: Pair) -> Verdict {
    var verdict = untilClosed(pair)
    // What code dismisses through UIKit leaves its flag on, which is told (C-29).
    if pair.closer == .uikit, verdict.shown.first == "A" { verdict.told.append("binding_out_of_step") }
    return verdict
  }

  static func untilClosed(_ pair: Pair) -> Verdict {
    let (isMultiple, isLate) = (pair.profile.version >= "14.5", pair.profile.version >= "17.4")
    if pair.place == .inside { return expectedInside(pair) }
    let isSuperseded = pair.place == .oneView && !isMultiple
    switch pair.moment {
    case .shared where isLate: return Verdict(shown: [], told: ["binding_shared"])
    case .shared where isSuperseded: return Verdict(shown: ["B"], told: ["presentation_lost", "binding_shared"])
    case .shared: return Verdict(shown: ["A"], told: ["binding_shared", "transition_in_progress"])
    case _ where isSuperseded: return Verdict(shown: ["B"], told: ["presentation_lost"])
    case .together, .whileShown:
      if pair.second.isAlert, !isLate { return Verdict(shown: ["A"], told: ["presentation_lost"]) }
      return Verdict(shown: ["A", "B"], told: ["presentation_waiting"])
    case .withDismissal, .whileGoing:
      return isLate ? Verdict(shown: ["A", "B"]) : Verdict(shown: ["A"], told: ["presentation_lost"])
    }
  }

  /// A modifier in what the first presents: it is there as long as that (R47, R48).
  static func expectedInside(_ pair: Pair) -> Verdict {
    switch pair.moment {
    case .together, .whileShown: Verdict(shown: ["A", "B"])
    case .withDismissal, .whileGoing: Verdict(shown: ["A"])
    case .shared where pair.profile.version >= "17.4": Verdict(shown: ["A"], told: ["binding_shared"])
    case .shared: Verdict(shown: ["A", "B"], told: ["binding_shared"])
    }
  }

  private static func modifiers(_ kind: PresentationModifier.Kind, _ flag: BindingID, _ number: Int) -> ViewModifiers {
    var modifiers = ViewModifiers()
    modifiers.presentations = [PresentationModifier(kind, .flag(flag), content: ActionID(rawValue: number))]
    return modifiers
  }

  private static func content(_ kind: PresentationModifier.Kind, _ name: String, _ stage: Stage) -> ControllerID {
    let controller: ControllerKind =
      kind == .alert ? .alert : kind == .confirmationDialog ? .actionSheet : .viewController
    return stage.sheet(name, controller, content: [.button(label: name, role: .none, action: nil)])
  }

  static func found(_ pair: Pair) -> Verdict {
    let stage = Stage(pair.profile, device: .ipad)
    let scene = stage.scene
    let one = scene.makeBinding(name: "one", initial: .bool(false))
    let two = pair.moment == .shared ? one : scene.makeBinding(name: "two", initial: .bool(false))
    let (first, second) = (modifiers(pair.first, one, 1), modifiers(pair.second, two, 2))
    stage.responder.presented = { [unowned stage] number, _ in
      if number.rawValue == 2 { return content(pair.second, "B", stage) }
      let shown = content(pair.first, "A", stage)
      if pair.place == .inside { stage.scene.setModifiers(second, of: shown) }
      return shown
    }
    switch pair.place {
    case .oneView: scene.setModifiers(first.adding(second), of: stage.root)
    case .twoViews:
      scene.setContent([.modified(.text("one"), first), .modified(.text("two"), second)], of: stage.root)
    case .inside: scene.setModifiers(first, of: stage.root)
    }
    stage.settle()
    scene.set(one, to: .bool(true))
    if [.together, .shared].contains(pair.moment) { scene.set(two, to: .bool(true)) } else { stage.settle() }
    if [.withDismissal, .whileGoing].contains(pair.moment) { close(pair, stage, one) }
    if pair.moment == .whileGoing, pair.closer == .flag { scene.runNext() }
    scene.set(two, to: .bool(true))
    stage.settle()
    if [.together, .whileShown].contains(pair.moment) { close(pair, stage, one) }
    stage.settle()
    return Verdict(
      shown: scene.trace.entries.filter { $0.name == "presenting" }.map(\.subject),
      told: scene.trace.entries.filter { ["warning", "refused"].contains($0.name) }.compactMap(\.code))
  }

  private static func close(_ pair: Pair, _ stage: Stage, _ flag: BindingID) {
    let scene = stage.scene
    guard let first = scene.stack.first, scene.name(of: first) == "A" else { return }
    switch pair.closer {
    case .flag: scene.set(flag, to: .bool(false))
    case .environment: scene.dismissFromEnvironment(of: first)
    case .uikit: scene.dismiss(stage.root)
    case .user where pair.first.isAlert: try? scene.tap(label: "A")
    case .user where pair.first == .popover: scene.tapOutside()
    case .user: scene.swipeDown()
    }
  }

  static let kinds: [PresentationModifier.Kind] = [.sheet, .cover, .popover, .alert, .confirmationDialog]

  @Test(arguments: Place.allCases, Moment.allCases)
  func `of two modifiers the rules say which is shown, when, and what is told (R44 to R48)`(
    place: Place, moment: Moment
  ) {
    for first in Self.kinds where place != .inside || !first.isAlert {
      for second in Self.kinds {
        for profile in Profile.all {
          let pair = Pair(first: first, second: second, place: place, moment: moment, profile: profile)
          #expect(Self.found(pair) == Self.expected(pair), "\(first), \(second), \(profile.name)")
        }
      }
    }
  }

  @Test(arguments: Closer.allCases)
  func `who closes the first does not matter to the second (R44, R46 to R48, C-29)`(closer: Closer) {
    for place in Place.allCases {
      for moment in [Moment.together, .whileShown, .whileGoing] {
        for first in Self.kinds where Self.canClose(first, place, moment, closer) {
          for second in Self.kinds {
            for profile in Profile.all where place != .oneView || profile.version >= "14.5" {
              let pair = Pair(
                first: first, second: second, place: place, moment: moment, profile: profile, closer: closer)
              #expect(
                Self.found(pair) == Self.expected(pair), "\(first), \(second), \(place), \(moment), \(profile.name)")
            }
          }
        }
      }
    }
  }

  /// A cover takes no gesture, what stands on the first covers it, and an alert holds no modifiers.
  static func canClose(
    _ first: PresentationModifier.Kind, _ place: Place, _ moment: Moment, _ closer: Closer
  ) -> Bool {
    if place == .inside, first.isAlert || (closer == .user && moment != .whileGoing) { return false }
    return closer != .user || first != .cover
  }

  // MARK: What an alert keeps (R56)

  enum Form: CaseIterable { case presenting, own, item }
  enum Data: CaseIterable { case other, samePayload, gone, missing }

  /// What is presented in order, and whether something is there in the end.
  static func kept(_ form: Form, _ data: Data, _ profile: Profile) -> (shown: [String], isThere: Bool) {
    switch (form, data) {
    // Without a value it waits for one.
    case (_, .missing): (["a1"], true)
    case (.item, .gone): (["a1"], false)
    case (.item, .other) where profile.version < "15": (["a1", "b1"], true)
    default: (["a1"], true)
    }
  }

  private static func found(
    _ form: Form, _ data: Data, _ profile: Profile, _ kind: PresentationModifier.Kind
  ) -> (shown: [String], isThere: Bool, updates: Int) {
    let stage = Stage(profile, device: .ipad)
    let scene = stage.scene
    let value = scene.makeBinding(name: "value", initial: data == .missing ? .none : .string("a1"))
    let shown = scene.makeBinding(name: "shown", initial: .bool(true))
    // One letter is the identity.
    stage.responder.identify = { if case .string(let text) = $0 { .string(String(text.prefix(1))) } else { $0 } }
    stage.responder.presented = { [unowned stage] _, _ in
      var configuration = ControllerConfiguration(
        name: stage.scene.value(of: value).traceText, kind: kind == .alert ? .alert : .actionSheet)
      if form == .own { configuration.presenting = value }
      return stage.scene.makeController(configuration)
    }
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(
        kind, form == .item ? .item(value) : .flag(shown), presenting: form == .presenting ? value : nil,
        content: ActionID(rawValue: 1))
    ]
    scene.setModifiers(modifiers, of: stage.root)
    stage.settle()
    switch data {
    case .other: scene.set(value, to: .string("b1"))
    case .samePayload: scene.set(value, to: .string("a2"))
    case .gone: scene.set(value, to: .none)
    case .missing:
      #expect(scene.stack.isEmpty)
      scene.set(value, to: .string("a1"))
    }
    stage.settle()
    let entries = scene.trace.entries
    return (
      entries.filter { $0.name == "presenting" }.map(\.subject), !scene.stack.isEmpty,
      entries.filter { $0.name == "content_updated" }.count
    )
  }

  @Test(arguments: Form.allCases, Data.allCases)
  func `an alert and a dialog keep what they came with (R56)`(form: Form, data: Data) {
    for kind in [PresentationModifier.Kind.alert, .confirmationDialog] {
      for profile in Profile.all {
        let (expected, found) = (Self.kept(form, data, profile), Self.found(form, data, profile, kind))
        #expect(found.shown == expected.shown, "\(kind), \(profile.name)")
        #expect(found.isThere == expected.isThere, "\(kind), \(profile.name)")
        #expect(found.updates == 0, "\(kind), \(profile.name)")
      }
    }
  }

  // MARK: Buttons and touches outside (R57, R59, S56)

  enum Act: CaseIterable { case go, cancel, outside, flag }

  struct Dialog {
    var kind: PresentationModifier.Kind
    var hasCancel: Bool
    var byModifier: Bool
    var act: Act
    var profile: Profile
    var device: Device
  }

  struct End: Equatable {
    var reason: String?
    var actions: [String] = []
    /// The system's writes of the flag.
    var writes = 0
  }

  static func expected(_ dialog: Dialog) -> End {
    let isSheet = dialog.kind == .confirmationDialog
    let isPopover = isSheet && (dialog.device.width == .regular || dialog.profile.version >= "26")
    // SwiftUI adds a cancel to a dialog, and none to an alert that has a button.
    let hasCancel = dialog.hasCancel || (isSheet && dialog.byModifier)
    let writes = dialog.byModifier ? 1 : 0
    switch dialog.act {
    case .go: return End(reason: "action", actions: ["Go"], writes: writes)
    case .cancel where hasCancel && !isPopover: return End(reason: "action", actions: ["Cancel"], writes: writes)
    case .outside where isSheet && (hasCancel || isPopover):
      return End(reason: "outside", actions: hasCancel ? ["Cancel"] : [], writes: writes)
    case .flag where dialog.byModifier: return End(reason: "binding")
    default: return End()
    }
  }

  private static func found(_ dialog: Dialog) throws -> End {
    let stage = Stage(dialog.profile, device: dialog.device)
    let scene = stage.scene
    func make() -> ControllerID {
      var content = [ContentItem.button(label: "Go", role: .none, action: nil)]
      if dialog.hasCancel { content.append(.button(label: "Cancel", role: .cancel, action: nil)) }
      return scene.makeController(
        ControllerConfiguration(
          name: "D", kind: dialog.kind == .alert ? .alert : .actionSheet, content: content, anchor: "Share"))
    }
    let flag = scene.makeBinding(name: "flag", initial: .bool(dialog.byModifier))
    if dialog.byModifier {
      let made = make()
      stage.responder.presented = { _, _ in made }
      scene.setModifiers(modifiers(dialog.kind, flag, 1), of: stage.root)
    } else {
      try scene.present(make(), from: stage.root)
    }
    stage.settle()
    stage.forget()
    switch dialog.act {
    case .go: try scene.tap(label: "Go")
    case .cancel: try? scene.tap(label: "Cancel")
    case .outside: scene.tapOutside()
    case .flag: scene.set(flag, to: .bool(false))
    }
    stage.settle()
    let entries = scene.trace.entries
    return End(
      reason: entries.first { $0.name == "on_closed" }.map { String($0.detail.dropFirst().dropLast()) },
      actions: entries.filter { $0.name == "action" }.map { String($0.detail.dropFirst().dropLast()) },
      writes: entries.filter { $0.name == "binding" && $0.detail.hasSuffix("(system)") }.count)
  }

  @Test(arguments: Act.allCases)
  func `what an act does to an alert and a dialog, of SwiftUI and of UIKit (R57, R59, S56)`(act: Act) throws {
    for kind in [PresentationModifier.Kind.alert, .confirmationDialog] {
      for (hasCancel, byModifier) in [(false, false), (false, true), (true, false), (true, true)] {
        for profile in Profile.all {
          for device in [Device.iphone, .ipad] {
            let dialog = Dialog(
              kind: kind, hasCancel: hasCancel, byModifier: byModifier, act: act, profile: profile, device: device)
            #expect(
              try Self.found(dialog) == Self.expected(dialog),
              "\(kind), cancel \(hasCancel), modifier \(byModifier), \(profile.name), \(device.idiom)")
          }
        }
      }
    }
  }
}
