/// A 128-bit name of a state. Two states with one fingerprint are taken for one; it is the same in every process.
///
/// ```swift
/// var fingerprint = Fingerprint()
/// fingerprint.add(board.count)
/// for cell in board { fingerprint.add(cell) }
/// ```
public struct Fingerprint: Hashable, Sendable, Comparable {
  public private(set) var high: UInt64
  public private(set) var low: UInt64

  /// The fingerprint of nothing.
  public init() { self.init(high: 0x9E37_79B9_7F4A_7C15, low: 0xD1B5_4A32_D192_ED03) }

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Adds a word; the order of what is added counts.
  public mutating func add(_ word: UInt64) {
    high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F)
    low = Self.fold(low &+ word &+ 0x2D35_8DCC_AA6C_78A5, 0xE703_7ED1_A0B4_28DB) ^ high
  }

  public mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  public mutating func add(_ bool: Bool) { add(bool ? 1 : 0 as UInt64) }

  /// Adds a text by its UTF-8, with its length.
  public mutating func add(_ text: String) {
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { add(word) }
    }
    add(word)
    add(count)
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = (a | 1).multipliedFullWidth(by: b)
    return high ^ low ^ (a << 32 | a >> 32)
  }

  public static func < (a: Fingerprint, b: Fingerprint) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
