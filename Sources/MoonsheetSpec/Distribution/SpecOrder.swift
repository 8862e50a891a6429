/// The order in which a run takes its files, the same for the same seed on every machine.
public enum SpecOrder {
  /// Fisher and Yates' shuffle, driven by SplitMix64.
  ///
  /// - Complexity: O(*n*).
  public static func shuffled<Item>(_ items: [Item], seed: UInt64) -> [Item] {
    var items = items
    var state = seed
    guard items.count > 1 else { return items }
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, Int(next(&state) % UInt64(last + 1)))
    }
    return items
  }

  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
