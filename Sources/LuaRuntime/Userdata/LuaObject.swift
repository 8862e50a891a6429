/// An object together with the class it is shown as, so that it can go wherever a value goes.
///
/// ```swift
/// host.setGlobal("draft", to: drafts.reference(to: draft))
/// ```
public struct LuaObject<O>: LuaEncodable {
  public let object: O
  public let luaClass: LuaClass<O>

  @inlinable
  init(object: O, luaClass: LuaClass<O>) {
    self.object = object
    self.luaClass = luaClass
  }

  @inlinable
  @inline(__always)
  public func push(to f: LuaFrame) { f.pushInRoom(object, as: luaClass) }
}

extension LuaClass {
  /// The object as a Lua value; the class must be registered with the host it goes to.
  @inlinable
  public func reference(to object: O) -> LuaObject<O> { LuaObject(object: object, luaClass: self) }
}
