import PresentationKit

/// One line that a session tells, with what it is, so that a terminal can give it a colour and a pipe its stream.
public struct SessionLine: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// What a script printed.
    case printed
    /// The value of an expression.
    case value
    /// A new entry of the trace.
    case trace(Trace.Entry)
    /// A line of the picture of the stack.
    case stack
    /// What a command answers.
    case answer
    /// Something worth knowing that is no failure.
    case note
    case error
    /// The line of an error, and the mark below it.
    case source
  }

  public let kind: Kind
  public let text: String

  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// What a line led to.
public struct SessionOutput: Sendable {
  public enum State: Sendable, Equatable {
    /// The input was run, or the command done.
    case done
    /// More lines belong to it.
    case incomplete
    case quit
  }

  public var state = State.done
  /// What was told, unless it went to the session's sink as it came.
  public var lines: [SessionLine] = []
  public var failure = SessionFailure.none

  /// The lines' texts.
  public var texts: [String] { lines.map(\.text) }
}

/// How badly an input went.
public enum SessionFailure: Sendable, Equatable {
  case none
  /// It raised, a callback of it did, or a command was refused.
  case failed
  case limitHit
  case interrupted
}

/// `1 input`, `2 inputs`.
func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
