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
  /// How often each policy of each kind of controller allowed and refused.
  var verdicts: [CallbackName: (yes: Int, no: Int)] = [:]
  /// How often each callback of each kind of controller ran.
  var reached: [CallbackName: Int] = [:]
  /// What was wrong in the step.
  var notes: [ExplorationNote] = []
}

/// A callback or a policy, with the name its controller was given.
package struct CallbackName: Hashable, Comparable, Sendable {
  package let name: String
  package let subject: String

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
