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

  /// Whether it is drawn as a sheet that a finger can pull (R22).
  var isPullable: Bool {
    switch self {
    case .automatic, .pageSheet, .formSheet, .popover: true
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: false
    }
  }
}
