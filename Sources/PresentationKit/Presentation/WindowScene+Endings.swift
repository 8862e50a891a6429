/// What was presented at a moment, to be compared with a later one.
package struct PresentedThen {
  let live: [PresentationID]
  /// Those of them that were on their way out.
  let going: [PresentationID]
  let count: Int
}

/// A presentation that began to go, or is gone, since then.
package struct PresentationEnding {
  package let id: PresentationID
  package let controller: ControllerID
  package let name: String
  package let reason: DismissalReason
  package let isOver: Bool
  /// Whether it began to go since then, too.
  package let isNew: Bool
  package let isAlert: Bool
  package let isForced: Bool
  /// How often `on_closed` came.
  package let closings: Int
  /// Its place from the lowest up.
  package let level: Int
}

extension WindowScene {
  /// The name a controller was configured with, without a number.
  package func givenName(of controller: ControllerID) -> String {
    state[controller].configuration.name ?? state[controller].name
  }

  package var presentedNow: PresentedThen {
    PresentedThen(
      live: state.chain, going: state.chain.filter { state.presentations[$0.rawValue].phase == .dismissing },
      count: state.presentations.made)
  }

  /// How many presentations were begun since then.
  package func presentedCount(since then: PresentedThen) -> Int {
    (then.count..<state.presentations.made).count { state.presentations[$0].phase != .unused }
  }

  package func endings(since then: PresentedThen) -> [PresentationEnding] {
    guard
      state.chain != then.live || state.chain.contains(where: { state.presentations[$0.rawValue].phase == .dismissing })
    else { return [] }
    let made = (then.count..<state.presentations.made).map { PresentationID(rawValue: $0) }
    var result: [PresentationEnding] = []
    for (level, id) in (then.live + made).enumerated() {
      let record = state[id]
      guard record.phase == .dismissing || record.phase == .ended else { continue }
      let isOver = record.phase == .ended
      let isNew = !then.going.contains(id)
      guard isOver || isNew else { continue }
      let configuration = state[record.controller].configuration
      result.append(
        PresentationEnding(
          id: id, controller: record.controller, name: givenName(of: record.controller),
          reason: record.reason, isOver: isOver, isNew: isNew, isAlert: configuration.kind.isAlert,
          isForced: configuration.forced, closings: record.closings, level: level))
    }
    return result
  }

  /// The bindings of modifiers that say something else than what is presented, once everything is at rest: for modifiers
  /// in the tree that do not wait, and whose delegate slot is theirs.
  package var bindingsOutOfStep: [(binding: String, presents: Bool, site: SourceSite?)] {
    guard !state.presenters.isEmpty, isIdle else { return [] }
    return silently {
      state.presenters.indices.compactMap { number in
        let record = state.presenters[number]
        guard !record.isRemoved, !record.isWaiting, !record.isBeingOverridden, state.isInTree(record.host) else {
          return nil
        }
        let wants = wanted(by: PresenterID(rawValue: number)) != nil
        guard wants != (record.presentation != nil) else { return nil }
        return (name(of: record.modifier.source.binding), record.presentation != nil, record.modifier.site)
      }
    }
  }
}
