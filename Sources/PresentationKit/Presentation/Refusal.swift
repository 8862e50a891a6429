/// What UIKit would refuse with a console message; nothing else happens, and no completion runs.
public struct Refusal: Hashable, Sendable {
  public var code: RefusalCode
  /// The controller that was not presented, not dismissed, or not touched.
  public var controller: ControllerID
  /// UIKit's console message where it has one.
  public var message: String
  /// Who is in the way.
  public var inTheWay: ControllerID?
  /// Who is in the way in words, and what to do instead.
  public var hint: String

  /// The message and the hint, as the trace shows them.
  public var text: String { "\(message) \(hint)" }
}
