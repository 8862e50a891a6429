import LuaRuntime
import Moonsheet

/// What stands at the beginning of the record of a part: of what it is a part.
struct FlowRecord: Equatable {
  private static let magic = "moonsheet explored 1"

  private let source: Fingerprint
  private let profile: String
  private let seed: Int
  /// What was not looked at.
  private let without: String
  let isAbstract: Bool
  let depth: Int?
  let counted: HistoryRead
  let index: Int
  let count: Int
  let ending: SearchEnding

  init(_ chunk: LuaChunk, _ options: FlowOptions, _ counted: HistoryRead, _ ending: SearchEnding) {
    source = Self.source(of: chunk)
    profile = options.host.profile.name
    seed = Int(truncatingIfNeeded: options.host.seed)
    without = Self.without(options)
    isAbstract = options.isAbstract
    depth = options.depth
    self.counted = counted
    index = options.part?.index ?? 0
    count = options.part?.count ?? 1
    self.ending = ending
  }

  private static func without(_ options: FlowOptions) -> String { Set(options.without).sorted().joined(separator: " ") }

  private static func source(of chunk: LuaChunk) -> Fingerprint {
    var source = Fingerprint()
    for byte in chunk.source { source.add(UInt64(byte)) }
    return source
  }

  var bytes: [UInt8] {
    var wire = WireWriter()
    wire.add(Self.magic)
    wire.add(source)
    wire.add(profile)
    wire.add(seed)
    wire.add(without)
    wire.add(isAbstract)
    wire.add(depth ?? -1)
    wire.add(counted.rawValue)
    wire.add(index)
    wire.add(count)
    switch ending {
    case .complete: wire.add(0)
    case .bounded(let depth):
      wire.add(1)
      wire.add(depth)
    case .stopped(.states(let states)):
      wire.add(2)
      wire.add(states)
    case .stopped: wire.add(3)
    }
    return wire.bytes
  }

  init(from wire: inout WireReader) throws(WireError) {
    guard try wire.text() == Self.magic else { throw WireError() }
    source = try wire.fingerprint()
    profile = try wire.text()
    seed = try wire.int()
    without = try wire.text()
    isAbstract = try wire.bool()
    let depth = try wire.int()
    self.depth = depth < 0 ? nil : depth
    counted = HistoryRead(rawValue: try wire.int())
    (index, count) = (try wire.int(), try wire.int())
    guard (1...1_000_000).contains(count), (0..<count).contains(index) else { throw WireError() }
    switch try wire.int() {
    case 0: ending = .complete
    case 1: ending = .bounded(depth: try wire.int())
    case 2: ending = .stopped(.states(try wire.int()))
    default: ending = .stopped(.interrupted)
    }
  }

  /// Reads the beginnings of records, and sees to it that they make a whole.
  static func read(
    _ records: [(name: String, bytes: [UInt8])], of chunk: LuaChunk, _ options: FlowOptions
  ) throws(FlowProblem) -> (first: FlowRecord, parts: [(head: FlowRecord, rest: WireReader)]) {
    var parts: [(head: FlowRecord, rest: WireReader)] = []
    for record in records {
      var wire = WireReader(record.bytes)
      do throws(WireError) {
        let head = try FlowRecord(from: &wire)
        parts.append((head, wire.rest))
      } catch {
        throw .record("\(record.name) is no record of an exploration by this version")
      }
    }
    guard let first = parts.first?.head else { throw .record("there is no record") }
    for (record, part) in zip(records, parts) {
      let head = part.head
      guard head.source == source(of: chunk) else { throw .record("\(record.name) is of another script") }
      guard head.profile == options.host.profile.name, head.seed == Int(truncatingIfNeeded: options.host.seed),
        head.without == without(options), head.isAbstract == first.isAbstract, head.depth == first.depth,
        head.count == first.count
      else { throw .record("\(record.name) was explored with other options") }
      guard head.counted == first.counted else {
        throw .record(
          "in \(record.name) the script read \(words(head.counted)), in \(records[0].name) \(words(first.counted)): "
            + "their states cannot be compared; explore it as a whole")
      }
    }
    let found = Set(parts.map(\.head.index))
    let missing = (0..<first.count).filter { !found.contains($0) }
    guard missing.isEmpty else {
      throw .record("shards are missing: \(missing.map { "\($0 + 1)/\(first.count)" }.joined(separator: ", "))")
    }
    return (first, parts)
  }

  private static func words(_ counted: HistoryRead) -> String {
    counted.isEmpty ? "nothing of its history" : counted.words.joined(separator: ", ")
  }
}

extension ExplorationPlan {
  /// Whether an act that was written down is one of this script's.
  func knows(_ act: ExplorationAct) -> Bool {
    switch act {
    case .event(let position): events.indices.contains(position)
    case .answer(let name, let position):
      answers.first { $0.name == name }?.answers.indices.contains(position) ?? false
    case .user, .wait: true
    }
  }
}
