/// What the scene keeps of one presentation cycle.
struct PresentationRecord: Hashable, Sendable {
  let controller: ControllerID
  /// The style the presentation controller was built with; later changes do not rebuild it (R10).
  let style: ModalPresentationStyle
  var delegate: DelegateReference?
  var phase = PresentationPhase.unused
  var presenter: ControllerID?
  var animated = true
  var completion: CompletionID?
  /// Whether `dismissalTransitionWillBegin` was called and no `DidEnd` since.
  var dismissalBegun = false
  var reason = DismissalReason.script
  var result = Value.none
  var attempts = 0
  var site: SourceSite?
}
