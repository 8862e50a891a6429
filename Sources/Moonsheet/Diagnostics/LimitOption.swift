/// The options of the command line that raise limits.
package enum LimitOption: String, CaseIterable {
  case fuel = "--limit-fuel"
  case time = "--limit-time"
  case memory = "--limit-memory"
  case entries = "--limit-entries"
  case steps = "--limit-steps"

  /// What a message says where the limit ended something.
  private var phrase: String {
    switch self {
    case .fuel: "out of fuel: "
    case .time: "out of time: "
    case .memory: "not enough memory"
    case .entries: "no rest after "
    case .steps: "no end after "
    }
  }

  /// What to put behind a message, so that it says the way out: the option in brackets; nothing where no limit is told of.
  ///
  /// - Parameter known: the options that there are.
  package static func hint(for message: String, among known: [LimitOption] = allCases) -> String {
    known.first { contains(message, $0.phrase) }.map { " (\($0.rawValue))" } ?? ""
  }

  private static func contains(_ message: String, _ phrase: String) -> Bool {
    let (message, phrase) = (message.utf8, phrase.utf8)
    return message.indices.contains { message[$0...].starts(with: phrase) }
  }
}
