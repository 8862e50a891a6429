import CLuaShim

extension LuaFrame {
  /// Pushes a copy of a value of another frame of the same host.
  public func pushCopy(of i: Int, in other: LuaFrame) {
    reserve()
    other.pushCopy(of: i)
    if other.L != L { lua_xmove(other.L, L, 1) }
  }
}
