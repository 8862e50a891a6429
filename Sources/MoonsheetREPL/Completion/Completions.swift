/// What a line could go on with.
public struct Completions: Sendable, Equatable {
  /// What can be inserted at the cursor whatever is meant.
  public var insertion: String
  /// The whole words that are meant, in order.
  public var candidates: [String]

  static let none = Completions(insertion: "", candidates: [])

  /// Those of some words that begin with a prefix.
  init(_ words: [String], prefix: String, closing: String = "") {
    var seen: Set<String> = []
    // What holds a newline or the like cannot be typed.
    candidates = words.filter { word in
      word.hasPrefix(prefix) && seen.insert(word).inserted && word.unicodeScalars.allSatisfy { $0.value >= 32 }
    }.sorted()
    guard let first = candidates.first else {
      insertion = ""
      return
    }
    if candidates.count == 1 {
      insertion = String(first.dropFirst(prefix.count)) + closing
    } else {
      let common = candidates.dropFirst().reduce(first) { Self.common($0, $1) }
      insertion = String(common.dropFirst(prefix.count))
    }
  }

  private init(insertion: String, candidates: [String]) {
    self.insertion = insertion
    self.candidates = candidates
  }

  private static func common(_ a: String, _ b: String) -> String {
    String(zip(a, b).prefix { $0 == $1 }.map(\.0))
  }
}
