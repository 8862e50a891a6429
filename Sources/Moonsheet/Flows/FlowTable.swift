import LuaRuntime
import PresentationKit

/// The flows of a host, found by id, by what they wait for, and by who started them. A value.
///
/// All look-ups and changes are O(1) on average while none was dropped, else O(log *n*), but for those that say otherwise.
struct FlowTable: Sendable {
  /// In the order they were made, so that both the ids and the flows in Lua ascend; ended ones are dropped now and then.
  private var records: [FlowRecord] = []
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

  subscript(_ id: FlowID) -> FlowRecord? { place(of: id).map { records[$0] } }

  /// - Complexity: O(1).
  var all: [FlowRecord] { records }

  func flow(running lua: LuaFlow) -> FlowID? {
    place(of: Int(lua.serial)) { Int($0.lua.serial) }.map { records[$0].id }
  }

  private func place(of id: FlowID) -> Int? { place(of: id.rawValue) { $0.id.rawValue } }

  /// Where the record with a number is: as far from the first as the numbers are apart, unless some in between were dropped.
  @inline(__always)
  private func place(of number: Int, _ numberOf: (FlowRecord) -> Int) -> Int? {
    guard let first = records.first, number >= numberOf(first) else { return nil }
    var high = min(number - numberOf(first), records.count - 1)
    if numberOf(records[high]) == number { return high }
    var low = 0
    while low < high {
      let middle = (low + high) / 2
      if numberOf(records[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return numberOf(records[low]) == number ? low : nil
  }

  func flow(waitingFor timer: TimerID) -> FlowID? { byTimer[timer] }

  /// Those that wait for the end of a presentation, oldest first.
  func flows(waitingFor presentation: PresentationID) -> [FlowID] { byPresentation[presentation] ?? [] }

  func status(of id: FlowID) -> FlowRecord.Status {
    place(of: id).map { records[$0].status } ?? endedBadly[id] ?? .finished
  }

  /// The children of a flow that are not over, youngest last.
  func liveChildren(of id: FlowID) -> [FlowID] {
    (children[id] ?? []).filter { child in place(of: child).map { !records[$0].status.isOver } ?? false }
  }

  /// The youngest flow that is not over.
  ///
  /// - Complexity: O(*n*) in the number of ended flows behind it.
  var youngestLive: FlowID? { records.last { !$0.status.isOver }?.id }

  /// About how many bytes it takes.
  var weight: Int { records.count * (MemoryLayout<FlowRecord>.stride + 96) + endedBadly.count * 64 }

  mutating func add(_ kind: FlowRecord.Kind, _ lua: LuaFlow, parent: FlowID?, attempt: AttemptID?) -> FlowID {
    let id = next
    nextID += 1
    records.append(FlowRecord(id: id, kind: kind, lua: lua, parent: parent, attempt: attempt))
    if let parent { children[parent, default: []].append(id) }
    return id
  }

  /// Changes what a flow does; `site` is where it stands from now on.
  mutating func set(_ status: FlowRecord.Status, of id: FlowID, at site: SourceSite? = nil) {
    guard let place = place(of: id) else { return }
    let old = records[place].status
    if case .waiting(let wait) = old { forget(wait, of: id) }
    if case .waiting(let wait) = status { note(wait, of: id) }
    if status.isOver, !old.isOver { endedCount += 1 }
    records[place].status = status
    records[place].site = site
    if status.isOver { discardEnded() }
  }

  /// Gives the children of a flow that returned to the scene.
  mutating func releaseChildren(of id: FlowID) {
    guard !children.isEmpty else { return }
    for child in children.removeValue(forKey: id) ?? [] {
      if let place = place(of: child) { records[place].parent = nil }
    }
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
    guard endedCount > 64, endedCount * 2 > records.count else { return }
    records.removeAll { record in
      guard record.status.isOver else { return false }
      if record.status != .finished { endedBadly[record.id] = record.status }
      children[record.id] = nil
      return true
    }
    endedCount = 0
  }
}
