import LuaRuntime
import PresentationKit

/// What an exploration needs a host to know, beside what is part of a point in time.
struct ExploringState {
  /// Whether the script is only run to where its exploration starts.
  var stopsAtUser = false
  /// Where that was; it is waited for no more.
  var stop: (flow: FlowID?, site: SourceSite?)?
  var read: HistoryRead = []
  var readSite: SourceSite?
  var counts = CallbackCounts()
  /// What was wrong in the step.
  var notes: [ExplorationNote] = []
}

/// How often each policy allowed and refused, and how often each callback ran, for each kind of controller.
package struct CallbackCounts: Sendable {
  package struct Verdicts: Sendable {
    package var yes = 0
    package var no = 0

    package init(yes: Int = 0, no: Int = 0) { (self.yes, self.no) = (yes, no) }
  }

  package var verdicts: [CallbackName: Verdicts] = [:]
  package var reached: [CallbackName: Int] = [:]

  package init() {}

  package var isEmpty: Bool { verdicts.isEmpty && reached.isEmpty }

  mutating func add(_ answer: Bool, to policy: CallbackName) {
    if answer { verdicts[policy, default: Verdicts()].yes += 1 } else { verdicts[policy, default: Verdicts()].no += 1 }
  }

  package mutating func add(_ others: CallbackCounts) {
    for (name, count) in others.verdicts {
      verdicts[name, default: Verdicts()].yes += count.yes
      verdicts[name, default: Verdicts()].no += count.no
    }
    for (name, count) in others.reached { reached[name, default: 0] += count }
  }
}

/// A callback or a policy, with the name its controller was given.
package struct CallbackName: Hashable, Comparable, Sendable {
  package let name: String
  package let subject: String

  package init(name: String, subject: String) { (self.name, self.subject) = (name, subject) }

  package var text: String { subject.isEmpty ? name : "\(name) of \(subject)" }

  package static func < (a: CallbackName, b: CallbackName) -> Bool { (a.subject, a.name) < (b.subject, b.name) }
}

/// Something that was told while no trace was kept.
package struct ExplorationNote: Sendable {
  /// `warning`, `refused`, `error`, `limit`.
  package let kind: String
  package let code: String
  package let subject: String
  package let detail: String
  package let site: SourceSite?
}
