/// What the modifiers of one view say. Numbers are the embedder's, for its closures.
public struct ViewModifiers: Hashable, Sendable {
  /// `interactiveDismissDisabled(_:)`, as it stands at the last update.
  public enum Switch: Hashable, Sendable {
    case constant(Bool)
    case binding(BindingID)
    /// Asked of the responder at each update.
    case query(ActionID)
  }

  /// `onChange(of:)`.
  public struct Change: Hashable, Sendable {
    public var binding: BindingID
    public var action: ActionID

    public init(binding: BindingID, action: ActionID) {
      self.binding = binding
      self.action = action
    }
  }

  /// `UIViewControllerRepresentable`: `make` once, when the view is there; `update` then and at each update.
  public struct Representable: Hashable, Sendable {
    public var make: ActionID
    public var update: ActionID?

    public init(make: ActionID, update: ActionID? = nil) {
      self.make = make
      self.update = update
    }
  }

  /// `presentationBackgroundInteraction(_:)`: whether touches reach what is behind a sheet (R19).
  public enum BackgroundInteraction: Hashable, Sendable {
    case automatic, disabled, enabled
    /// `enabled(upThrough:)`: while the sheet rests at this detent or a smaller one.
    case enabledUpThrough(String)
  }

  /// `presentationContentInteraction(_:)`: what a pan on a scroll view does first (R16).
  public enum ContentInteraction: String, Hashable, Sendable, CaseIterable {
    case automatic, resizes, scrolls
  }

  /// `presentationCompactAdaptation(horizontal:vertical:)`: what a presentation becomes in compact sizes (R33, R34).
  public struct CompactAdaptation: Hashable, Sendable {
    /// `PresentationAdaptation`.
    public enum Adaptation: String, Hashable, Sendable, CaseIterable {
      case automatic, none, sheet
      case fullScreenCover = "full_screen_cover"
      case popover
    }

    public var horizontal: Adaptation
    public var vertical: Adaptation

    public init(horizontal: Adaptation = .automatic, vertical: Adaptation = .automatic) {
      self.horizontal = horizontal
      self.vertical = vertical
    }

    /// What counts on a device: where both its sizes are compact, the vertical one.
    func adaptation(on device: Device) -> Adaptation {
      if device.height == .compact { return vertical }
      return device.width == .compact ? horizontal : .automatic
    }
  }

  public var presentations: [PresentationModifier] = []
  /// Of several in one presentation the outermost counts; nil says nothing.
  public var backgroundInteraction: BackgroundInteraction?
  public var contentInteraction: ContentInteraction?
  public var compactAdaptation: CompactAdaptation?
  /// Several: any that is on wins (R51).
  public var interactiveDismissDisabled: [Switch] = []
  public var onAppear: [ActionID] = []
  public var onDisappear: [ActionID] = []
  public var changes: [Change] = []
  /// `task(_:)`: started when the view appears, cancelled when it disappears.
  public var tasks: [ActionID] = []
  public var representable: Representable?

  public init() {}

  public var isEmpty: Bool { self == ViewModifiers() }

  /// These and then others, as modifiers written one after the other.
  public func adding(_ other: ViewModifiers) -> ViewModifiers {
    var result = self
    result.presentations += other.presentations
    result.interactiveDismissDisabled += other.interactiveDismissDisabled
    result.onAppear += other.onAppear
    result.onDisappear += other.onDisappear
    result.changes += other.changes
    result.tasks += other.tasks
    result.representable = other.representable ?? result.representable
    result.backgroundInteraction = other.backgroundInteraction ?? result.backgroundInteraction
    result.contentInteraction = other.contentInteraction ?? result.contentInteraction
    result.compactAdaptation = other.compactAdaptation ?? result.compactAdaptation
    return result
  }
}
