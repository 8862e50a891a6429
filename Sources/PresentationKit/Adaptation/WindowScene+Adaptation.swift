/// Styles and what becomes of them on a device (R33 to R36).
extension WindowScene {
  /// The style in force: the adapted one, or the one the presentation controller was built with.
  func activeStyle(of id: PresentationID) -> ModalPresentationStyle { state[id].adaptedStyle ?? state[id].style }

  /// Whether a finger can pull it, and it rests at detents.
  func isSheet(_ id: PresentationID) -> Bool { activeStyle(of: id).isSheet && !isAlert(id) }

  /// Whether it is drawn as a popover; action sheets are where the device or the profile says so.
  func isPopover(_ id: PresentationID) -> Bool {
    switch state[state[id].controller].configuration.kind {
    case .actionSheet: device.width == .regular || profile.dialogIsPopoverEverywhere
    case .alert, .systemPrompt: false
    case .viewController, .navigation, .tabs, .container: activeStyle(of: id) == .popover
    }
  }

  func removesPresentersView(_ id: PresentationID) -> Bool {
    activeStyle(of: id).removesPresentersView && !isAlert(id)
  }

  /// Finds the style on this device, asking the delegate if it has a say (R33); nil is UIKit's none.
  func adaptedStyle(for id: PresentationID, on new: Device? = nil) -> ModalPresentationStyle? {
    let (controller, style, device) = (state[id].controller, state[id].style, new ?? device)
    guard style.isAdaptive, !isAlert(id) else { return nil }
    var usual: ModalPresentationStyle? = style == .popover && device.width == .compact ? .formSheet : nil
    // SwiftUI makes a cover of a sheet where it is low (R34).
    if device.height == .compact, state.presenterRecord(of: id)?.modifier.kind == .sheet { usual = .fullScreen }
    guard let delegate = delegate(of: id, for: .adaptivePresentationStyle) else {
      return frameworkStyle(for: id, on: device, usual: usual)
    }
    let answer = askNoting(.adaptivePresentationStyle, of: controller) {
      $0.adaptivePresentationStyle(delegate, controller, on: device)
    } text: {
      $0?.rawValue ?? "none"
    }
    let wanted = answer ?? nil
    if !isSilent {
      record(DelegateMethod.adaptivePresentationStyle.traceName, controller, "-> \(wanted?.rawValue ?? "none")")
    }
    switch wanted {
    case .automatic: return usual
    // UIKit adapts to full screen or over it, never to a context.
    case .currentContext: return .fullScreen
    case .overCurrentContext: return .overFullScreen
    case style: return nil
    default: return wanted
    }
  }

  /// What SwiftUI's own delegate answers for its presentations: what their content says of compact sizes, from 16.4 on.
  private func frameworkStyle(
    for id: PresentationID, on device: Device, usual: ModalPresentationStyle?
  ) -> ModalPresentationStyle? {
    guard profile.compactAdaptation, state[id].modifier != nil, isFrameworkTold(id),
      let stated = compactAdaptation(of: state[id].controller)
    else { return usual }
    switch stated.adaptation(on: device) {
    case .automatic: return usual
    // A sheet cannot become a popover.
    case .none, .popover: return nil
    case .sheet: return state[id].style == .popover ? .formSheet : nil
    case .fullScreenCover: return .fullScreen
    }
  }

  /// What is said outermost. The views need not have appeared.
  func compactAdaptation(of controller: ControllerID) -> ViewModifiers.CompactAdaptation? {
    state.visibleTree(of: controller).lazy.compactMap { self.state[$0].compactAdaptation }.first
  }

  /// The window gets another size, as on rotation or in split view: what is presented adapts, lowest first (C-11). It
  /// takes a finger's hold away.
  ///
  /// - Throws: `PresentationException` where something would become a popover, or an action sheet in regular width, and points
  ///   at nothing (R8); nothing has changed then.
  public func resize(width: Device.SizeClass, height: Device.SizeClass) throws(PresentationException) {
    try checkAnchors(on: Device(idiom: device.idiom, width: width, height: height))
    record("resize", detail: "\(width.rawValue) \(height.rawValue)")
    guard (width, height) != (device.width, device.height) else {
      return recordNoEffect("resize", state.top, "the size classes are what they were")
    }
    if let gesture = state.gesture { cancelGesture(on: [gesture.target]) }
    state.device.width = width
    state.device.height = height
    for id in state.chain where state[id].phase.isOnScreen && state[id].phase != .dismissing {
      adaptAnew(id)
      if state[id].phase.isOnScreen { resolveDetents(id) }
    }
    hidePopoversOutside()
    checkInvariants()
  }

  private func checkAnchors(on new: Device) throws(PresentationException) {
    for id in state.chain where state[id].phase.isOnScreen && state[id].phase != .dismissing {
      // A modifier's points at its view.
      guard new.width == .regular, device.width == .compact, state[id].modifier == nil,
        let presenter = state[id].presenter
      else { continue }
      do throws(PresentationException) {
        try checkAnchor(of: state[id].controller, state[id].style, on: presenter)
      } catch {
        // What its delegate makes something else of needs no anchor there.
        guard state[id].style == .popover else { throw error }
        if silently({ adaptedStyle(for: id, on: new) }) == nil { throw error }
      }
    }
  }

  /// What content says of compact sizes has changed: SwiftUI's own delegate answers anew, at the update (R33).
  func adaptToContent() {
    guard profile.compactAdaptation else { return }
    for id in state.chain where state[id].modifier != nil && state[id].phase.isOnScreen {
      let stated = compactAdaptation(of: state[id].controller)
      guard stated != state[id].compactAdaptation else { continue }
      state[id].compactAdaptation = stated
      guard state[id].phase != .dismissing, silently({ delegate(of: id, for: .adaptivePresentationStyle) }) == nil,
        adaptedStyle(for: id) ?? state[id].style != activeStyle(of: id)
      else { continue }
      cancelGesture(on: [id])
      adaptAnew(id)
      if state[id].phase.isOnScreen { resolveDetents(id) }
    }
  }

  /// In 17.4 a modifier's popover goes by itself when its place is not in the safe area any more: a popover whose anchor
  /// does not move with the container stays where it was (R36).
  private func hidePopoversOutside() {
    guard profile.popoverSafeAreaDismiss else { return }
    for id in state.chain where isPopover(id) && state[id].phase != .dismissing {
      guard let modifier = state[id].modifier, let y = state[state[id].controller].configuration.sourceY,
        y > profile.containerHeight(of: device), wanted(by: modifier) != nil
      else { continue }
      writeOff(modifier)
    }
  }

  private func adaptAnew(_ id: PresentationID) {
    let controller = state[id].controller
    let old = activeStyle(of: id)
    let coveredPresenter = removesPresentersView(id)
    let style = adaptedStyle(for: id)
    guard state[id].phase.isOnScreen, state[id].phase != .dismissing else { return }
    state[id].adaptedStyle = style
    let new = activeStyle(of: id)
    guard new != old else { return }
    prepareAdaptation(of: id)
    record("will_present", controller, "(\(style?.rawValue ?? "none"))")
    tellWillPresent(id)
    record("adapted", controller, "\(old.rawValue) -> \(new.rawValue)")
    guard let presenter = state[id].presenter, coveredPresenter != removesPresentersView(id) else { return }
    if coveredPresenter {
      state[id].hasTakenView = false
      if state.canAppear(presenter) { appear(presenter) }
    } else if state[id].phase == .presenting {
      willDisappear(presenter)
    } else {
      takeView(of: presenter, for: id)
    }
  }

  /// Asks what is shown for an adapted style, and tells that it is to be prepared (R33).
  func prepareAdaptation(of id: PresentationID) {
    let controller = state[id].controller
    var wanted: ControllerID?
    if let style = state[id].adaptedStyle,
      let delegate = delegate(of: id, for: .viewControllerForAdaptivePresentationStyle)
    {
      let answer = ask { $0.viewController(delegate, controller, adaptedTo: style) } ?? nil
      wanted = answer == controller ? nil : answer
      record(
        DelegateMethod.viewControllerForAdaptivePresentationStyle.traceName, controller,
        "-> \(answer.map { name(of: $0) } ?? "nil")")
    }
    if wanted != state[controller].substitute { show(wanted, inPlaceOf: controller) }
    guard let style = state[id].adaptedStyle, let delegate = delegate(of: id, for: .prepare) else { return }
    record(DelegateMethod.prepare.traceName, controller, "(\(style.rawValue))")
    notify(.delegate(.prepare, delegate, controller, nil))
  }

  /// Fills a controller's view with another's, or shows its own again.
  private func show(_ other: ControllerID?, inPlaceOf controller: ControllerID) {
    if let other {
      do throws(PresentationException) {
        try checkContainable(other, in: controller, asSubview: true)
      } catch {
        return fail(
          DelegateMethod.viewControllerForAdaptivePresentationStyle.traceName, controller, error,
          site: responder?.lastAnswerSite)
      }
    }
    for child in state[controller].visibleChildren { disappear(child) }
    removeSubstitute(of: controller)
    if let other {
      clearSuperview(other)
      state[other].superview = controller
      state[controller].subviews.append(other)
      state[controller].substitute = other
      watchTree(of: other)
      if state[controller].isViewLoaded { loadView(other) }
    }
    for child in state[controller].visibleChildren { appear(child, with: controller) }
  }

  /// Lets go of what was shown in a controller's place.
  func removeSubstitute(of controller: ControllerID) {
    guard let other = state[controller].substitute else { return }
    state[controller].substitute = nil
    if state[other].superview == controller { clearSuperview(other) }
  }

  func tellWillPresent(_ id: PresentationID) {
    guard let delegate = delegate(of: id, for: .willPresent) else { return }
    notify(.delegate(.willPresent, delegate, state[id].controller, nil))
  }
}
