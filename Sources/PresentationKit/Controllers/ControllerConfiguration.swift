/// What a controller is made with.
///
/// ```swift
/// let editor = scene.makeController(ControllerConfiguration(name: "Editor", hasInlineDelegate: true))
/// ```
public struct ControllerConfiguration: Hashable, Sendable {
  /// The name in traces; nil, or an empty one, names it by its kind.
  public var name: String?
  public var kind: ControllerKind
  /// `modalPresentationStyle`; alerts ignore it.
  public var style: ModalPresentationStyle
  /// What `present` takes when it is not told.
  public var animated: Bool
  public var isModalInPresentation: Flag
  /// A wall: refuses the user as the modal flag does, and means it, so nobody has to listen.
  public var forced: Bool
  /// `presenting:` of an alert or a dialog, said by itself: it is presented only while that holds a value (R56).
  public var presenting: BindingID?
  public var content: [ContentItem]
  /// Whether the content is asked of the responder when the view loads and at each update.
  public var hasContentQuery = false
  /// The modifiers of its view as a whole.
  public var modifiers = ViewModifiers()
  /// Whether delegate methods are written on the controller itself: a delegate that is owned and does not die.
  public var hasInlineDelegate: Bool
  /// A delegate object, held weakly and assigned anew in each presentation cycle; takes the slot of the inline one.
  public var delegate: DelegateID?
  /// Whether the embedder overrides `present` for this controller; what its modifiers present comes as
  /// `Callback.presenting`.
  public var overridesPresent: Bool
  /// What VoiceOver's escape does (C-7).
  public var performsEscape: EscapeHandling
  /// What a popover points at; compulsory for popovers and action sheets in regular width (R8, S60).
  public var anchor: String?
  /// How far down in the container that anchor is, in points; nil where it moves with the container, as a bar button
  /// does (R36).
  public var sourceY: Double?
  /// `passthroughViews` of a popover: what is behind it and has one of these names keeps its touches.
  public var passthroughViews: [String] = []
  /// Detents and what else a sheet is made with.
  public var sheet: SheetConfiguration
  /// Whether context styles presented from inside stop here (R9).
  public var definesPresentationContext: Bool
  /// `disablesAutomaticKeyboardDismissal`; nil is UIKit's default: true for form sheets only.
  public var disablesAutomaticKeyboardDismissal: Bool?
  /// Where it was configured.
  public var site: SourceSite?

  public init(
    name: String? = nil, kind: ControllerKind = .viewController, style: ModalPresentationStyle = .automatic,
    animated: Bool = true, isModalInPresentation: Flag = .constant(false), forced: Bool = false,
    content: [ContentItem] = [], hasInlineDelegate: Bool = false, delegate: DelegateID? = nil,
    overridesPresent: Bool = false, performsEscape: EscapeHandling = .unhandled, anchor: String? = nil,
    sheet: SheetConfiguration = SheetConfiguration(), definesPresentationContext: Bool = false,
    disablesAutomaticKeyboardDismissal: Bool? = nil, site: SourceSite? = nil
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
    self.sheet = sheet
    self.definesPresentationContext = definesPresentationContext
    self.disablesAutomaticKeyboardDismissal = disablesAutomaticKeyboardDismissal
    self.site = site
  }
}
