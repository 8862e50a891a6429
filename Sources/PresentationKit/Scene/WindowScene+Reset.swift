/// How many things of each kind a scene has made: ids below these numbers are those of that moment.
package struct SceneCounts: Sendable, Equatable {
  package let controllers: Int
  package let presentations: Int
  package let bindings: Int
  package let attempts: Int
  package let timers: Int
}

extension WindowScene {
  /// How many things there are now.
  package var counts: SceneCounts {
    SceneCounts(
      controllers: state.controllers.count, presentations: state.presentations.made, bindings: state.bindings.count,
      attempts: state.attempts.count, timers: state.timerCount)
  }

  /// The ids of all things made since a moment that is still part of the scene's past.
  package func controllers(since counts: SceneCounts) -> [ControllerID] {
    (counts.controllers..<max(counts.controllers, state.controllers.count)).map { ControllerID(rawValue: $0) }
  }

  package func presentations(since counts: SceneCounts) -> [PresentationID] {
    (counts.presentations..<max(counts.presentations, state.presentations.made)).map { PresentationID(rawValue: $0) }
  }

  package func bindings(since counts: SceneCounts) -> [BindingID] {
    (counts.bindings..<max(counts.bindings, state.bindings.count)).map { BindingID(rawValue: $0) }
  }

  package func attempts(since counts: SceneCounts) -> [AttemptID] {
    (counts.attempts..<max(counts.attempts, state.attempts.count)).map { AttemptID(rawValue: $0) }
  }

  package func timers(since counts: SceneCounts) -> [TimerID] {
    (counts.timers..<max(counts.timers, state.timerCount)).map { TimerID(rawValue: $0) }
  }
}
