public import CLuaShim

/// A view of a Lua stack, borrowed: valid inside the callback it was given to, and nowhere else.
///
/// Indices count from 1; negative ones count from the top. Pushing never raises: when the memory is used up, `nil`
/// takes the value's place, and the host function fails with "not enough memory" when it returns.
@frozen public struct LuaFrame {
  /// Lua's types, and `none` for an index past the top.
  public enum LuaType: Sendable, Equatable {
    case none, `nil`, bool, lightuserdata, number, string, table, function, userdata, thread
  }

  @usableFromInline let L: OpaquePointer
  @usableFromInline let base: Int32

  @inlinable
  init(_ L: OpaquePointer, base: Int32 = 0) {
    self.L = L
    self.base = base
  }

  /// The host the stack belongs to.
  public var host: LuaHost {
    Unmanaged<LuaHost>.fromOpaque(UnsafeRawPointer(ms_host_of(L).pointee.context)).takeUnretainedValue()
  }

  /// The number of values in the frame.
  @inlinable public var count: Int { Int(lua_gettop(L) - base) }

  @inlinable func at(_ i: Int) -> Int32 { i > 0 ? base + Int32(truncatingIfNeeded: i) : Int32(truncatingIfNeeded: i) }

  /// The positive index of the same value.
  public func absolute(_ i: Int) -> Int { i < 0 ? count + i + 1 : i }

  // MARK: Types

  /// The type of the value at an index.
  @inlinable
  public func type(at i: Int) -> LuaType {
    if i == 0 { return .none }
    return switch lua_type(L, at(i)) {
    case LUA_TNIL: .nil
    case LUA_TBOOLEAN: .bool
    case LUA_TLIGHTUSERDATA: .lightuserdata
    case LUA_TNUMBER: .number
    case LUA_TSTRING: .string
    case LUA_TTABLE: .table
    case LUA_TFUNCTION: .function
    case LUA_TUSERDATA: .userdata
    case LUA_TTHREAD: .thread
    default: .none
    }
  }

  /// Lua's word for the type of the value at an index, or the name of the object's class; "no value" past the top.
  public func typeName(at i: Int) -> String {
    switch type(at: i) {
    case .none: "no value"
    case .nil: "nil"
    case .bool: "boolean"
    case .lightuserdata, .userdata: host.className(of: self, at: i) ?? "userdata"
    case .number: "number"
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .thread: "thread"
    }
  }

  // MARK: Reading

  /// The boolean at an index; `nil` for any other type.
  @inlinable public func bool(at i: Int) -> Bool? {
    lua_type(L, at(i)) == LUA_TBOOLEAN ? lua_toboolean(L, at(i)) != 0 : nil
  }

  /// The integer at an index; also of a float with an integral value, not of a string.
  @inlinable public func integer(at i: Int) -> Int64? {
    let index = at(i)
    if lua_isinteger(L, index) != 0 { return lua_tointegerx(L, index, nil) }
    guard lua_type(L, index) == LUA_TNUMBER else { return nil }
    var isInteger: Int32 = 0
    let value = lua_tointegerx(L, index, &isInteger)
    return isInteger != 0 ? value : nil
  }

  /// The number at an index; not of a string.
  @inlinable public func number(at i: Int) -> Double? {
    lua_type(L, at(i)) == LUA_TNUMBER ? lua_tonumberx(L, at(i), nil) : nil
  }

  /// The string at an index, with invalid UTF-8 repaired; `nil` for any other type, numbers included.
  @inlinable public func string(at i: Int) -> String? { withUTF8(at: i) { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the string at an index.
  public func bytes(at i: Int) -> [UInt8]? { withUTF8(at: i) { Array($0) } }

  /// Gives the bytes of the string at an index in place, without a copy; they are not checked to be UTF-8.
  ///
  /// - Returns: What `body` returns, or `nil` when the value is no string.
  @inlinable public func withUTF8<T>(at i: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T? {
    guard lua_type(L, at(i)) == LUA_TSTRING else { return nil }
    var length = 0
    guard let start = lua_tolstring(L, at(i), &length) else { return nil }
    ms_host_of(L).pointee.fuel -= Int64(length >> 5)
    return try start.withMemoryRebound(to: UInt8.self, capacity: length) {
      try body(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// Whether the value at an index is an integer as Lua represents numbers.
  public func isInteger(at i: Int) -> Bool { lua_isinteger(L, at(i)) != 0 }

  // MARK: Pushing and moving

  /// Pushes any encodable value.
  @inlinable public func push(_ value: some LuaEncodable) {
    reserve()
    value.push(to: self)
  }

  /// Pushes a string constant.
  @inlinable public func push(_ value: StaticString) {
    value.withUTF8Buffer { push(utf8: $0) }
  }

  /// Pushes `nil`.
  @inlinable public func pushNil() {
    reserve()
    lua_pushnil(L)
  }

  /// Pushes a boolean.
  @inlinable public func push(bool value: Bool) {
    reserve()
    lua_pushboolean(L, value ? 1 : 0)
  }

  /// Pushes an integer.
  @inlinable public func push(integer value: Int64) {
    reserve()
    lua_pushinteger(L, value)
  }

  /// Pushes a float.
  @inlinable public func push(number value: Double) {
    reserve()
    lua_pushnumber(L, value)
  }

  /// Pushes a string.
  @inlinable public func push(string value: String) {
    var value = value
    value.withUTF8 { push(utf8: $0) }
  }

  /// Pushes a string of bytes.
  @inlinable public func push(bytes value: [UInt8]) { value.withUnsafeBufferPointer { push(utf8: $0) } }

  @inlinable func push(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    withChars(bytes) { ms_push_string(L, $0, bytes.count) }
  }

  @inlinable func withChars<T>(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<CChar>?) -> T) -> T {
    bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress) }
  }

  /// Pushes a copy of the value at an index.
  @inlinable public func pushCopy(of i: Int) {
    let index = lua_absindex(L, at(i))
    reserve()
    if type(at: i) == .none { lua_pushnil(L) } else { lua_pushvalue(L, index) }
  }

  /// Pops values.
  @inlinable public func pop(_ n: Int = 1) { lua_settop(L, -Int32(n) - 1) }

  /// Removes the value at an index; those above move down.
  public func remove(at i: Int) {
    lua_rotate(L, at(i), -1)
    pop(1)
  }

  /// Moves the value on top to an index; those from there on move up.
  public func insert(at i: Int) { lua_rotate(L, at(i), 1) }

  /// Replaces the value at an index by the one on top, which is popped.
  public func move(to i: Int) {
    lua_copy(L, -1, at(i))
    pop(1)
  }

  @inlinable func reserve() { lua_checkstack(L, 8) }

  // MARK: Comparing

  /// Whether two values are the same without asking metamethods.
  public func rawEqual(_ a: Int, _ b: Int) -> Bool { lua_rawequal(L, at(a), at(b)) != 0 }
}

extension LuaFrame {
  // MARK: Errors about arguments

  /// The error of a value of the wrong type: "bad argument #2 to 'present' (sheet expected, got number)".
  ///
  /// - Parameters:
  ///   - position: The index in the frame.
  ///   - wanted: What should have been there.
  ///   - got: What is there, if not its type's name.
  public func argumentError(_ position: Int, wanted: String, got: String? = nil) -> LuaError {
    let detail = "(\(wanted) expected, got \(got ?? typeName(at: position)))"
    return argumentError(position, detail: detail)
  }

  /// As `argumentError(_:wanted:got:)`, with the parenthesised explanation left to the caller.
  public func argumentError(_ position: Int, detail: String) -> LuaError {
    let position = absolute(position)
    guard base == 0, let callee else {
      return LuaError(.conversion(argument: position), "bad result #\(position) \(detail)")
    }
    switch callee.style {
    case .setter: return LuaError(.conversion(argument: nil), "bad value for '\(callee.name)' \(detail)")
    case .method where position == 1:
      return LuaError(.conversion(argument: nil), "calling '\(callee.name)' on a bad object \(detail)")
    case .method, .getter:
      let place = position - 1
      return LuaError(.conversion(argument: place), "bad argument #\(place) to '\(callee.name)' \(detail)")
    case .function:
      return LuaError(.conversion(argument: position), "bad argument #\(position) to '\(callee.name)' \(detail)")
    }
  }

  /// The box of the host function that runs on this stack.
  private var callee: FunctionBox? {
    ms_host_of(L).pointee.callee.map { Unmanaged<FunctionBox>.fromOpaque($0).takeUnretainedValue() }
  }

  @usableFromInline
  func integerError(_ i: Int) -> LuaError {
    if let value = number(at: i) { return argumentError(i, wanted: "integer", got: "\(value)") }
    return argumentError(i, wanted: "integer")
  }
}
