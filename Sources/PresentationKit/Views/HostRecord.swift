/// What the scene keeps of one view that has modifiers; its identity is its place in the tree.
struct HostedView: Hashable, Sendable {
  /// The positions from the controller's view down; empty for the controller's own.
  let path: [Int]
  /// The view as the trace names it; nil is the controller.
  var name: String?
  var modifiers: ViewModifiers
  var hasAppeared = false
  var isMade = false
  /// For each presentation modifier its presenter.
  var presenters: [PresenterID] = []
  /// For each `onChange` what the last update saw.
  var seen: [Value] = []
  var tasks: [TaskID] = []
}

/// A hosting controller: one whose views have modifiers or are made anew at each update.
struct HostRecord: Hashable, Sendable {
  let controller: ControllerID
  var views: [HostedView] = []
  /// Whether updates look at it.
  var isWatched = false
  /// The bindings that its content has read when it was made last.
  var reads: Set<BindingID> = []
  /// For each place its position among the views.
  private(set) var positions: [[Int]: Int] = [:]

  /// Where a view, or the one in its place, stands now.
  func index(of view: HostedView) -> Int? { positions[view.path] }

  /// Takes other views.
  mutating func install(_ views: [HostedView]) {
    self.views = views
    positions = Dictionary(uniqueKeysWithValues: views.enumerated().map { ($1.path, $0) })
  }
}

/// What the scene keeps of one presentation modifier in the tree.
struct PresenterRecord: Hashable, Sendable {
  let host: ControllerID
  var modifier: PresentationModifier
  /// What it presents now.
  var presentation: PresentationID?
  /// `presenting:` that its content said itself when it was made last.
  var contentPresenting: BindingID?
  /// The identity, and the whole value, with which that came.
  var identity = Value.none
  var value = Value.none
  /// The identity that is not tried again: it was lost, or refused. Another value, or none, clears it (R42, C-32).
  var lost: Value?
  /// Who is to present it, and presents something else still.
  var awaited: ControllerID?
  var isWaiting: Bool { awaited != nil }
  /// Whether an override of `present` was called for it that waits, and has not called the original yet.
  var isBeingOverridden = false
  /// Whether the view that carried it is gone (R49).
  var isRemoved = false
  /// Whether its content was made before (R53).
  var hasShown = false
  /// Whether it was asked for again while its presentation went out, by the identity that it has (R42).
  var isAskedAgain = false
  /// What was set while its presentation went out, oldest first.
  var kept: [Value] = []
}
