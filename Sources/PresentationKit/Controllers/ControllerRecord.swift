/// What the scene keeps of one view controller.
struct ControllerRecord: Hashable, Sendable {
  /// Where a view stands between its appearance callbacks; they are sent only along these edges, so they balance.
  enum Appearance: Hashable, Sendable {
    case disappeared
    /// `viewWillAppear` came.
    case willAppear
    /// `viewIsAppearing` came.
    case appearing
    case appeared
    /// `viewWillDisappear` came.
    case disappearing

    var isOnItsWay: Bool { self == .willAppear || self == .appearing }
    var isShowing: Bool { isOnItsWay || self == .appeared }
  }

  @Aside var configuration: ControllerConfiguration
  var name: String
  var isViewLoaded = false
  var appearance = Appearance.disappeared
  var isBeingPresented = false
  var isBeingDismissed = false

  var parent: ControllerID?
  var children: [ControllerID] = []
  /// The controller in whose view this one's view lies, where a script put it there.
  var superview: ControllerID?
  var subviews: [ControllerID] = []
  var selectedTab = 0
  /// What is shown in its place while its style is adapted; one of its subviews (R33).
  var substitute: ControllerID?
  /// The text field that has the keyboard, or will have it again when this is on top (of a presented controller or the
  /// root).
  var focusedField: String?

  /// Its place among the hosts.
  var host: Int?
  /// Whether `interactiveDismissDisabled` was on at the last update: on the whole view or one directly in it; anywhere.
  var disablesDismissalDirectly = false
  var disablesDismissal = false
  /// What its views said of the presentation around at the last update.
  var backgroundInteraction: ViewModifiers.BackgroundInteraction?
  var contentInteraction: ViewModifiers.ContentInteraction?
  /// What its views say of compact sizes, the outermost of several.
  var compactAdaptation: ViewModifiers.CompactAdaptation?

  /// What this controller itself presents.
  var presented: PresentationID?
  /// The presentation controller of the current cycle, once somebody asked for it.
  var presentation: PresentationID?

  init(configuration: ControllerConfiguration, name: String) {
    self.configuration = configuration
    self.name = name
  }

  /// Whether its own views and children are out of sight.
  var isSubstituted: Bool { substitute.map(subviews.contains) ?? false }

  /// What a finger finds in its view, children aside.
  var shownContent: [ContentItem] { isSubstituted ? [] : configuration.content }

  /// The children whose views show, in order.
  var visibleChildren: [ControllerID] {
    if let substitute, isSubstituted { return [substitute] }
    switch configuration.kind {
    case .navigation: return children.suffix(1) + subviews
    case .tabs: return (children.indices.contains(selectedTab) ? [children[selectedTab]] : []) + subviews
    case .viewController, .container, .alert, .actionSheet, .systemPrompt: return subviews
    }
  }
}
