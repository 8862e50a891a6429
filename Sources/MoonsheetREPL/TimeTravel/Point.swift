import Moonsheet
import PresentationKit

/// One thing that was run: a line at the prompt, or a file.
struct Input: Equatable {
  enum Kind: Equatable {
    case typed
    /// A file, run as one chunk under its name.
    case file(String)
  }

  let kind: Kind
  let text: String
  /// What a file receives as `...`.
  var arguments: [String] = []

  /// How lists show it.
  var title: String {
    switch kind {
    case .typed: text.split(separator: "\n").joined(separator: " ⏎ ")
    case .file(let path): path
    }
  }
}

/// How an input went, as far as saving it again needs to know.
struct InputOutcome {
  var failure = SessionFailure.none
  /// The message of what ended it.
  var message: String?
  /// Whether it still waited when the prompt came back.
  var waited = false
  /// Whether it was an expression.
  var isExpression = false
  /// Its values where all of them are plain ones, as Lua writes them.
  var plainValues: [String]?
}

/// The session after one input. The snapshot brings it back; where it was dropped, the inputs from an older point on do.
struct Point {
  let parent: Int?
  /// How many inputs lead here.
  let number: Int
  /// What led here; nil at the start.
  let input: Input?
  let branch: Int
  var outcome = InputOutcome()
  /// What the input added to the trace.
  var entries: [Trace.Entry] = []
  var children: [Int] = []
  /// The child that was gone to last.
  var forward: Int?
  var snapshot: MoonsheetSnapshot?
  /// What `:mark` called it.
  var mark: String?
}
