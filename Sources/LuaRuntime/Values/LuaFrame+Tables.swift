import CLuaShim

extension LuaFrame {
  /// Pushes a new table with room for so many values.
  public func newTable(array: Int = 0, fields: Int = 0) {
    ms_push_table(L, Int32(clamping: array), Int32(clamping: fields))
  }

  /// Pushes a field without metamethods; `nil` when there is no table at the index.
  @discardableResult
  public func rawGet(_ table: Int, key: String) -> LuaType {
    var key = key
    let table = at(table)
    _ = key.withUTF8 { bytes in withChars(bytes) { ms_raw_get(L, table, $0, bytes.count) } }
    return type(at: -1)
  }

  /// Whether the value at an index has a `__call`.
  public func hasCallMetamethod(at index: Int) -> Bool {
    reserve()
    guard lua_getmetatable(L, at(index)) != 0 else { return false }
    defer { pop(2) }
    return rawGet(-1, key: "__call") != .nil
  }

  /// Pushes an element without metamethods; `nil` when there is no table at the index.
  @discardableResult
  public func rawGet(_ table: Int, index: Int) -> LuaType {
    reserve()
    let table = at(table)
    if lua_type(L, table) == LUA_TTABLE { lua_rawgeti(L, table, Int64(index)) } else { lua_pushnil(L) }
    return type(at: -1)
  }

  /// Replaces the key on top by its value, without metamethods.
  @discardableResult
  public func rawGet(_ table: Int) -> LuaType {
    let table = lua_absindex(L, at(table))
    if lua_type(L, table) == LUA_TTABLE {
      lua_rawget(L, table)
    } else {
      pop(1)
      pushNil()
    }
    return type(at: -1)
  }

  /// Pops the value on top into a field, without metamethods.
  public func rawSet(_ table: Int, key: String) {
    var key = key
    let table = at(table)
    key.withUTF8 { bytes in withChars(bytes) { ms_raw_set(L, table, $0, bytes.count) } }
  }

  /// Pops the value on top into an element, without metamethods.
  public func rawSet(_ table: Int, index: Int) { ms_raw_seti(L, at(table), Int64(index)) }

  /// Pops a key and, above it, its value into a table, without metamethods. `nil` and NaN keys are dropped.
  public func rawSet(_ table: Int) {
    let table = lua_absindex(L, at(table))
    let isKey = type(at: -2) != .nil && number(at: -2).map { !$0.isNaN } ?? true
    if lua_type(L, table) == LUA_TTABLE, isKey { lua_rawset(L, table) } else { pop(2) }
  }

  func setEntry(_ entry: LuaValue.Entry) {
    push(entry.key)
    push(entry.value)
    rawSet(-3)
  }

  /// The length of a table without metamethods, of a string in bytes.
  public func rawLength(at i: Int) -> Int { Int(lua_rawlen(L, at(i))) }

  /// Visits the entries of a table in the order of `pairs`; the key is at -2 and the value at -1.
  ///
  /// - Complexity: O(*n* log *n*).
  public func forEachPair(in table: Int, _ body: (LuaFrame) throws -> Void) rethrows {
    let table = lua_absindex(L, at(table))
    let top = lua_gettop(L)
    defer { lua_settop(L, top) }
    let count = ms_push_ordered_keys(L, table)
    guard count > 0 else { return }
    for position in 1...Int64(count) {
      lua_rawgeti(L, top + 1, position)
      lua_pushvalue(L, -1)
      lua_rawget(L, table)
      try body(self)
      lua_settop(L, top + 1)
    }
  }

  /// Pushes the table of its own that belongs to the object at an index; it lives as long as the object's Lua value.
  ///
  /// What a script gave to an object is kept there, so that cycles between the two stay collectable. `nil` is pushed
  /// when there is no object.
  public func pushUserValue(of i: Int) { ms_user_value(L, at(i)) }

  /// Pushes a table of the host's own that scripts cannot reach, made on first use.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - weakValues: Whether it keeps its values alive; decided on first use.
  public func registryTable(_ name: StaticString, weakValues: Bool = false) {
    guard name.hasPointerRepresentation else {
      return name.withUTF8Buffer { bytes in withChars(bytes) { ms_registry_table(L, nil, $0, weakValues ? "v" : nil) } }
    }
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
      ms_registry_table(L, $0, $0, weakValues ? "v" : nil)
    }
  }

  // MARK: Values

  /// The value at an index, by value.
  public func value(at i: Int) -> LuaValue {
    var reader = ValueReader()
    return reader.read(self, at: absolute(i), depth: 0)
  }
}

/// Reads a value within the bounds that `LuaValue` states.
private struct ValueReader {
  var nodes = 0
  var path: [UnsafeRawPointer] = []

  mutating func read(_ f: LuaFrame, at i: Int, depth: Int) -> LuaValue {
    nodes += 1
    switch f.type(at: i) {
    case .none, .nil: return .nil
    case .bool: return .bool(f.bool(at: i) == true)
    case .number:
      if f.isInteger(at: i), let value = f.integer(at: i) { return .integer(value) }
      return .number(f.number(at: i) ?? 0)
    case .string: return f.bytes(at: i).map(Self.text) ?? .nil
    case .table: return table(f, at: i, depth: depth)
    default: return .opaque(type: f.typeName(at: i))
    }
  }

  private static func text(_ bytes: [UInt8]) -> LuaValue {
    String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes)
  }

  private mutating func table(_ f: LuaFrame, at i: Int, depth: Int) -> LuaValue {
    guard let identity = lua_topointer(f.L, f.at(i)) else { return .nil }
    if path.contains(identity) { return .opaque(type: "table (cycle)") }
    if depth >= 16 { return .opaque(type: "table (too deep)") }
    path.append(identity)
    defer { path.removeLast() }
    var entries: [LuaValue.Entry] = []
    f.reserve()
    f.forEachPair(in: i) { f in
      guard nodes < 10_000 else { return }
      let top = f.count
      let key = read(f, at: top - 1, depth: depth + 1)
      entries.append(LuaValue.Entry(key: key, value: read(f, at: top, depth: depth + 1)))
    }
    if nodes >= 10_000 { entries.append(LuaValue.Entry(key: .opaque(type: "more"), value: .opaque(type: "more"))) }
    return .table(entries)
  }
}

extension LuaFrame {
  /// Calls `body` with the name of each variable outside that the function at an index uses, its value on top.
  package func forEachUpvalue(at index: Int, _ body: (String, LuaFrame) -> Void) {
    reserve()
    let function = at(index) < 0 ? lua_gettop(L) + at(index) + 1 : at(index)
    guard lua_iscfunction(L, function) == 0 else { return }
    var number: Int32 = 1
    while let name = lua_getupvalue(L, function, number) {
      body(String(cString: name), self)
      lua_settop(L, -2)
      number += 1
    }
  }
}
