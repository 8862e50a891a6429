import LuaRuntime
import Moonsheet

/// Looking at what a script has, without calling any of it: only raw reads.
extension Session {
  /// Pushes the value that a path of names leads to; pushes nothing and answers false when it leads nowhere.
  func pushPath(_ path: [String], on frame: LuaFrame) -> Bool {
    guard let first = path.first else { return false }
    if first == "_G" || first == "_ENV", path.count > 1 {
      return pushGlobal(path[1], on: frame) && follow(path.dropFirst(2), frame)
    }
    guard locals.push(first, on: frame) || pushGlobal(first, on: frame) else { return false }
    return follow(path.dropFirst(), frame)
  }

  /// Replaces the table on top by what the names lead to from it; takes it away and answers false when they lead nowhere.
  private func follow(_ names: ArraySlice<String>, _ frame: LuaFrame) -> Bool {
    for name in names {
      guard frame.type(at: -1) == .table else {
        frame.pop(1)
        return false
      }
      frame.pushContent(of: -1)
      frame.rawGet(-1, key: name)
      frame.remove(at: -2)
      frame.remove(at: -2)
    }
    return true
  }

  private func pushGlobal(_ name: String, on frame: LuaFrame) -> Bool {
    frame.pushGlobals()
    if frame.rawGet(-1, key: name) != .nil {
      frame.remove(at: -2)
      return true
    }
    frame.pop(2)
    return host.pushObject(named: name, on: frame)
  }

  /// The names of the globals that scripts defined and of the libraries, in order.
  func globalNames() -> [String] {
    host.lua.withFrame { frame in
      var names: [String] = []
      frame.pushGlobals()
      frame.forEachPair(in: -1) { frame in
        if frame.type(at: -2) == .string, let name = frame.string(at: -2) { names.append(name) }
      }
      return names
    }
  }
}
