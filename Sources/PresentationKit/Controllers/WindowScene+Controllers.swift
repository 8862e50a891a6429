extension WindowScene {
  /// Makes a view controller.
  public func makeController(_ configuration: ControllerConfiguration) -> ControllerID {
    let id = ControllerID(rawValue: state.controllers.count)
    let name = state.names.take(SceneState.wantedName(configuration))
    state.controllers.append(ControllerRecord(configuration: configuration, name: name))
    state[id].configuration.content = ContentItem.limited(configuration.content)
    installViews(of: id)
    return id
  }

  /// Configures a controller that was made before; do it before its first use.
  public func configure(_ controller: ControllerID, _ configuration: ControllerConfiguration) {
    warnIfStyleIsLate(controller, configuration.style)
    state[controller].configuration = configuration
    state[controller].configuration.content = ContentItem.limited(configuration.content)
    state.names.giveBack(state[controller].name)
    state[controller].name = state.names.take(SceneState.wantedName(configuration))
    installViews(of: controller)
  }

  /// Makes a controller the root of the window. What was the root leaves the window.
  ///
  /// - Returns: whether it was done; it is not while something is presented, or for a presented or contained controller.
  @discardableResult
  public func setRoot(_ controller: ControllerID) -> Bool {
    guard controller != root, state.chain.isEmpty, state.outermost(controller) == controller else { return false }
    let old = root
    state.root = controller
    watchTree(of: controller)
    disappear(old)
    if controller == root { appear(controller) }
    checkInvariants()
    return true
  }

  /// The name in traces: `D`, and for a second controller of that name `D#2`. Control characters are escaped.
  public func name(of controller: ControllerID) -> String { state[controller].name }

  /// What UIKit's properties of a controller answer now.
  public func controller(_ id: ControllerID) -> ControllerState {
    let record = state[id]
    return ControllerState(
      name: record.name, kind: record.configuration.kind, style: record.configuration.style,
      presented: state.presented(from: id).map { state[$0].controller },
      presenting: state.presentation(around: id).flatMap { state[$0].presenter },
      parent: record.parent, children: record.children, visibleChild: record.visibleChildren.first,
      isBeingPresented: record.isBeingPresented, isBeingDismissed: record.isBeingDismissed,
      isViewLoaded: record.isViewLoaded, isInWindow: state.isInWindow(id),
      isModalInPresentation: record.configuration.isModalInPresentation,
      disablesAutomaticKeyboardDismissal: disablesAutomaticKeyboardDismissal(id), content: record.configuration.content,
      configuration: record.configuration)
  }

  /// Sets `modalPresentationStyle`. It comes too late, with a warning, once the presentation controller exists (R10).
  public func setStyle(_ style: ModalPresentationStyle, of controller: ControllerID) {
    warnIfStyleIsLate(controller, style)
    state[controller].configuration.style = style
  }

  /// Sets `isModalInPresentation`; may be done while presented (C-19).
  public func setModalInPresentation(_ flag: Flag, of controller: ControllerID) {
    state[controller].configuration.isModalInPresentation = flag
  }

  /// Replaces what a controller shows.
  public func setContent(_ content: [ContentItem], of controller: ControllerID) {
    state[controller].configuration.content = ContentItem.limited(content)
    installViews(of: controller)
  }

  /// The next responder: the controller around it, then who presents it; nil for the window.
  public func nextResponder(of controller: ControllerID) -> ControllerID? {
    if let enclosing = state.enclosing(controller) { return enclosing }
    return state.presentation(around: controller).flatMap { state[$0].presenter }
  }

  /// A controller and the responders after it, up to the window.
  public func responderChain(from controller: ControllerID) -> [ControllerID] {
    var chain = [controller]
    while let next = nextResponder(of: chain[chain.count - 1]) { chain.append(next) }
    return chain
  }

  private func warnIfStyleIsLate(_ controller: ControllerID, _ style: ModalPresentationStyle) {
    guard let id = state[controller].presentation, state[id].style != style.resolved else { return }
    warn(
      .styleAfterController, controller,
      "the style \(style.rawValue) comes after the presentation controller was made, with "
        + "\(state[id].style.rawValue). UIKit makes it from the style of the moment and does not make it again in this "
        + "cycle. Set the style before you touch presentation_controller.")
  }
}

extension SceneState {
  static func wantedName(_ configuration: ControllerConfiguration) -> String {
    guard let name = configuration.name, !name.isEmpty else { return configuration.kind.fallbackName }
    return escapingControls(name)
  }
}
