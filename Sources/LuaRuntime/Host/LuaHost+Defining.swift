import CLuaShim

extension LuaHost {
  /// Defines a global function.
  @inlinable
  public func define<each A: LuaDecodable, R: LuaEncodable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> R
  ) {
    define(name) { frame in
      var reader = ArgumentReader(frame, first: 1)
      try body(repeat try reader.next((each A).self)).push(to: frame)
      return 1
    }
  }

  /// Defines a global function without a result.
  @inlinable
  public func define<each A: LuaDecodable>(_ name: String, _ body: @escaping (repeat each A) throws -> Void) {
    define(name) { frame in
      var reader = ArgumentReader(frame, first: 1)
      try body(repeat try reader.next((each A).self))
      return 0
    }
  }

  /// Defines a global function that reads its arguments and pushes its results itself.
  public func define(raw name: String, _ body: @escaping (LuaFrame) throws -> LuaReturn) {
    define(name) { frame in try body(frame).native(frame) }
  }

  @usableFromInline
  func define(_ name: String, body: @escaping FunctionBox.Body) {
    guard !isClosed else { return }
    withFrame { frame in
      ms_push_function(frame.L, pointer(to: FunctionBox(name: name, body: body)))
      setGlobalFromTop(name, frame)
    }
  }

  /// Makes a function value that is not a global.
  ///
  /// NB: what the closure captures lives until the host closes, even when Lua has long dropped the function.
  ///
  /// - Parameter name: What error messages call it.
  public func function(_ name: String, _ body: @escaping (LuaFrame) throws -> LuaReturn) -> LuaFunction {
    guard !isClosed else { return LuaFunction(ref: 0, hostID: 0, birth: 0, link: link) }
    let box = FunctionBox(name: name) { frame in try body(frame).native(frame) }
    return withFrame { frame in
      ms_push_function(frame.L, pointer(to: box))
      return takeFunction(frame)
    }
  }

  /// Sets a global, without asking the guard of `protect`.
  public func setGlobal(_ name: String, to value: some LuaEncodable) {
    guard !isClosed else { return }
    withFrame { frame in
      frame.push(value)
      setGlobalFromTop(name, frame)
    }
  }

  private func setGlobalFromTop(_ name: String, _ frame: LuaFrame) {
    var name = name
    name.withUTF8 { bytes in frame.withChars(bytes) { ms_set_global(frame.L, $0, bytes.count) } }
  }

  /// Keeps a box until the host closes, and gives the pointer that Lua holds.
  func pointer(to box: FunctionBox) -> UnsafeMutableRawPointer {
    let unmanaged = Unmanaged.passRetained(box)
    boxes.append(unmanaged)
    return unmanaged.toOpaque()
  }

  /// Makes globals strict: primitives are read through a table behind the globals, so that the first write to any name
  /// is seen.
  ///
  /// - Parameters:
  ///   - primitives: Names and values that scripts read like globals. Assigning one is a first write.
  ///   - undefined: Gives the error for reading a name that nothing has; `nil` to read plain `nil`.
  ///   - defined: Gives the error that refuses the first write to a name; `nil` to allow it.
  public func protect(
    primitives: [(String, any LuaEncodable)], undefined: @escaping (_ name: String) -> LuaError?,
    defined: @escaping (_ name: String) -> LuaError?
  ) {
    guard !isClosed else { return }
    withFrame { frame in
      frame.newTable(fields: primitives.count)
      for (name, value) in primitives {
        frame.push(value)
        frame.rawSet(-2, key: name)
      }
      protectGlobals(frame, undefined, defined)
    }
  }

  /// As `protect`, with the table of primitives on top, which is popped.
  func protectGlobals(
    _ frame: LuaFrame, _ undefined: @escaping (_ name: String) -> LuaError?,
    _ defined: @escaping (_ name: String) -> LuaError?
  ) {
    func box(_ body: @escaping (String) -> LuaError?) -> UnsafeMutableRawPointer {
      pointer(
        to: FunctionBox(name: "global") { frame in
          if let error = body(frame.string(at: 1) ?? "") { throw error }
          return 0
        })
    }
    ms_protect_globals(frame.L, box(undefined), box(defined))
  }

  func openRequire(_ handle: UnsafeMutablePointer<ms_host>) {
    let loader = FunctionBox(name: "require") { frame in
      let host = frame.host
      let name = frame.string(at: 1) ?? ""
      guard let chunk = try host.modules?.chunk(named: name) else { return 0 }
      host.noteChunk(chunk.name)
      frame.push(bytes: Array(chunk.body))
      frame.push(string: "@\(chunk.name)")
      return 2
    }
    ms_set_require(handle.pointee.L, pointer(to: loader))
  }
}

/// Reads the arguments of a call from left to right.
@frozen
@usableFromInline
struct ArgumentReader {
  @usableFromInline let frame: LuaFrame
  @usableFromInline var position: Int

  @inlinable
  init(_ frame: LuaFrame, first: Int) {
    self.frame = frame
    position = first
  }

  @inlinable
  @inline(__always)
  mutating func next<T: LuaDecodable>(_: T.Type) throws(LuaError) -> T {
    let value = try T.read(from: frame, at: position)
    position += 1
    return value
  }
}
