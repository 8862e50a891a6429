/// A simulation whose states several searches can look at side by side, and tell each other what they saw.
package protocol SharedSimulation: Simulation {
  /// What is known of a state beside its fingerprint.
  associatedtype StateNote
  /// What happened in a step beside where it led.
  associatedtype StepNote

  /// What is known of the state of the moment.
  mutating func stateNote() -> StateNote
  /// What happened since this was asked last.
  mutating func stepNote() -> StepNote

  /// An action of the moment as one that means the same wherever the same state was reached, and can be performed there.
  func portable(_ action: Action) -> Action
  static func write(_ action: Action, to wire: inout WireWriter)
  static func readAction(from wire: inout WireReader) throws(WireError) -> Action
  static func write(_ note: StateNote, to wire: inout WireWriter)
  static func readStateNote(from wire: inout WireReader) throws(WireError) -> StateNote
  static func write(_ note: StepNote, to wire: inout WireWriter)
  static func readStepNote(from wire: inout WireReader) throws(WireError) -> StepNote
}

/// What came of one state in another search.
struct Expansion<S: SharedSimulation> {
  struct Step {
    let action: S.Action
    /// nil where the action could not be performed.
    let outcome: Outcome?
  }

  struct Outcome {
    let fingerprint: Fingerprint
    let alarms: [Alarm]
    /// Of a state that was new to who tells of it: the answers to the questions, and what is known of it.
    let new: (answers: UInt64, note: S.StateNote)?
    let note: S.StepNote
    let isStale: Bool
  }

  /// How many actions were left out.
  let skipped: Int
  /// What happened when it was asked what can happen.
  let head: S.StepNote
  let isStale: Bool
  let steps: [Step]

  init(from wire: inout WireReader) throws(WireError) {
    skipped = try wire.int()
    head = try S.readStepNote(from: &wire)
    isStale = try wire.bool()
    var steps: [Step] = []
    for _ in 0..<(try wire.count()) { steps.append(try Step(from: &wire)) }
    self.steps = steps
  }
}

extension Expansion.Step {
  init(from wire: inout WireReader) throws(WireError) {
    action = try S.readAction(from: &wire)
    outcome = try wire.bool() ? try .init(from: &wire) : nil
  }
}

extension Expansion.Outcome {
  init(from wire: inout WireReader) throws(WireError) {
    fingerprint = try wire.fingerprint()
    var alarms: [Alarm] = []
    for _ in 0..<(try wire.count()) { alarms.append(Alarm(try wire.text(), key: try wire.text(), try wire.text())) }
    self.alarms = alarms
    new = try wire.bool() ? (try wire.word(), try S.readStateNote(from: &wire)) : nil
    note = try S.readStepNote(from: &wire)
    isStale = try wire.bool()
  }
}

/// Whether anything can happen in a state that is not gone on from.
struct Glance<S: SharedSimulation> {
  let isEmpty: Bool
  let note: S.StepNote

  init(from wire: inout WireReader) throws(WireError) {
    isEmpty = try wire.bool()
    note = try S.readStepNote(from: &wire)
  }
}
