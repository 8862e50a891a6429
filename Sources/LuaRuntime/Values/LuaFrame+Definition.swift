import CLuaShim

extension LuaFrame {
  /// Where the Lua function at an index was written; nil for host functions and everything else.
  public func definitionSite(at i: Int) -> LuaError.Site? {
    guard type(at: i) == .function else { return nil }
    pushCopy(of: i)
    var info = lua_Debug()
    guard lua_getinfo(L, ">S", &info) != 0, info.linedefined >= 0, let source = info.source, source.pointee == 64
    else { return nil }
    // The source of a loaded chunk is "@" and its name.
    return LuaError.Site(chunk: String(cString: source + 1), line: Int(max(info.linedefined, 1)))
  }
}
