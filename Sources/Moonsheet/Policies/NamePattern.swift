/// A pattern of controller names: `*` stands for any characters, everything else for itself.
struct NamePattern: Hashable, Sendable {
  let text: String
  private let pieces: [[Character]]

  init(_ text: String) {
    self.text = text
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Whether the whole name matches.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of name and pattern: each piece is looked for once, from left to right.
  func matches(_ name: String) -> Bool {
    let name = Array(name)
    guard let first = pieces.first, let last = pieces.last else { return false }
    if pieces.count == 1 { return name == first }
    guard name.count >= first.count + last.count, name.starts(with: first), name.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = name[first.count..<(name.count - last.count)]
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let end = Self.end(of: piece, in: rest) else { return false }
      rest = rest[end...]
    }
    return true
  }

  private static func end(of piece: [Character], in text: ArraySlice<Character>) -> Int? {
    guard text.count >= piece.count else { return nil }
    return (text.startIndex...(text.endIndex - piece.count)).first {
      text[$0..<($0 + piece.count)].elementsEqual(piece)
    }
    .map { $0 + piece.count }
  }
}
