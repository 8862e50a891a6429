/// The making of a modifier's content, or of a host's, and the bindings that it reads (R53).
struct ContentReading {
  /// The modifier whose content it is; nil for a host's own.
  var presenter: PresenterID?
  /// Whether what was written since the last update is not seen yet.
  var isStale = false
  var reads: Set<BindingID> = []
}

/// Stale content: `sheet(isPresented:)` that is opened for the first time is made with what the presenter's last
/// evaluation saw, where that did not read the state (R53, S85).
extension WindowScene {
  /// Makes content, taking down what it reads.
  func reading<T>(_ reading: ContentReading, _ body: () -> T) -> (answer: T, reads: Set<BindingID>) {
    let outer = making
    making = reading
    let answer = body()
    let reads = making?.reads ?? []
    making = outer
    return (answer, reads)
  }

  /// The value of a binding that holds it itself, as the content sees it that is made now.
  func seenValue(of binding: BindingID) -> Value {
    let value = state[binding].value
    guard making != nil else { return value }
    making?.reads.insert(binding)
    guard let making, making.isStale, let presenter = making.presenter, let before = state[binding].before,
      before != value, !isRead(binding, byPresenterOf: presenter)
    else { return value }
    warn(
      .staleContent, name(of: binding),
      "the content of \(state[presenter].modifier.kind.rawValue) reads it for the first time, and sees "
        + "\(before.traceText), not \(value.traceText), which was set together with its flag: nothing in the presenter reads "
        + "it, so SwiftUI makes the content of what it knew. Read it in the presenter, or present by an item.",
      site: state[presenter].modifier.site)
    return before
  }

  /// Whether the presenter's own body depends on a binding: its content, its fields, and its modifiers do.
  private func isRead(_ binding: BindingID, byPresenterOf presenter: PresenterID) -> Bool {
    let controller = state[presenter].host
    guard let host = state[controller].host else { return false }
    if state.hosts[host].reads.contains(binding) || ContentItem.binds(binding, in: content(of: controller), state) {
      return true
    }
    return state.hosts[host].views.contains { view in
      let modifiers = view.modifiers
      let switches = modifiers.interactiveDismissDisabled.contains { value in
        if case .binding(let other) = value { state.base(of: other) == binding } else { false }
      }
      return switches || modifiers.changes.contains { state.base(of: $0.binding) == binding }
        || modifiers.presentations.contains { modifier in
          state.base(of: modifier.source.binding) == binding
            || modifier.presenting.map { state.base(of: $0) } == binding
        }
    }
  }

  private func content(of controller: ControllerID) -> [ContentItem] { state[controller].configuration.content }
}

extension ContentItem {
  /// Whether a field or toggle among these, groups opened, shows a binding.
  static func binds(_ binding: BindingID, in items: [ContentItem], _ state: SceneState) -> Bool {
    touchable(in: items).contains { item in
      switch item {
      case .textField(_, let shown?), .toggle(_, let shown): state.base(of: shown) == binding
      default: false
      }
    }
  }
}
