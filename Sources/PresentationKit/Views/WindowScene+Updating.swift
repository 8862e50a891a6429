/// An update of the views: what their trees are now, what changed, what is to be presented or dismissed.
extension WindowScene {
  /// - Complexity: O(*n*) in the views that have modifiers.
  func updateViews() {
    for host in state.hosts.indices {
      let controller = state.hosts[host].controller
      guard state.isInTree(controller) else { continue }
      evaluateContent(of: controller)
      readSwitches(of: controller)
      tellChanges(in: host)
      updateRepresentables(in: host)
    }
    for presenter in state.presenters.indices { update(PresenterID(rawValue: presenter)) }
  }

  /// Asks for the content of a controller whose content is a query.
  func evaluateContent(of controller: ControllerID) {
    guard state[controller].configuration.hasContentQuery, state[controller].isViewLoaded,
      let content = ask({ $0.content(of: controller) }) ?? nil
    else { return }
    let old = state[controller].configuration.content
    let new = ContentItem.limited(content)
    guard new != old else { return }
    state[controller].configuration.content = new
    if !old.isEmpty, new.map(\.withoutActions) != old.map(\.withoutActions) { record("content_updated", controller) }
    installViews(of: controller, updating: false)
  }

  /// `interactiveDismissDisabled` goes up from the views like a preference, at updates (R51).
  func readSwitches(of controller: ControllerID) {
    guard let host = state[controller].host else { return }
    var (directly, anywhere) = (false, false)
    for view in state.hosts[host].views {
      guard view.modifiers.interactiveDismissDisabled.contains(where: { isOn($0, controller) }) else { continue }
      anywhere = true
      if view.path.count <= 1 { directly = true }
    }
    state[controller].disablesDismissal = anywhere
    state[controller].disablesDismissalDirectly = directly
  }

  /// Whether the content of a presentation disables the user's dismissal: anywhere in what is visible, or where the
  /// profile says so only directly in it (R51, C-12).
  func isInteractiveDismissDisabled(_ controller: ControllerID) -> Bool {
    guard profile.deepInteractiveDismissDisabled else { return state[controller].disablesDismissalDirectly }
    return state.visibleTree(of: controller).contains { state[$0].disablesDismissal }
  }

  private func isOn(_ value: ViewModifiers.Switch, _ controller: ControllerID) -> Bool {
    switch value {
    case .constant(let isOn): isOn
    case .binding(let binding): self.value(of: binding).isTrue
    case .query(let query): ask { $0.isOn(query, of: controller) } ?? false
    }
  }

  private func tellChanges(in host: Int) {
    let controller = state.hosts[host].controller
    for view in state.hosts[host].views {
      for (index, change) in view.modifiers.changes.enumerated() {
        let (old, new) = (view.seen[index], value(of: change.binding))
        guard new != old else { continue }
        guard let place = state.hosts[host].views.firstIndex(where: { $0.path == view.path }),
          state.hosts[host].views[place].seen.indices.contains(index)
        else { continue }
        state.hosts[host].views[place].seen[index] = new
        notify(.view(.changed(change.action, new: new, old: old), controller))
      }
    }
  }

  private func updateRepresentables(in host: Int) {
    for view in state.hosts[host].views where view.isMade {
      guard let update = view.modifiers.representable?.update else { continue }
      notify(.view(.updated(update), state.hosts[host].controller))
    }
  }

  // MARK: Presenters

  /// Brings what a modifier presents in step with its binding.
  private func update(_ id: PresenterID) {
    let record = state[id]
    if let presentation = record.presentation { return update(id, presentation) }
    guard !record.isRemoved, state.isInTree(record.host) else { return }
    if let next = record.kept.first {
      state[id].kept.removeFirst()
      if value(of: record.modifier.source.binding) != next {
        set(record.modifier.source.binding, to: next, by: .system)
      }
    }
    guard let wanted = wanted(by: id) else {
      state[id].lost = nil
      state[id].isWaiting = false
      return
    }
    guard wanted.identity != state[id].lost else { return }
    state[id].lost = nil
    present(id, wanted)
  }

  /// The identities that the modifiers of a binding know, for whoever has to tell whether one is the same.
  public func identities(in binding: BindingID) -> [Value] {
    state.presenters.filter { $0.modifier.source.binding == binding }.flatMap { [$0.identity, $0.lost ?? .none] }
  }

  /// What a binding asks for: its value and that value's identity; nil is nothing.
  func wanted(by id: PresenterID) -> (identity: Value, value: Value)? {
    let source = state[id].modifier.source
    let value = value(of: source.binding)
    switch source {
    case .flag: return value.isTrue ? (.bool(true), value) : nil
    case .item(let binding):
      guard value != .none else { return nil }
      return (ask { $0.identity(of: value, in: binding) } ?? value, value)
    }
  }

  private func update(_ id: PresenterID, _ presentation: PresentationID) {
    let record = state[id]
    guard state[presentation].phase.canBeDismissed, let presenter = state[presentation].presenter else { return }
    let controller = state[presentation].controller
    if record.isRemoved || state.outermost(record.host) != presenter {
      return dismiss(presentation, .presenterRemoved, animated: false)
    }
    guard let wanted = wanted(by: id) else { return dismiss(presentation, .binding) }
    // What an alert shows was captured when it came (R56).
    guard !record.modifier.kind.isAlert else { return }
    if wanted.identity != record.identity { return dismiss(presentation, .replaced) }
    guard wanted.value != record.value else { return }
    state[id].value = wanted.value
    replaceContent(of: controller, by: id, wanted.value)
  }

  /// The same identity with another payload: the content is made again (R41).
  private func replaceContent(of controller: ControllerID, by id: PresenterID, _ value: Value) {
    guard let made = makeContent(of: id, for: value), made.controller != controller else { return }
    record("content_updated", controller)
    let configuration = state[made.controller].configuration
    state[controller].configuration.modifiers = configuration.modifiers
    setContent(configuration.content, of: controller)
    if made.isNew { state.names.giveBack(state[made.controller].name) }
  }

  /// Asks for the controller to present, and tells whether it was made for that.
  func makeContent(of id: PresenterID, for value: Value) -> (controller: ControllerID, isNew: Bool)? {
    let (record, count) = (state[id], state.controllers.count)
    let answer = ask { $0.presentedController(record.modifier.content, for: value, in: record.host) }
    return (answer ?? nil).map { ($0, $0.rawValue >= count) }
  }

  private func dismiss(_ presentation: PresentationID, _ reason: DismissalReason, animated: Bool = true) {
    let going = state.fromTop(downTo: presentation).filter { state[$0].phase != .dismissing }
    // What is in a transition above is waited for; its end brings another update.
    guard going.allSatisfy({ state[$0].phase.canBeDismissed }) else { return }
    begin(
      DismissalRequest(
        target: presentation, receiver: state[presentation].controller, reason: reason, animated: animated))
  }
}
