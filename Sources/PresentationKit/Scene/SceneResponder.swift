/// The embedder, as the scene sees it: the one protocol through which a scene asks and tells.
///
/// Questions are asked while nothing of the scene's state is held, and must not act. Facts arrive in order, through
/// `receive(_:)`; from there every verb of the scene may be called.
///
/// ```swift
/// final class Silent: SceneResponder {
///   func receive(_ callback: Callback) { print(callback) }
/// }
/// ```
public protocol SceneResponder: AnyObject {
  /// The position to record with the trace entries made now.
  var currentSite: SourceSite? { get }

  /// Whether a delegate implements a method. Answer false for an object that is gone.
  func responds(_ delegate: DelegateReference, to method: DelegateMethod) -> Bool
  /// Whether a delegate object still exists; presentation controllers hold their delegate weakly (R23).
  func isAlive(_ delegate: DelegateID) -> Bool
  /// `presentationControllerShouldDismiss(_:)`; asked only where `responds(_:to:)` said yes (R11, R13).
  func shouldDismiss(_ delegate: DelegateReference, _ controller: ControllerID) -> Bool
  /// `adaptivePresentationStyle(for:traitCollection:)`; asked only where `responds(_:to:)` said yes (R33). nil is
  /// UIKit's none: as it is; `automatic` is the style that would be taken without a delegate.
  func adaptivePresentationStyle(
    _ delegate: DelegateReference, _ controller: ControllerID, on device: Device
  ) -> ModalPresentationStyle?
  /// `presentationController(_:viewControllerForAdaptivePresentationStyle:)`; asked only where `responds(_:to:)` said yes, and
  /// where it adapts (R33). nil is the controller itself.
  func viewController(
    _ delegate: DelegateReference, _ controller: ControllerID, adaptedTo style: ModalPresentationStyle
  ) -> ControllerID?
  /// The height of a custom detent in points, in a container of a height; nil where it is inactive (R15).
  func customDetentHeight(_ identifier: String, of controller: ControllerID, maximum: Double) -> Double?
  /// `accessibilityPerformEscape()` of a controller whose `performsEscape` is `override`: whether it was handled.
  /// Unlike a question it may act, through every verb of the scene.
  func performEscape(_ controller: ControllerID) -> Bool
  /// Where the last answer was given, for explanations; read right after each question.
  var lastAnswerSite: SourceSite? { get }
  /// The attempt whose handler runs now, though it has waited since; what it dismisses is answered for.
  var currentAttempt: AttemptID? { get }
  /// The controller whose button's action runs now, though it has waited since.
  var currentActor: ControllerID? { get }
  /// Whether code still runs, or waits for what is on no clock: so it may act, though nothing is due.
  var mayStillAct: Bool { get }
  /// The flag of a controller whose `isModalInPresentation` is `Flag.query` (C-19).
  func isModalInPresentation(_ controller: ControllerID) -> Bool
  /// The value of a derived binding for a value of what it derives from.
  func derivedValue(_ binding: BindingID, of base: Value) -> Value
  /// What to write to the base when a derived binding is set.
  func baseValue(_ binding: BindingID, setting newValue: Value, base: Value) -> Value

  /// What a presentation modifier presents for a value, made now: its `content` closure. nil is nothing.
  func presentedController(_ content: ActionID, for value: Value, in host: ControllerID) -> ControllerID?
  /// Whether the override of `present` that was just called for a modifier waits, and may call the original later; when it is
  /// over, say so by `endOverride(for:)`.
  func isPresenting(for presenter: PresenterID) -> Bool
  /// What a controller shows now, where its configuration says that its content is a query; nil leaves it as it is.
  func content(of controller: ControllerID) -> [ContentItem]?
  /// The identity of a value of an item binding (R41).
  func identity(of value: Value, in binding: BindingID) -> Value
  /// The answer of a switch that is a query.
  func isOn(_ query: ActionID, of controller: ControllerID) -> Bool
  /// Whether a delegate that took the framework's place hands everything it does not answer on to it (R55).
  func forwards(_ delegate: DelegateID) -> Bool

  /// Takes one fact. Any verb of the scene may be called from here.
  func receive(_ callback: Callback)
}

extension SceneResponder {
  public var currentSite: SourceSite? { nil }
  public func responds(_ delegate: DelegateReference, to method: DelegateMethod) -> Bool { false }
  public func isAlive(_ delegate: DelegateID) -> Bool { true }
  public func shouldDismiss(_ delegate: DelegateReference, _ controller: ControllerID) -> Bool { true }
  public func isModalInPresentation(_ controller: ControllerID) -> Bool { false }
  public func adaptivePresentationStyle(
    _ delegate: DelegateReference, _ controller: ControllerID, on device: Device
  ) -> ModalPresentationStyle? { .automatic }
  public func viewController(
    _ delegate: DelegateReference, _ controller: ControllerID, adaptedTo style: ModalPresentationStyle
  ) -> ControllerID? { nil }
  public func customDetentHeight(_ identifier: String, of controller: ControllerID, maximum: Double) -> Double? { nil }
  public func performEscape(_ controller: ControllerID) -> Bool { false }
  public var lastAnswerSite: SourceSite? { nil }
  public var currentAttempt: AttemptID? { nil }
  public var currentActor: ControllerID? { nil }
  public var mayStillAct: Bool { false }
  public func presentedController(
    _ content: ActionID, for value: Value, in host: ControllerID
  ) -> ControllerID? { nil }
  public func isPresenting(for presenter: PresenterID) -> Bool { false }
  public func content(of controller: ControllerID) -> [ContentItem]? { nil }
  public func identity(of value: Value, in binding: BindingID) -> Value { value }
  public func isOn(_ query: ActionID, of controller: ControllerID) -> Bool { false }
  public func forwards(_ delegate: DelegateID) -> Bool { false }
  public func derivedValue(_ binding: BindingID, of base: Value) -> Value { base }
  public func baseValue(_ binding: BindingID, setting newValue: Value, base: Value) -> Value { newValue }
}
