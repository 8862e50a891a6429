import LuaRuntime
import PresentationKit

/// The flows of a host, found by id, by what they wait for, and by who started them. A value.
///
/// All look-ups and changes are O(1) on average, but for those that say otherwise.
struct FlowTable: Sendable {
  private var records: [FlowID: FlowRecord] = [:]
  /// In the order they were made; ended ones are dropped now and then.
  private var order: [FlowID] = []
  private var byLua: [LuaFlow: FlowID] = [:]
  private var children: [FlowID: [FlowID]] = [:]
  private var byTimer: [TimerID: FlowID] = [:]
  private var byPresentation: [PresentationID: [FlowID]] = [:]
  /// How those that were dropped ended, unless they finished.
  private var endedBadly: [FlowID: FlowRecord.Status] = [:]
  private var nextID: Int
  private var endedCount = 0

  /// An empty table whose first flow gets an id.
  init(startingAt first: FlowID = FlowID(rawValue: 1)) { nextID = first.rawValue }

  /// The id that the next flow gets.
  var next: FlowID { FlowID(rawValue: nextID) }

  subscript(_ id: FlowID) -> FlowRecord? { records[id] }

  /// - Complexity: O(*n*).
  var all: [FlowRecord] { order.compactMap { records[$0] } }

  func flow(running lua: LuaFlow) -> FlowID? { byLua[lua] }

  func flow(waitingFor timer: TimerID) -> FlowID? { byTimer[timer] }

  /// Those that wait for the end of a presentation, oldest first.
  func flows(waitingFor presentation: PresentationID) -> [FlowID] { byPresentation[presentation] ?? [] }

  func status(of id: FlowID) -> FlowRecord.Status { records[id]?.status ?? endedBadly[id] ?? .finished }

  /// The children of a flow that are not over, youngest last.
  func liveChildren(of id: FlowID) -> [FlowID] {
    (children[id] ?? []).filter { child in records[child].map { !$0.status.isOver } ?? false }
  }

  /// The youngest flow that is not over.
  ///
  /// - Complexity: O(*n*) in the number of ended flows behind it.
  var youngestLive: FlowID? { order.last { records[$0].map { !$0.status.isOver } ?? false } }

  /// About how many bytes it takes.
  var weight: Int { records.count * (MemoryLayout<FlowRecord>.stride + 96) + endedBadly.count * 64 }

  mutating func add(_ kind: FlowRecord.Kind, _ lua: LuaFlow, parent: FlowID?, attempt: AttemptID?) -> FlowID {
    let id = next
    nextID += 1
    records[id] = FlowRecord(id: id, kind: kind, lua: lua, parent: parent, attempt: attempt)
    order.append(id)
    byLua[lua] = id
    if let parent { children[parent, default: []].append(id) }
    return id
  }

  /// Changes what a flow does; `site` is where it stands from now on.
  mutating func set(_ status: FlowRecord.Status, of id: FlowID, at site: SourceSite? = nil) {
    guard let old = records[id]?.status else { return }
    if case .waiting(let wait) = old { forget(wait, of: id) }
    if case .waiting(let wait) = status { note(wait, of: id) }
    if status.isOver, !old.isOver { endedCount += 1 }
    records[id]?.status = status
    records[id]?.site = site
    if status.isOver { discardEnded() }
  }

  /// Gives the children of a flow that returned to the scene.
  mutating func releaseChildren(of id: FlowID) {
    for child in children.removeValue(forKey: id) ?? [] { records[child]?.parent = nil }
  }

  private mutating func note(_ wait: Wait, of id: FlowID) {
    switch wait {
    case .timer(let timer): byTimer[timer] = id
    case .presentation(let presentation, _), .choice(let presentation, _):
      byPresentation[presentation, default: []].append(id)
    case .request, .drive: break
    }
  }

  private mutating func forget(_ wait: Wait, of id: FlowID) {
    switch wait {
    case .timer(let timer): byTimer[timer] = nil
    case .presentation(let presentation, _), .choice(let presentation, _):
      byPresentation[presentation]?.removeAll { $0 == id }
      if byPresentation[presentation]?.isEmpty == true { byPresentation[presentation] = nil }
    case .request, .drive: break
    }
  }

  /// Drops ended flows once they outnumber the others, so that a long run does not grow.
  private mutating func discardEnded() {
    guard endedCount > 64, endedCount * 2 > order.count else { return }
    order.removeAll { id in
      guard let record = records[id], record.status.isOver else { return false }
      if record.status != .finished { endedBadly[id] = record.status }
      records[id] = nil
      byLua[record.lua] = nil
      children[id] = nil
      return true
    }
    endedCount = 0
  }
}
