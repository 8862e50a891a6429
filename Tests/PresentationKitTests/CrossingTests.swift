import PresentationKit
import Testing

/// Style × trigger × policy × delegate × moment × device, with a profile each; what is expected comes from a table of
/// the rules that is written here a second time, shorter.
@Suite struct CrossingTests {
  enum Trigger: String, CaseIterable { case swipe, outside, escape, voiceOver, request, dismiss, close, ancestor }
  enum Policy: CaseIterable { case none, constant, binding, query, no, yes, forced }
  enum Delegate: CaseIterable { case absent, inline, object, dead, deaf }
  enum Moment: CaseIterable { case rest, comingIn, goingOut, fingerDown }

  struct Crossing {
    var style: ModalPresentationStyle
    var trigger: Trigger
    var policy: Policy
    var delegate: Delegate
    var moment: Moment
    var device: Device
    var profile: Profile
  }

  /// What a trigger does to the sheet P.
  struct Verdict: Equatable {
    var closed: String?
    var asked = 0
    var attempt: String?
    /// It had no effect, or was refused.
    var isVain = false
  }

  // MARK: The rules, once more

  static func expected(_ crossing: Crossing) -> Verdict {
    switch crossing.moment {
    case .comingIn: Verdict(isVain: true)
    case .goingOut: Verdict(closed: "script", isVain: ![.dismiss, .ancestor].contains(crossing.trigger))
    case .rest: atRest(crossing)
    case .fingerDown: isSheet(crossing) ? held(crossing) : atRest(crossing)
    }
  }

  static func isSheet(_ crossing: Crossing) -> Bool {
    switch crossing.style {
    case .automatic, .pageSheet, .formSheet: true
    case .popover: crossing.device.width == .compact
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: false
    }
  }

  static func isPopover(_ crossing: Crossing) -> Bool {
    crossing.style == .popover && crossing.device.width == .regular
  }

  static func hears(_ crossing: Crossing) -> Bool { crossing.delegate == .inline || crossing.delegate == .object }

  static func isWalled(_ crossing: Crossing) -> Bool {
    [.constant, .binding, .query, .forced].contains(crossing.policy)
  }

  static func refuses(_ crossing: Crossing) -> Bool { crossing.policy == .no && hears(crossing) }

  static func atRest(_ crossing: Crossing) -> Verdict {
    let isRegular = crossing.device.width == .regular
    switch crossing.trigger {
    case .swipe: return isSheet(crossing) ? byPolicy(crossing, "swipe") : Verdict(isVain: true)
    case .outside:
      let hasOutside = isPopover(crossing) || isSheet(crossing) && isRegular
      return hasOutside ? byPolicy(crossing, "outside") : Verdict(isVain: true)
    case .escape:
      let hasEscape = crossing.device.idiom == .mac && (isSheet(crossing) || isPopover(crossing))
      return hasEscape ? byPolicy(crossing, "escape") : Verdict(isVain: true)
    case .voiceOver: return Verdict(isVain: true)
    case .request: return byPolicy(crossing, "request")
    case .dismiss, .close: return Verdict(closed: "script")
    case .ancestor: return Verdict(closed: "ancestor")
    }
  }

  static func byPolicy(_ crossing: Crossing, _ trigger: String) -> Verdict {
    let isTold = hears(crossing) && (trigger != "outside" || crossing.profile.attemptOnBackdropTap)
    let attempt = isTold ? trigger : nil
    if isWalled(crossing) {
      // A touch or a key that leads to nothing, not even to an attempt that somebody hears of.
      return Verdict(attempt: attempt, isVain: attempt == nil && (trigger == "outside" || trigger == "escape"))
    }
    if refuses(crossing) { return Verdict(asked: 1, attempt: attempt) }
    return Verdict(closed: trigger, asked: hears(crossing) ? 1 : 0)
  }

  /// A finger has pulled the sheet below its smallest detent, and is there.
  static func held(_ crossing: Crossing) -> Verdict {
    let mayGo = !isWalled(crossing) && !refuses(crossing)
    var verdict = atRest(crossing)
    // The pull has asked already; what takes the place of one that may go asks for itself, but where the profile says
    // otherwise (order 11, C-30).
    let isOver = mayGo && !crossing.profile.actOverPullAsks && [.outside, .escape].contains(crossing.trigger)
    if crossing.trigger == .swipe || isOver { verdict.asked = 0 }
    return verdict
  }

  // MARK: The model

  static func found(_ crossing: Crossing) throws -> Verdict {
    let stage = Stage(crossing.profile, device: crossing.device)
    let scene = stage.scene
    let flag = scene.makeBinding(name: "flag", initial: .bool(true))
    var configuration = ControllerConfiguration(name: "P", style: crossing.style, anchor: "Share")
    configuration.forced = crossing.policy == .forced
    switch crossing.policy {
    case .constant: configuration.isModalInPresentation = .constant(true)
    case .binding: configuration.isModalInPresentation = .binding(flag)
    case .query: configuration.isModalInPresentation = .query
    case .none, .no, .yes, .forced: break
    }
    configuration.hasInlineDelegate = crossing.delegate == .inline
    if [.object, .dead, .deaf].contains(crossing.delegate) { configuration.delegate = stage.delegate }
    stage.responder.isModal = { _ in crossing.policy == .query }
    stage.responder.shouldDismiss = { _ in crossing.policy != .no }
    if crossing.delegate == .dead { stage.responder.dead = [stage.delegate] }
    if crossing.delegate != .deaf {
      stage.responder.methods = [.shouldDismiss, .willDismiss, .didDismiss, .didAttemptToDismiss]
    }
    try stage.show(stage.sheet("B", content: [.text("Share")]))
    let controller = scene.makeController(configuration)
    try scene.present(controller, from: scene.top)
    bring(stage, controller, to: crossing.moment)
    stage.forget()
    pull(crossing.trigger, stage, controller)
    let vain = scene.trace.entries.contains { $0.name == "no_effect" || $0.name == "refused" }
    if scene.stack.contains(controller) { stage.settle() }
    let lines = stage.lines
    scene.cancelTouch()
    stage.settle()
    return Verdict(
      closed: stage.lines.first { $0.hasPrefix("on_closed P (") }.map { String($0.dropFirst(13).dropLast()) },
      asked: lines.filter { $0.hasPrefix("should_dismiss P") }.count,
      attempt: lines.first { $0.hasPrefix("did_attempt_to_dismiss P (") }.map { String($0.dropFirst(26).dropLast()) },
      isVain: vain)
  }

  private static func bring(_ stage: Stage, _ controller: ControllerID, to moment: Moment) {
    switch moment {
    case .comingIn: stage.scene.runNext()
    case .rest: stage.settle()
    case .goingOut:
      stage.settle()
      stage.scene.dismiss(controller)
    case .fingerDown:
      stage.settle()
      stage.scene.drag(controller, fraction: 0.2)
    }
  }

  private static func pull(_ trigger: Trigger, _ stage: Stage, _ controller: ControllerID) {
    let scene = stage.scene
    switch trigger {
    case .swipe: scene.swipeDown(controller)
    case .outside: scene.tapOutside(controller)
    case .escape: scene.pressEscape()
    case .voiceOver: scene.performEscape()
    case .request: _ = scene.requestDismiss(controller)
    case .dismiss: scene.dismiss(controller)
    case .close: scene.close(controller)
    case .ancestor: scene.dismiss(scene.root)
    }
  }

  /// All of them, with some profile each, and the switch for taps outside on or off.
  static func all(_ style: ModalPresentationStyle) -> [Crossing] {
    var result: [Crossing] = []
    var random = RandomWorld.Random(state: 0)
    for trigger in Trigger.allCases {
      for policy in Policy.allCases {
        for delegate in Delegate.allCases {
          for moment in Moment.allCases {
            for device in [Device.iphone, .ipad, .macCatalyst] {
              // By chance, so that profiles do not go in step with anything else.
              var profile = Profile.all[random.next(Profile.all.count)]
              profile.attemptOnBackdropTap = random.next(2) == 0
              profile.actOverPullAsks = random.next(2) == 0
              result.append(
                Crossing(
                  style: style, trigger: trigger, policy: policy, delegate: delegate, moment: moment, device: device,
                  profile: profile))
            }
          }
        }
      }
    }
    return result
  }

  @Test(arguments: ModalPresentationStyle.allCases)
  func `every trigger has the verdict of the rules`(style: ModalPresentationStyle) throws {
    for crossing in Self.all(style) {
      let (expected, found) = (Self.expected(crossing), try Self.found(crossing))
      #expect(found == expected, "\(crossing)")
      if found != expected { return }
    }
  }

  @Test func `each profile meets each trigger, policy, delegate, moment and device, with the switch on and off`() {
    let crossings = Self.all(.pageSheet)
    func pairs<Value: Hashable>(_ value: (Crossing) -> Value) -> Int {
      Profile.all.map { profile in
        Set(crossings.filter { $0.profile.name == profile.name }.map(value)).count
      }.reduce(0, +)
    }
    let count = Profile.all.count
    #expect(pairs(\.trigger) == count * Trigger.allCases.count)
    #expect(pairs(\.policy) == count * Policy.allCases.count)
    #expect(pairs(\.delegate) == count * Delegate.allCases.count)
    #expect(pairs(\.moment) == count * Moment.allCases.count)
    #expect(pairs(\.device) == count * 3)
    #expect(pairs(\.profile.attemptOnBackdropTap) == count * 2)
  }
}
