extension WindowScene {
  /// Milliseconds since the scene began.
  public var now: Int { state.clock.now }

  /// Whether nothing is under way: no transition, no finger that holds a sheet, no update, no job; timers may wait.
  public var isIdle: Bool {
    state.clock.hasOnlyTimers && state.gesture == nil
      && state.chain.allSatisfy { state[$0].phase == .presented }
  }

  /// When the next entry of the clock is due; nil if there is none.
  public func nextDeadline() -> Int? { state.clock.next?.deadline }

  /// Runs the next entry of the clock, moving the clock to its deadline.
  ///
  /// - Returns: whether something ran. Nothing runs from inside a callback.
  @discardableResult
  public func runNext() -> Bool {
    guard !isCallingOut, let event = state.clock.takeNext() else { return false }
    run(event)
    lookAtRest()
    checkInvariants()
    return true
  }

  /// Whether an update waits for its turn.
  public var isUpdateDue: Bool { state.clock.isPending(.update) }

  /// Runs an update that is due, and what was entered before it: a touch comes in a turn of its own, after the updates of
  /// those before. Updates that never end are left to whoever runs the clock.
  public func runDueUpdate() {
    guard actDepth == 0, state.clock.next != nil else { return }
    for _ in 0..<1000 where !isUpdateDue || !runNext() { return }
  }

  /// Moves the clock forward to a time before which nothing is due.
  ///
  /// - Returns: whether it moved; it does not from inside a callback, backwards, or past a deadline.
  @discardableResult
  public func advanceClock(to milliseconds: Int) -> Bool {
    guard !isCallingOut, milliseconds >= now, milliseconds <= nextDeadline() ?? .max else { return false }
    state.clock.advance(to: milliseconds)
    return true
  }

  /// Starts a timer; `Callback.timer` comes when it fires. A delay below 0 counts as 0.
  public func startTimer(after milliseconds: Int) -> TimerID {
    let timer = makeTimer()
    state.clock.schedule(.timer(timer), after: milliseconds)
    return timer
  }

  /// Puts a job on the main queue, `DispatchQueue.main.async`: `Callback.timer` comes in a later turn of this moment.
  /// Unlike a timer it keeps the scene from being idle.
  public func scheduleOnMainQueue() -> TimerID {
    let job = makeTimer()
    state.clock.schedule(.job(job), after: 0)
    return job
  }

  private func makeTimer() -> TimerID {
    let timer = state.makeTimer()
    if isEcho { state.echoes.insert(timer) }
    return timer
  }

  /// Stops a timer or a job; does nothing once it fired.
  public func cancelTimer(_ timer: TimerID) {
    state.clock.cancel(.timer(timer))
    state.clock.cancel(.job(timer))
    state.echoes.remove(timer)
  }

  /// Stops all timers; jobs of the main queue and what moves the scene stay.
  public func cancelAllTimers() { state.clock.cancelTimers() }

  /// Whether a timer or job still waits.
  public func isPending(_ timer: TimerID) -> Bool {
    state.clock.isPending(.timer(timer)) || state.clock.isPending(.job(timer))
  }

  /// When a timer or job fires; nil once it fired or was cancelled.
  ///
  /// - Complexity: O(*n*) in what waits on the clock.
  public func deadline(of timer: TimerID) -> Int? {
    state.clock.deadline(of: .timer(timer)) ?? state.clock.deadline(of: .job(timer))
  }

  func schedule(_ event: ClockEntry.Event, after milliseconds: Int) {
    state.clock.schedule(event, after: milliseconds)
  }

  private func run(_ event: ClockEntry.Event) {
    switch event {
    case .beginPresentation(let id): beginPresentation(id)
    case .finishPresentation(let id): finishPresentation(id)
    case .beginDismissal(let id): beginDismissal(id)
    case .finishDismissal(let id): finishDismissal(id)
    case .finishCancelling(let id, let attempt): finishCancelling(id, attempt: attempt)
    case .finishNavigation(let id): finishNavigation(id)
    case .settleDetent(let id): finishSettling(id)
    case .answerPrompt(let id): answerPromptAgain(id)
    case .update:
      let written = state.work.written
      updateBindings()
      updateViews()
      updateDetents()
      forgetWrites(written)
    case .timer(let id), .job(let id):
      notify(.timer(id))
      state.echoes.remove(id)
    }
  }
}
