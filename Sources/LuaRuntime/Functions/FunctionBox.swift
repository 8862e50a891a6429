/// A host function as Lua's closures refer to it: immutable, and owned by the host until it closes.
final class FunctionBox {
  /// How errors about arguments speak of them.
  enum Style {
    case function
    case method
    case getter
    case setter
  }

  let name: String
  let style: Style
  let body: (LuaFrame) throws -> LuaReturn

  init(name: String, style: Style = .function, body: @escaping (LuaFrame) throws -> LuaReturn) {
    self.name = name
    self.style = style
    self.body = body
    LiveCounts.add(1, to: LiveCounts.boxes)
  }

  deinit { LiveCounts.add(-1, to: LiveCounts.boxes) }
}

/// How a host function ends.
public enum LuaReturn {
  /// The given number of values on top of the stack are its results.
  case values(Int)
  /// The running flow is suspended up to the host; what it is resumed with becomes the call's results. It is an error
  /// of kind `notYieldable` where the running code cannot wait.
  case yield
}
