/// One of SwiftUI's presentation modifiers: `sheet`, `fullScreenCover`, `popover`, `alert`, `confirmationDialog`.
///
/// ```swift
/// let shown = scene.makeBinding(name: "shown", initial: .bool(false))
/// var modifiers = ViewModifiers()
/// modifiers.presentations = [PresentationModifier(.sheet, .flag(shown), content: ActionID(rawValue: 1))]
/// scene.setModifiers(modifiers, of: scene.root)
/// scene.set(shown, to: .bool(true))  // presented at the next update (R37)
/// ```
public struct PresentationModifier: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case sheet, cover, popover, alert
    case confirmationDialog = "confirmation_dialog"

    /// Whether it is a `UIAlertController` beneath: what it shows is captured when it comes (R56).
    public var isAlert: Bool { self == .alert || self == .confirmationDialog }

    /// Whether SwiftUI gives it an `onDismiss`; popovers and alerts have none (S87).
    public var hasOnDismiss: Bool { self == .sheet || self == .cover }
  }

  /// What says whether it is shown.
  public enum Source: Hashable, Sendable {
    /// `isPresented:`, shown while it is true.
    case flag(BindingID)
    /// `item:`, shown while it is not nil; another identity is another presentation (R41).
    case item(BindingID)

    public var binding: BindingID {
      switch self {
      case .flag(let binding), .item(let binding): binding
      }
    }
  }

  /// What becomes of values that are set while its sheet goes out. Ours, but for `system`.
  public enum WhileClosing: String, Hashable, Sendable, CaseIterable {
    /// What the profile does (R42, C-6).
    case system
    /// The first is kept and shown afterwards, later ones are dropped.
    case keepFirst = "keep_first"
    /// The last is kept and shown afterwards.
    case keepLast = "keep_last"
    /// All are kept, and shown one after the other.
    case fifo
  }

  public var kind: Kind
  public var source: Source
  /// `presenting:` of an alert or a dialog: it is shown only with a value, which it keeps (R56).
  public var presenting: BindingID?
  /// The embedder's number for what makes the controller to present.
  public var content: ActionID
  /// The embedder's number for `onDismiss`.
  public var onDismiss: ActionID?
  public var whileClosing: WhileClosing
  /// Where the modifier was written.
  public var site: SourceSite?

  public init(
    _ kind: Kind, _ source: Source, presenting: BindingID? = nil, content: ActionID, onDismiss: ActionID? = nil,
    whileClosing: WhileClosing = .system, site: SourceSite? = nil
  ) {
    self.kind = kind
    self.source = source
    self.presenting = presenting
    self.content = content
    self.onDismiss = onDismiss
    self.whileClosing = whileClosing
    self.site = site
  }
}
