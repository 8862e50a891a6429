/// How much a script may use.
public struct LuaLimits: Sendable, Equatable {
  /// Bytes of live Lua heap. Twice as many addresses are reserved, and committed as they are used.
  public var memory: Int
  /// Bytes of the largest single block.
  public var maxBlock: Int
  /// Nested entries from the host to Lua and back; deeper is the error "nested too deeply".
  public var cDepth: Int
  /// VM instructions per outermost entry.
  public var fuel: Int64
  /// Wall-clock time per outermost entry: a backstop, since what it ends depends on the machine. `nil` for none.
  public var wall: Duration?

  /// Creates limits; the defaults suit a tool that runs one script at a time.
  public init(
    memory: Int = 64 << 20, maxBlock: Int = 16 << 20, cDepth: Int = 150, fuel: Int64 = 10_000_000,
    wall: Duration? = .seconds(10)
  ) {
    self.memory = memory
    self.maxBlock = maxBlock
    self.cDepth = cDepth
    self.fuel = fuel
    self.wall = wall
  }
}

/// Which libraries scripts find.
public enum LuaLibraries: Sendable, Hashable {
  /// A bounded, deterministic choice that reaches nothing outside the host.
  case sandboxed
  /// Lua's own, for scripts that are trusted: `io`, `os`, `debug`, `package` with C modules where the executable can
  /// load any, finalisers, compiled chunks.
  ///
  /// Of the limits only `memory` and `cDepth` hold: there is no hook, so neither fuel nor time ends a script, and an
  /// interrupt is seen when a host function is called. `print` goes to ``LuaHost/printer``; `require` looks at
  /// preloaded modules, then at ``LuaOptions/modules``, then along `package.path`. Coroutines pass the host's waits up.
  /// What a script does depends on the machine, so such a host cannot be saved.
  case stock
}

/// How a host is set up.
public struct LuaOptions: Sendable {
  /// What scripts may use.
  public var limits: LuaLimits
  /// The seed of `math.random`.
  public var seed: UInt64
  /// Where `require` finds modules; `nil` for nowhere.
  public var modules: (any LuaModuleSource)?
  /// Which libraries scripts find.
  public var libraries: LuaLibraries

  /// Creates options.
  public init(
    limits: LuaLimits = LuaLimits(), seed: UInt64 = 0, modules: (any LuaModuleSource)? = nil,
    libraries: LuaLibraries = .sandboxed
  ) {
    self.limits = limits
    self.seed = seed
    self.modules = modules
    self.libraries = libraries
  }
}

/// Finds the modules that scripts require.
public protocol LuaModuleSource: Sendable {
  /// The source of a module, or `nil` when there is none of that name.
  ///
  /// - Parameter name: Identifiers separated by dots, 128 bytes at most.
  /// - Throws: Anything; the script sees it as the error of its `require`.
  func chunk(named name: String) throws -> LuaChunk?
}

/// A piece of Lua source text and its name.
public struct LuaChunk: Sendable {
  /// The name shown in messages.
  public let name: String
  /// The text. A UTF-8 byte order mark and a first line that begins with `#` are ignored; lines keep their numbers.
  public let source: [UInt8]

  /// Creates a chunk from bytes, which need not be UTF-8.
  public init(name: String, source: [UInt8]) {
    self.name = name
    self.source = source
  }

  /// Creates a chunk from text.
  public init(name: String, source: String) { self.init(name: name, source: Array(source.utf8)) }

  /// The bytes Lua is given.
  var body: ArraySlice<UInt8> {
    var rest = source[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    if rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != 10 } }
    return rest
  }
}
