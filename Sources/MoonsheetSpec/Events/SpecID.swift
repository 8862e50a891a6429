/// Names one test of a run, the same in every process and in every order.
public struct SpecID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The spec file as it was found, relative to where the run began.
  public let file: String
  /// The names of the blocks around the test and its own, joined as busted joins them: by blanks.
  public let name: String
  /// Which one of several tests with that name in that file it is, from 1.
  public let occurrence: Int

  public init(file: String, name: String, occurrence: Int = 1) {
    self.file = file
    self.name = name
    self.occurrence = occurrence
  }

  /// `spec/a_spec.lua: editor closes`, with `#2` behind it for the second of that name.
  public var description: String { "\(file): \(name)" + (occurrence > 1 ? "#\(occurrence)" : "") }

  public static func < (a: SpecID, b: SpecID) -> Bool {
    (a.file, a.name, a.occurrence) < (b.file, b.name, b.occurrence)
  }
}
