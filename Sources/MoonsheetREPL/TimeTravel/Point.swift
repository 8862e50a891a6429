import LuaRuntime
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
  /// What Lua gets, byte for byte.
  let bytes: [UInt8]
  /// What a file receives as `...`.
  var arguments: [String] = []

  init(_ kind: Kind, _ bytes: [UInt8], arguments: [String] = []) {
    self.kind = kind
    self.bytes = bytes
    self.arguments = arguments
  }

  /// A line that was typed.
  init(_ text: String) { self.init(.typed, Array(text.utf8)) }

  /// For a person; bytes that are no UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// How lists show it.
  var title: String {
    switch kind {
    case .typed: text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
    case .file(let path): path
    }
  }
}

/// How an input went, as far as saving it again needs to know.
struct InputOutcome {
  var failure = SessionFailure.none
  /// What ended it.
  var error: LuaError?
  /// Whether its end was reached, and so its locals are the session's.
  var keptLocals = false
  /// Whether it still waited when the prompt came back.
  var waited = false
  /// The inputs that went on in it and came to their end, where a limit was spent.
  var ended: Set<Int> = []
  /// Whether it was an expression.
  var isExpression = false
  /// The session's locals that it names, by where they were declared.
  var locals: [String: Locals.Origin] = [:]
  /// Its values where all of them are plain ones, as Lua writes them.
  var plainValues: [String]?
  /// How many instructions it had.
  var fuel: Int64?

  /// Whether the point after it is kept: run again, the input may lead elsewhere, or nowhere for a long time.
  var pinsPoint: Bool { failure == .interrupted || failure == .limitHit }
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
  var marks: [String] = []

  /// What went wrong, and where.
  var failureText: String {
    guard let error = outcome.error else { return entries.last { $0.name == "error" }?.text ?? "" }
    return (error.site.map { "\($0): " } ?? "") + error.message
  }
}
