/// A typed number that names one thing of a scene.
///
/// Identifiers are handed out in order of creation, so sorting by them is sorting by age.
public protocol SceneIdentifier: Hashable, Sendable, Comparable {
  /// The position among the things of this kind, counted from 0.
  var rawValue: Int { get }
}

extension SceneIdentifier {
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A view controller of one scene.
public struct ControllerID: SceneIdentifier {
  public let rawValue: Int
}

/// One presentation cycle, UIKit's `UIPresentationController`; a controller gets a new one each time (R10).
public struct PresentationID: SceneIdentifier {
  public let rawValue: Int
}

/// A timer, or a job of the main queue.
public struct TimerID: SceneIdentifier {
  public let rawValue: Int
}

/// A binding.
public struct BindingID: SceneIdentifier {
  public let rawValue: Int
}

/// One refused dismissal that somebody was told about.
public struct AttemptID: SceneIdentifier {
  public let rawValue: Int
}

/// One presentation modifier in the tree of views.
public struct PresenterID: SceneIdentifier {
  public let rawValue: Int
}

/// One run of a view's `task`.
public struct TaskID: SceneIdentifier {
  public let rawValue: Int
}

/// One dismissal under way; it may take several presentations along.
struct DismissalID: SceneIdentifier {
  let rawValue: Int
}

/// A delegate object of the embedder; the scene holds it weakly and asks `SceneResponder.isAlive(_:)`.
public struct DelegateID: Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A completion block of the embedder.
public struct CompletionID: Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The handler of a button or an alert action, kept by the embedder.
public struct ActionID: Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
