public import CLuaShim

/// A value that can be given to Lua.
public protocol LuaEncodable {
  /// Pushes exactly one value; does not raise. There is room for it, and for a few more on the way to it.
  func push(to f: LuaFrame)
}

/// A value that can be read from Lua.
public protocol LuaDecodable {
  /// Reads the value at an index.
  ///
  /// - Throws: `LuaError` of kind `conversion` when the type does not fit.
  static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Self
}

/// A Lua string, byte for byte.
public struct LuaBytes: Sendable, Hashable {
  /// The bytes.
  public var bytes: [UInt8]

  /// Creates a string of bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Bool: LuaEncodable, LuaDecodable {
  @inlinable public func push(to f: LuaFrame) { lua_pushboolean(f.L, self ? 1 : 0) }
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Bool {
    guard let value = f.bool(at: i) else { throw f.argumentError(i, wanted: "boolean") }
    return value
  }
}

extension Int64: LuaEncodable, LuaDecodable {
  @inlinable public func push(to f: LuaFrame) { lua_pushinteger(f.L, self) }
  /// Accepts integers and floats with an integral value, not numerals in strings.
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Int64 {
    guard let value = f.integer(at: i) else { throw f.integerError(i) }
    return value
  }
}

extension Int: LuaEncodable, LuaDecodable {
  @inlinable public func push(to f: LuaFrame) { lua_pushinteger(f.L, Int64(self)) }
  /// Accepts integers and floats with an integral value, not numerals in strings.
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Int {
    if lua_isinteger(f.L, f.at(i)) != 0 { return Int(truncatingIfNeeded: lua_tointegerx(f.L, f.at(i), nil)) }
    guard let value = f.integer(at: i) else { throw f.integerError(i) }
    return Int(truncatingIfNeeded: value)
  }
}

extension Double: LuaEncodable, LuaDecodable {
  @inlinable public func push(to f: LuaFrame) { lua_pushnumber(f.L, self) }
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Double {
    guard let value = f.number(at: i) else { throw f.argumentError(i, wanted: "number") }
    return value
  }
}

extension String: LuaEncodable, LuaDecodable {
  @inlinable public func push(to f: LuaFrame) { f.push(string: self) }
  /// Accepts strings only; invalid UTF-8 is repaired.
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> String {
    guard let value = f.string(at: i) else { throw f.argumentError(i, wanted: "string") }
    return value
  }
}

extension LuaBytes: LuaEncodable, LuaDecodable {
  public func push(to f: LuaFrame) { f.push(bytes: bytes) }
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> LuaBytes {
    guard let value = f.bytes(at: i) else { throw f.argumentError(i, wanted: "string") }
    return LuaBytes(value)
  }
}

extension Optional: LuaEncodable where Wrapped: LuaEncodable {
  public func push(to f: LuaFrame) {
    if let self { self.push(to: f) } else { f.pushNil() }
  }
}

extension Optional: LuaDecodable where Wrapped: LuaDecodable {
  /// Reads `nil` and a missing argument as `nil`.
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> Wrapped? {
    switch f.type(at: i) {
    case .nil, .none: nil
    default: try Wrapped.read(from: f, at: i)
    }
  }
}

extension Array: LuaEncodable where Element: LuaEncodable {
  public func push(to f: LuaFrame) {
    f.newTable(array: count)
    for (offset, element) in enumerated() {
      f.push(element)
      f.rawSet(-2, index: offset + 1)
    }
  }
}

extension Array: LuaDecodable where Element: LuaDecodable {
  /// Reads the sequence of a table, up to its raw length.
  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> [Element] {
    guard f.type(at: i) == .table else { throw f.argumentError(i, wanted: "table") }
    let table = f.absolute(i)
    var result: [Element] = []
    for position in 0..<f.rawLength(at: table) {
      f.rawGet(table, index: position + 1)
      defer { f.pop(1) }
      do {
        result.append(try Element.read(from: f, at: -1))
      } catch {
        throw f.argumentError(i, wanted: "table of one type", got: "\(f.typeName(at: -1)) at [\(position + 1)]")
      }
    }
    return result
  }
}

extension LuaValue: LuaEncodable, LuaDecodable {
  /// Pushes the value; an opaque one is pushed as `nil`.
  public func push(to f: LuaFrame) {
    switch self {
    case .nil, .opaque: f.pushNil()
    case .bool(let value): f.push(bool: value)
    case .integer(let value): f.push(integer: value)
    case .number(let value): f.push(number: value)
    case .string(let value): f.push(string: value)
    case .bytes(let value): f.push(bytes: value)
    case .table(let entries):
      f.newTable(array: 0, fields: entries.count)
      for entry in entries { f.setEntry(entry) }
    }
  }

  @inlinable
  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> LuaValue { f.value(at: i) }
}
