import PresentationKit
import Testing

/// Who closes × kind × binding form × moment × profile, all of them; what is expected comes from a table of the rules
/// that is written here a second time, shorter.
@Suite struct ModifierCrossingTests {
  enum Closer: CaseIterable { case swipe, outside, binding, environment, uikit, request, ancestor, removal, other }
  enum Form: CaseIterable { case flag, item }
  enum Moment: CaseIterable {
    case rest, comingIn
    /// It is asked for again while it goes out: the flag once more, or another item.
    case asked
    /// Somebody took the framework's delegate away.
    case delegateTaken
  }

  struct Crossing {
    var kind: PresentationModifier.Kind
    var closer: Closer
    var form: Form
    var moment: Moment
    var profile: Profile
  }

  struct Verdict: Equatable {
    /// The system's writes of the binding.
    var writes = 0
    var onDismiss = 0
    /// Whether something is presented when all is at rest, and whether the binding asks for it.
    var isShown = false
    var isOn = false
  }

  static let kept = Verdict(isShown: true, isOn: true)

  // MARK: The rules, once more

  static let byUser: [Closer] = [.swipe, .outside]
  static let byUIKit: [Closer] = [.uikit, .request]

  static func expected(_ crossing: Crossing) -> Verdict {
    if !reaches(crossing) { return kept }
    var verdict = closing(crossing)
    // Neither popovers nor what goes with its presenter has an `on_dismiss` (S87, C-15, R49).
    if crossing.kind == .popover { verdict.onDismiss = 0 }
    return verdict
  }

  /// Whether the act has an effect at all.
  static func reaches(_ crossing: Crossing) -> Bool {
    // What comes in takes no gesture and no dismissal by code (R30); views and bindings, which `dismiss` writes at once (R39),
    // are seen when it is in.
    if crossing.moment == .comingIn {
      return [.binding, .environment, .removal, .other].contains(crossing.closer)
    }
    switch crossing.closer {
    case .swipe: return crossing.kind == .sheet
    case .outside: return crossing.kind != .cover
    default: return true
    }
  }

  static func closing(_ crossing: Crossing) -> Verdict {
    let isNew = crossing.profile.version >= "16.4"
    let isAsked = crossing.moment == .asked
    let isOther = isAsked && crossing.form == .item
    switch crossing.closer {
    case .swipe, .outside:
      // From 15 on SwiftUI needs its delegate to hear of it (R55).
      if crossing.moment == .delegateTaken, crossing.profile.version >= "15" { return Verdict(isOn: true) }
      // The write at the end overwrites the other item before 16.4 (C-6).
      return isOther && isNew
        ? Verdict(onDismiss: 1, isShown: true, isOn: true) : Verdict(writes: 1, onDismiss: 1)
    case .binding: return Verdict(onDismiss: 1, isShown: isAsked && isNew, isOn: isAsked)
    case .environment: return Verdict(writes: 1, onDismiss: 1, isShown: isAsked && isNew, isOn: isAsked)
    case .uikit, .request: return Verdict(onDismiss: 1, isShown: isOther && isNew, isOn: true)
    case .ancestor: return Verdict(isOn: true)
    case .removal:
      let isReset = crossing.profile.version < "18" && !(isOther && isNew)
      return Verdict(writes: isReset ? 1 : 0, isOn: !isReset)
    case .other: return Verdict(onDismiss: 1, isShown: true, isOn: true)
    }
  }

  // MARK: The model

  static func found(_ crossing: Crossing) throws -> Verdict {
    let stage = Stage(crossing.profile, device: .ipad)
    let scene = stage.scene
    let binding = scene.makeBinding(name: "b", initial: .none)
    let host = stage.sheet("Host")
    stage.responder.presented = { [unowned stage] _, value in stage.sheet("P \(value.traceText)") }
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(
        crossing.kind, crossing.form == .flag ? .flag(binding) : .item(binding), content: ActionID(rawValue: 1))
    ]
    scene.setModifiers(modifiers, of: host)
    try stage.show(host)
    scene.set(binding, to: crossing.form == .flag ? .bool(true) : .string("a"))
    if crossing.moment == .comingIn {
      while scene.stack.count < 2 || scene.presentations.last.map({ scene.phase(of: $0) }) != .presenting {
        scene.runNext()
      }
    } else {
      stage.settle()
    }
    let shown = scene.top
    if crossing.moment == .delegateTaken {
      scene.setDelegate(stage.delegate, of: scene.presentationController(of: shown))
    }
    stage.forget()
    act(crossing, stage, host, shown, binding)
    if crossing.moment == .asked {
      // A dismissal by binding begins at the update.
      if scene.presentations.last.map({ scene.phase(of: $0) }) == .presented { scene.runNext() }
      let again: Value = crossing.form == .flag ? .bool(true) : .string("c")
      if scene.presentations.last.map({ scene.phase(of: $0) }) == .dismissing { scene.set(binding, to: again) }
    }
    stage.settle()
    return Verdict(
      writes: stage.lines.filter { $0.hasPrefix("binding b = ") && $0.hasSuffix("(system)") }.count,
      onDismiss: stage.lines.filter { $0.hasPrefix("on_dismiss ") }.count,
      isShown: scene.stack.count > 1, isOn: scene.value(of: binding).isTrue)
  }

  private static func act(
    _ crossing: Crossing, _ stage: Stage, _ host: ControllerID, _ shown: ControllerID, _ binding: BindingID
  ) {
    let scene = stage.scene
    switch crossing.closer {
    case .swipe: scene.swipeDown(shown)
    case .outside: scene.tapOutside(shown)
    case .binding: scene.set(binding, to: crossing.form == .flag ? .bool(false) : .none)
    case .environment: scene.dismissFromEnvironment(of: shown)
    case .uikit: scene.dismiss(shown)
    case .request: _ = scene.requestDismiss(shown)
    case .ancestor: scene.dismiss(stage.root)
    case .removal: scene.setModifiers(ViewModifiers(), of: host)
    case .other: scene.set(binding, to: .string("b"))
    }
  }

  static func all(_ closer: Closer) -> [Crossing] {
    [PresentationModifier.Kind.sheet, .cover, .popover].flatMap { kind in
      Form.allCases.flatMap { form in
        Moment.allCases.flatMap { moment in
          Profile.all.map { Crossing(kind: kind, closer: closer, form: form, moment: moment, profile: $0) }
        }
      }
    }.filter { $0.closer != .other || $0.form == .item }
  }

  @Test(arguments: Closer.allCases)
  func `who closes a modifier's presentation decides what is written, told and shown`(closer: Closer) throws {
    for crossing in Self.all(closer) {
      let (expected, found) = (Self.expected(crossing), try Self.found(crossing))
      #expect(
        found == expected,
        "\(crossing.kind) \(crossing.closer) \(crossing.form) \(crossing.moment) \(crossing.profile.name)")
    }
  }
}
