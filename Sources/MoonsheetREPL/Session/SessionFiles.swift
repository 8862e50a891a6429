import LuaRuntime

/// The files that a session's commands name. The session itself touches none.
public protocol SessionFiles {
  /// The bytes of a file.
  ///
  /// - Throws: a ``SessionFileError`` that says why it cannot be read.
  func read(_ path: String) throws(SessionFileError) -> [UInt8]
  /// Writes a file whole or not at all.
  ///
  /// - Throws: a ``SessionFileError`` that says why it cannot be written.
  func write(_ bytes: [UInt8], to path: String) throws(SessionFileError)
  /// The names in a folder, those of folders with a slash behind; empty where there is none.
  func names(in folder: String) -> [String]
  /// Where a script in a file of this name would find modules; nil for where the session does.
  func modules(besides path: String) -> (any LuaModuleSource)?
}

extension SessionFiles {
  public func modules(besides path: String) -> (any LuaModuleSource)? { nil }
}

public struct SessionFileError: Error {
  /// One sentence that names the file.
  public let message: String

  public init(_ message: String) { self.message = message }
}
