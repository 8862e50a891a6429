/// A clock that moves only when it is told, and what is due on it, ordered by deadline and then by age.
struct VirtualClock: Hashable, Sendable {
  private(set) var now = 0
  private var sequence = 0
  /// The next entry is the last, so that taking it is cheap.
  private(set) var pending: [ClockEntry] = []

  var next: ClockEntry? { pending.last }

  /// Whether nothing but timers waits.
  var hasOnlyTimers: Bool { pending.allSatisfy(\.isTimer) }

  /// - Complexity: O(*n*).
  mutating func schedule(_ event: ClockEntry.Event, after milliseconds: Int) {
    let entry = ClockEntry(deadline: Self.sum(now, max(milliseconds, 0)), sequence: sequence, event: event)
    sequence += 1
    // It is younger than every entry of its deadline, so it goes before them in this reversed list.
    var low = 0
    var high = pending.count
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].deadline > entry.deadline { low = middle + 1 } else { high = middle }
    }
    pending.insert(entry, at: low)
  }

  mutating func cancel(_ event: ClockEntry.Event) {
    if let index = pending.firstIndex(where: { $0.event == event }) { pending.remove(at: index) }
  }

  func isPending(_ event: ClockEntry.Event) -> Bool { pending.contains { $0.event == event } }

  /// Takes the next entry and moves the clock to its deadline.
  mutating func takeNext() -> ClockEntry.Event? {
    guard let entry = pending.popLast() else { return nil }
    now = max(now, entry.deadline)
    return entry.event
  }

  mutating func advance(to time: Int) { now = max(now, time) }

  private static func sum(_ lhs: Int, _ rhs: Int) -> Int {
    let (result, overflow) = lhs.addingReportingOverflow(rhs)
    return overflow ? .max : result
  }
}
