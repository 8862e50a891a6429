/// A fact the scene tells its responder.
public enum Callback: Hashable, Sendable {
  /// A lifecycle or containment method of a controller.
  case lifecycle(Lifecycle, ControllerID)
  /// A presentation is complete; its completion comes next.
  case presented(ControllerID)
  /// A delegate method that is called, not asked. The attempt comes with `didAttemptToDismiss`.
  case delegate(DelegateMethod, DelegateReference, ControllerID, AttemptID?)
  /// A presentation is over: `on_closed`, exactly once for each.
  case closed(ControllerID, Outcome)
  /// A button was tapped, or an alert is gone whose action was chosen (R59). The controller is the presented one
  /// (or the root) that the button belongs to.
  case action(ControllerID, ActionID, label: String)
  /// The completion of a `present` or `dismiss`.
  case completion(CompletionID)
  /// A timer fired, or a main-queue job is due.
  case timer(TimerID)
  /// An observed binding differs from the update before.
  case bindingChanged(BindingID, new: Value, old: Value)
  /// The app came to the background, or back from it.
  case appMoved(toBackground: Bool)
  /// A link arrived from outside.
  case urlOpened(String)
  /// A modifier of a view is told something; the controller is the one whose view it is.
  case view(ViewEvent, ControllerID)
  /// A modifier presents a controller from a hosting controller that overrides `present`: the override is to be called,
  /// and what it calls in turn is `presentOriginal(_:for:animated:completion:)`.
  case presenting(ControllerID, through: ControllerID, PresenterID)
  /// UIKit raises where no call is there to raise at: an update presents what a modifier's content answered, say (R8). It is
  /// in the trace already, as an error of what is named; the site is the modifier's, or that of what is to blame.
  case raised(PresentationException, by: String, in: ControllerID, SourceSite?)
  /// These presentations ended, topmost first; end blocks, action and completion are done, so whoever waited goes on.
  case ended([PresentationID])
}
