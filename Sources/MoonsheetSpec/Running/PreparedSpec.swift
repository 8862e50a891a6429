import LuaRuntime
import Moonsheet

/// A host with the vocabulary in it, for one file after the other.
///
/// Preparing takes longer than running a small file. Each file finds the host as it was after preparing; what stock libraries
/// keep outside of Lua, such as open files, is whatever the files before left of it.
public final class PreparedSpec {
  private let session: SpecSession
  /// Nil where only one file is to come.
  private let start: MoonsheetSnapshot?
  private var isUsed = false

  /// - Parameters:
  ///   - options: those of the runners that will use it.
  ///   - files: what the specs read and write.
  ///   - isReused: whether more than one file is to come. What most specs ask for is then loaded beforehand, too.
  ///   - extending: gives the host more modules.
  /// - Throws: what keeps a host from being made.
  public init(
    options: SpecOptions, files: any SpecFileSource, isReused: Bool, extending: (MoonsheetHost) -> Void
  ) throws(LuaError) {
    // NB: in the sandbox in any case, since objects are named by how many were made before.
    let isKept = isReused || !options.isBusted
    session = try SpecSession(
      options: options, files: files, preloads: isKept ? ["busted_languages", "luassert"] : [])
    extending(session.host)
    start = isKept ? try session.host.snapshotOfAnyLibraries() : nil
  }

  /// The session, as it was after preparing; nil when it cannot be had, or was made for another seed.
  func take(seed: UInt64) -> SpecSession? {
    guard seed == session.options.seed else { return nil }
    if isUsed {
      guard let start, (try? session.host.restore(start)) != nil else { return nil }
    }
    isUsed = true
    return session
  }

  func owns(_ session: SpecSession) -> Bool { session === self.session }
}
