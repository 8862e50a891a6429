import LuaRuntime
import PresentationKit

/// Running the simulation. This is the only place where virtual time moves, and no script is on the C stack while it does:
/// drivers suspend their flow, and the loop below resumes it.
extension MoonsheetHost {
  /// How long after the call `settle` still runs what is due, in milliseconds.
  static let settleHorizon = 10_000

  /// Why the loop stopped before its work was done.
  enum Stop: Error {
    case limit(LuaError)
    case interrupted
  }

  /// Enters a driver's request for the running flow, which is suspended until it is done.
  func drive(_ work: Drive.Work, in call: Call) throws -> LuaReturn {
    let flow = try waitingFlow(for: call)
    if exploring.stopsAtUser, case .act = work { return try leaveToExploration(in: call) }
    if let record = state.flows[flow], case .callback(let place) = record.kind {
      throw LuaError(
        "driver_verb_in_callback: '\(call.name)' runs the simulation, and \(described(place)) is called by it; "
          + "start a flow with start(function() … end) to drive from there")
    }
    let result = try wait(for: .drive, in: call)
    enter(work, for: flow)
    return result
  }

  private func enter(_ work: Drive.Work, for flow: FlowID?) {
    state.drives.append(
      Drive(flow: flow, work: work, site: currentSite, traceStart: scene.trace.total))
  }

  /// Runs until the queue and all transitions are done and what is due within ten virtual seconds has run.
  ///
  /// - Throws: the limit that ended it: too many entries without rest, or the run's wall time.
  public func settle() throws(LuaError) {
    try drain(.settle(until: scene.now + Self.settleHorizon))
  }

  /// Runs what is due within `milliseconds` of virtual time and moves the clock there.
  public func advance(by milliseconds: Int) throws(LuaError) {
    try drain(.advance(to: scene.now + max(0, milliseconds)))
  }

  private func drain(_ work: Drive.Work) throws(LuaError) {
    enter(work, for: nil)
    try pump(whileMainWaits: false)
    scene.lookAtRest()
  }

  /// The loop: acts first, then drives that have reached their rest, then the next entry of the clock.
  ///
  /// It ends when no drive is left and, with `whileMainWaits`, the main flow has ended or nothing can wake it any more.
  func pump(whileMainWaits: Bool) throws(LuaError) { try pump(while: whileMainWaits ? .mainWaits : .driven) }

  func pump(while reason: PumpReason) throws(LuaError) {
    guard !isPumping else { throw LuaError("the simulation is running already") }
    isPumping = true
    defer { isPumping = false }
    var watch = RestWatch(start: scene.trace.total)
    while true {
      if exploring.stop != nil { return }
      try checkBackstop()
      try countStep()
      if hasAct, scene.isUpdateDue {
        // A touch comes after the updates of the turns before it (R37).
        guard scene.runNext() else { return }
        try count(entry: &watch)
        continue
      }
      if performNextAct() || finishNextDrive() {
        watch.rest(at: scene.trace.total)
        continue
      }
      guard hasWork(reason) else { return }
      guard scene.runNext() else { return }
      try count(entry: &watch)
    }
  }

  var hasAct: Bool { state.drives.contains { $0.horizon == nil } }

  private func hasWork(_ reason: PumpReason) -> Bool {
    if !state.drives.isEmpty { return true }
    switch reason {
    case .driven: return false
    case .mainWaits: return !state.mainStatus.isOver
    case .mainSleeps:
      guard let main = state.mainFlow, case .waiting(.timer) = state.flows.status(of: main) else { return false }
      return true
    }
  }

  /// Performs the oldest act that waits; the flow that asked goes on at once.
  func performNextAct() -> Bool {
    guard let index = state.drives.firstIndex(where: { $0.horizon == nil }) else { return false }
    let drive = state.drives.remove(at: index)
    guard case .act(let act) = drive.work else { return false }
    actSite = drive.site
    let mistake = perform(act)
    actSite = nil
    checkScriptInvariants(at: drive.site)
    guard let flow = drive.flow else { return true }
    if let mistake { fail(flow, mistake) } else { resume(flow) }
    return true
  }

  /// Ends the drive that nothing due keeps busy and whose time is up first; the oldest of several.
  func finishNextDrive() -> Bool {
    let atRest = state.drives.indices.filter { isAtRest(state.drives[$0]) }
    guard let index = atRest.min(by: { state.drives[$0].horizon ?? 0 < state.drives[$1].horizon ?? 0 }) else {
      return false
    }
    let drive = state.drives.remove(at: index)
    if case .advance(let time) = drive.work { scene.advanceClock(to: time) }
    checkScriptInvariants(at: drive.site)
    if let flow = drive.flow { resume(flow) }
    return true
  }

  /// Whether a drive has nothing left to do: what is due lies behind its horizon, and for `settle` it is timers only.
  private func isAtRest(_ drive: Drive) -> Bool {
    guard let horizon = drive.horizon else { return false }
    if let next = scene.nextDeadline(), next <= horizon { return false }
    if case .settle = drive.work { return scene.hasOnlyTimersDue }
    return true
  }

  // MARK: Bounds

  private func count(entry watch: inout RestWatch) throws(LuaError) {
    watch.entries += 1
    guard watch.entries >= options.entriesWithoutRest else { return }
    throw restError(since: watch.start)
  }

  /// Acts and drives count too: a loop of them alone would never end.
  private func countStep() throws(LuaError) {
    try checkCharge()
    state.steps += 1
    guard state.steps > options.steps else { return }
    throw LuaError(
      .time, "no end after \(options.steps) steps of the simulation, at \(scene.now) ms",
      site: state.drives.first?.site.map { LuaError.Site(chunk: $0.file, line: $0.line) })
  }

  private func restError(since start: Int) -> LuaError {
    let waiting = state.flows.all.compactMap { flow in if case .waiting = flow.status { flow.site } else { nil } }
    let caused = scene.trace.mostFrequentSites(since: start, limit: 3)
    let lines = caused.isEmpty ? Array(waiting.prefix(3)) : caused
    let places = lines.map { "\($0.file):\($0.line)" }.joined(separator: ", ")
    let repeating = places.isEmpty ? "" : "; what keeps coming back is at \(places)"
    return LuaError(
      .time, "no rest after \(options.entriesWithoutRest) entries of the clock, at \(scene.now) ms\(repeating)",
      site: lines.first.map { LuaError.Site(chunk: $0.file, line: $0.line) })
  }

  private func checkBackstop() throws(LuaError) {
    if lua.isInterrupted || state.failure.interrupted { throw LuaError(.interrupted, "interrupted") }
    guard let error = backstop.error(whenPast: options.wall) else { return }
    throw error
  }
}

/// What keeps the loop going beside drives.
enum PumpReason {
  case driven
  /// The main flow has not ended.
  case mainWaits
  /// The main flow waits for time to pass, which nobody else needs to do anything for.
  case mainSleeps
}

/// Counts clock entries since the simulation last came to rest.
private struct RestWatch {
  var start: Int
  var entries = 0

  mutating func rest(at traceCount: Int) {
    start = traceCount
    entries = 0
  }
}
