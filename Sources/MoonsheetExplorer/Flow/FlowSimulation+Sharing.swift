import Moonsheet
import PresentationKit

/// What happened in a step of a flow beside where it led.
struct FlowStepNote {
  /// Something was presented.
  var presents = false
  var counts = CallbackCounts()
  /// What scripts have read of their history, and where, as long as it was not said.
  var history: (what: HistoryRead, sites: (host: SourceSite?, lua: SourceSite?))?
}

extension FlowSimulation: SharedSimulation {
  /// What is presented, lowest first.
  func stateNote() -> [String] {
    let scene = host.scene
    return scene.stack.map { scene.givenName(of: $0) }
  }

  mutating func stepNote() -> FlowStepNote {
    var note = FlowStepNote(presents: presented > 0, counts: host.takeCallbackCounts())
    let read = host.historyRead.what
    if !read.isSubset(of: toldHistory) {
      note.history = (read, host.historySites)
      toldHistory.formUnion(read)
    }
    return note
  }

  func portable(_ act: ExplorationAct) -> ExplorationAct { host.portable(act) }

  // MARK: Notes

  static func write(_ stack: [String], to wire: inout WireWriter) {
    wire.add(stack.count)
    for name in stack { wire.add(name) }
  }

  static func readStateNote(from wire: inout WireReader) throws(WireError) -> [String] {
    var stack: [String] = []
    for _ in 0..<(try wire.count()) { stack.append(try wire.text()) }
    return stack
  }

  static func write(_ note: FlowStepNote, to wire: inout WireWriter) {
    wire.add(note.presents)
    wire.add(note.counts.verdicts.count)
    for (name, count) in note.counts.verdicts.sorted(by: { $0.key < $1.key }) {
      write(name, to: &wire)
      wire.add(count.yes)
      wire.add(count.no)
    }
    wire.add(note.counts.reached.count)
    for (name, count) in note.counts.reached.sorted(by: { $0.key < $1.key }) {
      write(name, to: &wire)
      wire.add(count)
    }
    wire.add(note.history != nil)
    guard let history = note.history else { return }
    wire.add(history.what.rawValue)
    for site in [history.sites.host, history.sites.lua] {
      wire.add(site != nil)
      guard let site else { continue }
      wire.add(site.file)
      wire.add(site.line)
    }
  }

  static func readStepNote(from wire: inout WireReader) throws(WireError) -> FlowStepNote {
    var note = FlowStepNote(presents: try wire.bool())
    for _ in 0..<(try wire.count()) {
      let name = try readName(from: &wire)
      note.counts.verdicts[name] = .init(yes: try small(&wire), no: try small(&wire))
    }
    for _ in 0..<(try wire.count()) {
      let name = try readName(from: &wire)
      note.counts.reached[name] = try small(&wire)
    }
    if try wire.bool() {
      note.history = (HistoryRead(rawValue: try wire.int()), (try readSite(from: &wire), try readSite(from: &wire)))
    }
    return note
  }

  private static func write(_ name: CallbackName, to wire: inout WireWriter) {
    wire.add(name.name)
    wire.add(name.subject)
  }

  private static func readName(from wire: inout WireReader) throws(WireError) -> CallbackName {
    CallbackName(name: try wire.text(), subject: try wire.text())
  }

  private static func readSite(from wire: inout WireReader) throws(WireError) -> SourceSite? {
    try wire.bool() ? SourceSite(file: try wire.text(), line: try wire.int()) : nil
  }

  // MARK: Acts

  static func write(_ act: ExplorationAct, to wire: inout WireWriter) {
    switch act {
    case .wait: wire.add(0)
    case .event(let position):
      wire.add(1)
      wire.add(position)
    case .answer(let name, let position):
      wire.add(2)
      wire.add(name)
      wire.add(position)
    case .user(let action, let text): write(action, text, to: &wire)
    }
  }

  private static func write(_ action: UserAction, _ text: String, to wire: inout WireWriter) {
    func add(_ tag: Int, _ target: ControllerID? = nil, _ word: String? = nil, _ number: Double? = nil) {
      wire.add(tag)
      if let target { wire.add(target.rawValue) }
      if let word { wire.add(word) }
      if let number { wire.add(number.bitPattern) }
    }
    switch action {
    case .swipeDown(let target): add(3, target)
    case .drag(let target, let fraction): add(4, target, nil, fraction)
    case .release(let velocity): add(5, nil, nil, velocity)
    case .cancelTouch: add(6)
    case .dragToDetent(let target, let detent): add(7, target, detent)
    case .scroll(let target, let dy): add(8, target, nil, dy)
    case .tap(let label): add(9, nil, label)
    case .type(let field):
      add(10, nil, field)
      wire.add(text)
    case .focus(let field): add(11, nil, field)
    case .dismissKeyboard: add(12)
    case .tapOutside(let target): add(13, target)
    case .pressEscape: add(14)
    case .performEscape: add(15)
    }
  }

  static func readAction(from wire: inout WireReader) throws(WireError) -> ExplorationAct {
    let action: UserAction
    switch try wire.int() {
    case 0: return .wait
    case 1: return .event(try wire.int())
    case 2: return .answer(try wire.text(), try wire.int())
    case 3: action = .swipeDown(try target(&wire))
    case 4: action = .drag(try target(&wire), fraction: try number(&wire))
    case 5: action = .release(velocity: try number(&wire))
    case 6: action = .cancelTouch
    case 7: action = .dragToDetent(try target(&wire), try wire.text())
    case 8: action = .scroll(try target(&wire), dy: try number(&wire))
    case 9: action = .tap(label: try wire.text())
    case 10: return .user(.type(field: try wire.text()), typing: try wire.text())
    case 11: action = .focus(field: try wire.text())
    case 12: action = .dismissKeyboard
    case 13: action = .tapOutside(try target(&wire))
    case 14: action = .pressEscape
    case 15: action = .performEscape
    default: throw WireError()
    }
    return .user(action, typing: "")
  }

  private static func target(_ wire: inout WireReader) throws(WireError) -> ControllerID {
    .numbered(try small(&wire))
  }

  /// A number that no sum of overflows.
  private static func small(_ wire: inout WireReader) throws(WireError) -> Int {
    let number = try wire.int()
    guard number.magnitude < 1 << 40 else { throw WireError() }
    return number
  }

  private static func number(_ wire: inout WireReader) throws(WireError) -> Double {
    Double(bitPattern: try wire.word())
  }
}
