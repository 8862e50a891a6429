/// What UIKit's properties of a view controller answer at one moment.
public struct ControllerState: Hashable, Sendable {
  /// The name in traces.
  public var name: String
  public var kind: ControllerKind
  public var style: ModalPresentationStyle
  /// `presentedViewController`: what it or one of its ancestors presents (R9, C-13).
  public var presented: ControllerID?
  /// `presentingViewController`: who presents it or its farthest ancestor.
  public var presenting: ControllerID?
  public var parent: ControllerID?
  public var children: [ControllerID]
  /// The selected child of a tab bar controller, the top of a navigation controller.
  public var visibleChild: ControllerID?
  /// From the `present` call until `viewDidAppear` has returned.
  public var isBeingPresented: Bool
  /// From `viewWillDisappear` until `viewDidDisappear` has returned.
  public var isBeingDismissed: Bool
  public var isViewLoaded: Bool
  /// Whether the view is in the window hierarchy (R5).
  public var isInWindow: Bool
  public var isModalInPresentation: Flag
  /// The controller's own; a container does not forward it to its child.
  public var disablesAutomaticKeyboardDismissal: Bool
  public var content: [ContentItem]
  public var configuration: ControllerConfiguration
}
