public import CLuaShim

extension LuaFrame {
  /// How many values are above the function at the frame's bottom.
  @inlinable var argumentCount: Int32 { lua_gettop(L) - base - 1 }
}

extension LuaHost {
  /// Compiles a chunk.
  ///
  /// - Throws: A syntax error; a compiled chunk is refused.
  /// - Returns: The chunk's main function.
  public func load(_ chunk: LuaChunk) throws(LuaError) -> LuaFunction {
    guard let handle else { throw .closed }
    let L: OpaquePointer = handle.pointee.current
    let body = chunk.body
    if body.first == 0x1B, libraries != .stock {
      throw LuaError(.syntax, "\(chunk.name): this is a compiled Lua chunk; moonsheet runs source text only")
    }
    noteChunk(chunk.name)
    let outcome = entering {
      body.withUnsafeBytes { bytes in
        ms_load(handle, L, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, "@\(chunk.name)")
      }
    }
    let frame = LuaFrame(L)
    try frame.finish(outcome)
    return takeFunction(frame)
  }

  /// Makes a reference of the function on top, which is popped.
  func takeFunction(_ frame: LuaFrame) -> LuaFunction {
    time += 1
    validBirths.add(time)
    return LuaFunction(ref: ms_ref(frame.L), hostID: id, birth: time, link: link)
  }

  /// Calls a function that answers at once; see `query(fuel:_:read:)`.
  @inlinable
  public func call<each A: LuaEncodable, R: LuaDecodable>(
    _ function: LuaFunction, _ argument: repeat each A, as type: R.Type = R.self
  ) throws(LuaError) -> R {
    let frame = try begin(function)
    defer { end(frame) }
    repeat (each argument).push(to: frame)
    try run(frame, frame.argumentCount, fuel: -1)
    return try R.read(from: frame, at: 1)
  }

  /// Calls a function for what it does.
  @inlinable
  public func call<each A: LuaEncodable>(_ function: LuaFunction, _ argument: repeat each A) throws(LuaError) {
    let frame = try begin(function)
    defer { end(frame) }
    repeat (each argument).push(to: frame)
    try run(frame, frame.argumentCount, fuel: -1)
  }

  /// Calls a function and reads its results. The code called may not wait: waiting raises `notYieldable`.
  ///
  /// - Parameters:
  ///   - fuel: The most VM instructions it may use; `nil` for what its caller has left.
  ///   - push: Pushes the function and then its arguments, and returns the number of arguments.
  ///   - read: Sees exactly the results.
  /// - Throws: What the script raised, or what the closures threw (as `underlying` unless it is a `LuaError`).
  /// - Returns: What `read` returns.
  public func query<T>(
    fuel: Int64?, _ push: (LuaFrame) throws -> Int, read: (LuaFrame) throws -> T
  ) throws(LuaError) -> T {
    let frame = try begin()
    defer { end(frame) }
    do {
      let count = try push(frame)
      if handle == nil { throw LuaError.closed }
      // NB: a function of a closed or another host is pushed as nil.
      if frame.type(at: frame.count - count) == .nil { throw LuaError.closed }
      try run(frame, Int32(count), fuel: fuel ?? -1)
      return try read(frame)
    } catch {
      throw wrap(error)
    }
  }

  // MARK: The steps of a call

  /// Begins a call: the frame is above what a call needs, and ends with `end`.
  func begin() throws(LuaError) -> LuaFrame {
    guard let handle else { throw .closed }
    let L: OpaquePointer = handle.pointee.current
    return LuaFrame(L, base: ms_begin(L))
  }

  @usableFromInline
  func begin(_ function: LuaFunction) throws(LuaError) -> LuaFrame {
    guard let handle, function.isValid(in: handle) else { throw .closed }
    let L: OpaquePointer = handle.pointee.current
    return LuaFrame(L, base: ms_begin_ref(L, function.ref))
  }

  /// Calls the function below the arguments, which are the top of the frame; its results are the frame then.
  @usableFromInline
  func run(_ frame: LuaFrame, _ count: Int32, fuel: Int64) throws(LuaError) {
    guard let handle else { throw .closed }
    if handle.pointee.overrun != 0 {
      handle.pointee.overrun = 0
      throw LuaError(.memory, "not enough memory")
    }
    let outcome: ms_outcome
    if handle.pointee.entries == 0 {
      drain()
      if origin != nil { origin = nil }
      outcome = ms_call_prepared(handle, frame.L, frame.base + 1, count, -1, fuel, nil)
      drain()
    } else {
      outcome = ms_call_prepared(handle, frame.L, frame.base + 1, count, -1, fuel, nil)
    }
    if outcome.status != LUA_OK { try frame.finish(outcome) }
  }

  @usableFromInline
  func end(_ frame: LuaFrame) {
    if handle != nil { lua_settop(frame.L, frame.base - 1) }
    if isClosing { closeIfAsked() }
  }

  /// Whether a push found no memory since the last time this was asked.
  func tookOverrun() -> Bool {
    guard let handle, handle.pointee.overrun != 0 else { return false }
    handle.pointee.overrun = 0
    return true
  }

  func wrap(_ error: any Error) -> LuaError {
    error as? LuaError ?? LuaError(.callback, "\(error)", underlying: error)
  }

  /// Gives a frame on the running thread; its stack is as before afterwards.
  ///
  /// - Precondition: The host is not closed.
  public func withFrame<T>(_ body: (LuaFrame) throws -> T) rethrows -> T {
    guard let handle else { preconditionFailure("withFrame on a closed LuaHost") }
    let L: OpaquePointer = handle.pointee.current
    let top = lua_gettop(L)
    defer { if self.handle != nil { lua_settop(L, top) } }
    return try body(LuaFrame(L, base: top))
  }

  /// Where the innermost running Lua code stands, `level` functions above the running one; `nil` when none runs.
  ///
  /// - Complexity: O(1) for usual stacks: native functions on the way are skipped.
  public func currentSite(level: Int = 1) -> LuaError.Site? {
    guard let handle else { return nil }
    return site(on: handle.pointee.current, level: Int32(level))
  }
}
