import PresentationKit

/// A policy as a script built it; it answers *may this be dismissed?*.
///
/// Its operands (other policies, functions) stay in Lua, in the user value of its object, under their positions from 1.
struct Policy: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case never
    case always
    /// Refuses while the binding differs from its clean value.
    case dirty(BindingID)
    /// Allows when all operands do.
    case all(count: Int)
    /// Allows when one operand does.
    case any(count: Int)
    /// Allows when its operand refuses.
    case negate
    /// Allows while a navigation controller shows its root.
    case atRoot(ControllerID)
    /// The last rule whose pattern matches the controller's name decides; without one it is allowed.
    case rules([Rule])
  }

  /// A line of `policy.rules`.
  struct Rule: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
      case allow, refuse
      /// The operand of the rule's position decides.
      case operand
    }

    let pattern: NamePattern
    let verdict: Verdict
  }

  let serial: Int
  let kind: Kind

  static func == (a: Policy, b: Policy) -> Bool { a.serial == b.serial }
  func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}
