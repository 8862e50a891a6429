import Testing

@testable import PresentationKit

/// A change of one field of a record: it must change the encoding, or it is one of those that only tell how a scene came
/// about. Every field is in one of the two lists; a new one fails the test until it is.
private struct Field<Record> {
  let name: String
  let change: (inout Record) -> Void
  let isHistory: Bool

  static func counts(_ name: String, _ change: @escaping (inout Record) -> Void) -> Field {
    Field(name: name, change: change, isHistory: false)
  }

  static func isHistory(_ name: String, _ change: @escaping (inout Record) -> Void) -> Field {
    Field(name: name, change: change, isHistory: true)
  }
}

@Suite struct CanonicalTests {
  /// A scene with one of everything.
  private func scene() -> SceneState {
    var state = WindowScene().state
    state.controllers.append(ControllerRecord(configuration: .init(name: "A"), name: "A"))
    state.controllers.append(ControllerRecord(configuration: .init(name: "B"), name: "B"))
    state.presentations.append(PresentationRecord(controller: .init(rawValue: 1), style: .pageSheet))
    state.presentations.append(PresentationRecord(controller: .init(rawValue: 2), style: .pageSheet))
    state.bindings.append(BindingRecord(name: "a", value: .integer(1)))
    state.bindings.append(BindingRecord(name: "b", value: .integer(2)))
    state.attempts.append(AttemptRecord(presentation: .init(rawValue: 0), trigger: .swipe, count: 1))
    state.presenters.append(PresenterRecord(host: .init(rawValue: 0), modifier: modifier))
    state.hosts.append(HostRecord(controller: .init(rawValue: 0), views: [HostedView(path: [], modifiers: .init())]))
    state.controllers[0].host = 0
    state.gesture = GestureState(target: .init(rawValue: 0), origin: 400)
    state.navigations.append(
      NavigationTransition(container: .init(rawValue: 0), outgoing: nil, incoming: nil, removed: nil))
    state.dismissals.append(
      Dismissal(id: .init(rawValue: 3), members: [.init(rawValue: 0)], duration: 500, completion: nil, choice: nil))
    state.clock.schedule(.update, after: 10)
    return state
  }

  private var modifier: PresentationModifier {
    PresentationModifier(.sheet, .flag(.init(rawValue: 0)), content: ActionID(rawValue: 7))
  }

  private func words(_ state: SceneState) -> ContiguousArray<CanonicalWords.Word> {
    var words = CanonicalWords()
    state.encodeRoots(into: &words)
    for id in state.controllers.indices { state.encode(ControllerID(rawValue: id), into: &words) }
    for id in state.presentations.numbers { state.encode(PresentationID(rawValue: id), counted: false, into: &words) }
    for id in state.bindings.indices { state.encode(BindingID(rawValue: id), into: &words) }
    for id in state.attempts.indices { state.encode(AttemptID(rawValue: id), counted: false, into: &words) }
    for id in state.presenters.indices { state.encode(presenter: id, into: &words) }
    return words.words
  }

  private func check<Record>(
    _ place: WritableKeyPath<SceneState, Record>, _ fields: [Field<Record>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let state = scene()
    // What lies aside has an underscore before its name.
    let known = Mirror(reflecting: state[keyPath: place]).children.compactMap { $0.label.map { $0.drop { $0 == "_" } } }
    #expect(
      Set(known.map(String.init)) == Set(fields.map(\.name)), "a field is in neither list",
      sourceLocation: sourceLocation)
    for field in fields {
      var changed = state
      field.change(&changed[keyPath: place])
      #expect(
        (words(changed) == words(state)) == field.isHistory, "\(Record.self).\(field.name)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func everyFieldOfAControllerCountsOrIsHistory() {
    check(
      \.controllers[1],
      [
        .counts("configuration") { $0.configuration.forced = true }, .isHistory("name") { $0.name = "A#2" },
        .counts("isViewLoaded") { $0.isViewLoaded.toggle() }, .counts("appearance") { $0.appearance = .appeared },
        .counts("isBeingPresented") { $0.isBeingPresented.toggle() },
        .counts("isBeingDismissed") { $0.isBeingDismissed.toggle() },
        .counts("parent") { $0.parent = .init(rawValue: 2) },
        .counts("children") { $0.children = [.init(rawValue: 2)] },
        .counts("superview") { $0.superview = .init(rawValue: 2) },
        .counts("subviews") { $0.subviews = [.init(rawValue: 2)] }, .counts("selectedTab") { $0.selectedTab = 1 },
        .counts("substitute") { $0.substitute = .init(rawValue: 2) },
        .counts("focusedField") { $0.focusedField = "body" },
        .counts("host") { $0.host = 0 }, .counts("disablesDismissalDirectly") { $0.disablesDismissalDirectly.toggle() },
        .counts("disablesDismissal") { $0.disablesDismissal.toggle() },
        .counts("backgroundInteraction") { $0.backgroundInteraction = .enabled },
        .counts("contentInteraction") { $0.contentInteraction = .scrolls },
        .counts("compactAdaptation") { $0.compactAdaptation = .init(horizontal: .none) },
        .counts("presented") { $0.presented = .init(rawValue: 1) },
        .counts("presentation") { $0.presentation = .init(rawValue: 1) },
      ])
  }

  @Test func everyFieldOfAConfigurationCountsOrIsHistory() {
    check(
      \.controllers[1].configuration,
      [
        .counts("name") { $0.name = "C" }, .counts("kind") { $0.kind = .alert },
        .counts("style") { $0.style = .popover },
        .counts("animated") { $0.animated.toggle() },
        .counts("isModalInPresentation") { $0.isModalInPresentation = .query },
        .counts("forced") { $0.forced.toggle() }, .counts("content") { $0.content = [.text("x")] },
        .counts("hasContentQuery") { $0.hasContentQuery.toggle() },
        .counts("modifiers") { $0.modifiers.onAppear = [ActionID(rawValue: 1)] },
        .counts("hasInlineDelegate") { $0.hasInlineDelegate.toggle() },
        .counts("delegate") { $0.delegate = DelegateID(rawValue: 1) },
        .counts("overridesPresent") { $0.overridesPresent.toggle() },
        .counts("performsEscape") { $0.performsEscape = .policy }, .counts("anchor") { $0.anchor = "x" },
        .counts("sourceY") { $0.sourceY = 3 },
        .counts("presenting") { $0.presenting = .init(rawValue: 1) },
        .counts("passthroughViews") { $0.passthroughViews = ["x"] },
        .counts("sheet") { $0.sheet.detents = [.medium] },
        .counts("definesPresentationContext") { $0.definesPresentationContext.toggle() },
        .counts("disablesAutomaticKeyboardDismissal") { $0.disablesAutomaticKeyboardDismissal = true },
        .isHistory("site") { $0.site = SourceSite(file: "f", line: 1) },
      ])
  }

  @Test func everyFieldOfASheetsConfigurationCounts() {
    check(
      \.controllers[1].configuration.sheet,
      [
        .counts("detents") { $0.detents = [.fraction(0.5)] },
        .counts("selectedDetent") { $0.selectedDetent = .identifier("large") },
        .counts("largestUndimmedDetent") { $0.largestUndimmedDetent = "medium" },
        .counts("prefersGrabberVisible") { $0.prefersGrabberVisible.toggle() },
        .counts("prefersScrollingExpandsWhenScrolledToEdge") { $0.prefersScrollingExpandsWhenScrolledToEdge.toggle() },
        .counts("prefersEdgeAttachedInCompactHeight") { $0.prefersEdgeAttachedInCompactHeight.toggle() },
      ])
  }

  @Test func everyFieldOfAPresentationCountsOrIsHistory() {
    check(
      \.presentations[1],
      [
        .counts("controller") { $0 = PresentationRecord(controller: .init(rawValue: 0), style: $0.style) },
        .counts("style") { $0 = PresentationRecord(controller: $0.controller, style: .popover) },
        .counts("delegate") { $0.delegate = .object(DelegateID(rawValue: 4)) },
        .isHistory("delegateSite") { $0.delegateSite = SourceSite(file: "f", line: 1) },
        .counts("delegatesBefore") { $0.delegatesBefore = [.object(DelegateID(rawValue: 4))] },
        .counts("phase") { $0.phase = .presented }, .counts("presenter") { $0.presenter = .init(rawValue: 0) },
        .counts("modifier") { $0.modifier = .init(rawValue: 0) }, .counts("isWritten") { $0.isWritten.toggle() },
        .counts("hasLostFramework") { $0.hasLostFramework.toggle() },
        .counts("hasTakenView") { $0.hasTakenView.toggle() },
        .counts("hasAppeared") { $0.hasAppeared.toggle() }, .isHistory("isNameFree") { $0.isNameFree.toggle() },
        .counts("base") { $0.base = .init(rawValue: 0) }, .counts("isInContext") { $0.isInContext.toggle() },
        .counts("adaptedStyle") { $0.adaptedStyle = .popover }, .counts("data") { $0.data = .integer(1) },
        .counts("compactAdaptation") { $0.compactAdaptation = .init(horizontal: .none) },
        .counts("detents") { $0.detents = [ResolvedDetent(identifier: "large", height: 1)] },
        .counts("selectedDetent") { $0.selectedDetent = "x" }, .counts("settlingDetent") { $0.settlingDetent = "x" },
        .counts("animated") { $0.animated.toggle() },
        .counts("completion") { $0.completion = CompletionID(rawValue: 2) },
        .counts("dismissalBegun") { $0.dismissalBegun.toggle() }, .counts("reason") { $0.reason = .swipe },
        .counts("result") { $0.result = .bool(true) }, .isHistory("attempts") { $0.attempts += 1 },
        .counts("answers") { $0.answers = [.init(rawValue: 0)] },
        .isHistory("teardown") { $0.teardown = SourceSite(file: "f", line: 1) },
        .counts("hasTornDown") { $0.hasTornDown.toggle() },
        .isHistory("wasLookedAtAtRest") { $0.wasLookedAtAtRest.toggle() }, .counts("closings") { $0.closings += 1 },
        .isHistory("site") { $0.site = SourceSite(file: "f", line: 1) },
        .isHistory("dismissedAt") { $0.dismissedAt = SourceSite(file: "f", line: 1) },
      ])
  }

  @Test func everyFieldOfWhatIsUnderWayCounts() {
    check(
      \.dismissals[0],
      [
        // Its number is a serial; what is due refers to it by its place.
        .isHistory("id") {
          $0 = Dismissal(
            id: .init(rawValue: 9), members: $0.members, duration: $0.duration, completion: $0.completion,
            choice: $0.choice)
        },
        .counts("members") {
          $0 = Dismissal(id: $0.id, members: [], duration: $0.duration, completion: nil, choice: nil)
        },
        .counts("duration") {
          $0 = Dismissal(id: $0.id, members: $0.members, duration: 1, completion: nil, choice: nil)
        },
        .counts("completion") {
          $0 = Dismissal(
            id: $0.id, members: $0.members, duration: $0.duration, completion: CompletionID(rawValue: 1), choice: nil)
        },
        .counts("choice") {
          $0 = Dismissal(
            id: $0.id, members: $0.members, duration: $0.duration, completion: nil,
            choice: .init(controller: .init(rawValue: 1), label: "OK", action: nil))
        }, .counts("hasBegun") { $0.hasBegun.toggle() },
      ])
    check(
      \.navigations[0],
      [
        .counts("container") {
          $0 = NavigationTransition(container: .init(rawValue: 1), outgoing: nil, incoming: nil, removed: nil)
        },
        .counts("outgoing") {
          $0 = NavigationTransition(container: $0.container, outgoing: .init(rawValue: 1), incoming: nil, removed: nil)
        },
        .counts("incoming") {
          $0 = NavigationTransition(container: $0.container, outgoing: nil, incoming: .init(rawValue: 1), removed: nil)
        },
        .counts("removed") {
          $0 = NavigationTransition(container: $0.container, outgoing: nil, incoming: nil, removed: [])
        },
      ])
  }

  @Test func everyFieldOfBindingsAttemptsAndModifiersCountsOrIsHistory() {
    check(
      \.bindings[1],
      [
        .isHistory("name") { $0.name = "c" }, .counts("origin") { $0.origin = .init(rawValue: 0) },
        .counts("value") { $0.value = .string("2") }, .counts("isConstant") { $0.isConstant.toggle() },
        .counts("observed") { $0.observed = .integer(2) }, .counts("before") { $0.before = .integer(2) },
        .isHistory("writtenAt") { $0.writtenAt = SourceSite(file: "f", line: 1) },
        // What is over cannot be lost any more.
        .isHistory("writtenIn") { $0.writtenIn = [.init(rawValue: 0)] }, .counts("isEcho") { $0.isEcho.toggle() },
      ])
    check(
      \.attempts[0],
      [
        .counts("presentation") { $0 = AttemptRecord(presentation: .init(rawValue: 1), trigger: .swipe, count: 1) },
        .counts("trigger") { $0 = AttemptRecord(presentation: $0.presentation, trigger: .escape, count: 1) },
        .isHistory("count") { $0 = AttemptRecord(presentation: $0.presentation, trigger: .swipe, count: 2) },
        .counts("isAnswered") { $0.isAnswered.toggle() },
      ])
    check(
      \.presenters[0],
      [
        .counts("host") { $0 = PresenterRecord(host: .init(rawValue: 1), modifier: $0.modifier) },
        .counts("modifier") { $0.modifier.kind = .cover },
        .counts("presentation") { $0.presentation = .init(rawValue: 0) },
        .counts("identity") { $0.identity = .integer(1) }, .counts("value") { $0.value = .integer(1) },
        .counts("lost") { $0.lost = .integer(1) }, .counts("awaited") { $0.awaited = .init(rawValue: 1) },
        .counts("isBeingOverridden") { $0.isBeingOverridden.toggle() },
        .counts("isRemoved") { $0.isRemoved.toggle() },
        .counts("contentPresenting") { $0.contentPresenting = .init(rawValue: 1) },
        .counts("hasShown") { $0.hasShown.toggle() }, .counts("isAskedAgain") { $0.isAskedAgain.toggle() },
        .counts("kept") { $0.kept = [.integer(1)] },
      ])
  }

  @Test func everyFieldOfAViewCountsOrIsHistory() {
    check(
      \.hosts[0].views[0],
      [
        .counts("path") { $0 = HostedView(path: [1], modifiers: $0.modifiers) }, .isHistory("name") { $0.name = "x" },
        .counts("modifiers") { $0.modifiers.tasks = [ActionID(rawValue: 1)] },
        .counts("hasAppeared") { $0.hasAppeared.toggle() }, .counts("isMade") { $0.isMade.toggle() },
        .counts("presenters") { $0.presenters = [.init(rawValue: 0)] }, .counts("seen") { $0.seen = [.integer(1)] },
        .counts("tasks") { $0.tasks = [.init(rawValue: 0)] },
      ])
  }

  @Test func everyFieldOfAGestureCounts() {
    var state = scene()
    func differs(_ change: (inout GestureState) -> Void) -> Bool {
      var changed = state
      if var gesture = changed.gesture {
        change(&gesture)
        changed.gesture = gesture
      }
      return words(changed) != words(state)
    }
    #expect(differs { $0 = GestureState(target: .init(rawValue: 1), origin: 400) })
    #expect(differs { $0 = GestureState(target: .init(rawValue: 0), origin: 401) })
    #expect(differs { $0.travel = 3 })
    #expect(differs { $0.attempted = true })
    for stage in [GestureState.Stage.interactive, .refused(byFlag: true), .refused(byFlag: false)] {
      #expect(differs { $0.stage = stage })
    }
    #expect(Mirror(reflecting: GestureState(target: .init(rawValue: 0), origin: 1)).children.count == 5)
    state.gesture = nil
    #expect(words(state) != words(scene()))
  }

  @Test func everyFieldOfASceneCountsOrIsHistory() {
    check(
      \.fields,
      [
        .counts("profile") { $0.profile.settleDuration = 1 }, .counts("device") { $0.device.width = .regular },
        .counts("clock") { $0.clock.schedule(.update, after: 3) },
        .counts("controllers") { $0.controllers[1].selectedTab = 3 },
        .counts("presentations") { $0.presentations[1].isWritten = true },
        .counts("chain") { $0.chain = [.init(rawValue: 0)] }, .counts("prompts") { $0.prompts = [.init(rawValue: 0)] },
        .counts("promptAnswers") { $0.promptAnswers = ["Photos": "OK"] },
        .counts("dismissals") { $0.dismissals = [] }, .isHistory("dismissalCount") { $0.dismissalCount += 1 },
        .counts("navigations") { $0.navigations = [] }, .counts("bindings") { $0.bindings[0].value = .none },
        .counts("hosts") { $0.hosts[0].views = [] }, .counts("presenters") { $0.presenters[0].isRemoved = true },
        .counts("work") { $0.work.written = [.init(rawValue: 0)] },
        // Of a timer that waits it counts.
        .isHistory("echoes") { $0.echoes = [.init(rawValue: 7)] },
        .counts("tasks") { $0.tasks = [.init(rawValue: 0)] }, .isHistory("taskCount") { $0.taskCount += 1 },
        .counts("attempts") { $0.attempts[0].isAnswered = true }, .isHistory("timerCount") { $0.timerCount += 1 },
        .counts("gesture") { $0.gesture = nil },
        .counts("scrolls") { $0.scrolls = [.init(controller: .init(rawValue: 1), name: "s", offset: 1)] },
        .counts("isInBackground") { $0.isInBackground.toggle() }, .isHistory("userActs") { $0.userActs += 1 },
        .isHistory("reopening") { $0.reopening = Reopening(name: "A", userActs: 0, count: 1) },
        .isHistory("explanation") { $0.explanation = Explanation(acts: ["x"], subject: nil, site: nil) },
        .isHistory("names") { _ = $0.names.take("Z") }, .counts("root") { $0.root = .init(rawValue: 1) },
        .isHistory("trace") { $0.trace.append(.init(time: 0, name: "x")) },
        .isHistory("warned") { $0.warned.insert(WarningKey(code: .trap, site: nil, subject: "x")) },
      ])
  }

  @Test func theClockCountsOnlyByHowLongIsLeft() {
    var (early, late) = (scene(), scene())
    early.clock.advance(to: 5)
    late.clock = VirtualClock()
    late.clock.advance(to: 1000)
    late.clock.schedule(.job(.init(rawValue: 9)), after: 0)
    _ = late.clock.takeNext()
    late.clock.schedule(.update, after: 5)
    #expect(words(early) == words(late))
    late.clock.advance(to: 1001)
    #expect(words(early) != words(late))
  }

  @Test func everySwitchOfAProfileCounts() {
    let state = scene()
    let changes: [(inout Profile) -> Void] = [
      { $0.name = "x" }, { $0.singleModifier.toggle() }, { $0.compactAdaptation.toggle() },
      { $0.representDuringDismissal.toggle() },
      { $0.alertDuringDismissal.toggle() }, { $0.duplicateBindingDrops.toggle() },
      { $0.popoverSafeAreaDismiss.toggle() }, { $0.resetBindingOnModifierRemoval.toggle() },
      { $0.deepInteractiveDismissDisabled.toggle() }, { $0.dialogIsPopoverEverywhere.toggle() },
      { $0.swiftuiOwnsDelegate.toggle() }, { $0.attemptOnBackdropTap.toggle() }, { $0.attemptTiming = .atThreshold },
      { $0.uikitDismissalResetsBinding.toggle() }, { $0.userDismissalOutlivesModifier.toggle() },
      { $0.actOverPullAsks.toggle() },
      { $0.alertFollowsIdentity.toggle() }, { $0.transitionDuration += 1 },
      { $0.alertDuration += 1 },
      { $0.settleDuration += 1 }, { $0.navigationDuration += 1 }, { $0.commitFraction += 1 },
      { $0.commitVelocity += 1 },
      { $0.dismissalBeginFraction += 1 }, { $0.flickVelocity += 1 }, { $0.flickFraction += 1 },
      { $0.containerHeight += 1 }, { $0.compactContainerHeight += 1 }, { $0.detentProjection += 1 },
      { $0.resistance += 1 },
    ]
    // All but the version, which names what the switches say.
    #expect(Mirror(reflecting: state.profile).children.count == changes.count + 1)
    for (number, change) in changes.enumerated() {
      var changed = state
      change(&changed.profile)
      #expect(words(changed) != words(state), "change \(number)")
    }
  }

  @Test func aQuietSceneEndsAsOneThatTraces() throws {
    func end(isQuiet: Bool) throws -> SceneState {
      let scene = WindowScene()
      scene.isQuiet = isQuiet
      let sheet = scene.makeController(ControllerConfiguration(name: "Sheet"))
      try scene.present(sheet, from: scene.root)
      while scene.runNext() {}
      scene.swipeDown()
      while scene.runNext() {}
      return scene.state
    }
    let (quiet, loud) = (try end(isQuiet: true), try end(isQuiet: false))
    #expect(words(quiet) == words(loud))
    #expect(quiet.trace.total == 0)
    #expect(loud.trace.total > 0)
  }
}
