/// Views with modifiers, and their tree: made anew at updates, with structural identity.
extension WindowScene {
  /// Sets the modifiers of a controller's view as a whole.
  public func setModifiers(_ modifiers: ViewModifiers, of controller: ControllerID) {
    state[controller].configuration.modifiers = modifiers
    installViews(of: controller)
  }

  /// Takes over what the controller's configuration says of its views. A view in the place of one of before goes on in
  /// its stead; a place that is no more takes its view, its tasks and its presentation along (R49).
  func installViews(of controller: ControllerID, updating: Bool = true) {
    // NB: what is installed while content is made has not read anything for it.
    let outer = making
    making = nil
    defer { making = outer }
    let configuration = state[controller].configuration
    let views = SceneState.modifiedViews(in: configuration)
    guard state[controller].host != nil || !views.isEmpty || configuration.hasContentQuery else { return }
    let host = host(of: controller)
    var old = Dictionary(uniqueKeysWithValues: state.hosts[host].views.map { ($0.path, $0) })
    let merged = views.map { view -> HostedView in
      guard let before = old.removeValue(forKey: view.path) else { return install(view, of: controller) }
      return install(view, over: before, of: controller)
    }
    let gone = state.hosts[host].views.filter { old[$0.path] != nil }
    unwatch(host)
    state.hosts[host].install(merged)
    state[controller].compactAdaptation = views.lazy.compactMap(\.modifiers.compactAdaptation).first
    watch(host)
    for view in gone { remove(view, of: controller) }
    if state[controller].appearance.isShowing, state[controller].appearance != .willAppear {
      viewsAppear(controller, updating: updating)
    }
    if updating { scheduleViewUpdate() }
  }

  private func host(of controller: ControllerID) -> Int {
    if let host = state[controller].host { return host }
    state.hosts.append(HostRecord(controller: controller))
    state[controller].host = state.hosts.count - 1
    return state.hosts.count - 1
  }

  private func install(_ view: HostedView, of controller: ControllerID) -> HostedView {
    var view = view
    view.presenters = view.modifiers.presentations.map { makePresenter($0, controller) }
    view.seen = view.modifiers.changes.map { value(of: $0.binding) }
    return view
  }

  private func install(_ view: HostedView, over before: HostedView, of controller: ControllerID) -> HostedView {
    var view = view
    let modifiers = view.modifiers
    for (index, modifier) in modifiers.presentations.enumerated() {
      guard index < before.presenters.count, state[before.presenters[index]].modifier.kind == modifier.kind else {
        view.presenters.append(makePresenter(modifier, controller))
        continue
      }
      unwatch(before.presenters[index])
      state[before.presenters[index]].modifier = modifier
      view.presenters.append(before.presenters[index])
    }
    for presenter in before.presenters where !view.presenters.contains(presenter) { remove(presenter) }
    let isSameOrder = before.modifiers.changes.map(\.binding) == modifiers.changes.map(\.binding)
    view.seen = isSameOrder ? before.seen : modifiers.changes.map { value(of: $0.binding) }
    view.hasAppeared = before.hasAppeared
    view.isMade = before.isMade && modifiers.representable != nil
    view.tasks = before.tasks
    return view
  }

  private func makePresenter(_ modifier: PresentationModifier, _ host: ControllerID) -> PresenterID {
    state.presenters.append(PresenterRecord(host: host, modifier: modifier))
    return PresenterID(rawValue: state.presenters.count - 1)
  }

  private func remove(_ view: HostedView, of controller: ControllerID) {
    for presenter in view.presenters { remove(presenter) }
    if view.hasAppeared { disappear(view, of: controller) }
  }

  private func remove(_ presenter: PresenterID) {
    unwatch(presenter)
    state[presenter].isRemoved = true
  }

  // MARK: Appearing

  /// `onAppear`, before the first frame, and the tasks; once until it disappears.
  func viewsAppear(_ controller: ControllerID, updating: Bool = true) {
    readSwitches(of: controller)
    guard let host = state[controller].host else { return }
    for view in state.hosts[host].views where !view.hasAppeared {
      guard let index = index(of: view, in: host) else { continue }
      state.hosts[host].views[index].hasAppeared = true
      if !view.modifiers.onAppear.isEmpty { recordView("on_appear", view, controller) }
      for action in view.modifiers.onAppear { notify(.view(.appeared(action), controller)) }
      for action in view.modifiers.tasks { startTask(action, view, controller) }
      make(view, of: controller)
    }
    if updating { scheduleViewUpdate() }
  }

  /// `onDisappear`, and the end of the tasks.
  func viewsDisappear(_ controller: ControllerID) {
    guard let host = state[controller].host else { return }
    for view in state.hosts[host].views where view.hasAppeared {
      guard let index = index(of: view, in: host) else { continue }
      state.hosts[host].views[index].hasAppeared = false
      disappear(state.hosts[host].views[index], of: controller)
    }
    scheduleViewUpdate()
  }

  /// The content of what a modifier presents is a view that appears, whoever listens; a pull that springs back leaves it
  /// alone (S64).
  func tellPresentedContent(hasAppeared: Bool, _ controller: ControllerID) {
    let leaving = state[controller].isBeingDismissed ? lastPresentation(of: controller) : nil
    guard let presentation = leaving ?? state[controller].presentation, state[presentation].modifier != nil,
      state[presentation].hasAppeared != hasAppeared
    else { return }
    state[presentation].hasAppeared = hasAppeared
    let name = hasAppeared ? "on_appear" : "on_disappear"
    if !listens(controller, to: name) { record(name, controller) }
  }

  /// Whether the controller's own modifiers say it themselves.
  private func listens(_ controller: ControllerID, to name: String) -> Bool {
    let modifiers = state[controller].configuration.modifiers
    return !(name == "on_appear" ? modifiers.onAppear : modifiers.onDisappear).isEmpty
  }

  private func disappear(_ view: HostedView, of controller: ControllerID) {
    if let host = state[controller].host, let index = index(of: view, in: host) {
      state.hosts[host].views[index].tasks = []
    }
    if !view.modifiers.onDisappear.isEmpty { recordView("on_disappear", view, controller) }
    for action in view.modifiers.onDisappear { notify(.view(.disappeared(action), controller)) }
    for task in view.tasks where state.tasks.contains(task) {
      state.tasks.removeAll { $0 == task }
      recordView("task_cancelled", view, controller)
      notify(.view(.taskCancelled(task), controller))
    }
  }

  private func index(of view: HostedView, in host: Int) -> Int? {
    state.hosts[host].index(of: view)
  }

  private func recordView(_ name: String, _ view: HostedView, _ controller: ControllerID) {
    record(name, subject: view.name ?? self.name(of: controller))
  }

  // MARK: Tasks and representables

  private func startTask(_ action: ActionID, _ view: HostedView, _ controller: ControllerID) {
    let task = TaskID(rawValue: state.taskCount)
    state.taskCount += 1
    state.tasks.append(task)
    if let host = state[controller].host, let index = index(of: view, in: host) {
      state.hosts[host].views[index].tasks.append(task)
    }
    recordView("task_started", view, controller)
    notify(.view(.taskStarted(action, task), controller))
  }

  /// A task has come to its end by itself, and is not cancelled any more.
  public func finishTask(_ task: TaskID) { state.tasks.removeAll { $0 == task } }

  private func make(_ view: HostedView, of controller: ControllerID) {
    guard let representable = view.modifiers.representable, !view.isMade, let host = state[controller].host,
      let index = index(of: view, in: host)
    else { return }
    state.hosts[host].views[index].isMade = true
    notify(.view(.made(representable.make), controller))
    if let update = representable.update { notify(.view(.updated(update), controller)) }
  }
}
