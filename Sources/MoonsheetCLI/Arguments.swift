/// Splits a command line into options and operands, in the manner of GNU tools: `--name=value`, `--name value`, `-n value`,
/// `-nvalue`; `--` ends options.
struct Arguments {
  /// What an option takes.
  enum Value {
    case none, required(String)
    /// A value only with `=`; without one it is the empty string.
    case optional(String)
  }

  struct Option {
    let name: String
    let value: Value
    /// Empty for what is taken and not told.
    let help: String
    /// Another name, such as `-o`.
    var short: String?
    /// What the value may be, where that can be listed; shells complete it.
    var words: [String] = []
  }

  private(set) var options: [(name: String, value: String)] = []
  private(set) var operands: [String] = []
  /// What follows `--`.
  private(set) var rest: [String] = []

  /// - Throws: a usage error that names the option and the nearest known one.
  init(_ words: [String], known: [Option], suggest: (String, [String]) -> String?) throws(ToolError) {
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--" {
        rest = Array(words)
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = Self.parts(of: word, known)
      guard let option = known.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
        let near = Self.near(parts[0], known, suggest)
        let hint = near.isEmpty ? "" : " (did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?)"
        throw ToolError(status: .usage, message: "unknown option '\(parts[0])'\(hint); see --help")
      }
      options.append((option.name, try Self.value(of: option, inline: parts.count > 1 ? parts[1] : nil, &words)))
    }
  }

  /// What may have been meant, three at most: names that hold the word or that it begins with, the name with the fewest
  /// mistakes in it, or an option that takes the word as its value.
  private static func near(_ word: String, _ known: [Option], _ suggest: (String, [String]) -> String?) -> [String] {
    // Dashes, which all names share, make none of them near.
    let bare = String(word.drop { $0 == "-" })
    guard bare.count > 1 else { return [] }
    let named = known.filter { !$0.help.isEmpty && $0.name.hasPrefix("--") }
    let holding = named.filter { option in
      let name = option.name.dropFirst(2)
      return bare.count > 2 && (name.hasPrefix(bare) || name.split(separator: "-").contains(bare[...]))
        || name.count > 2 && bare.hasPrefix(name)
    }
    if let nearest = suggest(bare, holding.map { String($0.name.dropFirst(2)) }) { return ["--\(nearest)"] }
    if !holding.isEmpty { return holding.prefix(3).map(\.name) }
    if let option = named.first(where: { $0.words.contains(bare) }) { return ["\(option.name)=\(bare)"] }
    let all = known.map { String($0.name.drop { $0 == "-" }) }
    return suggest(bare, all).flatMap { all.firstIndex(of: $0) }.map { [known[$0].name] } ?? []
  }

  /// The option's name, and what stands behind it in the same word.
  private static func parts(of word: String, _ known: [Option]) -> [String] {
    if !word.hasPrefix("--"), word.count > 2, !word.dropFirst(2).hasPrefix("="),
      let option = known.first(where: { ($0.short ?? $0.name) == word.prefix(2) }), case .required = option.value
    {
      return [option.name, String(word.dropFirst(2))]
    }
    return word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  }

  private static func value(of option: Option, inline: String?, _ words: inout ArraySlice<String>) throws(ToolError)
    -> String
  {
    switch option.value {
    case .none:
      guard inline == nil else { throw ToolError(status: .usage, message: "option '\(option.name)' takes no value") }
      return ""
    case .optional: return inline ?? ""
    case .required(let what):
      if let inline { return inline }
      guard let next = words.popFirst(), next != "--" else {
        throw ToolError(status: .usage, message: "option '\(option.name)' wants \(what)")
      }
      return next
    }
  }
}
