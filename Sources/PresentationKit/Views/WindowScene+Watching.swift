/// Which views and modifiers an update has to look at. A host that has left the tree is dropped at the next look, and
/// taken up again when it comes back.
extension WindowScene {
  /// Looks at a host at the next update, and from then on at what it looks at.
  func watch(_ host: Int) {
    unwatch(host)
    state.hosts[host].isWatched = true
    state.work.hosts.insert(host)
    if isVolatile(host) { state.work.volatileHosts.insert(host) }
    for (index, view) in state.hosts[host].views.enumerated() {
      let place = UpdateWork.Place(host: host, view: index)
      for base in bases(of: view) { state.work.placesByBinding[base, default: .init()].insert(place) }
      for presenter in view.presenters { watch(presenter) }
    }
  }

  /// Drops a host, or what it has looked at until now.
  func unwatch(_ host: Int) {
    guard state.hosts[host].isWatched else { return }
    state.hosts[host].isWatched = false
    state.work.hosts.remove(host)
    state.work.volatileHosts.remove(host)
    for (index, view) in state.hosts[host].views.enumerated().reversed() {
      let place = UpdateWork.Place(host: host, view: index)
      state.work.places.remove(place)
      for base in bases(of: view) {
        state.work.placesByBinding[base]?.remove(place)
        if state.work.placesByBinding[base]?.isEmpty == true { state.work.placesByBinding[base] = nil }
      }
      for presenter in view.presenters { unwatch(presenter) }
    }
  }

  /// A controller comes into the tree with all that is in it.
  func watchTree(of controller: ControllerID) {
    if let host = state[controller].host, !state.hosts[host].isWatched { watch(host) }
    for inner in state[controller].children { watchTree(of: inner) }
    for inner in state[controller].subviews where state[inner].parent != controller { watchTree(of: inner) }
  }

  func watch(_ presenter: PresenterID) {
    state.work.presenters.insert(presenter.rawValue)
    for base in bases(of: presenter) {
      state.work.presentersByBinding[base, default: .init()].insert(presenter.rawValue)
    }
    if isDerived(presenter) { state.work.volatilePresenters.insert(presenter.rawValue) }
  }

  func unwatch(_ presenter: PresenterID) {
    state.work.presenters.remove(presenter.rawValue)
    state.work.volatilePresenters.remove(presenter.rawValue)
    for base in bases(of: presenter) {
      state.work.presentersByBinding[base]?.remove(presenter.rawValue)
      if state.work.presentersByBinding[base]?.isEmpty == true { state.work.presentersByBinding[base] = nil }
    }
  }

  private func bases(of view: HostedView) -> [BindingID] {
    let switches = view.modifiers.interactiveDismissDisabled.compactMap { value -> BindingID? in
      if case .binding(let binding) = value { binding } else { nil }
    }
    return (view.modifiers.changes.map(\.binding) + switches).map { state.base(of: $0) }
  }

  private func bases(of presenter: PresenterID) -> [BindingID] {
    bindings(of: presenter).map { state.base(of: $0) }
  }

  private func bindings(of presenter: PresenterID) -> [BindingID] {
    let modifier = state[presenter].modifier
    return [modifier.source.binding] + [modifier.presenting, state[presenter].contentPresenting].compactMap { $0 }
  }

  private func isDerived(_ presenter: PresenterID) -> Bool {
    bindings(of: presenter).contains { state[$0].origin != nil }
  }

  /// Whether functions answer for a host, which may answer otherwise though nothing was written.
  private func isVolatile(_ host: Int) -> Bool {
    if state[state.hosts[host].controller].configuration.hasContentQuery { return true }
    return state.hosts[host].views.contains { view in
      view.modifiers.representable?.update != nil
        || view.modifiers.changes.contains { state[$0.binding].origin != nil }
        || view.modifiers.interactiveDismissDisabled.contains { value in
          switch value {
          case .constant: false
          case .binding(let binding): state[binding].origin != nil
          case .query: true
          }
        }
    }
  }
}
