/// The detents of what is presented, as code sees them (R15, S22).
extension WindowScene {
  /// The identifiers of a presented sheet's active detents, smallest first; empty for what is no sheet.
  public func activeDetents(of controller: ControllerID) -> [String] {
    guard let id = state.presentation(around: controller), isSheet(id) else { return [] }
    return state[id].detents.map(\.identifier)
  }

  /// Where a presented sheet rests; nil for what is no sheet.
  public func currentDetent(of controller: ControllerID) -> String? {
    guard let id = state.presentation(around: controller), isSheet(id) else { return nil }
    return resting(id)?.identifier
  }

  /// Sets everything a sheet is made with at once; the current presentation takes it over.
  public func setSheet(_ sheet: SheetConfiguration, of controller: ControllerID) {
    state[controller].configuration.sheet = sheet
    guard let id = state[controller].presentation, state[id].phase.isOnScreen else { return }
    moveByScript(id) {
      resolveDetents(id)
      state[id].selectedDetent = configuredSelection(id)
    }
    warnIfUnknown(state[id].selectedDetent, id)
    checkInvariants()
  }

  /// Sets `detents`. A selection that is among them no more falls to the smallest (R58).
  public func setDetents(_ detents: [Detent], of controller: ControllerID) {
    state[controller].configuration.sheet.detents = detents
    invalidateDetents(of: controller)
  }

  /// `invalidateDetents()`: asks for the heights of custom detents again.
  public func invalidateDetents(of controller: ControllerID) {
    guard let id = state[controller].presentation, state[id].phase.isOnScreen else { return }
    moveByScript(id) { resolveDetents(id) }
    checkInvariants()
  }

  /// Sets `selectedDetentIdentifier`: no delegate hears of it (S22). An unknown one falls to the smallest, with the
  /// warning `unknown_detent`; nil is the smallest. Where the selection is a binding, it is written.
  public func setSelectedDetent(_ identifier: String?, of controller: ControllerID) {
    if case .binding(let binding) = state[controller].configuration.sheet.selectedDetent {
      return set(binding, to: identifier.map { .string($0) } ?? .none)
    }
    state[controller].configuration.sheet.selectedDetent = identifier.map { .identifier($0) } ?? .smallest
    guard let id = state[controller].presentation, state[id].phase.isOnScreen else { return }
    select(identifier, id)
    checkInvariants()
  }

  /// Sets `largestUndimmedDetentIdentifier`.
  public func setLargestUndimmedDetent(_ identifier: String?, of controller: ControllerID) {
    state[controller].configuration.sheet.largestUndimmedDetent = identifier
  }

  /// The detent a sheet rests at: the selected one where it is active, else the smallest.
  func resting(_ id: PresentationID) -> ResolvedDetent? {
    let detents = state[id].detents
    return detents.first { $0.identifier == state[id].selectedDetent } ?? detents.first
  }

  /// Whether touches outside go to what lies behind (R19), the modal flag aside.
  func isUndimmed(_ id: PresentationID) -> Bool {
    guard isSheet(id) else { return false }
    let controller = state[id].controller
    switch state.visibleTree(of: controller).lazy.compactMap({ self.state[$0].backgroundInteraction }).first {
    case .disabled: return false
    case .enabled: return true
    case .enabledUpThrough(let limit): return rests(id, upTo: limit)
    case .automatic, nil:
      return state[controller].configuration.sheet.largestUndimmedDetent.map { rests(id, upTo: $0) } ?? false
    }
  }

  private func rests(_ id: PresentationID, upTo limit: String) -> Bool {
    guard let resting = resting(id), let largest = state[id].detents.first(where: { $0.identifier == limit }) else {
      return false
    }
    return resting.height <= largest.height
  }

  /// Whether a sheet has other detents than the large one, so that there is an outside however wide it is (R17, S90).
  func isDetented(_ id: PresentationID) -> Bool {
    isSheet(id) && state[id].detents.map(\.identifier) != [Detent.large.identifier]
  }

  /// Takes the selection that a sheet is configured with, at the beginning of its presentation.
  func prepareDetents(_ id: PresentationID) {
    resolveDetents(id)
    state[id].selectedDetent = configuredSelection(id)
    let configuration = state[state[id].controller].configuration
    warnIfUnknown(state[id].selectedDetent, id, site: configuration.site)
    warnIfUnknown(
      configuration.sheet.largestUndimmedDetent, id, site: configuration.site,
      "so it is dimmed at every height. Name one of them as the largest undimmed.")
  }

  /// Brings sheets to where their selection's binding says, at an update.
  func updateDetents() {
    for id in state.chain where state[id].phase.isOnScreen {
      let sheet = state[state[id].controller].configuration.sheet
      guard case .binding(let binding) = sheet.selectedDetent else { continue }
      let selection = configuredSelection(id)
      guard selection != state[id].selectedDetent else { continue }
      select(selection, id, site: state[state.base(of: binding)].writtenAt)
    }
  }

  /// Finds the active detents, smallest first.
  func resolveDetents(_ id: PresentationID) {
    let controller = state[id].controller
    let sheet = state[controller].configuration.sheet
    let whole = profile.containerHeight(of: device)
    let fills = device.height == .compact && !sheet.prefersEdgeAttachedInCompactHeight
    var found: [ResolvedDetent] = []
    for detent in fills ? [.large] : sheet.detents {
      guard let height = height(of: detent, in: whole, controller), height > 0, height.isFinite else { continue }
      if found.contains(where: { $0.identifier == detent.identifier }) { continue }
      found.append(ResolvedDetent(identifier: detent.identifier, height: min(height, whole)))
    }
    if found.isEmpty { found = [ResolvedDetent(identifier: Detent.large.identifier, height: whole)] }
    state[id].detents = found.sorted { ($0.height, $0.identifier) < ($1.height, $1.identifier) }
  }

  private func height(of detent: Detent, in whole: Double, _ controller: ControllerID) -> Double? {
    switch detent {
    case .medium: device.height == .compact ? nil : whole / 2
    case .large: whole
    case .height(let points): points
    case .fraction(let part): part * whole
    case .custom(let identifier):
      ask { $0.customDetentHeight(identifier, of: controller, maximum: whole) } ?? nil
    }
  }

  private func configuredSelection(_ id: PresentationID) -> String? {
    switch state[state[id].controller].configuration.sheet.selectedDetent {
    case .smallest: nil
    case .identifier(let identifier): identifier
    case .binding(let binding): value(of: binding) == .none ? nil : value(of: binding).plainText
    }
  }

  private func select(_ identifier: String?, _ id: PresentationID, site: SourceSite? = nil) {
    moveByScript(id) { state[id].selectedDetent = identifier }
    warnIfUnknown(identifier, id, site: site)
  }

  private func moveByScript(_ id: PresentationID, _ change: () -> Void) {
    let before = resting(id)?.identifier
    state[id].settlingDetent = nil
    state.clock.cancel(.settleDetent(id))
    change()
    guard let after = resting(id)?.identifier, after != before, isSheet(id) else { return }
    recordDetent(after, id, by: .script)
  }

  func recordDetent(_ identifier: String, _ id: PresentationID, by writer: Writer) {
    record("detent", state[id].controller, "= \(identifier) (\(writer.rawValue))")
    note(.detent(name(of: state[id].controller), identifier))
  }

  private func warnIfUnknown(
    _ identifier: String?, _ id: PresentationID, site: SourceSite? = nil,
    _ consequence: String = "and UIKit takes the smallest then. Select one of them."
  ) {
    let controller = state[id].controller
    let known = state[controller].configuration.sheet.detents.map(\.identifier)
    guard let identifier, isSheet(id), !known.contains(identifier) else { return }
    warn(
      .unknownDetent, controller,
      "it has no detent \(quoted(identifier)), only \(known.joined(separator: ", ")), \(consequence)", site: site)
  }
}
