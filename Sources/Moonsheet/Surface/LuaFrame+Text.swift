import LuaRuntime

extension LuaFrame {
  /// The value at an index as a message shows it: Lua's `tostring`, or its type where that fails.
  func text(at index: Int) -> String { (try? tostring(at: index)) ?? typeName(at: index) }
}
