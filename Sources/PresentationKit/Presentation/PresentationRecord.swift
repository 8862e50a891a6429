/// What the scene keeps of one presentation cycle.
struct PresentationRecord: Hashable, Sendable {
  let controller: ControllerID
  /// The style the presentation controller was built with; later changes do not rebuild it (R10).
  let style: ModalPresentationStyle
  var delegate: DelegateReference?
  /// Those that had the slot before one that hands on to them, nearest first.
  var delegatesBefore: [DelegateReference] = []
  /// Where the delegate was set.
  var delegateSite: SourceSite?
  var phase = PresentationPhase.unused
  var presenter: ControllerID?
  /// The modifier that presents it, where SwiftUI does.
  var modifier: PresenterID?
  /// Whether SwiftUI wrote the modifier's binding before the dismissal, so that nothing is left to write (R39).
  var isWritten = false
  /// Whether SwiftUI's own delegate has lost its place, which it does not take again by itself (R55).
  var hasLostFramework = false
  /// Whether `onAppear` of its content came, and no `onDisappear` since.
  var hasAppeared = false
  /// Whether its controller was made for it alone, so that the next one may have its name.
  var isNameFree = false
  /// The presentation that the presenter lay in when it presented; nil over the root.
  var base: PresentationID?
  /// Whether the presenter is a child that defines a presentation context (R9).
  var isInContext = false
  /// Whether the presenter's view is out of the hierarchy for it (R2).
  var hasTakenView = false
  /// The style in force where it is not the one asked for (R33).
  var adaptedStyle: ModalPresentationStyle?
  /// What its content said of compact sizes when that was asked last.
  var compactAdaptation: ViewModifiers.CompactAdaptation?
  /// What an alert that says itself what it presents came with (R56).
  var data = Value.none
  /// The active detents, smallest first; found when the transition begins.
  var detents: [ResolvedDetent] = []
  /// `selectedDetentIdentifier`; nil, or one that is not active, is the smallest.
  var selectedDetent: String?
  /// The detent it settles at after a finger let go.
  var settlingDetent: String?
  var animated = true
  var completion: CompletionID?
  /// Whether `dismissalTransitionWillBegin` was called and no `DidEnd` since.
  var dismissalBegun = false
  var reason = DismissalReason.script
  var result = Value.none
  var attempts = 0
  /// The presentations whose attempt handlers presented this one.
  var answers: [PresentationID] = []
  /// Where a callback of a pull wrote or dismissed something, which a pull that springs back makes a mistake.
  var teardown: SourceSite?
  var hasTornDown = false
  var wasLookedAtAtRest = false
  /// How often `on_closed` came: once, at its end.
  var closings = 0
  /// Where it was presented: the call, or its modifier.
  var site: SourceSite?
  /// Where code began to dismiss what a modifier presents.
  var dismissedAt: SourceSite?
}
