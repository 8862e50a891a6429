/// One of several parts of a run, for machines that share the work without a coordinator of ours.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// Which part, from 0.
  public let index: Int
  /// How many parts there are, at least 1.
  public let count: Int

  /// Nil unless `0 <= index < count`.
  public init?(index: Int, count: Int) {
    guard index >= 0, index < count else { return nil }
    self.index = index
    self.count = count
  }

  /// `2/5`, counted from 1; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let part = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: part - 1, count: count)
  }

  public var description: String { "\(index + 1)/\(count)" }
}
