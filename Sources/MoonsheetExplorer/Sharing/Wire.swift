/// Bytes that one search writes for another. A text that comes again is written once.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []
  private var texts: [String: Int] = [:]

  package init() {}

  /// Adds a number; small ones are short.
  package mutating func add(_ number: Int) {
    var word = UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    while word >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: word) | 0x80)
      word >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: word))
  }

  package mutating func add(_ bool: Bool) { bytes.append(bool ? 1 : 0) }

  /// Adds a word as it is.
  package mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  package mutating func add(_ text: String) {
    if let known = texts[text] { return add(known) }
    add(texts.count)
    texts[text] = texts.count
    let utf8 = Array(text.utf8)
    add(utf8.count)
    bytes += utf8
  }

  mutating func add(_ fingerprint: Fingerprint) {
    add(fingerprint.high)
    add(fingerprint.low)
  }

  /// Takes what was written. Texts stay known.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// Why bytes cannot be read.
package struct WireError: Error {
  package init() {}
}

/// Reads what a ``WireWriter`` wrote, in the same order.
package struct WireReader {
  private var bytes: [UInt8]
  private var position = 0
  private var texts: [String] = []

  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  /// A reader of what follows, of another writer's.
  var rest: WireReader { WireReader(Array(bytes[position...])) }

  /// Goes on with what the writer wrote next.
  package mutating func go(on bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
  }

  package mutating func int() throws(WireError) -> Int {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 63 || byte < 2 else { throw WireError() }
      word |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
      guard shift < 64 else { throw WireError() }
    }
    return Int(bitPattern: UInt(word >> 1)) ^ -Int(word & 1)
  }

  /// A number of things that follow, of which each takes a byte at least.
  package mutating func count() throws(WireError) -> Int {
    let count = try int()
    guard count >= 0, count <= bytes.count - position else { throw WireError() }
    return count
  }

  package mutating func bool() throws(WireError) -> Bool {
    let byte = try byte()
    guard byte < 2 else { throw WireError() }
    return byte == 1
  }

  package mutating func word() throws(WireError) -> UInt64 {
    guard bytes.count - position >= 8 else { throw WireError() }
    var word: UInt64 = 0
    for shift in 0..<8 { word |= UInt64(bytes[position + shift]) << UInt64(shift * 8) }
    position += 8
    return word
  }

  package mutating func text() throws(WireError) -> String {
    let number = try int()
    guard number >= 0, number <= texts.count else { throw WireError() }
    if number < texts.count { return texts[number] }
    let count = try count()
    let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    position += count
    texts.append(text)
    return text
  }

  mutating func fingerprint() throws(WireError) -> Fingerprint { Fingerprint(high: try word(), low: try word()) }

  private mutating func byte() throws(WireError) -> UInt8 {
    guard position < bytes.count else { throw WireError() }
    defer { position += 1 }
    return bytes[position]
  }
}
