/// Snapshots of one spec file that nothing in a part of a run looked at. What no part looked at is obsolete.
public struct UnseenSnapshots: Sendable, Equatable {
  /// The spec file.
  public var file: String
  /// The snapshots' names, in order.
  public var names: [String]
  /// Whether an obsolete one is a failure, as with `--ci`.
  public var fails: Bool

  public init(file: String, names: [String], fails: Bool) {
    self.file = file
    self.names = names
    self.fails = fails
  }

  /// What is told where they are a failure.
  public var issue: SpecIssue {
    let names = names.map { "'\($0)'" }.joined(separator: ", ")
    return SpecIssue(.failure, "obsolete snapshots in \(SnapshotFile.path(besides: file)): \(names)")
  }

  /// What is told where they are none.
  public var notes: [String] {
    names.map { "\(file): no test looks at the snapshot '\($0)' (--update-snapshots drops it)" }
  }
}

extension SpecSession {
  /// What no test of those that were wanted looked at; empty where a selection or an early end keeps the rest from looking.
  func unseenSnapshots() -> [String] {
    let isSelection = !(options.tags + options.excludedTags + options.filters + options.excludedFilters).isEmpty
    return isPartial || hasFocus || isSelection ? [] : snapshots.obsolete()
  }
}
