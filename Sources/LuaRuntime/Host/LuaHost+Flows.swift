import CLuaShim

extension LuaHost {
  /// Makes a flow; it begins to run when it is resumed.
  ///
  /// - Parameter push: Pushes the function and then its arguments, and returns the number of arguments.
  /// - Throws: `closed`, `memory`, or what `push` threw.
  public func makeFlow(_ push: (LuaFrame) throws -> Int) throws(LuaError) -> LuaFlow {
    guard let handle else { throw .closed }
    let L: OpaquePointer = handle.pointee.current
    let top = lua_gettop(L)
    defer { lua_settop(L, top) }
    ms_push_ref(L, flowTable)
    let frame = LuaFrame(L, base: top + 1)
    do {
      let count = try push(frame)
      if tookOverrun() { throw LuaError(.memory, "not enough memory") }
      if lua_type(L, -1 - Int32(count)) == LUA_TNIL { throw LuaError.closed }
      flowCount += 1
      ms_new_flow(handle, L, top + 1, Int32(count + 1), flowCount)
      return LuaFlow(serial: flowCount)
    } catch {
      throw wrap(error)
    }
  }

  /// Runs a flow until it waits, returns or raises.
  ///
  /// - Parameters:
  ///   - flow: A suspended flow.
  ///   - push: Pushes what the call it waits in returns, and returns the number of values; nothing the first time.
  ///   - read: Sees exactly the function's results when it has returned.
  public func resume(
    _ flow: LuaFlow, _ push: (LuaFrame) throws -> Int = { _ in 0 }, read: (LuaFrame) throws -> Void = { _ in }
  ) -> LuaFlowStep {
    guard let handle else { return .failed(.closed) }
    var thread: OpaquePointer?
    let state = ms_find_flow(handle, flowTable, flow.serial, &thread)
    guard let co = thread, Int(state) == MS_FLOW_NEW || Int(state) == MS_FLOW_WAITING else {
      return .failed(notSuspended(flow))
    }
    defer { if isClosing { closeIfAsked() } }
    let top = lua_gettop(co)
    do {
      let isNew = Int(state) == MS_FLOW_NEW
      let pushed = try push(LuaFrame(co, base: isNew ? 0 : top))
      return step(flow, co, handle, isNew ? top - 1 : Int32(pushed), read: read)
    } catch {
      return fail(flow, wrap(error))
    }
  }

  @inline(__always)
  private func step(
    _ flow: LuaFlow, _ co: OpaquePointer, _ handle: UnsafeMutablePointer<ms_host>, _ count: Int32,
    read: (LuaFrame) throws -> Void
  ) -> LuaFlowStep {
    let isOutermost = handle.pointee.entries == 0
    if isOutermost {
      drain()
      if origin != nil { origin = nil }
    }
    let outcome = ms_resume(handle, co, count, 0, flow.serial)
    if isOutermost { drain() }
    if outcome.status == LUA_YIELD {
      if outcome.results > 0 { lua_settop(co, -outcome.results - 1) }
      return .waiting
    }
    if outcome.status == LUA_OK {
      defer { forget(flow) }
      do {
        try read(LuaFrame(co, base: lua_gettop(co) - outcome.results))
        return .finished
      } catch {
        return .failed(wrap(error))
      }
    }
    let error = error(of: outcome, on: co)
    cancel(flow)
    return .failed(error)
  }

  /// Raises an error where a flow waits, and runs it on from there. A flow that has not begun is cancelled.
  ///
  /// - Parameter read: Sees exactly the function's results when it has caught the error and returned.
  public func fail(
    _ flow: LuaFlow, _ error: LuaError, read: (LuaFrame) throws -> Void = { _ in }
  ) -> LuaFlowStep {
    guard let handle else { return .failed(.closed) }
    guard let co = thread(of: flow), isSuspended(co) else { return .failed(notSuspended(flow)) }
    defer { closeIfAsked() }
    if lua_status(co) == LUA_OK {
      cancel(flow)
      return .failed(error)
    }
    var error = error
    if error.site == nil, let inner = ms_innermost(handle, co) { error.site = site(on: inner, level: 0) }
    pushError(error, to: LuaFrame(co))
    handle.pointee.inject = 1
    return step(flow, co, handle, 1, read: read)
  }

  /// Ends a suspended flow: its variables to be closed are closed, within a small budget of their own. Does nothing to
  /// one that is finished or running.
  ///
  /// - Returns: The error that closing a variable raised, the last one if there were several; `nil` for none.
  @discardableResult
  public func cancel(_ flow: LuaFlow) -> LuaError? {
    guard let handle, let co = thread(of: flow) else { return nil }
    let hasFailed = lua_status(co) > LUA_YIELD
    guard isSuspended(co) || hasFailed else { return nil }
    let saved = origin
    let outcome = ms_close_flow(handle, co, closingFuel)
    let error = outcome.status == LUA_OK || hasFailed ? nil : error(of: outcome, on: co)
    origin = saved
    forget(flow)
    if handle.pointee.entries == 0 { drain() }
    return error
  }

  private var closingFuel: Int64 { 100_000 }

  /// The innermost flow that runs now.
  public var currentFlow: LuaFlow? {
    var link = handle?.pointee.chain
    while let current = link {
      if Int(current.pointee.kind) == MS_LINK_FLOW { return LuaFlow(serial: current.pointee.serial) }
      link = current.pointee.up
    }
    return nil
  }

  /// Whether the running code may wait: it runs in a flow, and nothing between the two cannot be interrupted.
  public var canWait: Bool {
    guard let handle else { return false }
    return ms_wait_barrier(handle, handle.pointee.current) == nil
  }

  /// What keeps the running code from waiting, such as "inside table.sort"; empty when nothing does.
  public var whyCannotWait: String {
    guard let handle, let reason = ms_wait_barrier(handle, handle.pointee.current) else { return "" }
    return String(cString: reason)
  }

  /// Whether a flow can be resumed.
  public func isSuspended(_ flow: LuaFlow) -> Bool { thread(of: flow).map(isSuspended) ?? false }

  /// Where a suspended flow waits.
  public func site(of flow: LuaFlow) -> LuaError.Site? {
    guard let handle, let co = thread(of: flow), let inner = ms_innermost(handle, co) else { return nil }
    return site(on: inner, level: 0)
  }

  private func isSuspended(_ co: OpaquePointer) -> Bool {
    var record = lua_Debug()
    switch lua_status(co) {
    case LUA_YIELD: return true
    case LUA_OK: return lua_getstack(co, 0, &record) == 0 && lua_gettop(co) > 0
    default: return false
    }
  }

  private func notSuspended(_ flow: LuaFlow) -> LuaError {
    thread(of: flow) == nil ? LuaError(.closed, "the flow is finished") : LuaError("the flow is running")
  }

  func thread(of flow: LuaFlow) -> OpaquePointer? {
    guard let handle else { return nil }
    var co: OpaquePointer?
    _ = ms_find_flow(handle, flowTable, flow.serial, &co)
    return co
  }

  private func forget(_ flow: LuaFlow) {
    guard let handle else { return }
    ms_forget_flow(handle, flowTable, flow.serial)
  }

  /// The flows that are not finished, the oldest first.
  public func liveFlows() -> [LuaFlow] {
    guard let L = handle?.pointee.L else { return [] }
    let top = lua_gettop(L)
    defer { lua_settop(L, top) }
    ms_push_ref(L, flowTable)
    var result: [LuaFlow] = []
    LuaFrame(L, base: top).forEachPair(in: 1) { frame in
      if let serial = frame.integer(at: -2) { result.append(LuaFlow(serial: UInt64(bitPattern: serial))) }
    }
    return result
  }
}
