/// A position in a script or source file.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  public var description: String { "\(file):\(line)" }
}
