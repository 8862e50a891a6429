/// What UIKit answers with an Objective-C exception. It is thrown at the call, and nothing was linked (R8, C-25).
public struct PresentationException: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which mistake it was.
  public enum Kind: Hashable, Sendable {
    /// The controller is being presented already.
    case alreadyPresented
    /// The controller was to be presented on itself.
    case onItself
    /// The controller has a parent.
    case hasParent
    /// The controller is the root of the window.
    case isRoot
    /// An action sheet in regular width has no anchor.
    case missingAnchor
    /// An alert that presents a binding's value was presented while that holds none. Ours (R56).
    case noData
    /// A controller was to be pushed or added to one that holds it already.
    case alreadyContained
    /// A controller was to become its own descendant.
    case ownDescendant
    /// The view of one container's child was to be added to another controller's view.
    case hierarchyInconsistency
    /// A presented controller was to become a child.
    case isPresented
    /// The receiver is no navigation controller or tab bar controller, as the verb needs.
    case wrongKind
  }

  public var kind: Kind
  /// The exception's name, as UIKit raises it.
  public var name: String
  public var message: String

  init(_ kind: Kind, name: String = "NSInvalidArgumentException", _ message: String) {
    self.kind = kind
    self.name = name
    self.message = message
  }

  public var description: String { "\(name): \(message)" }
}
