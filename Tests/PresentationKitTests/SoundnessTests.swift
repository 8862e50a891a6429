import PresentationKit
import Testing

/// Whatever is called from wherever, the scene stays sound and comes to rest.
@Suite struct SoundnessTests {
  static let verbs = [
    "present sheet", "present cover", "present alert", "present shown", "present still", "dismiss top", "dismiss root",
    "dismiss lowest", "dismiss still", "close lowest", "close top", "dismiss all", "request top", "request all",
    "proceed", "cancel attempt", "push", "pop", "embed", "remove", "select tab", "set", "swipe", "drag", "release",
    "cancel touch", "tap", "type", "tap outside", "escape", "perform escape", "timer", "job", "modal", "delegate",
    "root", "run", "advance", "resize", "turn", "background", "foreground", "open url", "prompt", "detents",
    "select detent", "scroll", "to detent", "focus", "context", "popover",
  ]

  /// One world in which everything can happen.
  final class World {
    let stage: Stage
    let navigation: ControllerID
    let tabs: ControllerID
    let binding: BindingID
    let prompt: ControllerID
    var loose: ControllerID
    var attempt: AttemptID?

    init(device: Device = .iphone) {
      stage = Stage(device: device)
      let scene = stage.scene
      binding = scene.makeBinding(name: "b", initial: .bool(false))
      navigation = stage.sheet("N", .navigation, modal: .binding(binding), delegate: true)
      tabs = stage.sheet("T", .tabs, delegate: true)
      prompt = stage.sheet("Ask", .systemPrompt, content: [.button(label: "Go", role: .none, action: nil)])
      loose = stage.sheet("L", content: [.button(label: "Go", role: .none, action: ActionID(rawValue: 0))])
      scene.observe(binding)
      stage.responder.methods = Set(DelegateMethod.allCases)
      let child = ControllerConfiguration(name: "C", definesPresentationContext: true)
      try? scene.push(scene.makeController(child), onto: navigation)
      try? scene.setTabs([stage.sheet("X"), stage.sheet("Y")], of: tabs)
      scene.setContent(
        [.button(label: "Go", role: .none, action: ActionID(rawValue: 0)), .textField(name: "f", binding: binding)],
        of: stage.root)
    }

    func sheet(_ style: ModalPresentationStyle = .automatic) -> ControllerID {
      stage.sheet(
        "S", style: style, delegate: true,
        content: [
          .button(label: "Go", role: .none, action: ActionID(rawValue: 0)), .textField(name: "f", binding: binding),
        ])
    }

    func call(_ verb: String) {
      let scene = stage.scene
      switch verb {
      case "present sheet": _ = try? scene.present(sheet(), from: scene.top)
      case "present cover": _ = try? scene.present(sheet(.fullScreen), from: scene.top)
      case "present alert": _ = try? scene.present(stage.alert("A", "Go", "Stay"), from: scene.top)
      case "present shown": _ = try? scene.present(scene.top, from: stage.root)
      case "present still": _ = try? scene.present(navigation, from: scene.top, animated: false)
      case "dismiss top": scene.dismiss(scene.top)
      case "dismiss root": scene.dismiss(stage.root)
      case "dismiss lowest": scene.dismiss(scene.stack.first ?? stage.root)
      case "dismiss still": scene.dismiss(stage.root, animated: false, completion: CompletionID(rawValue: 0))
      case "close lowest": scene.close(scene.stack.first ?? stage.root)
      case "close top": scene.close(scene.top)
      case "dismiss all": scene.dismissAll()
      case "request top": _ = scene.requestDismiss(scene.top)
      case "request all": _ = scene.requestDismissAll()
      case "proceed": _ = attempt.map { scene.proceed($0) }
      case "cancel attempt": attempt.map { scene.cancelAttempt($0) }
      case "push": try? scene.push(sheet(), onto: navigation)
      case "pop": _ = try? scene.pop(navigation)
      case "embed": try? scene.embed(loose, in: scene.top)
      case "remove": scene.removeChild(loose)
      case "select tab": try? scene.selectTab(1, of: tabs)
      default: callMore(verb)
      }
    }

    private func callMore(_ verb: String) {
      let scene = stage.scene
      switch verb {
      case "set": scene.set(binding, to: .bool(!scene.value(of: binding).isTrue))
      case "swipe": scene.swipeDown()
      case "drag": scene.drag(fraction: 0.6)
      case "release": scene.release()
      case "cancel touch": scene.cancelTouch()
      case "tap": try? scene.tap(label: "Go")
      case "type": try? scene.type(field: "f", text: "x")
      case "tap outside": scene.tapOutside()
      case "escape": scene.pressEscape()
      case "perform escape": scene.performEscape()
      case "timer": _ = scene.startTimer(after: 100)
      case "job": _ = scene.scheduleOnMainQueue()
      case "modal": scene.setModalInPresentation(.constant(scene.stack.count % 2 == 0), of: scene.top)
      case "delegate": scene.setDelegate(DelegateID(rawValue: 2), of: scene.presentationController(of: scene.top))
      case "root": scene.setRoot(tabs)
      case "run": scene.runNext()
      case "advance": scene.advanceClock(to: scene.now + 10)
      default: callYetMore(verb)
      }
    }

    private func callYetMore(_ verb: String) {
      let scene = stage.scene
      switch verb {
      case "resize": try? scene.resize(width: scene.device.width == .compact ? .regular : .compact, height: .regular)
      case "turn": try? scene.resize(width: .compact, height: scene.device.height == .compact ? .regular : .compact)
      case "background": scene.enterBackground()
      case "foreground": scene.enterForeground()
      case "open url": scene.openURL("app://x")
      case "prompt": _ = try? scene.present(prompt, from: stage.root)
      case "detents": scene.setDetents([.height(100), .medium, .large], of: scene.top)
      case "select detent": scene.setSelectedDetent("large", of: scene.top)
      case "scroll": scene.scroll(dy: -100)
      case "to detent": try? scene.dragToDetent("large")
      case "focus": try? scene.focus(field: "f")
      case "context":
        let child = scene.controller(navigation).visibleChild ?? navigation
        _ = try? scene.present(sheet(.currentContext), from: child)
      case "popover": _ = try? scene.present(sheet(.popover), from: scene.top)
      default: Issue.record("no verb \(verb)")
      }
    }

    /// Runs the clock until it is at rest.
    func settle() {
      for _ in 0..<3000 {
        if !stage.scene.runNext() { return }
        #expect(stage.scene.state.violations.isEmpty)
      }
      Issue.record("it does not come to rest")
    }
  }

  static let story = [
    "present sheet", "settle", "present cover", "settle", "dismiss top", "settle", "drag", "release", "settle",
    "present alert", "settle", "tap", "settle", "present still", "settle", "push", "settle", "pop", "settle", "modal",
    "swipe", "settle", "set", "swipe", "settle", "set", "modal", "swipe", "settle", "timer", "job", "settle", "drag",
    "cancel touch", "settle", "dismiss still", "settle", "embed", "remove", "tap outside", "escape", "settle",
    "present sheet", "settle", "detents", "to detent", "settle", "swipe", "settle", "resize", "settle", "background",
    "open url", "settle", "prompt", "tap", "settle", "dismiss all", "settle", "present still", "settle", "context",
    "settle", "pop", "settle",
  ]

  private static func kind(_ callback: Callback) -> String {
    switch callback {
    case .lifecycle(let lifecycle, _): lifecycle.traceName
    case .view: "view"
    case .presenting: "presenting"
    case .raised: "raised"
    case .delegate(let method, _, _, _): method.traceName
    case .presented: "presented"
    case .closed: "closed"
    case .action: "action"
    case .completion: "completion"
    case .timer: "timer"
    case .bindingChanged: "binding_changed"
    case .ended: "ended"
    case .appMoved: "app_moved"
    case .urlOpened: "url_opened"
    }
  }

  static let kinds = [
    "view_did_load", "view_will_appear", "view_is_appearing", "view_did_appear", "view_will_disappear",
    "view_did_disappear", "will_move", "did_move", "will_dismiss", "did_dismiss", "did_attempt_to_dismiss",
    "will_present", "presented", "closed", "action", "completion", "timer", "binding_changed", "ended",
    "did_change_selected_detent_identifier", "app_moved", "url_opened",
  ]

  @Test(arguments: verbs)
  func `any verb in any callback leaves the scene sound`(verb: String) {
    for kind in Self.kinds {
      for occurrence in 0..<3 {
        let world = World(device: occurrence == 1 ? .macCatalyst : .iphone)
        var seen = 0
        world.stage.responder.react = { callback in
          if case .delegate(_, _, _, let attempt?) = callback { world.attempt = attempt }
          guard Self.kind(callback) == kind else { return }
          seen += 1
          if seen == occurrence + 1 { world.call(verb) }
        }
        for step in Self.story { step == "settle" ? world.settle() : world.call(step) }
        rest(world)
        checkHistory(world.stage)
      }
    }
  }

  @Test(arguments: 0..<60)
  func `random acts at random moments, from outside and from callbacks, leave the scene sound`(seed: UInt64) {
    var random = Random(state: seed)
    let world = World(device: seed % 3 == 0 ? .ipad : seed % 3 == 1 ? .macCatalyst : .iphone)
    var budget = 0
    world.stage.responder.shouldDismiss = { _ in random.next(4) != 0 }
    world.stage.responder.react = { callback in
      if case .delegate(_, _, _, let attempt?) = callback { world.attempt = attempt }
      guard budget > 0, random.next(6) == 0 else { return }
      budget -= 1
      world.call(Self.verbs[random.next(Self.verbs.count)])
    }
    for _ in 0..<150 {
      budget = 3
      world.call(Self.verbs[random.next(Self.verbs.count)])
      #expect(world.stage.scene.state.violations.isEmpty)
      for _ in 0..<random.next(8) { world.stage.scene.runNext() }
      #expect(world.stage.scene.state.violations.isEmpty)
    }
    budget = 0
    rest(world)
    checkHistory(world.stage)
  }

  /// Lifts the finger, also where a callback put one down again, and lets everything come to rest.
  private func rest(_ world: World) {
    for _ in 0..<5 {
      world.stage.scene.cancelTouch()
      world.settle()
    }
  }

  /// What holds for every history: presentations come, go and are closed in step, and appearance callbacks balance.
  private func checkHistory(_ stage: Stage) {
    #expect(stage.scene.isIdle)
    // A system prompt is in no stack.
    let names = stage.scene.trace.entries.filter { $0.subject != "Ask" }.map(\.name)
    func count(_ name: String) -> Int { names.filter { $0 == name }.count }
    #expect(count("presenting") == count("presented"))
    #expect(count("dismissing") == count("dismissed"))
    #expect(count("dismissed") == count("on_closed"))
    #expect(count("presented") - count("dismissed") == stage.scene.stack.count)
    var standing: [String: String] = [:]
    let before = [
      "view_will_appear": ["", "view_did_disappear", "view_will_disappear"],
      "view_is_appearing": ["view_will_appear"], "view_did_appear": ["view_is_appearing"],
      "view_will_disappear": ["view_did_appear", "view_will_appear", "view_is_appearing", "root"],
      "view_did_disappear": ["view_will_disappear"],
    ]
    for entry in stage.scene.trace.entries {
      guard let allowed = before[entry.name] else { continue }
      let last = standing[entry.subject] ?? (entry.subject == "root" ? "root" : "")
      #expect(allowed.contains(last), "\(entry) after \(last)")
      standing[entry.subject] = entry.name
    }
  }

  /// SplitMix64.
  struct Random {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((z ^ (z >> 31)) % UInt64(bound))
    }
  }
}
