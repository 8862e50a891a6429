import LuaRuntime
import Moonsheet

/// What stands at the beginning of the record of a part: of what it is a part.
struct FlowRecord: Equatable {
  private static let magic = "moonsheet explored 2"

  private let version: String
  private let source: Fingerprint
  /// The modules that the script has loaded, and those that it has not found.
  private let modules: [String: Fingerprint?]
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
  /// How many frames follow.
  let frames: Int

  init(
    _ explorer: FlowExplorer, _ modules: [String: Fingerprint?] = [:], _ counted: HistoryRead, _ ending: SearchEnding,
    frames: Int
  ) {
    let options = explorer.options
    version = explorer.version
    source = Fingerprint(of: explorer.chunk)
    self.modules = modules
    profile = options.host.profile.name
    seed = Int(truncatingIfNeeded: options.host.seed)
    without = Self.without(options)
    isAbstract = options.isAbstract
    depth = options.depth
    self.counted = counted
    index = options.part?.index ?? 0
    count = options.part?.count ?? 1
    self.ending = ending
    self.frames = frames
  }

  private static func without(_ options: FlowOptions) -> String { Set(options.without).sorted().joined(separator: " ") }

  var bytes: [UInt8] {
    var wire = WireWriter()
    wire.add(Self.magic)
    wire.add(version)
    wire.add(source)
    wire.add(modules.count)
    for (name, source) in modules.sorted(by: { $0.key < $1.key }) {
      wire.add(name)
      wire.add(source != nil)
      if let source { wire.add(source) }
    }
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
    case .stopped(.interrupted): wire.add(3)
    case .stopped(.stale): wire.add(4)
    case .stopped(.steps(let steps)):
      wire.add(5)
      wire.add(steps)
    }
    wire.add(frames)
    return wire.bytes
  }

  init(from wire: inout WireReader) throws(WireError) {
    guard try wire.text() == Self.magic else { throw WireError() }
    version = try wire.text()
    source = try wire.fingerprint()
    var modules: [String: Fingerprint?] = [:]
    for _ in 0..<(try wire.count()) {
      let name = try wire.text()
      modules.updateValue(try wire.bool() ? try wire.fingerprint() : nil, forKey: name)
    }
    self.modules = modules
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
    case 3: ending = .stopped(.interrupted)
    case 4: ending = .stopped(.stale)
    case 5: ending = .stopped(.steps(try wire.int()))
    default: throw WireError()
    }
    frames = try wire.int()
  }

  /// Reads the beginnings of records, and sees to it that they make a whole.
  static func read(
    _ records: [(name: String, bytes: [UInt8])], for explorer: FlowExplorer
  ) throws(FlowProblem) -> (first: FlowRecord, parts: [(head: FlowRecord, rest: WireReader)]) {
    let options = explorer.options
    let source = Fingerprint(of: explorer.chunk)
    var parts: [(head: FlowRecord, rest: WireReader)] = []
    for record in records {
      var wire = WireReader(record.bytes)
      do throws(WireError) {
        let head = try FlowRecord(from: &wire)
        guard head.version == explorer.version else { throw WireError() }
        parts.append((head, wire.rest))
      } catch {
        throw .record("\(record.name) is no record of an exploration by this version")
      }
    }
    guard let first = parts.first?.head else { throw .record("there is no record") }
    for (record, part) in zip(records, parts) {
      let head = part.head
      guard head.source == source else { throw .record("\(record.name) is of another script") }
      for (name, known) in head.modules.sorted(by: { $0.key < $1.key }) {
        let module = try? options.host.modules?.chunk(named: name)
        guard known == module.map(Fingerprint.init(of:)) else {
          throw .record("\(record.name) was made with another module '\(name)'")
        }
      }
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

/// Finds what others find, and remembers what it was.
///
/// NB: unchecked, since it is made for one run, whose hosts ask it one after the other on the run's thread.
final class HeardModules: LuaModuleSource, @unchecked Sendable {
  private let others: any LuaModuleSource
  /// By name; nil for what is not there.
  private(set) var sources: [String: Fingerprint?] = [:]

  init(_ others: any LuaModuleSource) { self.others = others }

  func chunk(named name: String) throws -> LuaChunk? {
    let chunk = try others.chunk(named: name)
    sources.updateValue(chunk.map(Fingerprint.init(of:)), forKey: name)
    return chunk
  }
}

extension Fingerprint {
  /// The fingerprint of a text's bytes.
  fileprivate init(of chunk: LuaChunk) {
    self.init()
    for byte in chunk.source { add(UInt64(byte)) }
  }
}
