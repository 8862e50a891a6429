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
        let near = Self.nearest(parts[0], known, suggest).map { " (did you mean '\($0)'?)" } ?? ""
        throw ToolError(status: .usage, message: "unknown option '\(parts[0])'\(near); see --help")
      }
      options.append((option.name, try Self.value(of: option, inline: parts.count > 1 ? parts[1] : nil, &words)))
    }
  }

  /// Dashes, which all names share, make none of them near.
  private static func nearest(_ word: String, _ known: [Option], _ suggest: (String, [String]) -> String?) -> String? {
    let bare = known.map { String($0.name.drop { $0 == "-" }) }
    return suggest(String(word.drop { $0 == "-" }), bare).flatMap { bare.firstIndex(of: $0) }.map { known[$0].name }
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
