extension WindowScene {
  /// Whether taps on two switches end alike in either order: each turns a binding of its own, from which none derives, and
  /// nothing in the scene follows from a binding's value (decision 13).
  package func togglesCommute(_ first: String, _ second: String) -> Bool {
    guard first != second, state.hosts.isEmpty, state.gesture == nil,
      state.bindings.allSatisfy({ $0.observed == nil && $0.origin == nil }),
      let one = plainToggle(first), let other = plainToggle(second)
    else { return false }
    return one != other && state.chain.isEmpty && state.clock.next == nil
  }

  /// The binding of the one switch of the root that has a label.
  private func plainToggle(_ label: String) -> BindingID? {
    let found = ContentItem.touchable(in: state[root].configuration.content).filter { $0.tapLabel == label }
    guard found.count == 1, case .toggle(_, let binding) = found[0], !state[binding].isConstant else { return nil }
    return binding
  }
}
