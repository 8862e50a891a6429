extension SpecEvent {
  /// Without what differs from one run to the next: times are 0, and each address has a number in its place, from 1 in the
  /// order in which the event names them. `table: 0x5581d3c0a2b0` is `table: #1`.
  public var reproducible: SpecEvent {
    var addresses = Addresses()
    switch self {
    case .fileIssue(let file, let issue): return .fileIssue(file, addresses.replaced(issue))
    case .filePrinted(let file, let lines): return .filePrinted(file, lines.map { addresses.replaced($0) })
    case .testStarted(let id, let line): return .testStarted(addresses.replaced(id), line: line)
    case .testEnded(var result):
      result.microseconds = 0
      result.id = addresses.replaced(result.id)
      result.issues = result.issues.map { addresses.replaced($0) }
      result.printed = result.printed.map { addresses.replaced($0) }
      result.notes = result.notes.map { addresses.replaced($0) }
      return .testEnded(result)
    case .fileStarted, .fileEnded: return self
    }
  }
}

/// Numbers for the addresses in some texts.
private struct Addresses {
  private var numbers: [ArraySlice<UInt8>: Int] = [:]

  mutating func replaced(_ id: SpecID) -> SpecID {
    SpecID(file: id.file, name: replaced(id.name), occurrence: id.occurrence)
  }

  mutating func replaced(_ issue: SpecIssue) -> SpecIssue {
    var issue = issue
    issue.message = replaced(issue.message)
    issue.traceback = issue.traceback.map { replaced($0) }
    issue.difference = issue.difference.map { replaced($0) }
    return issue
  }

  mutating func replaced(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    // Where what is not yet copied begins.
    var rest = 0
    var place = 0
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "x")) {
      place = next + 1
      guard let address = Self.address(in: bytes, at: next - 1) else { continue }
      let number = numbers[address] ?? numbers.count + 1
      numbers[address] = number
      result += bytes[rest..<address.startIndex] + "#\(number)".utf8
      (rest, place) = (address.endIndex, address.endIndex)
    }
    return rest == 0 ? text : String(decoding: result + bytes[rest...], as: UTF8.self)
  }

  /// The address that begins there: as the C library writes them, twelve digits of the part of memory where programs keep
  /// code, heap and stack (0x5… to 0x7…, with other processors 0xaaaa… and 0xffff…). Other numbers are left as they are.
  private static func address(in bytes: [UInt8], at start: Int) -> ArraySlice<UInt8>? {
    guard start >= 0, bytes[start] == UInt8(ascii: "0"), start == 0 || !isWord(bytes[start - 1]) else { return nil }
    let digits = bytes[(start + 2)...].prefix(while: isDigit)
    guard digits.count == 12, digits.endIndex == bytes.endIndex || !isWord(bytes[digits.endIndex]) else { return nil }
    let isKnown = ["5", "6", "7", "aaaa", "ffff"].contains { digits.starts(with: $0.utf8) }
    return isKnown ? bytes[start..<digits.endIndex] : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
