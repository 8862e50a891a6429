import Synchronization

/// Counts what hosts own outside Lua, so that tests can prove that nothing leaks.
enum LiveCounts {
  static let hosts = Atomic<Int>(0)
  static let boxes = Atomic<Int>(0)
  static let slots = Atomic<Int>(0)
  static let regions = Atomic<Int>(0)

  private static let ids = Atomic<UInt64>(0)

  /// From 1; never shown to anyone.
  static func nextHostID() -> UInt64 { ids.add(1, ordering: .relaxed).newValue }

  static func add(_ amount: Int, to counter: borrowing Atomic<Int>) {
    counter.add(amount, ordering: .relaxed)
  }
}
