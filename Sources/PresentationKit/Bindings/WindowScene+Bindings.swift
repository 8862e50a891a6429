extension WindowScene {
  /// Makes a binding. Without a name it shows as `binding@file:line`.
  public func makeBinding(name: String? = nil, initial: Value, site: SourceSite? = nil) -> BindingID {
    addBinding(name: name, origin: nil, value: initial, site: site)
  }

  /// Makes a binding whose value is computed from another's by the responder, and that writes through to it.
  public func makeDerivedBinding(
    of origin: BindingID, name: String? = nil, site: SourceSite? = nil
  ) -> BindingID {
    addBinding(name: name, origin: origin, value: .none, site: site)
  }

  /// `Binding.constant(_:)`: writes to it are ignored.
  public func makeConstantBinding(_ value: Value, name: String? = nil, site: SourceSite? = nil) -> BindingID {
    let id = addBinding(name: name, origin: nil, value: value, site: site)
    state[id].isConstant = true
    return id
  }

  /// The name of a binding in traces.
  public func name(of binding: BindingID) -> String { state[binding].name }

  /// The value now.
  public func value(of binding: BindingID) -> Value {
    let value = currentValue(of: binding)
    if questions > 0, state[binding].origin == nil, !isSilent {
      let input = Explanation.Input(name: name(of: binding), value: value)
      if !bindingsRead.contains(input) { bindingsRead.append(input) }
    }
    return value
  }

  private func currentValue(of binding: BindingID) -> Value {
    guard let origin = state[binding].origin else { return state[binding].value }
    let base = value(of: origin)
    return ask { $0.derivedValue(binding, of: base) } ?? base
  }

  /// Sets a binding. Whoever observes it, or one derived from it, is told at the next update, once for all writes of a
  /// turn. A derived binding shows in the trace as the binding it writes to.
  public func set(_ binding: BindingID, to newValue: Value, by writer: Writer = .script) {
    if let origin = state[binding].origin {
      let base = value(of: origin)
      set(origin, to: ask { $0.baseValue(binding, setting: newValue, base: base) } ?? newValue, by: writer)
      return
    }
    if state[binding].isConstant { return }
    state[binding].value = newValue
    state[binding].writtenAt = responder?.currentSite
    state[binding].writtenIn = acting
    state[binding].isEcho = isEcho
    if writer == .script { rememberTeardown() }
    record("binding", subject: name(of: binding), detail: "= \(newValue.traceText) (\(writer.rawValue))")
    if writer != .system { keepWhileClosing(binding, newValue) }
    scheduleUpdate()
  }

  /// Asks for `Callback.bindingChanged` at each update at which the binding differs from the one before.
  public func observe(_ binding: BindingID) {
    guard state[binding].observed == nil else { return }
    let value = value(of: binding)
    state[binding].observed = value
  }

  func updateBindings() {
    for binding in state.bindings.indices.map(BindingID.init) {
      guard let old = state[binding].observed else { continue }
      let new = value(of: binding)
      guard new != old else { continue }
      state[binding].observed = new
      notify(.bindingChanged(binding, new: new, old: old))
    }
  }

  /// Asks for an update in the next turn, if anybody looks at bindings.
  func scheduleUpdate() {
    guard !state.hosts.isEmpty || state.bindings.contains(where: { $0.observed != nil }) || hasBoundSelection else {
      return
    }
    if !state.clock.isPending(.update) { schedule(.update, after: 0) }
  }

  /// Asks for an update if there are views to update.
  func scheduleViewUpdate() {
    if !state.hosts.isEmpty { scheduleUpdate() }
  }

  private var hasBoundSelection: Bool {
    state.chain.contains {
      if case .binding = state[state[$0].controller].configuration.sheet.selectedDetent { true } else { false }
    }
  }

  private func addBinding(name: String?, origin: BindingID?, value: Value, site: SourceSite?) -> BindingID {
    let place = (site ?? responder?.currentSite).map { "binding@\($0)" }
    let shown = name ?? place ?? "binding#\(state.bindings.count + 1)"
    state.bindings.append(BindingRecord(name: escapingControls(shown), origin: origin, value: value))
    return BindingID(rawValue: state.bindings.count - 1)
  }
}
