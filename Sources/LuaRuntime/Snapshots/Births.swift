/// Which of the functions ever made are part of the present: those made before the point that was restored last, as far
/// as they were part of it, and those made since.
struct Births {
  /// Ascending, each with a birth in it; shared by all points that have them in common.
  private var earlier: [ClosedRange<UInt64>] = []
  private var begin: UInt64 = 0
  private var end = UInt64.max
  private var newest: UInt64 = 0

  func contains(_ birth: UInt64) -> Bool {
    (begin <= birth && birth <= end) || earlier.contains { $0.contains(birth) }
  }

  /// The end of the first interval and the beginning of the last: what lies outside of the two needs no search.
  var first: UInt64 { earlier.first?.upperBound ?? (begin == 0 ? end : 0) }
  var last: UInt64 { begin }

  /// How many intervals there are.
  var count: Int { earlier.count + 1 }

  mutating func add(_ birth: UInt64) { newest = birth }

  /// What is part of a point saved now.
  func until(_ now: UInt64) -> Births {
    var result = self
    result.begin = min(begin, now)
    result.end = now
    return result
  }

  /// What is part of the present after a saved point was restored.
  func resumed(after now: UInt64) -> Births {
    var result = self
    if newest >= begin, newest > 0 { result.earlier.append(begin...end) }
    result.begin = now + 1
    result.end = .max
    return result
  }
}
