/// The presentations of a scene by their numbers.
///
/// Of those that have long been over nothing is kept but that they were: a scene lives on for any number of cycles.
struct PresentationTable: Hashable, Sendable {
  /// How many of the latest are kept at least.
  static let least = 256

  private struct Entry: Hashable, Sendable {
    let number: Int
    var record: PresentationRecord
  }

  /// Older ones that are not over.
  private var old: [Entry] = []
  /// The latest, without a gap, from ``firstLate`` on.
  private var late: [PresentationRecord] = []
  private(set) var firstLate = 0

  /// The number that the next one will have: how many were ever made.
  var made: Int { firstLate + late.count }
  /// How many records are kept.
  var count: Int { old.count + late.count }
  /// The numbers of those that are kept, ascending.
  var numbers: [Int] { old.map(\.number) + Array(firstLate..<made) }

  /// The record of a number that was given out; one of those that are gone is over, and its controller is the root.
  subscript(number: Int) -> PresentationRecord {
    _read {
      if number >= firstLate {
        yield late[number - firstLate]
      } else if let place = old.firstIndex(where: { $0.number == number }) {
        yield old[place].record
      } else {
        yield Self.gone
      }
    }
    _modify {
      if number >= firstLate {
        yield &late[number - firstLate]
      } else if let place = old.firstIndex(where: { $0.number == number }) {
        yield &old[place].record
      } else {
        var gone = Self.gone
        yield &gone
      }
    }
  }

  private static let gone: PresentationRecord = {
    var record = PresentationRecord(controller: ControllerID(rawValue: 0), style: .fullScreen)
    record.phase = .ended
    record.closings = 1
    return record
  }()

  /// The latest that is kept and fulfils the condition.
  func lastNumber(where condition: (PresentationRecord) -> Bool) -> Int? {
    late.lastIndex(where: condition).map { $0 + firstLate } ?? old.last { condition($0.record) }?.number
  }

  /// Whether one that is kept was ever begun for the controller. NB: asked for each fingerprint; no record is copied.
  func hasUsed(for controller: ControllerID) -> Bool {
    late.indices.contains { late[$0].controller == controller && late[$0].phase != .unused }
      || old.indices.contains { old[$0].record.controller == controller && old[$0].record.phase != .unused }
  }

  func contains(where condition: (PresentationRecord) -> Bool) -> Bool { lastNumber(where: condition) != nil }

  /// - Complexity: O(1), amortized.
  mutating func append(_ record: PresentationRecord) {
    late.append(record)
    guard late.count >= 2 * Self.least else { return }
    old.removeAll { $0.record.phase == .ended }
    for (offset, record) in late.prefix(Self.least).enumerated() where record.phase != .ended {
      old.append(Entry(number: firstLate + offset, record: record))
    }
    late.removeFirst(Self.least)
    firstLate += Self.least
  }
}
