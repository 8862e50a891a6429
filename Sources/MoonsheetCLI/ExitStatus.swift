import Moonsheet

/// The exit statuses of `moonsheet`, the same for every command.
enum ExitStatus: Int32, Comparable {
  case fine = 0
  /// A script failed, or one of its callbacks.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  /// There is nothing to run: a file that is missing or cannot be read.
  case nothingToRun = 3
  /// Output could not be written, or the tool itself is at fault.
  case `internal` = 4
  /// Nothing was found, and not everything was looked at.
  case notFinished = 5
  case limitHit = 124
  case interrupted = 130

  /// The status of a script's end.
  init(_ ending: RunReport.Ending) {
    switch ending {
    case .finished: self = .fine
    case .failed: self = .failed
    case .limitHit: self = .limitHit
    case .interrupted: self = .interrupted
    }
  }

  /// How much one status outweighs another when several files were run.
  private var weight: Int {
    switch self {
    case .fine: 0
    case .notFinished: 1
    case .failed: 2
    case .nothingToRun: 3
    case .limitHit: 4
    case .usage: 5
    case .internal: 6
    case .interrupted: 7
    }
  }

  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.weight < b.weight }
}

/// Something that ends the tool with one message.
struct ToolError: Error {
  let status: ExitStatus
  /// One sentence; it names the place and the way out.
  let message: String
}
