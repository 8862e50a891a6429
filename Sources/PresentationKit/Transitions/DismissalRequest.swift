/// A dismissal somebody wants: the lowest presentation to go, and why.
struct DismissalRequest {
  var target: PresentationID
  /// Who was told to dismiss, for UIKit's message.
  var receiver: ControllerID
  var reason: DismissalReason
  var result = Value.none
  var animated = true
  var completion: CompletionID?
  var choice: Dismissal.Choice?
}
