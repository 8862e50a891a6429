/// Writes down what came of each state, to be put together with what others wrote.
final class ExpansionRecorder {
  private(set) var bytes: [UInt8] = []
  /// How many frames these are.
  private(set) var count = 0

  func add(_ frame: [UInt8], of fingerprint: Fingerprint, isGlance: Bool) {
    var wire = WireWriter()
    wire.add(isGlance)
    wire.add(fingerprint)
    bytes += wire.bytes + frame
    count += 1
  }
}

/// What one or several searches wrote down.
struct ExpansionRecords<S: SharedSimulation>: ExpansionSource {
  private var expansions: [Fingerprint: Expansion<S>] = [:]
  private var glances: [Fingerprint: Glance<S>] = [:]
  private var notes: [Fingerprint: (answers: UInt64, note: S.StateNote)] = [:]

  /// Adds all that stands in a record.
  ///
  /// - Parameters:
  ///   - frames: how many frames that is.
  ///   - isKnown: whether there is such an action.
  mutating func read(_ record: WireReader, frames: Int, isKnown: (S.Action) -> Bool) throws(WireError) {
    var wire = record
    var left = frames
    while !wire.isAtEnd {
      left -= 1
      let isGlance = try wire.bool()
      let fingerprint = try wire.fingerprint()
      if isGlance {
        glances[fingerprint] = try Glance(from: &wire)
        continue
      }
      let expansion = try Expansion<S>(from: &wire)
      guard expansion.steps.allSatisfy({ isKnown($0.action) }) else { throw WireError() }
      for case let outcome? in expansion.steps.map(\.outcome) {
        if let new = outcome.new, notes[outcome.fingerprint] == nil { notes[outcome.fingerprint] = new }
      }
      if expansions[fingerprint] == nil { expansions[fingerprint] = expansion }
    }
    guard left == 0 else { throw WireError() }
  }

  func begin(_ layer: [Int], isGlance: Bool, in graph: SearchGraph<S.Action>) {}

  func expansion(of state: Int, in graph: SearchGraph<S.Action>) -> Expansion<S>? {
    expansions[graph.fingerprints[state]]
  }

  func glance(at state: Int, in graph: SearchGraph<S.Action>) -> Glance<S>? { glances[graph.fingerprints[state]] }
  func note(of fingerprint: Fingerprint) -> (answers: UInt64, note: S.StateNote)? { notes[fingerprint] }
  func found(_ state: Int) {}
  func end() {}
}
