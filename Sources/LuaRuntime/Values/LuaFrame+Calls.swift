import CLuaShim

extension LuaFrame {
  /// Calls the function below `arguments` values on top; they are replaced by `results` values. The code called may
  /// not wait.
  ///
  /// - Throws: Whatever the script raised; function and arguments are gone then.
  public func call(arguments: Int, results: Int) throws(LuaError) {
    let host = host
    let handle = ms_host_of(L)
    let outcome = host.entering {
      ms_call(handle, L, Int32(arguments), Int32(results), -1, "inside a call of the host")
    }
    try finish(outcome)
  }

  /// Leaves the stack without the error value when the outcome is an error, and throws it.
  func finish(_ outcome: ms_outcome) throws(LuaError) {
    if outcome.status == LUA_OK { return }
    let error = host.error(of: outcome, on: L)
    if outcome.results > 0 { pop(Int(outcome.results)) }
    throw error
  }

  /// The text of the value at an index, as Lua's `tostring` gives it.
  public func tostring(at i: Int) throws(LuaError) -> String {
    let index = at(i)
    let outcome = host.entering { ms_protected_tostring(ms_host_of(L), L, index) }
    try finish(outcome)
    defer { pop(1) }
    return string(at: -1) ?? number(at: -1).map { "\($0)" } ?? ""
  }

  /// The length of the value at an index, as Lua's `#` gives it.
  public func length(at i: Int) throws(LuaError) -> Int {
    let index = at(i)
    let outcome = host.entering { ms_protected_length(ms_host_of(L), L, index) }
    try finish(outcome)
    defer { pop(1) }
    guard let length = integer(at: -1) else { throw LuaError("object length is not an integer") }
    return Int(length)
  }

  /// Whether two values are equal, as Lua's `==` has it.
  public func equal(_ a: Int, _ b: Int) throws(LuaError) -> Bool { try compare(a, b, LUA_OPEQ) }

  /// Whether one value is less than another, as Lua's `<` has it.
  public func less(_ a: Int, _ b: Int) throws(LuaError) -> Bool { try compare(a, b, LUA_OPLT) }

  private func compare(_ a: Int, _ b: Int, _ operation: Int32) throws(LuaError) -> Bool {
    let (left, right) = (at(a), at(b))
    let outcome = host.entering { ms_protected_compare(ms_host_of(L), L, left, right, operation) }
    try finish(outcome)
    defer { pop(1) }
    return bool(at: -1) == true
  }

  /// Replaces the key on top by the field's value, with metamethods.
  public func get(_ table: Int) throws(LuaError) {
    let table = at(table)
    try finish(host.entering { ms_protected_get(ms_host_of(L), L, table) })
  }

  /// Pops a key and, above it, its value into a table, with metamethods.
  public func set(_ table: Int) throws(LuaError) {
    let table = at(table)
    try finish(host.entering { ms_protected_set(ms_host_of(L), L, table) })
  }
}
