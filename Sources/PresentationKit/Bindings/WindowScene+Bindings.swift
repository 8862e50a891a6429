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
    if state[binding].origin == nil { noteInput(name(of: binding), value) }
    return value
  }

  /// Adds what an answer rests on to the account of the question of the moment. The bindings that are read add themselves.
  public func noteInput(_ name: @autoclosure () -> String, _ value: Value) {
    guard questions > 0, !isQuiet, !isSilent else { return }
    let input = Explanation.Input(name: name(), value: value)
    if !bindingsRead.contains(input) { bindingsRead.append(input) }
  }

  private func currentValue(of binding: BindingID) -> Value {
    guard let origin = state[binding].origin else { return seenValue(of: binding) }
    let base = value(of: origin)
    return ask { $0.derivedValue(binding, of: base) } ?? base
  }

  /// Sets a binding. Whoever observes it, or one derived from it, is told at the next update, once for all writes of a
  /// turn. A derived binding shows in the trace as the binding it writes to.
  public func set(_ binding: BindingID, to newValue: Value, by writer: Writer = .script) {
    write(binding, newValue, by: writer, through: binding)
  }

  private func write(_ binding: BindingID, _ newValue: Value, by writer: Writer, through asked: BindingID) {
    if let origin = state[binding].origin {
      let base = value(of: origin)
      let value = ask { $0.baseValue(binding, setting: newValue, base: base) } ?? newValue
      return write(origin, value, by: writer, through: asked)
    }
    if state[binding].isConstant { return }
    if state[binding].before == nil { state[binding].before = state[binding].value }
    state[binding].value = newValue
    state.work.note(binding)
    state[binding].writtenAt = responder?.currentSite
    state[binding].writtenIn = acting
    state[binding].isEcho = isEcho
    if writer == .script { rememberTeardown() }
    record("binding", subject: name(of: binding), detail: "= \(newValue.traceText) (\(writer.rawValue))")
    if writer != .system { keepWhileClosing(binding, by: writer, through: asked) }
    scheduleUpdate()
  }

  /// Asks for `Callback.bindingChanged` at each update at which the binding differs from the one before.
  public func observe(_ binding: BindingID) {
    guard state[binding].observed == nil else { return }
    let value = value(of: binding)
    state[binding].observed = value
    state.work.observedByBinding[state.base(of: binding), default: .init()].insert(binding.rawValue)
    if state[binding].origin != nil { state.work.volatileBindings.insert(binding.rawValue) }
  }

  /// Tells observers what changed, in the order in which the bindings were made.
  ///
  /// - Complexity: O(*n*) in the observed bindings that were written, and those whose value a function answers.
  func updateBindings() {
    var last: Int?
    while let index = SceneState.first(
      state.work.bindings.next(after: last), state.work.volatileBindings.next(after: last))
    {
      last = index
      visits += 1
      state.work.bindings.remove(index)
      let binding = BindingID(rawValue: index)
      guard let old = state[binding].observed else { continue }
      let new = value(of: binding)
      guard new != old else { continue }
      state[binding].observed = new
      notify(.bindingChanged(binding, new: new, old: old))
    }
  }

  /// Forgets what bindings held before the writes that an update has looked at.
  func forgetWrites(_ written: [BindingID]) {
    for binding in written { state[binding].before = nil }
    state.work.written.removeFirst(min(written.count, state.work.written.count))
    // Written again meanwhile: the next update compares with now.
    for binding in state.work.written where state[binding].before == nil {
      state[binding].before = state[binding].value
    }
  }

  /// Asks for an update in the next turn, if anybody looks at bindings.
  func scheduleUpdate() {
    guard !state.hosts.isEmpty || state.work.isObserving || hasBoundSelection else {
      return forgetWrites(state.work.written)
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
