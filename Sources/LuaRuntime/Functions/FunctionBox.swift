import CLuaShim

/// A host function as Lua's closures refer to it: immutable, and owned by the host until it closes.
@usableFromInline
final class FunctionBox {
  /// What a host function does on its C frame: a count of results on top, or `MS_YIELD`.
  @usableFromInline typealias Body = (LuaFrame) throws -> Int32

  /// How errors about arguments speak of them.
  @usableFromInline
  enum Style {
    case function
    case method
    case getter
    case setter
  }

  let name: String
  let style: Style
  let body: Body

  init(name: String, style: Style = .function, body: @escaping Body) {
    self.name = name
    self.style = style
    self.body = body
    LiveCounts.add(1, to: LiveCounts.boxes)
  }

  /// A number that its name gives, in every process.
  var canonicalName: UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
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

extension LuaReturn {
  /// The same as C's sentinel.
  @usableFromInline
  func native(_ frame: LuaFrame) throws(LuaError) -> Int32 {
    switch self {
    case .values(let count): return Int32(truncatingIfNeeded: max(0, min(count, frame.count)))
    case .yield:
      let host = frame.host
      guard host.canWait else { throw LuaError(.notYieldable, "cannot wait \(host.whyCannotWait)") }
      return Int32(MS_YIELD)
    }
  }
}
