/// A clock that moves only when it is told, and what is due on it, ordered by deadline and then by age.
///
/// The entries are a binary heap. What is cancelled stays in it until it comes to the top, or until half of it is dead.
struct VirtualClock: Sendable {
  private(set) var now = 0
  private var sequence = 0
  private var heap: [ClockEntry] = []
  /// The sequences of the entries that still wait, by event, oldest first.
  private var waiting: [ClockEntry.Event: [Int]] = [:]
  private var timerCount = 0
  private var waitingCount = 0
  /// What moves presentations, in no order; few at any time, however many timers wait.
  private(set) var moves: [ClockEntry.Event] = []

  /// What is due next.
  var next: ClockEntry? { heap.first }

  /// Whether nothing but timers waits.
  var hasOnlyTimers: Bool { waitingCount == timerCount }

  /// - Complexity: O(log *n*).
  mutating func schedule(_ event: ClockEntry.Event, after milliseconds: Int) {
    let entry = ClockEntry(deadline: Self.sum(now, max(milliseconds, 0)), sequence: sequence, event: event)
    sequence += 1
    waiting[event, default: []].append(entry.sequence)
    count(event, by: 1)
    if event.presentation != nil { moves.append(event) }
    heap.append(entry)
    siftUp(heap.count - 1)
  }

  /// - Complexity: amortised O(log *n*).
  mutating func cancel(_ event: ClockEntry.Event) {
    guard let oldest = waiting[event]?.first else { return }
    forget(event, oldest)
    removeDead()
  }

  func isPending(_ event: ClockEntry.Event) -> Bool { waiting[event] != nil }

  /// When the oldest entry of an event is due; nil when none waits.
  ///
  /// - Complexity: O(*n*).
  func deadline(of event: ClockEntry.Event) -> Int? {
    guard let oldest = waiting[event]?.first else { return nil }
    return heap.first { $0.sequence == oldest }?.deadline
  }

  /// Cancels what belongs to scripts; what moves the scene stays.
  ///
  /// - Complexity: O(*n*).
  mutating func cancelTimers() {
    for entry in heap where entry.isTimer { waiting[entry.event] = nil }
    waitingCount -= timerCount
    timerCount = 0
    rebuild()
  }

  /// Takes the next entry and moves the clock to its deadline.
  ///
  /// - Complexity: amortised O(log *n*).
  mutating func takeNext() -> ClockEntry.Event? {
    guard let entry = popFirst() else { return nil }
    forget(entry.event, entry.sequence)
    removeDead()
    now = max(now, entry.deadline)
    return entry.event
  }

  mutating func advance(to time: Int) { now = max(now, time) }

  // MARK: The index

  private func isWaiting(_ entry: ClockEntry) -> Bool { waiting[entry.event]?.contains(entry.sequence) == true }

  private mutating func count(_ event: ClockEntry.Event, by change: Int) {
    waitingCount += change
    if event.isTimer { timerCount += change }
  }

  private mutating func forget(_ event: ClockEntry.Event, _ sequence: Int) {
    waiting[event]?.removeAll { $0 == sequence }
    if waiting[event]?.isEmpty == true { waiting[event] = nil }
    count(event, by: -1)
    if event.presentation != nil, let index = moves.firstIndex(of: event) { moves.remove(at: index) }
  }

  /// Keeps what is cancelled off the top, and less than half of the heap.
  private mutating func removeDead() {
    if heap.count > 2 * waitingCount + 32 { return rebuild() }
    while let first = heap.first, !isWaiting(first) { _ = popFirst() }
  }

  private mutating func rebuild() {
    heap = heap.filter(isWaiting).sorted { $0.isBefore($1) }
  }

  // MARK: The heap

  private mutating func popFirst() -> ClockEntry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      siftDown()
    }
    return first
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  private static func sum(_ lhs: Int, _ rhs: Int) -> Int {
    let (result, overflow) = lhs.addingReportingOverflow(rhs)
    return overflow ? .max : result
  }
}

/// Two clocks are equal when the same is due at the same times in the same order, however their heaps lie.
extension VirtualClock: Hashable {
  var ordered: [ClockEntry] {
    let live = heap.count == waitingCount ? heap : heap.filter(isWaiting)
    return live.count < 2 ? live : live.sorted { $0.isBefore($1) }
  }

  static func == (lhs: VirtualClock, rhs: VirtualClock) -> Bool {
    (lhs.now, lhs.sequence, lhs.waitingCount) == (rhs.now, rhs.sequence, rhs.waitingCount)
      && lhs.ordered == rhs.ordered
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(now)
    hasher.combine(sequence)
    hasher.combine(ordered)
  }
}
