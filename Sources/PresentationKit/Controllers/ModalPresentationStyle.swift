/// `UIModalPresentationStyle`.
public enum ModalPresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// Resolves to `pageSheet`.
  case automatic
  case pageSheet = "page_sheet"
  case formSheet = "form_sheet"
  case fullScreen = "full_screen"
  case overFullScreen = "over_full_screen"
  case currentContext = "current_context"
  case overCurrentContext = "over_current_context"
  case popover

  /// The style a presentation controller is built with.
  var resolved: ModalPresentationStyle { self == .automatic ? .pageSheet : self }

  /// `shouldRemovePresentersView`: the presenter gets appearance callbacks (R2, R26).
  var removesPresentersView: Bool { self == .fullScreen || self == .currentContext }

  /// Whether it is a sheet, which a finger can pull (R22).
  var isSheet: Bool { self == .pageSheet || self == .formSheet }

  /// Whether it looks for an ancestor that defines a presentation context (R9).
  var isContext: Bool { self == .currentContext || self == .overCurrentContext }

  /// Whether its delegate is asked how it adapts (R33).
  var isAdaptive: Bool { isSheet || self == .popover }
}
