/// The lifecycle and containment methods of a view controller.
public enum Lifecycle: Hashable, Sendable {
  case viewDidLoad
  case viewWillAppear
  case viewIsAppearing
  case viewDidAppear
  case viewWillDisappear
  case viewDidDisappear
  case willMove(toParent: ControllerID?)
  case didMove(toParent: ControllerID?)

  /// The name a trace uses.
  public var traceName: String {
    switch self {
    case .viewDidLoad: "view_did_load"
    case .viewWillAppear: "view_will_appear"
    case .viewIsAppearing: "view_is_appearing"
    case .viewDidAppear: "view_did_appear"
    case .viewWillDisappear: "view_will_disappear"
    case .viewDidDisappear: "view_did_disappear"
    case .willMove: "will_move"
    case .didMove: "did_move"
    }
  }
}
