/// The states that are known, numbered in the order in which they were found.
struct FingerprintTable {
  private(set) var all: [Fingerprint] = []
  /// Positions in `all` plus one; 0 is free. A power of two long, at most half full.
  private var slots: [Int32] = .init(repeating: 0, count: 64)

  var count: Int { all.count }

  /// The number of a state, and whether it is new.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ fingerprint: Fingerprint) -> (number: Int, isNew: Bool) {
    if all.count * 2 >= slots.count { grow() }
    let slot = slot(of: fingerprint)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    all.append(fingerprint)
    slots[slot] = Int32(all.count)
    return (all.count - 1, true)
  }

  func number(of fingerprint: Fingerprint) -> Int? {
    let found = slots[slot(of: fingerprint)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// Where a fingerprint is, or would be put.
  private func slot(of fingerprint: Fingerprint) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: fingerprint.low) & mask
    while slots[slot] != 0, all[Int(slots[slot]) - 1] != fingerprint { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = .init(repeating: 0, count: slots.count * 2)
    for number in all.indices { slots[slot(of: all[number])] = Int32(number + 1) }
  }
}
