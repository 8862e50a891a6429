/// FNV-1a over 64 bits: the same number for the same bytes on every machine, which `Hasher` does not promise.
public struct StableHash: Sendable {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) { add(text) }

  public mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
