import LuaRuntime

/// A host with the vocabulary in it, that waits for its file.
///
/// Preparing takes longer than running a small file. A process that forks for each file prepares once, and every child has a host
/// of its own.
public final class PreparedSpec {
  private let seed: UInt64
  private var session: SpecSession?

  /// - Parameters:
  ///   - options: those of the runner that will use it.
  ///   - files: what the specs read and write.
  ///   - loadsAll: whether to load what most specs ask for, too.
  /// - Throws: what keeps a host from being made.
  public init(options: SpecOptions, files: any SpecFileSource, loadsAll: Bool) throws(LuaError) {
    seed = options.seed
    session = try SpecSession(
      options: options, files: files, preloads: loadsAll ? ["busted_languages", "luassert"] : [])
  }

  /// Gives the session away; nil when it is gone, or was made for another seed.
  func take(seed: UInt64) -> SpecSession? {
    guard seed == self.seed else { return nil }
    defer { session = nil }
    return session
  }
}
