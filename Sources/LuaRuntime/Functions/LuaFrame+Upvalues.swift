import CLuaShim

/// The variables that a Lua function shares with others. None of these calls script code or raises.
extension LuaFrame {
  /// The names of the outer variables of the Lua function at an index, in its own order.
  public func upvalueNames(of i: Int) -> [String] {
    let function = at(i)
    guard type(at: i) == .function, lua_iscfunction(L, function) == 0 else { return [] }
    reserve()
    var names: [String] = []
    while let name = lua_getupvalue(L, function, Int32(names.count + 1)) {
      pop(1)
      names.append(String(cString: name))
    }
    return names
  }

  /// Pushes the value of an outer variable, counted from 1; `nil` when there is none.
  public func pushUpvalue(_ position: Int, of i: Int) {
    let function = at(i)
    reserve()
    if type(at: i) != .function || lua_getupvalue(L, lua_absindex(L, function), Int32(clamping: position)) == nil {
      pushNil()
    }
  }

  /// Makes an outer variable of one Lua function the same variable as one of another's.
  public func joinUpvalue(_ position: Int, of i: Int, with other: Int, of j: Int) {
    guard upvalueNames(of: i).indices.contains(position - 1), upvalueNames(of: j).indices.contains(other - 1) else {
      return
    }
    lua_upvaluejoin(L, at(i), Int32(clamping: position), at(j), Int32(clamping: other))
  }
}
