import CLuaShim

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
  func takeFunction(_ frame: LuaFrame) -> LuaFunction { LuaFunction(ref: ms_ref(frame.L), link: link) }

  /// Calls a function that answers at once; see `query(fuel:_:read:)`.
  public func call<each A: LuaEncodable, R: LuaDecodable>(
    _ function: LuaFunction, _ argument: repeat each A, as type: R.Type = R.self
  ) throws(LuaError) -> R {
    try query(
      fuel: nil,
      { frame in
        frame.push(function)
        var count = 0
        for value in repeat each argument {
          frame.push(value)
          count += 1
        }
        return count
      }, read: { frame in try R.read(from: frame, at: 1) })
  }

  /// Calls a function for what it does.
  public func call<each A: LuaEncodable>(_ function: LuaFunction, _ argument: repeat each A) throws(LuaError) {
    try query(
      fuel: nil,
      { frame in
        frame.push(function)
        var count = 0
        for value in repeat each argument {
          frame.push(value)
          count += 1
        }
        return count
      }, read: { _ in })
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
    guard let handle else { throw .closed }
    let L: OpaquePointer = handle.pointee.current
    let top = lua_gettop(L)
    defer {
      if self.handle != nil { lua_settop(L, top) }
      closeIfAsked()
    }
    let frame = LuaFrame(L, base: top)
    do {
      let count = try push(frame)
      if self.handle == nil { throw LuaError.closed }
      if tookOverrun() { throw LuaError(.memory, "not enough memory") }
      // NB: a function of a closed or another host is pushed as nil.
      if frame.type(at: frame.count - count) == .nil { throw LuaError.closed }
      let what = fuel == nil ? "inside a call of the host" : "inside a query"
      let outcome = entering { ms_call(handle, L, Int32(count), -1, fuel ?? -1, what) }
      try frame.finish(outcome)
      return try read(frame)
    } catch {
      throw wrap(error)
    }
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
