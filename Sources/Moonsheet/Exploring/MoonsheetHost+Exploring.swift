import LuaRuntime
import PresentationKit

/// One thing that an exploration lets happen.
package enum ExplorationAct: Hashable, Sendable {
  case user(UserAction, typing: String)
  /// The declared event of a position.
  case event(Int)
  /// The declared answer of a position to a request.
  case answer(String, Int)
  /// Time passes to the next moment at which something is due.
  case wait
}

extension ExploringState {
  mutating func note(_ entry: Trace.Entry) {
    guard entry.code != nil, ["warning", "refused", "error"].contains(entry.name) else { return }
    notes.append(
      ExplorationNote(
        kind: entry.name, code: entry.code ?? "", subject: entry.subject, detail: entry.detail, site: entry.site))
  }
}

/// Running a script up to where it is explored from, and on from there act by act.
extension MoonsheetHost {
  /// Where the exploration starts: the line of the first act, or of `explore`; nil at the script's end.
  package var explorationSite: SourceSite? { exploring.stop?.site }
  package var plan: ExplorationPlan { state.plan }
  package var invariants: [ScriptInvariant] { state.invariants }

  /// Runs a script to its first act of a user, to `explore`, or to its end, and keeps no trace from then on.
  package func startExploring(_ chunk: LuaChunk) -> RunReport {
    exploring.stopsAtUser = true
    let report = start(chunk)
    exploring.stopsAtUser = false
    return report
  }

  /// From now on what happens is looked at from outside: nothing is printed or traced.
  package func beginQuietly(trace: Bool) {
    scene.isQuiet = !trace
    scene.repeatsWarnings = true
    lua.watchesHistory = true
    lua.printer = { _ in }
    lua.warner = { _ in }
    state.failure = Failure()
  }

  /// Suspends the running flow for good, as where the exploration starts.
  func leaveToExploration(in call: Call) throws -> LuaReturn {
    let result = try wait(for: .drive, in: call)
    exploring.stop = (runningFlow, currentSite)
    return result
  }

  // MARK: Acts

  /// Runs one of the plan's functions as a flow of its own, and what is due at once.
  package func runPlanned(_ function: ActionID, _ name: String) {
    bounded { callAction(function, CallbackPlace(name, of: nil)) { _ in 0 } }
  }

  /// Lets something happen, and all that is due at the same moment.
  ///
  /// - Returns: false where it cannot happen now.
  package func explore(_ act: ExplorationAct) -> Bool {
    var isDone = true
    bounded {
      switch act {
      case .user(let action, let text):
        collectReleasedDelegates()
        do throws(TapError) {
          try scene.perform(action, typing: text)
        } catch {
          isDone = false
        }
      case .event(let position):
        let event = state.plan.events[position]
        callAction(event.function, CallbackPlace("event", of: nil)) { _ in 0 }
      case .answer(let name, let position): isDone = answer(name, position)
      case .wait: isDone = passTime()
      }
    }
    return isDone
  }

  /// Runs what is due at once.
  package func settleMoment() { bounded {} }

  private func bounded(_ body: () -> Void) {
    exploring.notes.removeAll(keepingCapacity: true)
    backstop = Backstop()
    state.steps = 0
    state.charged = 0
    isPumping = true
    defer { isPumping = false }
    body()
    do throws(LuaError) {
      try drainMoment()
    } catch {
      state.isWithoutRest = true
      exploring.notes.append(
        ExplorationNote(
          kind: "limit", code: "no_rest", subject: "", detail: error.message, site: error.site.map { SourceSite($0) }))
    }
  }

  private func answer(_ name: String, _ position: Int) -> Bool {
    guard let answers = state.plan.answers.first(where: { $0.name == name })?.answers, isAwaited(name) else {
      return false
    }
    let timer = scene.scheduleOnMainQueue()
    state.answers.append(
      PendingAnswer(
        timer: timer, name: name, isSuccess: answers[position].isSuccess, value: answers[position].value))
    return true
  }

  /// Whether a flow waits for a request that is not answered already.
  private func isAwaited(_ name: String) -> Bool {
    let waiting = (state.requests[name] ?? []).count { state.flows.status(of: $0) == .waiting(.request(name)) }
    return waiting > state.answers.count { $0.name == name }
  }

  /// Moves to the next moment at which something is due, or a drive of a flow's ends.
  private func passTime() -> Bool {
    guard let moment = nextMoment else { return false }
    if let deadline = scene.nextDeadline(), deadline <= moment { return scene.runNext() }
    return scene.advanceClock(to: moment)
  }

  package var nextMoment: Int? {
    let ends = state.drives.compactMap { drive -> Int? in
      if case .advance(let time) = drive.work { time } else { nil }
    }
    return (ends + [scene.nextDeadline()].compactMap { $0 }).min()
  }

  /// Runs all that is due now, so that the moment is over.
  private func drainMoment() throws(LuaError) {
    var entries = 0
    while true {
      if !state.drives.isEmpty, !(hasAct && scene.isUpdateDue), performNextAct() || finishNextDrive() { continue }
      guard let deadline = scene.nextDeadline(), deadline <= scene.now, scene.runNext() else { return }
      entries += 1
      if entries >= options.entriesWithoutRest {
        throw LuaError(.time, "no rest after \(entries) entries of the clock at one moment")
      }
    }
  }

  // MARK: What can happen

  /// All that can happen now, in a fixed order.
  package func explorationActs() -> [ExplorationAct] {
    var acts: [ExplorationAct] = []
    if state.isWithoutRest { return acts }
    for action in scene.userActions() where isWanted(action) {
      guard case .type(let field) = action else {
        acts.append(.user(action, typing: ""))
        continue
      }
      for text in state.plan.types[field] ?? Self.typedTexts { acts.append(.user(action, typing: text)) }
    }
    if wants("answers") {
      for (name, answers) in state.plan.answers where isAwaited(name) {
        for position in answers.indices { acts.append(.answer(name, position)) }
      }
    }
    if wants("events") { acts += state.plan.events.indices.map { .event($0) } }
    if wants("wait"), nextMoment != nil { acts.append(.wait) }
    return acts
  }

  /// What is typed into a field of which nothing is declared: nothing, and something.
  package static let typedTexts = ["", "x"]
  /// How far a scroll view is scrolled at most; farther down all is the same.
  private static let scrolledFar = 200.0

  private func wants(_ act: String) -> Bool { state.plan.actions?.contains(act) ?? true }

  private func isWanted(_ action: UserAction) -> Bool {
    if case .scroll(let controller, let dy) = action, dy < 0, scene.isScrolled(controller, to: Self.scrolledFar) {
      return false
    }
    guard let wanted = state.plan.actions else { return true }
    return wanted.contains(words(of: action).0)
  }

  // MARK: Coverage

  func noteVerdict(_ answer: Bool, of name: String, _ controller: ControllerID) {
    exploring.counts.add(answer, to: CallbackName(name: name, subject: scene.givenName(of: controller)))
  }

  func noteReached(_ place: CallbackPlace) {
    let subject = if case .controller(let controller) = place.subject { scene.givenName(of: controller) } else { "" }
    exploring.counts.reached[CallbackName(name: place.name, subject: subject), default: 0] += 1
  }

  /// Takes what was counted, so that it is counted anew.
  package func takeCallbackCounts() -> CallbackCounts {
    defer {
      if !exploring.counts.isEmpty { exploring.counts = CallbackCounts() }
    }
    return exploring.counts
  }

  /// The callbacks that controllers were configured with.
  package func configuredCallbacks() -> [CallbackName] {
    var result: Set<CallbackName> = []
    for id in 0..<scene.controllerCount {
      let controller = ControllerID.numbered(id)
      lua.withFrame { frame in
        guard push(id, from: .controllers, on: frame) == .userdata else { return frame.pop(1) }
        frame.pushUserValue(of: -1)
        if frame.type(at: -1) == .table {
          frame.forEachPair(in: frame.absolute(-1)) { frame in
            guard frame.type(at: -2) == .string, let name = frame.string(at: -2) else { return }
            result.insert(CallbackName(name: name, subject: scene.givenName(of: controller)))
          }
        }
        frame.pop(2)
      }
    }
    return result.sorted()
  }

  // MARK: Questions

  /// Asks one of the plan's questions; one that fails answers no, and is noted.
  package func holds(_ question: ActionID, _ name: String) -> Bool {
    let (outer, counts) = (state.query, exploring.counts)
    state.query = QueryContext(name: name, subject: "explore", description: name)
    defer {
      state.query = outer
      // What a question comes by is not what a user came by.
      exploring.counts = counts
    }
    do throws(LuaError) {
      return try lua.query(fuel: options.queryFuel) { frame in
        guard push(question.rawValue, from: .actions, on: frame) != .nil else {
          throw LuaError("\(name) went away before it was asked")
        }
        return 0
      } read: { frame in
        guard frame.count >= 1 else { throw LuaError("\(name) answered nothing, not true or false") }
        return frame.bool(at: 1) ?? (frame.type(at: 1) != .nil)
      }
    } catch {
      reportError(error, in: CallbackPlace(name, site: nil))
      return false
    }
  }

  /// Whether two taps, each of which can be done, certainly end in the same state whichever comes first: both turn a
  /// switch, of bindings of their own that nobody looks at.
  package func commute(_ first: ExplorationAct, _ second: ExplorationAct) -> Bool {
    guard case .user(.tap(let one), _) = first, case .user(.tap(let other), _) = second else { return false }
    return scene.togglesCommute(one, other)
  }

  /// Takes what was told in the last step.
  package func takeNotes() -> [ExplorationNote] {
    guard !exploring.notes.isEmpty else { return [] }
    defer { exploring.notes.removeAll(keepingCapacity: true) }
    return exploring.notes
  }

  /// Says once that something declared by `invariant` does not hold. In an exploration the explorer asks.
  func checkScriptInvariants(at site: SourceSite?) {
    guard !state.invariants.isEmpty, !scene.isQuiet, state.query == nil else { return }
    for index in state.invariants.indices where !state.invariants[index].isBroken {
      let invariant = state.invariants[index]
      if holds(invariant.function, "invariant") { continue }
      state.invariants[index].isBroken = true
      var place = CallbackPlace("invariant", site: invariant.site)
      place.site = invariant.site
      reportError(LuaError("'\(invariant.name)' does not hold"), in: place)
    }
  }
}
