/// Reads line numbers out of Lua 5.4's compiled form, the only place where Lua tells those of functions that no value
/// refers to.
struct CompiledCode {
  private let bytes: [UInt8]
  private var position = 0
  private var lines: [Bool] = []
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Ascending lines; `nil` when this is not the form it should be.
  mutating func executableLines() -> [Int]? {
    // Signature, version 5.4, format 0, check data, the sizes of an instruction, an integer and a number, check values.
    guard bytes.count > 32, bytes[4] == 0x54, bytes[5] == 0, bytes[12...14] == [4, 8, 8] else { return nil }
    position = 32
    guard readFunction() else { return nil }
    return lines.indices.filter { lines[$0] }
  }

  // MARK: Parts

  private mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= bytes.count - position else { return false }
    position += count
    return true
  }

  private mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number in groups of seven bits, the highest first; the last has its top bit set.
  private mutating func number() -> Int? {
    var result = 0
    while let next = byte() {
      guard result < Int.max >> 8 else { return nil }
      result = result << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { return result }
    }
    return nil
  }

  private mutating func skipString() -> Bool {
    guard let size = number() else { return false }
    return skip(max(size - 1, 0))
  }

  private mutating func skipArray(of size: Int) -> Bool {
    guard let count = number(), count <= bytes.count else { return false }
    return skip(count * size)
  }

  private mutating func skipConstants() -> Bool {
    guard let count = number() else { return false }
    for _ in 0..<count {
      let isRead: Bool
      switch byte() {
      case 0x03, 0x13: isRead = skip(8)
      case 0x04, 0x14: isRead = skipString()
      case .some: isRead = true
      case nil: isRead = false
      }
      guard isRead else { return false }
    }
    return true
  }

  private mutating func readFunction() -> Bool {
    guard depth < 250, skipString(), let first = number(), number() != nil, skip(1), let isVariadic = byte(), skip(1),
      skipArray(of: 4), skipConstants(), skipArray(of: 3), let count = number()
    else { return false }
    depth += 1
    for _ in 0..<count where !readFunction() { return false }
    depth -= 1
    return readLines(after: first, isVariadic: isVariadic != 0) && skipVariables()
  }

  private mutating func skipVariables() -> Bool {
    guard let variables = number() else { return false }
    for _ in 0..<variables {
      guard skipString(), number() != nil, number() != nil else { return false }
    }
    guard let names = number() else { return false }
    for _ in 0..<names where !skipString() { return false }
    return true
  }

  /// Reads the line of each instruction: steps from the one before, and some lines as they are.
  private mutating func readLines(after first: Int, isVariadic: Bool) -> Bool {
    guard let count = number(), count <= bytes.count - position else { return false }
    let steps = bytes[position..<(position + count)].map(Int8.init(bitPattern:))
    position += count
    guard let absolute = number() else { return false }
    var places: [(instruction: Int, line: Int)] = []
    for _ in 0..<absolute {
      guard let instruction = number(), let line = number() else { return false }
      places.append((instruction, line))
    }
    var (line, place) = (first, 0)
    for (instruction, step) in steps.enumerated() {
      if step == .min, place < places.count {
        line = places[place].line
        place += 1
      } else {
        line += Int(step)
      }
      // NB: the first instruction of a variadic function only prepares it; the last one of any is the return at `end`.
      if instruction == 0 && isVariadic || instruction == count - 1 { continue }
      guard line > 0 else { continue }
      if line >= lines.count { lines += Array(repeating: false, count: line + 1 - lines.count) }
      lines[line] = true
    }
    return true
  }
}
