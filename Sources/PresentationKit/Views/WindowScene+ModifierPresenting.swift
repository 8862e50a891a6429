/// Presenting for a modifier: from the hosting controller nearest to it (R37, C-22), one at a time (R44).
extension WindowScene {
  func present(_ id: PresenterID, _ wanted: (identity: Value, value: Value)) {
    let record = state[id]
    // A view that is not in the window yet presents when it is.
    guard state.isInWindow(record.host), !isSuperseded(id) else { return }
    if isShared(id) {
      warnShared(id)
      if profile.duplicateBindingDrops { return lose(id, wanted.identity) }
    }
    if let other = obstacle(to: record) { return wait(id, wanted.identity, for: other) }
    // Nor does one that is in a transition, or held by a finger (C-30); the end of either brings another update.
    if let own = state.presentation(around: record.host), state[own].phase != .presented { return }
    guard let (controller, isNew) = makeContent(of: id, for: wanted.value) else {
      return warnVanished(id, wanted.identity)
    }
    guard hasData(controller, for: id) else {
      if isNew { state.names.giveBack(state[controller].name) }
      return
    }
    prepare(controller, for: record)
    let outer = presenter(of: controller, from: record.host)
    if let other = state[outer].presented {
      // Known only now: the content's style chooses who presents. It is made again when that is free.
      if isNew { state.names.giveBack(state[controller].name) }
      state[id].hasShown = record.hasShown
      return wait(id, wanted.identity, for: other)
    }
    do throws(PresentationException) {
      try checkPresentable(controller, on: outer)
    } catch {
      lose(id, wanted.identity)
      return report(error, presenting: controller, for: record)
    }
    state[id].awaited = nil
    state[id].identity = wanted.identity
    state[id].value = wanted.value
    warnAboutInnerDelegates(of: controller)
    warnAboutReceiver(record.host, site: record.modifier.site)
    if state[record.host].configuration.overridesPresent {
      presentThroughOverride(controller, id)
    } else {
      link(controller, to: outer, animated: nil, completion: nil, modifier: id)
    }
    if let presentation = state[id].presentation { state[presentation].isNameFree = isNew }
  }

  /// What is in the way whatever the content is: what is waited for already, or what the outermost container presents where
  /// nothing nearer defines a presentation context (R9).
  private func obstacle(to record: PresenterRecord) -> PresentationID? {
    if let awaited = record.awaited, state.isDescendant(record.host, of: awaited), let other = state[awaited].presented
    {
      return other
    }
    let outer = state.outermost(record.host)
    return state.presenter(of: .currentContext, from: record.host) == outer ? state[outer].presented : nil
  }

  /// What UIKit raises is an error of the content (R8); that the controller is there already comes of two modifiers, or of
  /// code, that show one controller.
  private func report(
    _ exception: PresentationException, presenting controller: ControllerID, for record: PresenterRecord
  ) {
    guard exception.kind == .alreadyPresented else {
      return fail("content", record.host, exception, site: record.modifier.site)
    }
    refuse(
      Refusal(
        code: .alreadyPresenting, controller: controller, message: exception.message, inTheWay: controller,
        hint: "Let the content of the modifier make a controller each time."), site: record.modifier.site)
  }

  /// An alert that says itself what it presents waits for that, as one whose modifier says it (R56).
  private func hasData(_ controller: ControllerID, for id: PresenterID) -> Bool {
    let presenting = state[controller].configuration.presenting
    if state[id].contentPresenting != presenting {
      unwatch(id)
      state[id].contentPresenting = presenting
      watch(id)
    }
    return presenting.map { value(of: $0) != .none } ?? true
  }

  /// SwiftUI asks the hosting controller, whose override may do something before, or nothing at all (C-22).
  private func presentThroughOverride(_ controller: ControllerID, _ id: PresenterID) {
    let presentation = presentationController(of: controller)
    // The framework's delegate is there before anybody can look into the slot.
    state[presentation].modifier = id
    notify(.presenting(controller, through: state[id].host, id))
    guard state[id].presentation == nil else { return }
    state[presentation].modifier = nil
    guard ask({ $0.isPresenting(for: id) }) == true else { return missOriginal(id) }
    state[id].isBeingOverridden = true
    lose(id, state[id].identity)
  }

  /// What an embedder says whose override of `present` has waited, and is over.
  public func endOverride(for presenter: PresenterID) {
    // NB: toggled meanwhile it was asked again, and that may wait still.
    guard state[presenter].isBeingOverridden, ask({ $0.isPresenting(for: presenter) }) != true else { return }
    state[presenter].isBeingOverridden = false
    if state[presenter].presentation == nil { missOriginal(presenter) }
  }

  private func missOriginal(_ id: PresenterID) {
    let host = state[id].host
    fallOutOfStep(
      id, "the override of present of \(name(of: host)) did not call original", site: state[host].configuration.site)
  }

  /// What an override of `present` calls for a modifier. Called once more, or when the binding has changed its mind, it is
  /// a `present` like any other.
  ///
  /// - Throws: `PresentationException` for what UIKit raises (R8).
  public func presentOriginal(
    _ controller: ControllerID, for presenter: PresenterID, animated: Bool?, completion: CompletionID?
  ) throws(PresentationException) {
    let record = state[presenter]
    let outer = self.presenter(of: controller, from: record.host)
    guard record.presentation == nil, refusal(of: controller, on: outer, from: record.host) == nil,
      let wanted = wanted(by: presenter), wanted.identity == record.identity
    else {
      try present(controller, from: record.host, animated: animated, completion: completion)
      return
    }
    try checkPresentable(controller, on: outer)
    state[presenter].lost = nil
    state[presenter].isBeingOverridden = false
    link(controller, to: outer, animated: animated, completion: completion, modifier: presenter)
  }

  /// SwiftUI's own button: OK where an alert was given none, a cancel where a dialog was given none (R57).
  private func addOwnButton(to controller: ControllerID) {
    let buttons = ContentItem.touchable(in: state[controller].configuration.content).filter { $0.tapLabel != nil }
    switch state[controller].configuration.kind {
    case .alert where buttons.isEmpty:
      state[controller].configuration.content.append(.button(label: "OK", role: .none, action: nil))
    case .actionSheet where !buttons.contains(where: isCancel):
      state[controller].configuration.content.append(.button(label: "Cancel", role: .cancel, action: nil))
    default: break
    }
  }

  private func isCancel(_ item: ContentItem) -> Bool {
    switch item {
    case .button(_, let role, _): role == .cancel
    case .text, .textField, .toggle, .group, .scrollView, .modified: false
    }
  }

  /// The style is the modifier's, but where the content says one that no modifier has: over full screen, or a context's (our
  /// choice). What a popover points at is the view (R8).
  private func prepare(_ controller: ControllerID, for record: PresenterRecord) {
    if state[controller].presentation == nil { addOwnButton(to: controller) }
    let (configuration, isUsed) = (state[controller].configuration, state[controller].presentation != nil)
    if isUsed || configuration.kind.isAlert || record.modifier.kind == .popover {
      state[controller].configuration.anchor = name(of: record.host)
    }
    guard !isUsed, !configuration.kind.isAlert, !configuration.style.isContext, configuration.style != .overFullScreen
    else { return }
    switch record.modifier.kind {
    case .sheet:
      if ![.pageSheet, .formSheet].contains(state[controller].configuration.style) {
        state[controller].configuration.style = .pageSheet
      }
    case .cover: state[controller].configuration.style = .fullScreen
    case .popover: state[controller].configuration.style = .popover
    case .alert, .confirmationDialog: break
    }
  }

  /// Something else is presented from the same place.
  private func wait(_ id: PresenterID, _ identity: Value, for other: PresentationID) {
    let record = state[id]
    let controller = state[other].controller
    guard state[other].modifier != nil else {
      lose(id, identity)
      refuse(
        Refusal(
          code: .alreadyPresenting, controller: record.host,
          message: "Attempt to present the \(record.modifier.kind.rawValue) of <\(name(of: record.host))>, which is "
            + "already presenting <\(name(of: controller))>.", inTheWay: controller,
          hint: "UIKit code presented it; SwiftUI tries again only when the binding was off (C-32)."),
        site: record.modifier.site)
      return
    }
    if let first = state[other].modifier, state[first].modifier.source.binding == record.modifier.source.binding {
      // Every one of the modifiers tries at once (R45, S77).
      lose(id, identity)
      refuse(
        Refusal(
          code: .transitionInProgress, controller: record.host,
          message: "Attempt to present the \(record.modifier.kind.rawValue) of <\(name(of: record.host))> while a "
            + "presentation is in progress.", inTheWay: controller,
          hint: "Several modifiers read \(name(of: record.modifier.source.binding)), and one was first."),
        site: record.modifier.site)
      return
    }
    let isLate = state[other].phase == .dismissing && !record.isWaiting
    if !profile.alertDuringDismissal, isLate || record.modifier.kind.isAlert {
      lose(id, identity)
      return warnLost(
        id,
        "it was asked for while \(name(of: controller)) \(isLate ? "goes out" : "is there"), and before 17.4 that is "
          + "dropped: the binding stays as it is. Set it when the other is gone.", site: lastWrite(of: id))
    }
    state[id].awaited = state[other].presenter
    guard !record.isWaiting else { return }
    // What goes out is gone in a moment; nobody has to be told.
    if isLate { return }
    warn(
      .presentationWaiting, record.host,
      "\(whyWaiting(record, for: controller)) \(name(of: controller)) is there; put the modifier into its content, or use "
        + "one item instead of two flags.", site: record.modifier.site)
  }

  /// What the console says: of sheets SwiftUI's words, of an alert UIKit's (R44, R47, S58).
  private func whyWaiting(_ record: PresenterRecord, for other: ControllerID) -> String {
    guard record.modifier.kind.isAlert else {
      return
        "Currently, only presenting a single sheet is supported. The next sheet will be presented when the currently "
        + "presented sheet gets dismissed."
    }
    let (kind, host) = (record.modifier.kind.rawValue, name(of: record.host))
    let presenter = name(of: state.outermost(record.host))
    return "Attempt to present the \(kind) of <\(host)> on <\(presenter)> (from <\(host)>) which is already presenting "
      + "<\(name(of: other))>. SwiftUI presents it when that has gone."
  }

  // MARK: Shared and superseded modifiers

  /// Before 14.5 one presentation modifier of a view works: the last (R44; which one is our choice).
  private func isSuperseded(_ id: PresenterID) -> Bool {
    guard profile.singleModifier, let host = state[state[id].host].host else { return false }
    let view = state.hosts[host].views.first { $0.presenters.contains(id) }
    guard let view, view.presenters.last != id else { return false }
    warnLost(
      id,
      "another presentation modifier follows on the same view, and before 14.5 only one of them works. Put each on "
        + "a view of its own.")
    return true
  }

  private func isShared(_ id: PresenterID) -> Bool {
    let binding = state[id].modifier.source.binding
    return (state.work.presentersByBinding[state.base(of: binding)]?.elements ?? []).contains { index in
      let other = state.presenters[index]
      return index != id.rawValue && !other.isRemoved && other.modifier.source.binding == binding
        && state.isInTree(other.host)
    }
  }

  private func warnShared(_ id: PresenterID) {
    let binding = state[id].modifier.source.binding
    warn(
      .bindingShared, name(of: binding),
      "several presentation modifiers read it, so all of them want to present at once. From 17.4 on none may. Give each "
        + "its own binding, or put one modifier around them and use an item.", site: state[id].modifier.site)
  }

  // MARK: What is lost

  func lose(_ id: PresenterID, _ identity: Value) {
    state[id].lost = identity
    state[id].awaited = nil
  }

  /// - Parameter site: the line that is to blame; else the modifier's.
  func warnLost(_ id: PresenterID, _ message: String, site: SourceSite? = nil) {
    let record = state[id]
    warn(.presentationLost, name(of: record.modifier.source.binding), message, site: site ?? record.modifier.site)
  }

  /// Content that is gone before its sheet is: state was reset together with the flag, and no item keeps it (R43).
  func warnIfBlank(_ controller: ControllerID) {
    guard let presentation = state[controller].presentation, let id = state[presentation].modifier,
      state.isGoing(presentation) || wanted(by: id) == nil
    else { return }
    warn(
      .contentVanished, controller,
      "it goes out blank: what its content shows was reset together with its binding. Present it by an item, whose last "
        + "value stays until it is gone, or reset in on_dismiss.", site: state[id].modifier.site)
  }

  private func warnVanished(_ id: PresenterID, _ identity: Value) {
    lose(id, identity)
    warn(
      .contentVanished, state[id].host,
      "the content of its \(state[id].modifier.kind.rawValue) is nil, so nothing is presented though its binding asks "
        + "for it. Answer a controller for each value, or set the binding back.", site: state[id].modifier.site)
  }
}

extension SceneState {
  /// Whether a presentation is on its way out.
  func isGoing(_ id: PresentationID) -> Bool { self[id].phase == .dismissing }
}
