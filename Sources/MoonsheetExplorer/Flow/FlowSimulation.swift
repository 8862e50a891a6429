import LuaRuntime
import Moonsheet
import PresentationKit

/// The one adapter that knows flows: a host, restored from snapshots, as a search drives it.
struct FlowSimulation: Simulation {
  /// What stays as it is. NB: behind one reference, since a search copies its simulation for each question.
  private final class Setting {
    let host: MoonsheetHost
    let print: HostFingerprint
    let isAbstract: Bool
    let plan: ExplorationPlan
    let switches: PropertySwitches

    init(_ host: MoonsheetHost, _ print: HostFingerprint, isAbstract: Bool, _ switches: PropertySwitches) {
      self.host = host
      self.print = print
      self.isAbstract = isAbstract
      self.switches = switches
      plan = host.plan
    }
  }

  private let setting: Setting
  private(set) var starts: [FlowStart]
  private var then: PresentedThen
  private var lastAct: ExplorationAct?
  /// The point that was restored last, of which those saved from now on keep what differs.
  private var origin: MoonsheetSnapshot?
  /// What was told on the way to the start, as long as nobody heard it.
  private var startNotes: [ExplorationNote] = []
  /// What scripts were last said to have read of their history.
  var toldHistory: HistoryRead = []
  /// How many presentations the last step began.
  private(set) var presented = 0

  init(
    _ host: MoonsheetHost, print: HostFingerprint, starts: [FlowStart],
    isAbstract: Bool, switches: PropertySwitches
  ) {
    setting = Setting(host, print, isAbstract: isAbstract, switches)
    self.starts = starts
    then = host.scene.presentedNow
  }

  /// The same, beginning at a point.
  func starting(here point: MoonsheetSnapshot) -> FlowSimulation {
    var result = self
    result.starts = [FlowStart(point: point)]
    return result
  }

  var host: MoonsheetHost { setting.host }
  var print: HostFingerprint { setting.print }
  var isAbstract: Bool { setting.isAbstract }
  var plan: ExplorationPlan { setting.plan }
  var switches: PropertySwitches { setting.switches }

  var startCount: Int { starts.count }

  mutating func start(_ index: Int) {
    restore(starts[index].point)
    _ = host.takeNotes()
    startNotes = starts[index].notes
    then = host.scene.presentedNow
    lastAct = nil
  }

  /// NB: a search saves and restores only at rest, where neither can fail but for an embedder's own class, which a start
  /// would have shown.
  func save() -> MoonsheetSnapshot {
    do throws(LuaError) { return try host.snapshot(near: origin ?? starts[0].point) } catch { return starts[0].point }
  }

  mutating func restore(_ point: MoonsheetSnapshot) {
    origin = point
    do throws(LuaError) { try host.restore(point) } catch { return }
  }

  func actions() -> [ExplorationAct] { host.explorationActs() }

  mutating func perform(_ act: ExplorationAct) -> Bool {
    then = host.scene.presentedNow
    lastAct = act
    return host.explore(host.resolved(act))
  }

  func fingerprint() -> Fingerprint {
    let hash = isAbstract ? print.abstract() : print()
    return Fingerprint(high: hash.high, low: hash.low)
  }

  func commutes(_ first: ExplorationAct, _ second: ExplorationAct) -> Bool { host.commute(first, second) }

  /// Whether scripts have read of their history what is not counted yet.
  var isStale: Bool { !isAbstract && !host.historyRead.what.isSubset(of: print.counted) }

  mutating func alarms() -> [Alarm] {
    let endings = host.scene.endings(since: then)
    presented = host.scene.presentedCount(since: then)
    var alarms: [Alarm] = []
    let notes = host.takeNotes()
    if !startNotes.isEmpty || !notes.isEmpty {
      alarms = (startNotes + notes).compactMap { alarm(of: $0) }.filter(isOn)
      startNotes = []
    }
    if !endings.isEmpty {
      alarms += [closedTwice(endings), closedTogether(endings), leftByForce(endings)].compactMap { $0 }.filter(isOn)
    }
    if switches.isOn(.bindingsAgree) { alarms += outOfStep }
    return alarms
  }

  private func isOn(_ alarm: Alarm) -> Bool { switches.isOn(alarm) }

  // MARK: What was told

  private func alarm(of note: ExplorationNote) -> Alarm? {
    let place = note.site.map { " (\($0.file):\($0.line))" } ?? ""
    let subject = Self.withoutNumber(note.subject)
    let key = "\(note.code) \(note.site.map { "\($0.file):\($0.line)" } ?? subject)"
    switch note.kind {
    case "limit": return Alarm(BuiltInProperty.rest.rawValue, key: "", note.detail)
    case "error": return Alarm(BuiltInProperty.errors.rawValue, key: key, "\(note.code) \(subject): \(note.detail)")
    case "refused":
      guard Self.presentingRefusals.contains(note.code) else { return nil }
      return Alarm(
        BuiltInProperty.refusedPresentation.rawValue, key: key, "\(subject) is not presented: \(note.detail)\(place)")
    default: break
    }
    switch note.code {
    case WarningCode.unsavedLost.rawValue:
      return Alarm(BuiltInProperty.unsavedLost.rawValue, key: key, "\(subject): \(note.detail)\(place)")
    // What these look for is found in the graph, and more surely.
    case WarningCode.reopenLoop.rawValue, WarningCode.stuckCandidate.rawValue: return nil
    default:
      return Alarm(BuiltInProperty.warnings.rawValue, key: key, "\(note.code) \(subject): \(note.detail)\(place)")
    }
  }

  private static let presentingRefusals: Set<String> = [
    RefusalCode.alreadyPresenting.rawValue, RefusalCode.notInWindow.rawValue, RefusalCode.transitionInProgress.rawValue,
  ]

  /// A name without the number that keeps it apart from earlier ones.
  static func withoutNumber(_ name: String) -> String {
    guard let hash = name.lastIndex(of: "#"), Int(name[name.index(after: hash)...]) != nil else { return name }
    return String(name[..<hash])
  }

  // MARK: What ended

  private func closedTwice(_ endings: [PresentationEnding]) -> Alarm? {
    guard let ending = endings.first(where: { $0.isOver && $0.closings != 1 }) else { return nil }
    return Alarm(
      BuiltInProperty.closedOnce.rawValue, key: ending.name, "on_closed of \(ending.name) came \(ending.closings) times"
    )
  }

  /// A gesture dismissed something, and at its end code dismisses what was beneath it.
  private func closedTogether(_ endings: [PresentationEnding]) -> Alarm? {
    let byGesture = endings.last { $0.isOver && !$0.isAlert && $0.reason.isToldToDelegate }
    guard let byGesture else { return nil }
    let beneath = endings.first { ending in
      ending.isNew && !ending.isAlert && ending.level < byGesture.level && !ending.reason.isByUser
    }
    guard let beneath else { return nil }
    return Alarm(
      BuiltInProperty.oneGesture.rawValue, key: "\(byGesture.name) \(beneath.name)",
      "one gesture (\(byGesture.reason.rawValue)) on \(byGesture.name) closes \(beneath.name) too "
        + "(\(beneath.reason.rawValue))")
  }

  /// A wall goes otherwise than by what the user does on it or above it, or by what time brings.
  private func leftByForce(_ endings: [PresentationEnding]) -> Alarm? {
    guard let ending = endings.first(where: { $0.isForced && $0.isNew }) else { return nil }
    let isByWorld = if case .event? = lastAct { true } else { false }
    let isByGesture = ending.reason.isToldToDelegate
    guard isByWorld || isByGesture else { return nil }
    return Alarm(
      BuiltInProperty.forcedHolds.rawValue, key: ending.name,
      "\(ending.name) is forced, and is left all the same (\(ending.reason.rawValue))")
  }

  private var outOfStep: [Alarm] {
    host.scene.bindingsOutOfStep.map { binding in
      let place = binding.site.map { " (\($0.file):\($0.line))" } ?? ""
      return Alarm(
        BuiltInProperty.bindingsAgree.rawValue, key: binding.binding,
        binding.presents
          ? "\(binding.binding) says that nothing is presented, and something is\(place)"
          : "\(binding.binding) says that something is presented, and nothing is\(place)")
    }
  }
}

/// Which of the built-in properties are looked at.
struct PropertySwitches {
  private let switches: [String: Bool]

  init(_ switches: [String: Bool]) { self.switches = switches }

  func isOn(_ property: BuiltInProperty) -> Bool { switches[property.rawValue] ?? true }

  /// Warnings are switched by their codes, too.
  func isOn(_ alarm: Alarm) -> Bool {
    if let value = switches[alarm.property], !value { return false }
    guard alarm.property == BuiltInProperty.warnings.rawValue else { return true }
    let code = alarm.key.prefix { $0 != " " }
    return switches[String(code)] ?? true
  }
}
