/// How a presentation ended.
public struct Outcome: Hashable, Sendable {
  public var reason: DismissalReason
  public var byUser: Bool
  /// What was brought back; for an alert the label tapped.
  public var result: Value
  /// Why it was refused, where `reason` is `refused`.
  public var code: RefusalCode?

  public init(reason: DismissalReason, result: Value = .none, code: RefusalCode? = nil) {
    self.reason = reason
    self.byUser = reason.isByUser
    self.result = result
    self.code = code
  }
}
