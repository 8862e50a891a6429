import LuaRuntime

/// The session's top-level locals: by name, a function in Lua that shares the variable. They live in Lua's memory alone, so that
/// going back in time brings back those of then.
struct Locals {
  private static let variables: StaticString = "moonsheet.session.locals"
  private static let constants: StaticString = "moonsheet.session.constants"

  let lua: LuaHost

  /// Sorted by name.
  var all: [TopLevel.Local] {
    guard !lua.isClosed else { return [] }
    return lua.withFrame { frame in
      var result: [TopLevel.Local] = []
      frame.registryTable(Self.constants)
      frame.registryTable(Self.variables)
      let constants = frame.absolute(-2)
      frame.forEachPair(in: -1) { frame in
        let name = frame.string(at: -2) ?? ""
        let isConstant = frame.rawGet(constants, key: name) == .bool
        frame.pop(1)
        result.append(TopLevel.Local(name: name, isConstant: isConstant))
      }
      return result
    }
  }

  /// What an input calls at its end: with the names of its constants, and functions that name its locals.
  func keep(_ frame: LuaFrame) {
    let constants = (frame.string(at: 1) ?? "").split(separator: " ").map(String.init)
    let count = frame.count
    frame.registryTable(Self.constants)
    frame.registryTable(Self.variables)
    for position in 2...max(2, count) {
      for name in frame.upvalueNames(of: position) {
        frame.pushCopy(of: position)
        frame.rawSet(-2, key: name)
        if constants.contains(name) { frame.push(true) } else { frame.pushNil() }
        frame.rawSet(-3, key: name)
      }
    }
  }

  /// Makes the outer variables of the function on top that have a local's name the local itself.
  func join(functionOn frame: LuaFrame) {
    let function = frame.absolute(-1)
    frame.registryTable(Self.variables)
    for (index, name) in frame.upvalueNames(of: function).enumerated() {
      if frame.rawGet(-1, key: name) == .function,
        let other = frame.upvalueNames(of: -1).firstIndex(of: name)
      {
        frame.joinUpvalue(index + 1, of: function, with: other + 1, of: frame.absolute(-1))
      }
      frame.pop(1)
    }
    frame.pop(1)
  }

  /// Pushes a local's value; pushes nothing and answers false when there is none of the name.
  func push(_ name: String, on frame: LuaFrame) -> Bool {
    frame.registryTable(Self.variables)
    guard frame.rawGet(-1, key: name) == .function,
      let position = frame.upvalueNames(of: -1).firstIndex(of: name)
    else {
      frame.pop(2)
      return false
    }
    frame.pushUpvalue(position + 1, of: -1)
    frame.remove(at: -2)
    frame.remove(at: -2)
    return true
  }
}
