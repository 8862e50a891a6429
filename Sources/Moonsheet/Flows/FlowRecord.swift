import LuaRuntime
import PresentationKit

/// One flow of a host: the main chunk, an action callback, or what `start` made.
public struct FlowID: Hashable, Sendable, Comparable {
  public let rawValue: Int
  public static func < (a: FlowID, b: FlowID) -> Bool { a.rawValue < b.rawValue }
}

/// What a flow is, what it belongs to, and what it waits for.
struct FlowRecord: Sendable {
  enum Kind: Sendable {
    case main
    /// What was typed at the prompt as the input of this number.
    case input(Int)
    /// Made by `start`.
    case started
    /// An action callback.
    case callback(CallbackPlace)

    /// Whether the flow may run the simulation (`settle`, `clock:advance`, `user:…`).
    var mayDrive: Bool {
      if case .callback = self { false } else { true }
    }
  }

  enum Status: Sendable, Equatable {
    case running
    case waiting(Wait)
    case finished, failed, cancelled

    var word: String {
      switch self {
      case .running: "running"
      case .waiting: "waiting"
      case .finished: "finished"
      case .failed: "failed"
      case .cancelled: "cancelled"
      }
    }

    var isOver: Bool { self == .finished || self == .failed || self == .cancelled }
  }

  let id: FlowID
  let kind: Kind
  let lua: LuaFlow
  /// The flow whose end ends this one; nil once it belongs to the scene.
  var parent: FlowID?
  var status = Status.running
  /// The attempt whose handler this flow is: where `ask` asks.
  var attempt: AttemptID?
  /// Where it stands while it waits.
  var site: SourceSite?
}

/// What a waiting flow waits for.
enum Wait: Sendable, Equatable {
  /// `show` and `await`: the end of this cycle.
  case presentation(PresentationID, ControllerID)
  /// `ask`: the end of its alert.
  case choice(PresentationID, ControllerID)
  case timer(TimerID)
  case request(String)
  /// A driver, until the host has run it.
  case drive

  /// As the list of waiting flows says it.
  func description(in scene: WindowScene) -> String {
    switch self {
    case .presentation(_, let controller): "the end of \(scene.name(of: controller))"
    case .choice(_, let alert): "a choice in \(scene.name(of: alert))"
    case .timer: "a timer"
    case .request(let name): "an answer to request '\(name)'"
    case .drive: "the simulation"
    }
  }
}
