/// One presentation as the user sees it, and who may make it go.
public struct PresentationStatus: Hashable, Sendable {
  /// What a user could do to make it go.
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    case swipe, outside, escape
    case accessibilityEscape = "accessibility_escape"
  }

  /// What would come of it. The delegate is not asked for this.
  public enum Access: Hashable, Sendable {
    /// It would go.
    case open
    /// The delegate's `shouldDismiss` would be asked.
    case asksDelegate
    /// The modal flag, or `forced`, refuses.
    case walled
    /// It would go with its cancel action.
    case cancels
    /// It has no effect, and why.
    case unavailable(String)
  }

  /// How far up the stack it stands, counted from 1.
  public var level: Int
  public var controller: ControllerID
  public var name: String
  public var presenter: ControllerID?
  public var style: ModalPresentationStyle
  /// The style in force, where the device or the delegate wanted another.
  public var adaptedStyle: ModalPresentationStyle?
  public var phase: PresentationPhase
  /// Where a sheet rests, and its active detents, smallest first.
  public var detent: String?
  public var detents: [String]
  /// How much of a sheet shows, in points, the finger that holds it counted in.
  public var height: Double?
  public var isUndimmed: Bool
  public var showsGrabber: Bool
  /// The controller that keeps touches off it.
  public var cover: ControllerID?
  /// For each trigger what would come of it, in the order of `Trigger.allCases`.
  public var ways: [Access]

  /// What would come of a trigger.
  public func access(by trigger: Trigger) -> Access {
    ways[Trigger.allCases.firstIndex(of: trigger) ?? 0]
  }
}
