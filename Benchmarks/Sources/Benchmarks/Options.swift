/// What the command line asks for.
struct Options {
  /// What is wrong with the command line.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: benchmarks [--rounds N] [--scale X] [--filter NAME] [--moonsheet PATH] [--json]

      --rounds N        how often each row is measured (default 11)
      --scale X         multiplies the iterations of a round (default 1)
      --filter NAME     only rows whose name contains NAME
      --moonsheet PATH  the tool of the process row (default: this repository's release build)
      --json            a JSON object instead of the table
    """

  var rounds = 11
  var scale = 1.0
  var filter: String?
  var moonsheet: String?
  var isJSON = false
  var isHelp = false

  init(_ words: some Sequence<String>) throws {
    var words = words.makeIterator()
    func value(of option: String, _ wanted: String, from words: inout some IteratorProtocol<String>) throws -> String {
      guard let value = words.next() else { throw Misuse(description: "option '\(option)' wants \(wanted)") }
      return value
    }
    while let word = words.next() {
      switch word {
      case "--rounds":
        let text = try value(of: word, "a number", from: &words)
        guard let number = Int(text), (1...100_000).contains(number) else {
          throw Misuse(description: "option '--rounds' wants a whole number from 1 to 100000, not '\(text)'")
        }
        rounds = number
      case "--scale":
        let text = try value(of: word, "a number", from: &words)
        guard let number = Double(text), number > 0, number <= 1000 else {
          throw Misuse(description: "option '--scale' wants a number above 0 and up to 1000, not '\(text)'")
        }
        scale = number
      case "--filter": filter = try value(of: word, "a row's name", from: &words)
      case "--moonsheet": moonsheet = try value(of: word, "a path", from: &words)
      case "--json": isJSON = true
      case "--help", "-h": isHelp = true
      default: throw Misuse(description: "unknown option '\(word)'; see --help")
      }
    }
  }
}
