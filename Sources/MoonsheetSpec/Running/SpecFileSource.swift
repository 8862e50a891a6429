/// The files that specs need, since nothing here reads any: scripts, modules and snapshots.
///
/// Paths are as they are written in options and names, relative to where the run began.
public protocol SpecFileSource {
  /// The bytes of a file; nil when there is none or it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Replaces a file, whole or not at all, making the directories on the way.
  ///
  /// - Returns: whether it worked.
  func write(_ bytes: [UInt8], to path: String) -> Bool
  /// Takes a file away, if it is there.
  func remove(_ path: String)
}
