/// Which of the functions ever made are part of the present: those made before the point that was restored last, as far
/// as they were part of it, and those made since.
struct Births {
  /// Ascending; the last one has no end.
  private(set) var intervals: [ClosedRange<UInt64>] = [0...UInt64.max]

  func contains(_ birth: UInt64) -> Bool { intervals.contains { $0.contains(birth) } }

  /// The end of the first interval and the beginning of the last: what lies outside of the two needs no search.
  var first: UInt64 { intervals[0].upperBound }
  var last: UInt64 { intervals[intervals.count - 1].lowerBound }

  /// What is part of a point saved now.
  func until(_ now: UInt64) -> Births {
    var result = self
    let begin = min(last, now)
    result.intervals[intervals.count - 1] = begin...now
    return result
  }

  /// What is part of the present after a saved point was restored.
  func resumed(after now: UInt64) -> Births {
    var result = self
    result.intervals.append((now + 1)...UInt64.max)
    return result
  }
}
