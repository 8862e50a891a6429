import CLuaShim

extension LuaFrame {
  /// What tells a table, function or object from every other while it is alive. It is never shown to anyone.
  public struct Identity: Equatable {
    let address: UnsafeRawPointer
  }

  /// The identity of the table, function, coroutine or object at an index; `nil` for other types.
  public func identity(at i: Int) -> Identity? {
    switch type(at: i) {
    case .table, .function, .thread, .userdata: lua_topointer(L, at(i)).map { Identity(address: $0) }
    default: nil
    }
  }

  /// Pushes a copy of the table at an index; for a library that scripts can only read, the table behind it.
  public func pushContent(of i: Int) {
    pushCopy(of: i)
    ms_unlock(L, -1)
  }

  /// Pushes the table of globals, to be read raw.
  public func pushGlobals() {
    reserve()
    lua_rawgeti(L, ms_registry_index(), Int64(LUA_RIDX_GLOBALS))
  }

  /// How many entries a table has, counted up to a limit.
  public func rawCount(of i: Int, upTo limit: Int) -> Int {
    guard type(at: i) == .table else { return 0 }
    let table = lua_absindex(L, at(i))
    reserve()
    let top = lua_gettop(L)
    defer { lua_settop(L, top) }
    var count = 0
    lua_pushnil(L)
    while count < limit, lua_next(L, table) != 0 {
      lua_settop(L, -2)
      count += 1
    }
    return count
  }
}
