/// What went wrong in or around Lua: the one error type of this module.
///
/// ```swift
/// do { try host.call(function) } catch { print(error.description) }  // "flow.lua:3: no field 'drity' on Sheet"
/// ```
public struct LuaError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure an error is.
  public enum Kind: Sendable, Equatable {
    /// The source text is not Lua.
    case syntax
    /// Lua or the script raised.
    case runtime
    /// The heap or one block would have become larger than the limits allow.
    case memory
    /// The entry used up its VM instructions.
    case fuel
    /// The entry used up its wall-clock time.
    case time
    /// The host was interrupted from outside.
    case interrupted
    /// A value had the wrong type; the argument's position counts from 1.
    case conversion(argument: Int?)
    /// A host function threw an error that is not a `LuaError`; see `underlying`.
    case callback
    /// The flow was cancelled.
    case cancelled
    /// Code that may not wait tried to.
    case notYieldable
    /// The host, or the flow, is no longer there.
    case closed
  }

  /// A line of a chunk.
  public struct Site: Sendable, Hashable, CustomStringConvertible {
    /// The chunk's name, as given to `LuaChunk`.
    public var chunk: String
    /// The line, from 1.
    public var line: Int

    /// Creates a site.
    public init(chunk: String, line: Int) {
      self.chunk = chunk
      self.line = line
    }

    public var description: String { "\(chunk):\(line)" }
  }

  /// One active function of a traceback.
  public struct Frame: Sendable, Equatable {
    /// Where the function stood; `nil` for native ones.
    public var site: Site?
    /// What its caller called it, if that is known.
    public var function: String?
    /// Whether it is not a Lua function.
    public var isNative: Bool

    /// Creates a frame.
    public init(site: Site?, function: String?, isNative: Bool) {
      self.site = site
      self.function = function
      self.isNative = isNative
    }
  }

  /// What kind of failure this is.
  public var kind: Kind
  /// What went wrong, without the position.
  public var message: String
  /// Where it went wrong.
  public var site: Site?
  /// The functions active then, innermost first.
  public var traceback: [Frame]
  /// An error object that is not a string, by value.
  public var value: LuaValue?
  /// The Swift error a host function threw.
  public var underlying: (any Error)?
  /// Whether a syntax error is one only because the text ends too soon, so that more of it could follow.
  public var isIncomplete: Bool

  /// Creates an error; one that a host function throws without a site gets that of its Lua caller.
  public init(
    _ kind: Kind, _ message: String, site: Site? = nil, traceback: [Frame] = [], value: LuaValue? = nil,
    underlying: (any Error)? = nil, isIncomplete: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.site = site
    self.traceback = traceback
    self.value = value
    self.underlying = underlying
    self.isIncomplete = isIncomplete
  }

  /// Creates an error of kind `runtime`.
  public init(_ message: String, site: Site? = nil) { self.init(.runtime, message, site: site) }

  /// "chunk:line: message".
  public var description: String {
    guard let site else { return message }
    return "\(site): \(message)"
  }

  static let closed = LuaError(.closed, "the Lua host is closed")
}
