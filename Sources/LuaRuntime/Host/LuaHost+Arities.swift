// NB: the compiler does not specialise parameter packs; functions of one and two arguments, the most frequent ones, cost
// a third less in forms of their own.

extension LuaHost {
  /// Defines a global function of one argument.
  @inlinable
  public func define<A: LuaDecodable, R: LuaEncodable>(_ name: String, _ body: @escaping (A) throws -> R) {
    define(name) { frame in
      try body(try A.read(from: frame, at: 1)).push(to: frame)
      return 1
    }
  }

  /// Defines a global function of one argument without a result.
  @inlinable
  public func define<A: LuaDecodable>(_ name: String, _ body: @escaping (A) throws -> Void) {
    define(name) { frame in
      try body(try A.read(from: frame, at: 1))
      return 0
    }
  }

  /// Defines a global function of two arguments.
  @inlinable
  public func define<A: LuaDecodable, B: LuaDecodable, R: LuaEncodable>(
    _ name: String, _ body: @escaping (A, B) throws -> R
  ) {
    define(name) { frame in
      try body(try A.read(from: frame, at: 1), try B.read(from: frame, at: 2)).push(to: frame)
      return 1
    }
  }

  /// Defines a global function of two arguments without a result.
  @inlinable
  public func define<A: LuaDecodable, B: LuaDecodable>(_ name: String, _ body: @escaping (A, B) throws -> Void) {
    define(name) { frame in
      try body(try A.read(from: frame, at: 1), try B.read(from: frame, at: 2))
      return 0
    }
  }

  /// Calls a function with one argument; see `query(fuel:_:read:)`.
  @inlinable
  public func call<A: LuaEncodable, R: LuaDecodable>(
    _ function: LuaFunction, _ argument: A, as type: R.Type = R.self
  ) throws(LuaError) -> R {
    let frame = try begin(function)
    defer { end(frame) }
    argument.push(to: frame)
    try run(frame, 1, fuel: -1)
    return try R.read(from: frame, at: 1)
  }

  /// Calls a function with two arguments; see `query(fuel:_:read:)`.
  @inlinable
  public func call<A: LuaEncodable, B: LuaEncodable, R: LuaDecodable>(
    _ function: LuaFunction, _ first: A, _ second: B, as type: R.Type = R.self
  ) throws(LuaError) -> R {
    let frame = try begin(function)
    defer { end(frame) }
    first.push(to: frame)
    second.push(to: frame)
    try run(frame, 2, fuel: -1)
    return try R.read(from: frame, at: 1)
  }
}

extension LuaClass {
  /// Adds a method of one argument.
  @inlinable
  public func method<A: LuaDecodable, R: LuaEncodable>(_ name: String, _ body: @escaping (O, A) throws -> R) {
    addMethod(name) { table in
      { frame in
        try body(try table.object(in: frame, at: 1), try A.read(from: frame, at: 2)).push(to: frame)
        return 1
      }
    }
  }

  /// Adds a method of one argument without a result.
  @inlinable
  public func method<A: LuaDecodable>(_ name: String, _ body: @escaping (O, A) throws -> Void) {
    addMethod(name) { table in
      { frame in
        try body(try table.object(in: frame, at: 1), try A.read(from: frame, at: 2))
        return 0
      }
    }
  }
}
