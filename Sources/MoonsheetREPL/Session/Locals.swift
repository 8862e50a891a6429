import LuaRuntime

/// The session's top-level locals: by name, a function in Lua that shares the variable. They live in Lua's memory alone, so that
/// going back in time brings back those of then.
struct Locals {
  private static let variables: StaticString = "moonsheet.session.locals"
  private static let constants: StaticString = "moonsheet.session.constants"
  /// Where each local was declared.
  private static let origins: StaticString = "moonsheet.session.origins"
  private static let newOrigins: StaticString = "moonsheet.session.new-origins"
  private static let newVariables: StaticString = "moonsheet.session.new-locals"
  private static let newConstants: StaticString = "moonsheet.session.new-constants"

  let lua: LuaHost

  /// Where a local was declared: the number of the input, and which of its hand-overs brought it.
  struct Origin: Hashable {
    let input: Int
    let group: Int
  }

  /// Where the locals of some names were declared.
  func origins(of names: Set<String>) -> [String: Origin] {
    guard !lua.isClosed else { return [:] }
    return lua.withFrame { frame in
      var result: [String: Origin] = [:]
      frame.registryTable(Self.origins)
      for name in names {
        _ = frame.rawGet(-1, key: name)
        if let packed = frame.integer(at: -1) {
          result[name] = Origin(input: Int(packed >> 10), group: Int(packed & 1_023))
        }
        frame.pop(1)
      }
      return result
    }
  }

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
        _ = frame.rawGet(constants, key: name)
        let isConstant = frame.value(at: -1) == .bool(true)
        frame.pop(1)
        result.append(TopLevel.Local(name: name, isConstant: isConstant))
      }
      return result
    }
  }

  /// What an input calls behind declarations and at its end: with its number, whether it is the end, which call it is,
  /// the names of its constants, and functions that name its locals. Those of the input that runs are kept for now, until its end or its wait.
  ///
  /// - Returns: whether the input that runs has reached its end.
  func keep(_ frame: LuaFrame, running: Int) -> Bool {
    let isEarly = frame.value(at: 1) == .integer(Int64(running))
    let origin = (frame.integer(at: 1) ?? 0) << 10 | (frame.integer(at: 3) ?? 0)
    let constants = (frame.string(at: 4) ?? "").split(separator: " ").map(String.init)
    let count = frame.count
    frame.registryTable(isEarly ? Self.newOrigins : Self.origins)
    frame.registryTable(isEarly ? Self.newConstants : Self.constants)
    frame.registryTable(isEarly ? Self.newVariables : Self.variables)
    if count > 4 {
      for position in 5...count {
        for name in frame.upvalueNames(of: position) {
          frame.pushCopy(of: position)
          frame.rawSet(-2, key: name)
          frame.push(constants.contains(name))
          frame.rawSet(-3, key: name)
          frame.push(origin)
          frame.rawSet(-4, key: name)
        }
      }
    }
    frame.pop(3)
    guard isEarly, frame.value(at: 2) == .bool(true) else { return false }
    settle(frame, keeps: true)
    return true
  }

  /// Makes the locals of the input that runs visible to others, or forgets them.
  func settle(keeps: Bool) {
    guard !lua.isClosed else { return }
    lua.withFrame { settle($0, keeps: keeps) }
  }

  private func settle(_ frame: LuaFrame, keeps: Bool) {
    let tables = [
      (Self.newVariables, Self.variables), (Self.newConstants, Self.constants), (Self.newOrigins, Self.origins),
    ]
    for (new, old) in tables {
      frame.registryTable(old)
      frame.registryTable(new)
      let (target, source) = (frame.absolute(-2), frame.absolute(-1))
      var names: [String] = []
      frame.forEachPair(in: source) { frame in
        names.append(frame.string(at: -2) ?? "")
        frame.pop(1)
      }
      for name in names {
        if keeps {
          _ = frame.rawGet(source, key: name)
          frame.rawSet(target, key: name)
        }
        frame.pushNil()
        frame.rawSet(source, key: name)
      }
      frame.pop(2)
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
