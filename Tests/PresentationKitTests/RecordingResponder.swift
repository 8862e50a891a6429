import PresentationKit

/// A responder whose answers and reactions are closures, and which keeps what it is told.
final class RecordingResponder: SceneResponder {
  var currentSite: SourceSite?
  var methods: Set<DelegateMethod> = []
  var dead: Set<DelegateID> = []
  var shouldDismiss: (ControllerID) -> Bool = { _ in true }
  var isModal: (ControllerID) -> Bool = { _ in false }
  var adapt: (ControllerID) -> ModalPresentationStyle? = { _ in .automatic }
  var substitute: (ControllerID) -> ControllerID? = { _ in nil }
  var detentHeight: (String) -> Double? = { _ in nil }
  var escape: (ControllerID) -> Bool = { _ in false }
  var lastAnswerSite: SourceSite?
  var currentAttempt: AttemptID?
  var currentActor: ControllerID?
  var mayStillAct = false
  var derive: (Value) -> Value = { $0 }
  var underive: (_ new: Value, _ base: Value) -> Value = { new, _ in new }
  /// What presentation modifiers present, by the number of their content.
  var presented: (ActionID, Value) -> ControllerID? = { _, _ in nil }
  var contents: (ControllerID) -> [ContentItem]? = { _ in nil }
  var identify: (Value) -> Value = { $0 }
  var forwarding: Set<DelegateID> = []
  /// Whether overrides of `present` wait.
  var isPresentingForModifiers = false
  var react: (Callback) -> Void = { _ in }
  var received: [Callback] = []

  func responds(_ delegate: DelegateReference, to method: DelegateMethod) -> Bool { methods.contains(method) }
  func isAlive(_ delegate: DelegateID) -> Bool { !dead.contains(delegate) }
  func shouldDismiss(_ delegate: DelegateReference, _ controller: ControllerID) -> Bool { shouldDismiss(controller) }
  func isModalInPresentation(_ controller: ControllerID) -> Bool { isModal(controller) }
  func adaptivePresentationStyle(
    _ delegate: DelegateReference, _ controller: ControllerID, on device: Device
  ) -> ModalPresentationStyle? { adapt(controller) }
  func viewController(
    _ delegate: DelegateReference, _ controller: ControllerID, adaptedTo style: ModalPresentationStyle
  ) -> ControllerID? { substitute(controller) }
  func customDetentHeight(_ identifier: String, of controller: ControllerID, maximum: Double) -> Double? {
    detentHeight(identifier)
  }
  func performEscape(_ controller: ControllerID) -> Bool { escape(controller) }
  func derivedValue(_ binding: BindingID, of base: Value) -> Value { derive(base) }
  func baseValue(_ binding: BindingID, setting newValue: Value, base: Value) -> Value { underive(newValue, base) }

  func presentedController(_ content: ActionID, for value: Value, in host: ControllerID) -> ControllerID? {
    presented(content, value)
  }
  func content(of controller: ControllerID) -> [ContentItem]? { contents(controller) }
  func identity(of value: Value, in binding: BindingID) -> Value { identify(value) }
  func isPresenting(for presenter: PresenterID) -> Bool { isPresentingForModifiers }
  func forwards(_ delegate: DelegateID) -> Bool { forwarding.contains(delegate) }

  func receive(_ callback: Callback) {
    received.append(callback)
    react(callback)
  }
}
