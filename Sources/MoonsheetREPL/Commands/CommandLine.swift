/// A line that begins with a colon: the command's word, and the rest.
struct CommandLine: Equatable {
  let word: String
  let rest: String

  /// Nil for Lua, labels (`::again::`) included.
  init?(_ line: String) {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    guard trimmed.first == ":", trimmed.dropFirst().first != ":" else { return nil }
    let body = trimmed.dropFirst()
    word = String(body.prefix { $0 != " " && $0 != "\t" })
    let tail = body.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
    rest = String(tail.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }

  /// The rest as the name of a file: without quotes around it.
  var file: String {
    guard let quote = rest.first, quote == "\"" || quote == "'", rest.last == quote, rest.count > 2 else { return rest }
    return String(rest.dropFirst().dropLast())
  }

  /// The rest, split at blanks.
  var words: [String] { rest.split(separator: " ").map(String.init) }
}
