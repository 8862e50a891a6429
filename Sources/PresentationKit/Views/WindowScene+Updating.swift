/// An update of the views: what their trees are now, what changed, what is to be presented or dismissed.
extension WindowScene {
  /// - Complexity: O(*n*) in what changed: the views that look at a binding that was written, hosts whose content is made
  ///   anew, and modifiers that present or wait.
  func updateViews() {
    var last: Int?
    while let host = nextHost(after: last) {
      last = host
      update(host)
    }
    adaptToContent()
    for id in state.chain { if let modifier = state[id].modifier { state.work.presenters.insert(modifier.rawValue) } }
    last = nil
    while let index = SceneState.first(
      state.work.presenters.next(after: last), state.work.volatilePresenters.next(after: last))
    {
      last = index
      visits += 1
      state.work.presenters.remove(index)
      let presenter = PresenterID(rawValue: index)
      update(presenter)
      if isRestless(presenter) { state.work.presenters.insert(index) }
    }
  }

  private func nextHost(after last: Int?) -> Int? {
    let work = state.work
    let place = work.places.next(after: last.map { UpdateWork.Place(host: $0, view: .max) })?.host
    return SceneState.first(SceneState.first(work.hosts.next(after: last), work.volatileHosts.next(after: last)), place)
  }

  private func update(_ host: Int) {
    visits += 1
    let controller = state.hosts[host].controller
    guard state.isInTree(controller) else { return unwatch(host) }
    let isWhole = state.work.hosts.contains(host) || state.work.volatileHosts.contains(host)
    state.work.hosts.remove(host)
    guard isWhole else { return updateWritten(in: host) }
    evaluateContent(of: controller)
    readSwitches(of: controller)
    for view in state.hosts[host].views.indices { state.work.places.remove(.init(host: host, view: view)) }
    // NB: content that was made anew is looked at here, and not once more.
    state.work.hosts.remove(host)
    for view in state.hosts[host].views where !view.modifiers.changes.isEmpty { tellChanges(of: view, in: host) }
    updateRepresentables(in: host)
  }

  /// Looks at the views of a host whose bindings were written.
  private func updateWritten(in host: Int) {
    var last = UpdateWork.Place(host: host, view: -1)
    var hasReadSwitches = false
    while let place = state.work.places.next(after: last), place.host == host {
      last = place
      state.work.places.remove(place)
      guard state.hosts[host].views.indices.contains(place.view) else { continue }
      let view = state.hosts[host].views[place.view]
      if !hasReadSwitches, !view.modifiers.interactiveDismissDisabled.isEmpty {
        hasReadSwitches = true
        readSwitches(of: state.hosts[host].controller)
      }
      tellChanges(of: view, in: host)
    }
  }

  /// Asks for the content of a controller whose content is a query.
  func evaluateContent(of controller: ControllerID) {
    guard state[controller].configuration.hasContentQuery, state[controller].isViewLoaded else { return }
    let made = reading(ContentReading()) { ask { $0.content(of: controller) } ?? nil }
    if let host = state[controller].host { state.hosts[host].reads = made.reads }
    guard let content = made.answer else { return }
    let old = state[controller].configuration.content
    let new = ContentItem.limited(content)
    guard new != old else { return }
    state[controller].configuration.content = new
    if !old.isEmpty, new.map(\.withoutActions) != old.map(\.withoutActions) { record("content_updated", controller) }
    installViews(of: controller, updating: false)
    if new.isEmpty, !old.isEmpty { warnIfBlank(controller) }
  }

  /// `interactiveDismissDisabled` goes up from the views like a preference, at updates (R51).
  func readSwitches(of controller: ControllerID) {
    guard let host = state[controller].host else { return }
    var (directly, anywhere) = (false, false)
    var background: ViewModifiers.BackgroundInteraction?
    var content: ViewModifiers.ContentInteraction?
    for view in state.hosts[host].views {
      visits += 1
      background = background ?? view.modifiers.backgroundInteraction
      content = content ?? view.modifiers.contentInteraction
      guard view.modifiers.interactiveDismissDisabled.contains(where: { isOn($0, controller) }) else { continue }
      anywhere = true
      if view.path.count <= 1 { directly = true }
    }
    state[controller].disablesDismissal = anywhere
    state[controller].disablesDismissalDirectly = directly
    state[controller].backgroundInteraction = background
    state[controller].contentInteraction = content
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

  private func tellChanges(of view: HostedView, in host: Int) {
    visits += 1
    let controller = state.hosts[host].controller
    for (index, change) in view.modifiers.changes.enumerated() {
      let new = value(of: change.binding)
      guard let place = state.hosts[host].index(of: view), state.hosts[host].views[place].seen.indices.contains(index)
      else { continue }
      let old = state.hosts[host].views[place].seen[index]
      guard new != old else { continue }
      state.hosts[host].views[place].seen[index] = new
      notify(.view(.changed(change.action, new: new, old: old), controller))
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
    guard !record.isRemoved else { return }
    guard state.isInTree(record.host) else {
      // Dropped as a whole, so that all of it is looked at when it comes back.
      if let host = state[record.host].host { unwatch(host) }
      return
    }
    if let next = record.kept.first {
      state[id].kept.removeFirst()
      if value(of: record.modifier.source.binding) != next {
        set(record.modifier.source.binding, to: next, by: .system)
      }
    }
    guard let wanted = wanted(by: id) else {
      state[id].lost = nil
      state[id].awaited = nil
      return
    }
    guard wanted.identity != state[id].lost else { return }
    state[id].lost = nil
    present(id, wanted)
  }

  /// The identities that the modifiers of a binding know, for whoever has to tell whether one is the same.
  public func identities(in binding: BindingID) -> [Value] {
    (state.work.presentersByBinding[state.base(of: binding)]?.elements ?? []).map { state.presenters[$0] }
      .filter { $0.modifier.source.binding == binding }.flatMap { [$0.identity, $0.lost ?? .none] }
  }

  /// Whether a modifier has to be looked at again though its bindings are not written: it waits for something else.
  private func isRestless(_ id: PresenterID) -> Bool {
    let record = state[id]
    guard record.presentation == nil, !record.isRemoved, state.isInTree(record.host) else { return false }
    if !record.kept.isEmpty { return true }
    guard let wanted = wanted(by: id) else { return false }
    return wanted.identity != record.lost
  }

  /// What a binding asks for: its value and that value's identity; nil is nothing. An alert's data is what it came with.
  func wanted(by id: PresenterID) -> (identity: Value, value: Value)? {
    let (source, presenting) = (state[id].modifier.source, state[id].modifier.presenting)
    if state[id].presentation == nil, let data = state[id].contentPresenting, self.value(of: data) == .none {
      return nil
    }
    let value = value(of: source.binding)
    switch source {
    case .flag:
      guard value.isTrue else { return nil }
      guard let presenting else { return (.bool(true), value) }
      if state[id].presentation != nil { return (.bool(true), state[id].value) }
      let data = self.value(of: presenting)
      return data == .none ? nil : (.bool(true), data)
    case .item(let binding):
      guard value != .none else { return nil }
      return (ask { $0.identity(of: value, in: binding) } ?? value, value)
    }
  }

  private func update(_ id: PresenterID, _ presentation: PresentationID) {
    let record = state[id]
    guard state[presentation].phase.canBeDismissed, let presenter = state[presentation].presenter else { return }
    let controller = state[presentation].controller
    if record.isRemoved || self.presenter(of: controller, from: record.host) != presenter {
      return dismiss(presentation, .presenterRemoved, animated: false)
    }
    guard let wanted = wanted(by: id) else { return dismiss(presentation, .binding) }
    // What an alert shows was captured when it came (R56).
    let isAlert = record.modifier.kind.isAlert
    if wanted.identity != record.identity, !isAlert || profile.alertFollowsIdentity {
      return replace(presentation, of: id, by: wanted.value)
    }
    guard !isAlert, wanted.value != record.value else { return }
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
    let isFlag = if case .flag = record.modifier.source { true } else { false }
    state[id].hasShown = true
    let made = reading(ContentReading(presenter: id, isStale: isFlag && !record.hasShown)) {
      ask { $0.presentedController(record.modifier.content, for: value, in: record.host) } ?? nil
    }
    return made.answer.map { ($0, $0.rawValue >= count) }
  }

  /// Another item: the old one goes, and what replaces it comes before all that is set while it does.
  private func replace(_ presentation: PresentationID, of id: PresenterID, by value: Value) {
    let kept = state[id].kept
    if state[id].modifier.whileClosing != .system { state[id].kept.insert(value, at: 0) }
    dismiss(presentation, .replaced)
    if state[presentation].phase != .dismissing { state[id].kept = kept }
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

extension SceneState {
  /// The smaller of two numbers that may be missing.
  static func first(_ a: Int?, _ b: Int?) -> Int? {
    guard let a else { return b }
    return b.map { min(a, $0) } ?? a
  }
}
