/// What a controller is made with.
///
/// ```swift
/// let editor = scene.makeController(ControllerConfiguration(name: "Editor", hasInlineDelegate: true))
/// ```
public struct ControllerConfiguration: Hashable, Sendable {
  /// The name in traces; nil names it by its kind.
  public var name: String?
  public var kind: ControllerKind
  /// `modalPresentationStyle`; alerts ignore it.
  public var style: ModalPresentationStyle
  /// What `present` takes when it is not told.
  public var animated: Bool
  public var isModalInPresentation: Flag
  /// A wall: refuses the user as the modal flag does, and means it, so nobody has to listen.
  public var forced: Bool
  public var content: [ContentItem]
  /// Whether delegate methods are written on the controller itself: a delegate that is owned and does not die.
  public var hasInlineDelegate: Bool
  /// A delegate object, held weakly and assigned anew in each presentation cycle; takes the slot of the inline one.
  public var delegate: DelegateID?
  /// Whether the embedder overrides `present` for this controller.
  public var overridesPresent: Bool
  /// Whether VoiceOver's escape goes through the policy as a user's act (C-7).
  public var performsEscape: Bool
  /// What a popover points at; compulsory for an action sheet in regular width (R8).
  public var anchor: String?
  /// Where it was configured.
  public var site: SourceSite?

  public init(
    name: String? = nil, kind: ControllerKind = .viewController, style: ModalPresentationStyle = .automatic,
    animated: Bool = true, isModalInPresentation: Flag = .constant(false), forced: Bool = false,
    content: [ContentItem] = [], hasInlineDelegate: Bool = false, delegate: DelegateID? = nil,
    overridesPresent: Bool = false, performsEscape: Bool = false, anchor: String? = nil, site: SourceSite? = nil
  ) {
    self.name = name
    self.kind = kind
    self.style = style
    self.animated = animated
    self.isModalInPresentation = isModalInPresentation
    self.forced = forced
    self.content = content
    self.hasInlineDelegate = hasInlineDelegate
    self.delegate = delegate
    self.overridesPresent = overridesPresent
    self.performsEscape = performsEscape
    self.anchor = anchor
    self.site = site
  }
}
