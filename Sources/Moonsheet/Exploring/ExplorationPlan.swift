import PresentationKit

/// What a script asked an exploration for, with `explore { … }`. Functions are kept in Lua, under their numbers.
package struct ExplorationPlan: Sendable {
  package struct Named: Sendable {
    package let name: String
    package let function: ActionID
  }

  /// A property over paths.
  package struct Temporal: Sendable {
    package enum Word: String, Sendable { case eventually, next, until }
    package let word: Word
    package let name: String
    package let function: ActionID
    package var goal: ActionID?
    package var within: Int?
  }

  package struct Answer: Sendable {
    package let isSuccess: Bool
    package let value: Value
  }

  /// Where it was written.
  package var site: SourceSite?
  package var start: ActionID?
  package var vary: [Named] = []
  /// The acts that are tried; nil tries all.
  package var actions: [String]?
  package var depth: Int?
  package var always: [Named] = []
  package var sometimes: [Named] = []
  package var temporal: [Temporal] = []
  package var events: [Named] = []
  /// What each request may be answered with.
  package var answers: [(name: String, answers: [Answer])] = []
  /// What may be typed into each field.
  package var types: [String: [String]] = [:]
  /// Built-in properties that are switched off or on.
  package var switches: [String: Bool] = [:]

  package init() {}
}

/// Something that always holds, as a script declared it.
package struct ScriptInvariant: Sendable {
  package let name: String
  package let function: ActionID
  package let site: SourceSite?
  /// Whether it was told that it does not.
  var isBroken = false
}

/// The properties that are looked at without being written.
package enum BuiltInProperty: String, Sendable, CaseIterable {
  case unsavedLost = "unsaved_lost"
  case trap
  case oneGesture = "one_gesture"
  case refusedPresentation = "refused_presentation"
  case reopening = "reopen_loop"
  case bindingsAgree = "binding_out_of_step"
  case closedOnce = "closed_once"
  case forcedHolds = "forced_holds"
  /// No callback and no query raises.
  case errors = "script_error"
  /// Time comes to rest.
  case rest = "no_rest"
  /// No other warning is said.
  case warnings = "warning"
}
