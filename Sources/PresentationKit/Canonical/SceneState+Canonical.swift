/// The canonical encoding of a scene, in parts: its roots, and each thing that they lead to.
///
/// Left out is what only tells how the scene came about: the clock's time and serials, names with numbers, the trace, the
/// explanation, what was warned of, how often was tried, and all that nothing leads to any more (decision 12). A test
/// changes each field in turn.
extension SceneState {
  /// What a scene leads to everything from.
  package func encodeRoots(into words: inout CanonicalWords) {
    encodeSetting(into: &words)
    encodeClock(into: &words)
    words.refer(root)
    words.add(each: chain) { $0.refer($1) }
    words.add(each: prompts) { $0.refer($1) }
    words.add(each: promptAnswers.keys.sorted()) { words, name in
      words.add(name)
      words.add(promptAnswers[name])
    }
    words.add(each: dismissals) { encode($1, into: &$0) }
    words.add(each: navigations) { encode($1, into: &$0) }
    words.add(each: work.written) { $0.refer($1) }
    words.add(each: tasks) { $0.refer(.task, $1.rawValue) }
    words.add(gesture) { encode($1, into: &$0) }
    words.add(isInBackground)
  }

  private func encodeSetting(into words: inout CanonicalWords) {
    words.add(case: device.idiom)
    words.add(case: device.width)
    words.add(case: device.height)
    encodeProfile(into: &words)
  }

  private func encodeProfile(into words: inout CanonicalWords) {
    let p = profile
    words.add(p.name)
    let switches = [
      p.singleModifier, p.representDuringDismissal, p.alertDuringDismissal, p.duplicateBindingDrops,
      p.popoverSafeAreaDismiss, p.resetBindingOnModifierRemoval, p.deepInteractiveDismissDisabled,
      p.dialogIsPopoverEverywhere, p.swiftuiOwnsDelegate, p.attemptOnBackdropTap, p.attemptTiming == .atRelease,
      p.uikitDismissalResetsBinding, p.alertFollowsIdentity, p.compactAdaptation,
      p.userDismissalOutlivesModifier, p.actOverPullAsks,
    ]
    words.add(switches.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    for duration in [p.transitionDuration, p.alertDuration, p.settleDuration, p.navigationDuration] {
      words.add(duration)
    }
    let numbers = [
      p.commitFraction, p.commitVelocity, p.dismissalBeginFraction, p.flickVelocity, p.flickFraction,
      p.containerHeight, p.compactContainerHeight, p.detentProjection, p.resistance,
    ]
    for number in numbers { words.add(number) }
  }

  /// What is due, each so long from now.
  private func encodeClock(into words: inout CanonicalWords) {
    words.add(each: clock.ordered) { words, entry in
      words.add(entry.deadline - clock.now)
      encode(entry.event, into: &words)
    }
  }

  private func encode(_ event: ClockEntry.Event, into words: inout CanonicalWords) {
    switch event {
    case .beginPresentation(let id): encode(0, id, into: &words)
    case .finishPresentation(let id): encode(1, id, into: &words)
    case .beginDismissal(let id): encode(2, dismissal: id, into: &words)
    case .finishDismissal(let id): encode(3, dismissal: id, into: &words)
    case .finishCancelling(let id, let attempt):
      encode(4, id, into: &words)
      words.add(attempt) { $0.add(case: $1) }
    case .finishNavigation(let id):
      words.add(5)
      words.refer(id)
    case .settleDetent(let id): encode(6, id, into: &words)
    case .answerPrompt(let id): encode(7, id, into: &words)
    case .update: words.add(8)
    case .timer(let id):
      words.add(9)
      encode(id, into: &words)
    case .job(let id):
      words.add(10)
      encode(id, into: &words)
    }
  }

  private func encode(_ timer: TimerID, into words: inout CanonicalWords) {
    words.refer(.timer, timer.rawValue)
    words.add(echoes.contains(timer))
  }

  private func encode(_ tag: Int, _ id: PresentationID, into words: inout CanonicalWords) {
    words.add(tag)
    words.refer(id)
  }

  /// A dismissal is known by its place among those under way.
  private func encode(_ tag: Int, dismissal id: DismissalID, into words: inout CanonicalWords) {
    words.add(tag)
    words.add(dismissals.firstIndex { $0.id == id } ?? -1)
  }

  private func encode(_ dismissal: Dismissal, into words: inout CanonicalWords) {
    words.add(each: dismissal.members) { $0.refer($1) }
    words.add(dismissal.duration)
    words.refer(dismissal.completion)
    words.add(dismissal.choice) { words, choice in
      words.refer(choice.controller)
      words.add(choice.label)
      words.refer(choice.action)
    }
    words.add(dismissal.hasBegun)
  }

  private func encode(_ navigation: NavigationTransition, into words: inout CanonicalWords) {
    words.refer(navigation.container)
    words.refer(navigation.outgoing)
    words.refer(navigation.incoming)
    words.add(navigation.removed) { words, removed in words.add(each: removed) { $0.refer($1) } }
  }

  private func encode(_ gesture: GestureState, into words: inout CanonicalWords) {
    words.refer(gesture.target)
    words.add(gesture.origin)
    words.add(gesture.travel)
    switch gesture.stage {
    case .tracking: words.add(0)
    case .interactive: words.add(1)
    case .refused(let byFlag): words.add(byFlag ? 2 : 3)
    }
    words.add(gesture.attempted)
  }

  // MARK: Bindings, attempts

  package func encode(_ id: BindingID, into words: inout CanonicalWords) {
    let record = self[id]
    words.refer(record.origin)
    words.add(record.value)
    words.add(record.isConstant)
    words.add(record.observed) { $0.add($1) }
    words.add(record.before) { $0.add($1) }
    words.add(each: record.writtenIn.filter { self[$0].phase.isLive }) { $0.refer($1) }
    words.add(record.isEcho)
  }

  /// Whether the updates look at a binding: then its age decides when.
  package func isObserved(_ id: BindingID) -> Bool { self[id].observed != nil }

  /// - Parameter counted: whether a script has read how often was tried.
  package func encode(_ id: AttemptID, counted: Bool, into words: inout CanonicalWords) {
    let record = attempts[id.rawValue]
    words.refer(record.presentation)
    words.add(case: record.trigger)
    words.add(record.isAnswered)
    if counted { words.add(record.count) }
  }
}
