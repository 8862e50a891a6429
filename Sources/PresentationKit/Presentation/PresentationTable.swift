/// The presentations of a scene by their numbers.
///
/// Of those that have long been over nothing is kept but that they were: a scene lives on for any number of cycles.
struct PresentationTable: Hashable, Sendable {
  /// How many of the latest are kept at least.
  static let least = 256

  /// First one that stands for all that are gone, then older ones that are not over, then the latest without a gap.
  ///
  /// NB: all in one list, so that a part of a record can be read without copying it whole.
  private var records: [PresentationRecord]
  /// The numbers of the older ones.
  private var old: [Int] = []
  /// The number of the first of the latest.
  private(set) var firstLate = 0

  init() {
    var gone = PresentationRecord(controller: ControllerID(rawValue: 0), style: .fullScreen)
    gone.phase = .ended
    gone.closings = 1
    records = [gone]
  }

  private var lateStart: Int { old.count + 1 }
  /// The number that the next one will have: how many were ever made.
  var made: Int { firstLate + records.count - lateStart }
  /// How many records are kept.
  var count: Int { records.count - 1 }
  /// The numbers of those that are kept, ascending.
  var numbers: [Int] { old + Array(firstLate..<made) }

  @inline(__always)
  private func place(of number: Int) -> Int {
    number >= firstLate ? number - firstLate + lateStart : oldPlace(of: number)
  }

  private func oldPlace(of number: Int) -> Int { old.firstIndex(of: number).map { $0 + 1 } ?? 0 }

  private func number(at place: Int) -> Int { place < lateStart ? old[place - 1] : firstLate + place - lateStart }

  /// The record of a number that was given out; one of those that are gone is over, and its controller is the root.
  subscript(number: Int) -> PresentationRecord {
    @inline(__always) get { records[place(of: number)] }
    @inline(__always) _modify {
      let place = place(of: number)
      if place > 0 {
        yield &records[place]
      } else {
        var gone = records[0]
        yield &gone
      }
    }
  }

  /// The latest that is kept and fulfils the condition.
  func lastNumber(where condition: (PresentationRecord) -> Bool) -> Int? {
    records.indices.dropFirst().last { condition(records[$0]) }.map(number)
  }

  func contains(where condition: (PresentationRecord) -> Bool) -> Bool { lastNumber(where: condition) != nil }

  /// Whether one that is kept was ever begun for the controller. NB: asked for each fingerprint; no record is copied.
  func hasUsed(for controller: ControllerID) -> Bool {
    records.indices.dropFirst().contains { records[$0].controller == controller && records[$0].phase != .unused }
  }

  /// - Complexity: O(1), amortized.
  mutating func append(_ record: PresentationRecord) {
    records.append(record)
    guard records.count - lateStart >= 2 * Self.least else { return }
    let leaving = lateStart + Self.least
    let kept = (1..<leaving).filter { records[$0].phase != .ended }
    let numbers = kept.map(number)
    records.replaceSubrange(1..<leaving, with: kept.map { records[$0] })
    old = numbers
    firstLate += Self.least
  }
}
