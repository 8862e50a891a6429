import PresentationKit
import Testing

/// Each warning: it comes of the trap, with the line of the trap, and not of the nearest innocent script.
@Suite struct DiagnosticTests {
  static let bad = SourceSite(file: "flow.lua", line: 13)
  static let other = SourceSite(file: "flow.lua", line: 99)

  /// A trap and its nearest innocent neighbour. Whoever plays marks the line that is to blame with `blame`.
  struct Case: Sendable, CustomStringConvertible {
    let code: WarningCode
    let trap: @Sendable (Play) throws -> Void
    let innocent: @Sendable (Play) throws -> Void
    var description: String { code.rawValue }
  }

  /// A stage on which scripts stand at line 99, but where they are to blame.
  final class Play {
    let stage: Stage
    var scene: WindowScene { stage.scene }

    init(device: Device = .iphone) {
      stage = Stage(device: device)
      stage.responder.currentSite = DiagnosticTests.other
      stage.responder.methods = Set(DelegateMethod.allCases)
    }

    func blame<T>(_ body: () throws -> T) rethrows -> T {
      stage.responder.currentSite = DiagnosticTests.bad
      defer { stage.responder.currentSite = DiagnosticTests.other }
      return try body()
    }

    /// A controller whose configuration stands at the line to blame, or elsewhere.
    func make(_ configuration: ControllerConfiguration, blamed: Bool = false) -> ControllerID {
      var configuration = configuration
      configuration.site = blamed ? DiagnosticTests.bad : DiagnosticTests.other
      if configuration.name == nil { configuration.name = "P" }
      return scene.makeController(configuration)
    }

    func sheet(_ name: String = "P", delegate: Bool = false, blamed: Bool = false) -> ControllerID {
      make(ControllerConfiguration(name: name, delegate: delegate ? stage.delegate : nil), blamed: blamed)
    }

    func show(_ controller: ControllerID) throws {
      try scene.present(controller, from: scene.top)
      stage.settle()
    }

    /// Runs something whenever a callback comes.
    func when(_ matches: @escaping (Callback) -> Bool, _ body: @escaping () -> Void) {
      stage.responder.react = { if matches($0) { body() } }
    }
  }

  static func isWillDismiss(_ callback: Callback) -> Bool {
    if case .delegate(.willDismiss, _, _, _) = callback { true } else { false }
  }

  static func isClosed(_ callback: Callback) -> Bool {
    if case .closed = callback { true } else { false }
  }

  static let cases: [Case] = delegateCases + presentingCases + closingCases + worldCases + modifierCases

  // MARK: SwiftUI's

  /// Puts modifiers on the root; their place is the line to blame.
  static func modify(_ play: Play, _ modifiers: PresentationModifier...) {
    var all = ViewModifiers()
    all.presentations = modifiers
    play.scene.setModifiers(all, of: play.scene.root)
    play.stage.responder.presented = { [unowned stage = play.stage] number, _ in
      number.rawValue == 0 ? nil : stage.sheet("P \(number.rawValue)")
    }
  }

  static func sheet(_ flag: BindingID, _ content: Int, blamed: Bool = true) -> PresentationModifier {
    PresentationModifier(.sheet, .flag(flag), content: ActionID(rawValue: content), site: blamed ? bad : other)
  }

  /// Sets two values while the first one's sheet goes out, of which a buffer keeps one.
  static func buffered(_ play: Play, _ values: String...) {
    let item = play.scene.makeBinding(name: "item", initial: .string("a"))
    modify(
      play,
      PresentationModifier(.sheet, .item(item), content: ActionID(rawValue: 1), whileClosing: .keepFirst, site: other))
    play.stage.settle()
    play.scene.swipeDown()
    for value in values.dropLast() { play.scene.set(item, to: .string(value)) }
    if let last = values.last { play.blame { play.scene.set(item, to: .string(last)) } }
    play.stage.settle()
  }

  /// Taps an alert's button that sets the next alert's item.
  static func alertSetting(_ play: Play, _ rule: PresentationModifier.WhileClosing) throws {
    let item = play.scene.makeBinding(name: "item", initial: .string("a"))
    modify(
      play, PresentationModifier(.alert, .item(item), content: ActionID(rawValue: 1), whileClosing: rule, site: other))
    play.stage.responder.presented = { [unowned stage = play.stage] _, _ in stage.alert("A", "OK") }
    play.when {
      if case .action = $0 { true } else { false }
    } _: { [unowned play] in
      play.blame { play.scene.set(item, to: .string("b")) }
    }
    play.stage.settle()
    try play.scene.tap(label: "OK")
    play.stage.settle()
  }

  static func flag(_ play: Play, _ isOn: Bool = false) -> BindingID {
    play.scene.makeBinding(name: "flag", initial: .bool(isOn))
  }

  static let modifierCases: [Case] = [
    Case(code: .presentationWaiting) { play in
      modify(play, sheet(flag(play, true), 1, blamed: false), sheet(flag(play, true), 2))
      play.stage.settle()
    } innocent: { play in
      let second = flag(play)
      modify(play, sheet(flag(play, true), 1), sheet(second, 2))
      play.stage.settle()
      play.scene.swipeDown()
      play.stage.settle()
      play.scene.set(second, to: .bool(true))
      play.stage.settle()
    },
    Case(code: .presentationLost) { play in
      buffered(play, "b", "c")
    } innocent: { play in
      buffered(play, "b", "b")
    },
    Case(code: .presentationLost) { play in
      try alertSetting(play, .system)
    } innocent: { play in
      try alertSetting(play, .keepFirst)
    },
    Case(code: .bindingOutOfStep) { play in
      modify(play, sheet(flag(play, true), 1, blamed: false))
      play.stage.settle()
      play.blame { _ = play.scene.dismiss(play.scene.root) }
      play.stage.settle()
    } innocent: { play in
      let shown = flag(play, true)
      modify(play, sheet(shown, 1))
      play.stage.settle()
      play.scene.set(shown, to: .bool(false))
      play.stage.settle()
    },
    Case(code: .bindingOutOfStep) { play in
      modify(play, sheet(flag(play, true), 1, blamed: false))
      play.stage.settle()
      play.blame {
        play.scene.setDelegate(play.stage.delegate, of: play.scene.presentationController(of: play.scene.top))
      }
      play.scene.swipeDown()
      play.stage.settle()
    } innocent: { play in
      modify(play, sheet(flag(play, true), 1))
      play.stage.settle()
      play.scene.setDelegate(play.stage.delegate, of: play.scene.presentationController(of: play.scene.top))
      play.scene.restoreFrameworkDelegate(of: play.scene.presentationController(of: play.scene.top))
      play.scene.swipeDown()
      play.stage.settle()
    },
    // Asked for again while the user's swipe takes it out (R42); before that it is no wish.
    Case(code: .presentationLost) { play in
      let shown = flag(play, true)
      modify(play, sheet(shown, 1, blamed: false))
      play.stage.settle()
      play.scene.swipeDown()
      play.blame { play.scene.set(shown, to: .bool(true)) }
      play.stage.settle()
    } innocent: { play in
      let shown = flag(play, true)
      modify(play, sheet(shown, 1, blamed: false))
      play.stage.settle()
      play.scene.drag(fraction: 0.6)
      play.scene.set(shown, to: .bool(true))
      play.scene.release()
      play.stage.settle()
    },
    Case(code: .bindingShared) { play in
      let shown = flag(play, true)
      modify(play, sheet(shown, 1), sheet(shown, 2))
      play.stage.settle()
    } innocent: { play in
      modify(play, sheet(flag(play, true), 1), sheet(flag(play), 2))
      play.stage.settle()
    },
    Case(code: .contentVanished) { play in
      modify(play, sheet(flag(play, true), 0))
      play.stage.settle()
    } innocent: { play in
      modify(play, sheet(flag(play, false), 0), sheet(flag(play, true), 1))
      play.stage.settle()
    },
    Case(code: .staleContent) { play in
      let (shown, state) = (flag(play), play.scene.makeBinding(name: "state", initial: .integer(0)))
      modify(play, sheet(shown, 1))
      play.stage.responder.presented = { [unowned scene = play.scene, stage = play.stage] _, _ in
        stage.sheet(scene.value(of: state).traceText)
      }
      play.scene.set(state, to: .integer(1))
      play.scene.set(shown, to: .bool(true))
      play.stage.settle()
    } innocent: { play in
      // The state is set in an action before.
      let (shown, state) = (flag(play), play.scene.makeBinding(name: "state", initial: .integer(0)))
      modify(play, sheet(shown, 1))
      play.stage.responder.presented = { [unowned scene = play.scene, stage = play.stage] _, _ in
        stage.sheet(scene.value(of: state).traceText)
      }
      play.scene.set(state, to: .integer(1))
      play.stage.settle()
      play.scene.set(shown, to: .bool(true))
      play.stage.settle()
    },
  ]

  static let delegateCases: [Case] = [
    Case(code: .policyUnreachable) { play in
      try play.show(
        play.make(
          ControllerConfiguration(isModalInPresentation: .constant(true), delegate: play.stage.delegate), blamed: true))
    } innocent: { play in
      play.stage.responder.methods = [.didAttemptToDismiss]
      try play.show(
        play.make(ControllerConfiguration(isModalInPresentation: .constant(true), delegate: play.stage.delegate)))
    },
    Case(code: .policyUnreachable) { play in
      try play.show(
        play.make(ControllerConfiguration(style: .fullScreen, delegate: play.stage.delegate), blamed: true))
    } innocent: { play in
      try play.show(play.make(ControllerConfiguration(style: .formSheet, delegate: play.stage.delegate)))
    },
    Case(code: .policyUnreachable) { play in
      // An alert goes by its buttons.
      try play.show(play.make(ControllerConfiguration(kind: .alert, delegate: play.stage.delegate), blamed: true))
    } innocent: { play in
      // As a popover an action sheet has an outside, and does not adapt.
      play.scene.profile = .ios26
      play.stage.responder.methods = [.shouldDismiss]
      try play.show(play.make(ControllerConfiguration(kind: .actionSheet, delegate: play.stage.delegate)))
    },
    Case(code: .policyUnreachable) { play in
      // Only sheets and popovers adapt.
      play.stage.responder.methods = [.adaptivePresentationStyle]
      try play.show(
        play.make(ControllerConfiguration(style: .overFullScreen, delegate: play.stage.delegate), blamed: true))
    } innocent: { play in
      play.stage.responder.methods = [.adaptivePresentationStyle]
      try play.show(play.make(ControllerConfiguration(style: .pageSheet, delegate: play.stage.delegate)))
    },
    Case(code: .delegateReplaced) { play in
      let sheet = play.sheet(delegate: true)
      try play.show(sheet)
      play.blame { play.scene.setDelegate(DelegateID(rawValue: 2), of: play.scene.presentationController(of: sheet)) }
    } innocent: { play in
      let sheet = play.sheet()
      try play.show(sheet)
      play.scene.setDelegate(DelegateID(rawValue: 2), of: play.scene.presentationController(of: sheet))
    },
    Case(code: .delegateReleased) { play in
      let sheet = play.sheet()
      try play.show(sheet)
      play.blame { play.scene.setDelegate(DelegateID(rawValue: 2), of: play.scene.presentationController(of: sheet)) }
      play.stage.responder.dead = [DelegateID(rawValue: 2)]
      play.scene.swipeDown()
    } innocent: { play in
      let sheet = play.sheet(delegate: true)
      try play.show(sheet)
      play.scene.swipeDown()
      play.stage.settle()
      play.stage.responder.dead = [play.stage.delegate]
    },
    Case(code: .delegateOnInnerController) { play in
      let navigation = play.make(ControllerConfiguration(kind: .navigation))
      try play.scene.push(play.sheet("C", delegate: true, blamed: true), onto: navigation)
      try play.show(navigation)
    } innocent: { play in
      let navigation = play.make(ControllerConfiguration(kind: .navigation, delegate: play.stage.delegate))
      try play.scene.push(play.sheet("C"), onto: navigation)
      try play.show(navigation)
    },
    Case(code: .guardianNotReached) { play in
      let child = try guarded(play)
      try play.blame { _ = try play.scene.present(play.sheet(), from: child) }
    } innocent: { play in
      _ = try guarded(play)
      try play.scene.present(play.sheet(), from: play.scene.root)
    },
    Case(code: .silentBlock) { play in
      try play.show(play.make(ControllerConfiguration(isModalInPresentation: .constant(true)), blamed: true))
      play.scene.swipeDown()
    } innocent: { play in
      try play.show(play.make(ControllerConfiguration(forced: true)))
      play.scene.swipeDown()
    },
    Case(code: .staleAttempt) { play in
      let attempt = try refusedSwipe(play)
      play.scene.proceed(attempt)
      play.blame { _ = play.scene.proceed(attempt) }
    } innocent: { play in
      let attempt = try refusedSwipe(play)
      play.scene.proceed(attempt)
      play.scene.cancelAttempt(attempt)
    },
  ]

  /// A child of a container that overrides `present`.
  static func guarded(_ play: Play) throws -> ControllerID {
    let guardian = play.make(ControllerConfiguration(name: "G", kind: .container, overridesPresent: true))
    let child = play.sheet("C")
    try play.scene.embed(guardian, in: play.scene.root)
    try play.scene.embed(child, in: guardian)
    return child
  }

  static func refusedSwipe(_ play: Play) throws -> AttemptID {
    var attempt: AttemptID?
    play.stage.responder.react = { callback in
      if case .delegate(.didAttemptToDismiss, _, _, let id?) = callback { attempt = id }
    }
    play.stage.responder.shouldDismiss = { _ in false }
    try play.show(play.sheet(delegate: true))
    play.scene.swipeDown()
    return try #require(attempt)
  }

  static let presentingCases: [Case] = [
    Case(code: .styleAfterController) { play in
      let sheet = play.sheet()
      _ = play.scene.presentationController(of: sheet)
      play.blame { play.scene.setStyle(.fullScreen, of: sheet) }
    } innocent: { play in
      let sheet = play.sheet()
      play.scene.setStyle(.fullScreen, of: sheet)
      _ = play.scene.presentationController(of: sheet)
    },
    Case(code: .presentationLost) { play in
      let sheet = play.sheet()
      try play.show(sheet)
      play.scene.dismiss(sheet)
      try play.blame {
        _ = try play.scene.present(play.sheet("Q"), from: play.scene.root, completion: CompletionID(rawValue: 1))
      }
    } innocent: { play in
      let sheet = play.sheet()
      try play.show(sheet)
      play.scene.dismiss(sheet)
      play.stage.settle()
      try play.scene.present(play.sheet("Q"), from: play.scene.root, completion: CompletionID(rawValue: 1))
    },
    Case(code: .sameSheetStacked) { play in
      try play.show(play.sheet("Editor"))
      try play.blame { try play.show(play.sheet("Editor")) }
    } innocent: { play in
      try play.show(play.sheet("Editor"))
      play.scene.swipeDown()
      play.stage.settle()
      try play.show(play.sheet("Editor"))
    },
    Case(code: .stuckCandidate) { play in
      try play.blame {
        try play.show(play.make(ControllerConfiguration(style: .fullScreen, content: [.text("Please wait")])))
      }
    } innocent: { play in
      let close = ContentItem.button(label: "Close", role: .none, action: ActionID(rawValue: 1))
      try play.show(play.make(ControllerConfiguration(style: .fullScreen, content: [.text("Done"), close])))
    },
    Case(code: .stuckCandidate) { play in
      try play.blame { try play.show(play.make(ControllerConfiguration(forced: true, content: [.text("Wall")]))) }
    } innocent: { play in
      // Something is due that may close it.
      _ = play.scene.startTimer(after: 10_000)
      try play.scene.present(
        play.make(ControllerConfiguration(forced: true, content: [.text("Wall")])), from: play.scene.root)
      while play.scene.nextDeadline() ?? .max < 10_000 { play.scene.runNext() }
    },
    Case(code: .stuckCandidate) { play in
      try play.blame { try play.show(play.make(ControllerConfiguration(forced: true, content: [.text("Wall")]))) }
    } innocent: { play in
      // A script that goes on, or waits for an answer from outside, may close it.
      play.stage.responder.mayStillAct = true
      try play.show(play.make(ControllerConfiguration(forced: true, content: [.text("Wall")])))
    },
    Case(code: .stuckCandidate) { play in
      let code = play.scene.makeBinding(name: "code", initial: .string(""))
      let field = ContentItem.textField(name: "code", binding: code)
      try play.blame { try play.show(play.make(ControllerConfiguration(forced: true, content: [field]))) }
    } innocent: { play in
      // Somebody looks at what is typed, and closes it for the right code.
      let code = play.scene.makeBinding(name: "code", initial: .string(""))
      play.scene.observe(code)
      let field = ContentItem.textField(name: "code", binding: play.scene.makeDerivedBinding(of: code))
      try play.show(play.make(ControllerConfiguration(forced: true, content: [field])))
    },
    Case(code: .detachedPresenter) { play in
      let loose = play.sheet("L")
      try play.scene.addSubview(loose, to: play.scene.root)
      try play.blame { _ = try play.scene.present(play.sheet(), from: loose) }
    } innocent: { play in
      let child = play.sheet("L")
      try play.scene.embed(child, in: play.scene.root)
      try play.scene.present(play.sheet(), from: child)
    },
    Case(code: .unknownDetent) { play in
      var configuration = ControllerConfiguration()
      configuration.sheet.selectedDetent = .identifier("medium")
      try play.show(play.make(configuration, blamed: true))
    } innocent: { play in
      var configuration = ControllerConfiguration()
      configuration.sheet.detents = [.medium, .large]
      configuration.sheet.selectedDetent = .identifier("medium")
      play.scene.device.height = .compact
      try play.show(play.make(configuration))
    },
    Case(code: .unknownDetent) { play in
      var configuration = ControllerConfiguration()
      configuration.sheet.largestUndimmedDetent = "medum"
      try play.show(play.make(configuration, blamed: true))
    } innocent: { play in
      var configuration = ControllerConfiguration()
      configuration.sheet.detents = [.medium, .large]
      configuration.sheet.largestUndimmedDetent = "medium"
      try play.show(play.make(configuration))
    },
    Case(code: .unknownDetent) { play in
      let detent = play.scene.makeBinding(name: "d", initial: .string("large"))
      var configuration = ControllerConfiguration()
      configuration.sheet.selectedDetent = .binding(play.scene.makeDerivedBinding(of: detent))
      try play.show(play.make(configuration))
      play.blame { play.scene.set(detent, to: .string("huge")) }
      play.stage.settle()
    } innocent: { play in
      let detent = play.scene.makeBinding(name: "d", initial: .string("large"))
      var configuration = ControllerConfiguration()
      configuration.sheet.detents = [.medium, .large]
      configuration.sheet.selectedDetent = .binding(detent)
      try play.show(play.make(configuration))
      play.scene.set(detent, to: .string("medium"))
      play.stage.settle()
    },
    Case(code: .reopenLoop) { play in
      // A timer that the closing began, and code that closes it each time.
      play.stage.responder.react = { callback in
        if isClosed(callback) { _ = play.scene.startTimer(after: 100) }
        if case .timer = callback {
          _ = try? play.blame { try play.scene.present(play.sheet("Again"), from: play.scene.root) }
        }
      }
      try play.show(play.sheet("Again"))
      for _ in 0..<3 {
        play.scene.dismissAll()
        play.stage.settle()
      }
    } innocent: { play in
      // A script that presents and dismisses in a loop.
      for _ in 0..<5 {
        try play.show(play.sheet("Again"))
        play.scene.dismissAll()
        play.stage.settle()
      }
    },
    Case(code: .reopenLoop) { play in
      try play.show(play.sheet("Again"))
      reopen(play, times: 3)
      play.scene.dismissAll()
      play.stage.settle()
    } innocent: { play in
      try play.show(play.sheet("Again"))
      reopen(play, times: 2)
      play.scene.dismissAll()
      play.stage.settle()
      for _ in 0..<4 {
        play.scene.swipeDown()
        play.stage.settle()
        try play.show(play.sheet("Again"))
      }
    },
  ]

  /// Presents a sheet again, and dismisses it, each time it was closed.
  static func reopen(_ play: Play, times: Int) {
    var left = times
    play.stage.responder.react = { callback in
      if isClosed(callback), left > 0 {
        left -= 1
        let sheet = play.sheet("Again")
        _ = try? play.blame {
          try play.scene.present(sheet, from: play.scene.root, completion: CompletionID(rawValue: 1))
        }
      } else if case .completion = callback, left > 0 {
        play.scene.dismissAll()
      }
    }
  }

  static let closingCases: [Case] = [
    Case(code: .teardownBeforeClosed) { play in
      let session = play.scene.makeBinding(name: "session", initial: .bool(true))
      play.when(isWillDismiss) { play.blame { play.scene.set(session, to: .bool(false)) } }
      try play.show(play.sheet(delegate: true))
      play.scene.drag(fraction: 0.1)
      play.scene.release()
      play.stage.settle()
    } innocent: { play in
      let session = play.scene.makeBinding(name: "session", initial: .bool(true))
      play.when(isWillDismiss) { play.scene.set(session, to: .bool(false)) }
      try play.show(play.sheet(delegate: true))
      play.scene.swipeDown()
      play.stage.settle()
    },
    Case(code: .dismissInWillDismiss) { play in
      let sheet = play.sheet(delegate: true)
      play.when(isWillDismiss) { play.blame { _ = play.scene.dismiss(sheet) } }
      try play.show(sheet)
      play.scene.swipeDown()
    } innocent: { play in
      let sheet = play.sheet(delegate: true)
      play.when(isClosed) { play.scene.dismiss(sheet) }
      try play.show(sheet)
      play.scene.swipeDown()
      play.stage.settle()
    },
    Case(code: .dismissForwarded) { play in
      let sheet = play.sheet("R")
      try play.show(sheet)
      try play.show(play.sheet("P"))
      play.scene.dismiss(sheet)
      play.blame { _ = play.scene.dismiss(sheet) }
    } innocent: { play in
      let sheet = play.sheet("R")
      try play.show(sheet)
      try play.show(play.sheet("P"))
      play.scene.dismiss(sheet)
      play.stage.settle()
      play.scene.dismiss(sheet)
    },
    Case(code: .unsavedLost) { play in
      play.stage.responder.shouldDismiss = { _ in false }
      try play.show(play.sheet(delegate: true))
      play.blame { _ = play.scene.dismissAll() }
    } innocent: { play in
      try play.show(play.sheet(delegate: true))
      play.scene.dismissAll()
    },
    Case(code: .unsavedLost) { play in
      play.stage.responder.shouldDismiss = { play.scene.name(of: $0) != "Upper" }
      try play.show(play.sheet("Lower"))
      try play.show(play.sheet("Upper", delegate: true))
      play.blame { _ = play.scene.dismiss(play.scene.root) }
    } innocent: { play in
      play.scene.proceed(try refusedSwipe(play))
    },
    Case(code: .unsavedLost) { play in
      // The alert has nothing to do with an attempt.
      play.stage.responder.shouldDismiss = { _ in false }
      let sheet = play.sheet(delegate: true)
      try play.show(sheet)
      try play.show(play.stage.alert("Ask", "OK"))
      play.when {
        if case .action = $0 { true } else { false }
      } _: {
        play.blame { _ = play.scene.dismiss(sheet) }
      }
      try play.scene.tap(label: "OK")
      play.stage.settle()
    } innocent: { play in
      play.stage.responder.shouldDismiss = { _ in false }
      let (sheet, ask) = (play.sheet(delegate: true), play.stage.alert("Ask", "Discard"))
      play.stage.responder.react = { callback in
        if case .delegate(.didAttemptToDismiss, _, _, _) = callback { _ = try? play.scene.present(ask, from: sheet) }
        if case .action = callback { play.scene.dismiss(sheet) }
      }
      try play.show(sheet)
      play.scene.swipeDown()
      play.stage.settle()
      try play.scene.tap(label: "Discard")
      play.stage.settle()
      #expect(play.scene.stack.isEmpty)
    },
    Case(code: .unsavedLost) { play in
      // A wall that always stands, taken away from outside.
      try play.show(form(play, .constant(true)))
      play.blame { _ = play.scene.dismissAll() }
    } innocent: { play in
      // Its own Done button.
      play.when(isAction) { play.scene.dismiss(play.scene.top) }
      try play.show(form(play, .constant(true)))
      try play.scene.tap(label: "Done")
      play.stage.settle()
      #expect(play.scene.stack.isEmpty)
    },
    Case(code: .unsavedLost) { play in
      // A flag that is up for now says that something is unsaved, whoever closes.
      play.stage.responder.isModal = { _ in true }
      play.when(isAction) { play.blame { _ = play.scene.dismiss(play.scene.top) } }
      try play.show(form(play, .query))
      try play.scene.tap(label: "Done")
      play.stage.settle()
    } innocent: { play in
      // Done has waited for an answer since.
      let sheet = form(play, .constant(true))
      try play.show(sheet)
      play.stage.responder.currentActor = sheet
      play.scene.dismiss(sheet)
    },
    Case(code: .unsavedLost) { play in
      play.stage.responder.shouldDismiss = { _ in false }
      let sheet = play.sheet(delegate: true)
      try play.show(sheet)
      play.blame { _ = play.scene.dismiss(sheet) }
    } innocent: { play in
      // A handler that has waited since is known to the responder.
      let attempt = try refusedSwipe(play)
      play.stage.responder.currentAttempt = attempt
      play.scene.dismiss(play.scene.top)
    },
  ]

  /// A sheet with a flag and a button of its own.
  static func form(_ play: Play, _ flag: Flag) -> ControllerID {
    let done = ContentItem.button(label: "Done", role: .none, action: ActionID(rawValue: 1))
    return play.make(ControllerConfiguration(isModalInPresentation: flag, content: [done]))
  }

  static func isAction(_ callback: Callback) -> Bool {
    if case .action = callback { true } else { false }
  }

  static let worldCases: [Case] = [
    Case(code: .animatedInBackground) { play in
      play.scene.enterBackground()
      try play.blame { _ = try play.scene.present(play.sheet(), from: play.scene.root) }
    } innocent: { play in
      play.scene.enterBackground()
      try play.scene.present(play.sheet(), from: play.scene.root, animated: false)
    },
    Case(code: .promptAlreadyAnswered) { play in
      let prompt = try answeredPrompt(play)
      try play.blame { _ = try play.scene.present(prompt, from: play.scene.root) }
    } innocent: { play in
      _ = try answeredPrompt(play)
      let other = play.make(ControllerConfiguration(name: "Camera", kind: .systemPrompt))
      try play.scene.present(other, from: play.scene.root)
    },
    Case(code: .linkWaits) { play in
      try play.show(play.stage.alert("A", "OK"))
      play.blame { play.scene.openURL("app://x") }
    } innocent: { play in
      try play.show(play.sheet())
      play.scene.openURL("app://x")
    },
    Case(code: .linkWaits) { play in
      try play.show(play.make(ControllerConfiguration(name: "Wall", forced: true)))
      try play.show(play.sheet())
      play.blame { play.scene.openURL("app://x") }
    } innocent: { play in
      try play.show(play.make(ControllerConfiguration(name: "Modal", isModalInPresentation: .constant(true))))
      play.scene.openURL("app://x")
    },
    Case(code: .linkWaits) { play in
      try play.scene.present(play.sheet(), from: play.scene.root)
      play.blame { play.scene.openURL("app://x") }
    } innocent: { play in
      play.scene.openURL("app://x")
    },
  ]

  static func answeredPrompt(_ play: Play) throws -> ControllerID {
    let prompt = play.make(
      ControllerConfiguration(
        name: "Location", kind: .systemPrompt, content: [.button(label: "Allow", role: .none, action: nil)]))
    try play.scene.present(prompt, from: play.scene.root)
    try play.scene.tap(label: "Allow")
    return prompt
  }

  private static func warnings(_ play: Play, _ code: WarningCode) -> [Trace.Entry] {
    play.scene.trace.entries.filter { $0.name == "warning" && $0.code == code.rawValue }
  }

  @Test(arguments: cases)
  func `it comes of the trap, once, with the sheet and the line that is to blame`(_ test: Case) throws {
    let play = Play()
    try test.trap(play)
    let found = Self.warnings(play, test.code)
    #expect(found.count == 1)
    #expect(found.map(\.site) == [Self.bad])
    #expect(found.allSatisfy { !$0.subject.isEmpty })
  }

  @Test(arguments: cases)
  func `it does not come of the nearest innocent script`(_ test: Case) throws {
    let play = Play()
    try test.innocent(play)
    #expect(Self.warnings(play, test.code).isEmpty)
  }

  /// A scene whose scripts have a line only while they run, so that updates have none, with a modifier on the root.
  private static func updating(_ kind: PresentationModifier.Kind = .sheet) -> (Play, BindingID) {
    let play = Play()
    play.stage.responder.currentSite = nil
    let flag = play.scene.makeBinding(name: "flag", initial: .bool(false))
    modify(play, PresentationModifier(kind, .flag(flag), content: ActionID(rawValue: 1), site: bad))
    play.stage.responder.presented = { [unowned play] _, _ in
      play.scene.makeController(ControllerConfiguration(name: "P", content: [.text("nothing to tap")]))
    }
    play.stage.settle()
    return (play, flag)
  }

  /// Warnings of what a modifier presents, which no line calls: the modifier's is named.
  @Test func `what a modifier presents is told of with the modifier's line, where no script runs`() throws {
    let (stuck, flag) = Self.updating(.cover)
    stuck.scene.set(flag, to: .bool(true))
    stuck.stage.settle()
    #expect(Self.warnings(stuck, .stuckCandidate).map(\.site) == [Self.bad])

    let (hidden, shown) = Self.updating()
    hidden.scene.enterBackground()
    hidden.scene.set(shown, to: .bool(true))
    hidden.stage.settle()
    #expect(Self.warnings(hidden, .animatedInBackground).map(\.site) == [Self.bad])

    let (twice, again) = Self.updating()
    try twice.show(twice.sheet())
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(.sheet, .flag(again), content: ActionID(rawValue: 1), site: Self.bad)
    ]
    twice.scene.setModifiers(ViewModifiers(), of: twice.scene.root)
    twice.scene.setModifiers(modifiers, of: twice.scene.top)
    twice.scene.set(again, to: .bool(true))
    twice.stage.settle()
    #expect(Self.warnings(twice, .sameSheetStacked).map(\.site) == [Self.bad])

    let (walled, walls) = Self.updating()
    walled.stage.responder.presented = { [unowned walled] _, _ in
      walled.scene.makeController(ControllerConfiguration(name: "P", isModalInPresentation: .constant(true)))
    }
    walled.scene.set(walls, to: .bool(true))
    walled.stage.settle()
    walled.scene.swipeDown()
    #expect(Self.warnings(walled, .silentBlock).map(\.site) == [Self.bad])
  }

  @Test func `a refusal of a modifier names its line (C-32)`() throws {
    let (play, flag) = Self.updating()
    try play.show(play.sheet("Q"))
    play.scene.set(flag, to: .bool(true))
    play.stage.settle()
    let refused = play.scene.trace.entries.filter { $0.name == "refused" }
    #expect(refused.map(\.code) == ["already_presenting"])
    #expect(refused.map(\.site) == [Self.bad])
  }

  @Test func `a binding that closes what its policy would have kept is to blame, where it was written`() {
    let (play, flag) = Self.updating()
    play.stage.responder.presented = { [unowned play] _, _ in
      play.scene.makeController(ControllerConfiguration(name: "P", hasInlineDelegate: true))
    }
    play.stage.responder.methods = [.shouldDismiss]
    play.stage.responder.shouldDismiss = { _ in false }
    play.scene.set(flag, to: .bool(true))
    play.stage.settle()
    play.stage.responder.currentSite = Self.other
    play.scene.set(flag, to: .bool(false))
    play.stage.responder.currentSite = nil
    play.stage.settle()
    #expect(Self.warnings(play, .unsavedLost).map(\.site) == [Self.other])
  }

  @Test func `each warning of the model has its trap here`() {
    // What only a script's host can see.
    let elsewhere: Set<WarningCode> = [.sideEffectInPolicy, .globalDefined, .trap]
    #expect(Set(Self.cases.map(\.code)).union(elsewhere) == Set(WarningCode.allCases))
  }
}
