/// What the command line asks for.
struct Options {
  /// What is wrong with the command line.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  /// One of the two programs that are compared.
  enum Side: String {
    case c, swift
  }

  static let usage = """
    usage: benchmarks [--rounds N] [--scale X] [--filter NAME] [--moonsheet PATH] [--json]

      --rounds N        how often each row is measured (default 11)
      --scale X         multiplies the iterations of a round (default 1)
      --filter NAME     only rows whose name contains NAME
      --moonsheet PATH  the tool of the rows of processes (default: this repository's release build)
      --json            a JSON object instead of the table
      --run SIDE        only runs the row that --filter names, on one side (c or swift), and prints its sum
      --iterations N    how often --run does it (default 1000)
    """

  var rounds = 11
  var scale = 1.0
  var filter: String?
  var moonsheet: String?
  var isJSON = false
  var side: Side?
  var iterations = 1000
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
      case "--run":
        let text = try value(of: word, "c or swift", from: &words)
        guard let named = Side(rawValue: text) else {
          throw Misuse(description: "option '--run' wants c or swift, not '\(text)'")
        }
        side = named
      case "--iterations":
        let text = try value(of: word, "a number", from: &words)
        guard let number = Int(text), (1...1_000_000_000).contains(number) else {
          throw Misuse(description: "option '--iterations' wants a whole number from 1 on, not '\(text)'")
        }
        iterations = number
      case "--filter": filter = try value(of: word, "a row's name", from: &words)
      case "--moonsheet": moonsheet = try value(of: word, "a path", from: &words)
      case "--json": isJSON = true
      case "--help", "-h": isHelp = true
      default: throw Misuse(description: "unknown option '\(word)'; see --help")
      }
    }
  }
}
