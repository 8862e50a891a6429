@testable import PresentationKit

/// A world in which everything can happen, driven by numbers, so that a sequence of acts can be repeated and shrunk.
final class RandomWorld {
  let scene: WindowScene
  let responder = RecordingResponder()
  /// What went wrong, in words.
  var faults: [String] = []
  private let navigation: ControllerID
  private let child: ControllerID
  private let flag: BindingID
  private let selection: BindingID
  private let prompt: ControllerID
  private let shown: [BindingID]
  private let item: BindingID
  private let rows: ControllerID
  /// What is shown now and then in the place of what adapts.
  private let other: ControllerID
  /// How many views its content answers.
  private var rowCount = 1
  private var attempt: AttemptID?
  /// The end block that is being written: its binding, how often it is to be written, and how often it was.
  private var ending:
    (
      name: String, subject: String, expected: Int, found: Int, presenter: PresenterID, presentation: PresentationID
    )?
  /// What `while_closing` keeps in this world, and for each modifier that keeps what was set while its presentation went out.
  private let rule: PresentationModifier.WhileClosing
  private var offers: [Int: [String]] = [:]
  /// The entries of the act that is being checked.
  private var acted: [Trace.Entry] = []
  /// Whether something runs that writes a modifier's binding by the rules.
  private var mayWrite = false
  /// The presentations whose delegate somebody set.
  private var taken: Set<PresentationID> = []
  private var random: Random
  private var reactions = 0

  init(seed: UInt64) {
    random = Random(state: seed)
    let devices: [Device] = [.iphone, .ipad, .macCatalyst, Device(idiom: .phone, width: .compact, height: .compact)]
    rule = PresentationModifier.WhileClosing.allCases[random.next(4)]
    scene = WindowScene(profile: Profile.all[random.next(Profile.all.count)], device: devices[random.next(4)])
    scene.responder = responder
    responder.methods = Set(DelegateMethod.allCases)
    flag = scene.makeBinding(name: "flag", initial: .bool(false))
    selection = scene.makeBinding(name: "selection", initial: .string("medium"))
    shown = ["sheet", "cover", "alert", "popover"].map { [scene] in scene.makeBinding(name: $0, initial: .bool(false)) }
    item = scene.makeBinding(name: "item", initial: .none)
    var outer = ControllerConfiguration(name: "N", kind: .navigation, isModalInPresentation: .binding(flag))
    outer.hasInlineDelegate = true
    navigation = scene.makeController(outer)
    child = scene.makeController(
      ControllerConfiguration(
        name: "C", content: [.scrollView(name: "list", [.button(label: "In", role: .none, action: nil)])],
        definesPresentationContext: true))
    prompt = scene.makeController(
      ControllerConfiguration(
        name: "Ask", kind: .systemPrompt, content: [.button(label: "Allow", role: .none, action: ActionID(rawValue: 9))]
      )
    )
    var listing = ControllerConfiguration(name: "Rows")
    listing.hasContentQuery = true
    rows = scene.makeController(listing)
    other = scene.makeController(
      ControllerConfiguration(
        name: "O", content: [.button(label: "Other", role: .none, action: ActionID(rawValue: 10))]))
    try? scene.push(child, onto: navigation)
    scene.setContent(Self.content(flag), of: scene.root)
    scene.onViolation = { [unowned self] in faults += $0 }
    responder.shouldDismiss = { [unowned self] _ in random.next(3) != 0 }
    responder.adapt = { [unowned self] _ in random.next(3) == 0 ? nil : .automatic }
    responder.substitute = { [unowned self] _ in random.next(3) == 0 ? other : nil }
    responder.detentHeight = { [unowned self] _ in random.next(4) == 0 ? nil : 300 }
    responder.escape = { _ in true }
    responder.presented = { [unowned self] number, _ in presented(number) }
    responder.contents = { [unowned self] in $0 == rows ? (0..<rowCount).map(row) : nil }
    modify()
    responder.react = { [unowned self] in react($0) }
    scene.onEntry = { [unowned self] in
      acted.append($0)
      checkWrites($0)
    }
  }

  // MARK: When bindings are written

  /// A view that comes and goes, with a modifier and an observer of its own.
  private func row(_ number: Int) -> ContentItem {
    var modifiers = ViewModifiers()
    modifiers.presentations = [modifier(.sheet, .flag(shown[number]))]
    modifiers.changes = [.init(binding: flag, action: ActionID(rawValue: 20 + number))]
    modifiers.onDisappear = [ActionID(rawValue: 3)]
    return .modified(.text("row \(number)"), modifiers)
  }

  /// The rules of the writes, once more: by the system at the end of what the user closed, or whose modifier went where
  /// that resets it; and nowhere else but where `dismiss`, an alert's button or a buffer writes.
  private func checkWrites(_ entry: Trace.Entry) {
    checkBuffer(entry)
    switch entry.name {
    case "dismissed": beginEnding(entry)
    case "binding" where entry.detail.hasSuffix("(system)"):
      if ending?.name == entry.subject {
        ending?.found += 1
      } else if ["= false (system)", "= nil (system)"].contains(entry.detail), !mayWrite {
        faults.append("\(entry.text) for no reason")
      }
    case "binding" where ending?.name == entry.subject:
      // What code writes in `did_dismiss` comes before the system looks.
      if entry.detail == "= nil (script)" || entry.detail == "= false (script)" { ending?.expected = 0 }
    case "on_closed":
      if let ending, ending.subject == entry.subject, ending.expected != ending.found {
        faults.append("\(ending.name) was written \(ending.found) times at the end of \(entry.subject)")
      }
      ending = nil
    default: break
    }
  }

  /// The rules of `while_closing`, once more: the system writes back what was set while a presentation went out and was not
  /// taken back, the first, the last, or one after the other.
  private func checkBuffer(_ entry: Trace.Entry) {
    guard ["binding", "dismissing"].contains(entry.name) else { return }
    let keeping = scene.state.presenters.indices.filter { index in
      scene.state.presenters[index].modifier.whileClosing != .system
    }
    if entry.name == "dismissing" {
      for index in keeping {
        let record = scene.state.presenters[index]
        guard let id = record.presentation, scene.name(of: scene.state[id].controller) == entry.subject else {
          continue
        }
        let replacing = scene.value(of: record.modifier.source.binding).traceText
        if record.kept.isEmpty { offers[index] = [] }
        if entry.detail == "(replaced)" { offers[index] = [replacing] + (rule == .fifo ? offers[index] ?? [] : []) }
      }
    }
    guard entry.name == "binding", let end = entry.detail.lastIndex(of: "(") else { return }
    let value = String(entry.detail[..<end].dropFirst(2).dropLast())
    let isOff = ["nil", "false"].contains(value)
    let sharing = keeping.filter { index in
      scene.name(of: scene.state.presenters[index].modifier.source.binding) == entry.subject
    }
    if !entry.detail.hasSuffix("(system)") {
      for index in sharing {
        guard let id = scene.state.presenters[index].presentation, scene.state[id].phase == .dismissing else {
          continue
        }
        offers[index] = isOff ? [] : (offers[index] ?? []) + [value]
      }
    } else if !isOff, entry.subject != scene.name(of: selection), !sharing.contains(where: { takes(value, $0) }) {
      faults.append("\(entry.text), though nothing kept says so: \(offers)")
    }
  }

  /// Takes a value from what was offered, if it is that one's turn.
  private func takes(_ value: String, _ index: Int) -> Bool {
    let offered = offers[index] ?? []
    let place: Int? =
      switch rule {
      case .system: nil
      case .keepFirst: offered.first == value ? 0 : nil
      case .keepLast: offered.last == value ? offered.count - 1 : nil
      case .fifo: offered.firstIndex(of: value)
      }
    guard let place else { return false }
    offers[index] = rule == .fifo ? Array(offered[(place + 1)...]) : []
    return true
  }

  private func beginEnding(_ entry: Trace.Entry) {
    // NB: it is unlinked already, and still its modifier's.
    let index = scene.state.presenters.indices.first { index in
      scene.state.presenters[index].presentation.map { scene.name(of: scene.state[$0].controller) } == entry.subject
    }
    guard let index, let id = scene.state.presenters[index].presentation else { return }
    let record = scene.state.presenters[index]
    let name = scene.name(of: record.modifier.source.binding)
    ending = (name, entry.subject, writes(record, id), 0, PresenterID(rawValue: index), id)
  }

  private func writes(_ record: PresenterRecord, _ id: PresentationID) -> Int {
    let (reason, value) = (scene.state[id].reason, scene.value(of: record.modifier.source.binding))
    guard value.isTrue else { return 0 }
    // NB: a modifier whose source was exchanged presents for the old one, and what the new one says came meanwhile.
    let isItem = if case .item = record.modifier.source { true } else { false }
    let isOther = isItem ? value != record.value : record.identity != .bool(true)
    if isOther, record.kept.isEmpty, scene.profile.representDuringDismissal { return 0 }
    let isGone = record.isRemoved || !scene.state.isInTree(record.host)
    if reason.isByUser, scene.state[id].isWritten { return 0 }
    if reason == .presenterRemoved || (reason.isByUser && isGone) {
      return scene.profile.resetBindingOnModifierRemoval ? 1 : 0
    }
    guard reason.isByUser else { return 0 }
    return scene.profile.swiftuiOwnsDelegate && taken.contains(id) ? 0 : 1
  }

  private func writing(_ body: () -> Void) {
    let outer = mayWrite
    mayWrite = true
    body()
    mayWrite = outer
  }

  private static func content(_ flag: BindingID) -> [ContentItem] {
    [
      .button(label: "Go", role: .none, action: ActionID(rawValue: 0)), .textField(name: "field", binding: flag),
      .group(name: "g", [.toggle(label: "Flag", binding: flag)]), .scrollView(name: "list", []),
    ]
  }

  private func react(_ callback: Callback) {
    if case .delegate(_, _, _, let attempt?) = callback { self.attempt = attempt }
    guard reactions > 0, random.next(8) == 0 else { return }
    reactions -= 1
    scriptAct(random.next(Self.scriptActs))
    // A modifier that code takes away in `did_dismiss` is gone before the system looks.
    guard case .delegate(.didDismiss, _, _, _) = callback, let ending, scene.state[ending.presenter].isRemoved else {
      return
    }
    self.ending?.expected = writes(scene.state[ending.presenter], ending.presentation)
  }

  /// One step of a sequence: an act of the user, of code or of the world, or time that passes.
  func step(_ number: Int) {
    reactions = 2
    // What is listed has an effect once the update that is due has come, as it does before an act.
    if number % 6 < 3 { scene.runDueUpdate() }
    switch number % 6 {
    case 0: userAct(universe, number / 6)
    case 1, 2: userAct(scene.userActions(), number / 6)
    case 3: scriptAct(number / 6 % Self.scriptActs)
    case 4: for _ in 0...(number / 6 % 3) { scene.runNext() }
    default: for _ in 0..<20 where scene.runNext() {}
    }
    faults += scene.state.violations
  }

  // MARK: The user

  /// Every act there might be, whether it has an effect or not.
  private var universe: [UserAction] {
    let fixed: [UserAction] = [
      .release(velocity: 0), .release(velocity: scene.profile.flickVelocity), .cancelTouch, .dismissKeyboard,
      .pressEscape, .performEscape, .tap(label: "Go"), .tap(label: "Flag"), .tap(label: "OK"), .tap(label: "Cancel"),
      .tap(label: "Allow"), .tap(label: "In"), .tap(label: "Other"), .type(field: "field"), .focus(field: "field"),
    ]
    return fixed
      + ([scene.root] + scene.stack).flatMap { controller -> [UserAction] in
        [
          .swipeDown(controller), .drag(controller, fraction: 0.25), .drag(controller, fraction: 0.75),
          .dragToDetent(controller, "medium"), .dragToDetent(controller, "large"), .dragToDetent(controller, "peek"),
          .scroll(controller, dy: 100), .scroll(controller, dy: -100), .tapOutside(controller),
        ]
      }
  }

  private func userAct(_ choices: [UserAction], _ number: Int) {
    guard !choices.isEmpty else { return }
    let action = choices[number % choices.count]
    check(action, isListed: scene.userActions().contains(action))
  }

  /// Tries every act there might be from here, each from the same point.
  func checkAllActs() {
    scene.runDueUpdate()
    let (point, reactions, attempt, taken, offers) = (scene.state, reactions, attempt, taken, offers)
    self.reactions = 0
    let (listed, known) = (scene.userActions(), universe)
    for action in known + listed.filter({ !known.contains($0) }) {
      check(action, isListed: listed.contains(action))
      scene.restore(point)
    }
    (self.reactions, self.attempt, self.taken, self.offers) = (reactions, attempt, taken, offers)
    ending = nil
  }

  private func check(_ action: UserAction, isListed: Bool) {
    acted.removeAll(keepingCapacity: true)
    var isVain = false
    // An alert's button writes its modifier's flag at the tap (C-14).
    mayWrite = true
    do throws(TapError) { try scene.perform(action, typing: "x") } catch { isVain = true }
    mayWrite = false
    let acts = ["tap_outside", "escape", "accessibility_escape"]
    let entries = acted.drop { acts.contains($0.name) }
    let vain = entries.indices.filter { entries[$0].name == "no_effect" || entries[$0].code == "covered" }
    // NB: what callbacks do after the first effect may be in vain, and a touch may end a settling before it is.
    guard isListed ? entries.isEmpty || vain.first == entries.startIndex : !isVain && vain.isEmpty else {
      return
    }
    faults.append("\(action) \(isListed ? "is listed, and in vain" : "is not listed, and has an effect")")
  }

  // MARK: Code and the world

  static let scriptActs = 46

  /// Puts modifiers on the root and on the child of the navigation controller.
  private func modify() {
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      modifier(.sheet, .flag(shown[0]), rule), modifier(.sheet, .item(item), rule), modifier(.alert, .flag(shown[2])),
    ]
    modifiers.onAppear = [ActionID(rawValue: 3)]
    modifiers.tasks = [ActionID(rawValue: 4)]
    scene.setModifiers(modifiers, of: scene.root)
    modifiers.presentations = [modifier(.cover, .flag(shown[1])), modifier(.popover, .flag(shown[3]))]
    modifiers.interactiveDismissDisabled = [.binding(flag)]
    scene.setModifiers(modifiers, of: child)
  }

  private func modifier(
    _ kind: PresentationModifier.Kind, _ source: PresentationModifier.Source,
    _ rule: PresentationModifier.WhileClosing = .system
  ) -> PresentationModifier {
    let number = kind == .alert ? 5 : kind == .popover ? 6 : 7
    return PresentationModifier(
      kind, source, content: ActionID(rawValue: number), onDismiss: ActionID(rawValue: 8), whileClosing: rule)
  }

  private func presented(_ content: ActionID) -> ControllerID? {
    switch content.rawValue {
    case 5: alert(.alert)
    case 6: random.next(3) == 0 ? nil : sheet(.popover)
    default: sheet(random.next(4) == 0 ? .overCurrentContext : .automatic, [.medium, .large])
    }
  }

  private func modifierAct(_ number: Int) {
    switch number {
    case 34...37: scene.set(shown[number - 34], to: .bool(!scene.value(of: shown[number - 34]).isTrue))
    case 38: scene.set(item, to: [.none, .string("a"), .string("b")][random.next(3)])
    case 39: writing { scene.dismissFromEnvironment(of: scene.top) }
    case 40: writing { scene.dismissFromEnvironment(of: child) }
    case 41: random.next(2) == 0 ? modify() : scene.setModifiers(ViewModifiers(), of: scene.root)
    case 42:
      scene.set(shown[0], to: .bool(false))
      scene.set(shown[2], to: .bool(true))
    case 43:
      var modifiers = ViewModifiers()
      modifiers.presentations = [modifier(.sheet, .item(item))]
      scene.setModifiers(modifiers, of: scene.top)
    case 44:
      guard let presentation = scene.presentations.last else { return }
      taken.insert(presentation)
      scene.setDelegate(random.next(3) == 0 ? nil : DelegateID(rawValue: 1), of: presentation)
    default:
      rowCount = random.next(3)
      present(rows)
    }
  }

  /// At rest a modifier presents what its binding says, unless it waits or has lost it.
  private func checkPresenters() {
    for (index, record) in scene.state.presenters.enumerated() {
      let wanted = scene.wanted(by: PresenterID(rawValue: index))
      if record.presentation == nil, !record.kept.isEmpty, !record.isRemoved, scene.state.isInTree(record.host) {
        faults.append("something is kept at rest")
      }
      if record.presentation != nil {
        if record.isRemoved || wanted == nil { faults.append("a modifier presents what its binding does not say") }
      } else if let wanted, !record.isRemoved, !record.isWaiting, record.lost != wanted.identity,
        scene.state.isInWindow(record.host), !scene.profile.singleModifier
      {
        faults.append("a modifier presents nothing, though its binding asks for it")
      }
    }
  }

  private func sheet(_ style: ModalPresentationStyle = .automatic, _ detents: [Detent] = [.large]) -> ControllerID {
    var configuration = ControllerConfiguration(
      name: "S", style: style, content: Self.content(flag), hasInlineDelegate: true, anchor: "Go")
    configuration.sheet.detents = detents
    configuration.sheet.selectedDetent = .binding(selection)
    configuration.sheet.largestUndimmedDetent = detents.count > 1 ? "medium" : nil
    configuration.performsEscape = detents.count > 2 ? .policy : .unhandled
    return scene.makeController(configuration)
  }

  private func alert(_ kind: ControllerKind) -> ControllerID {
    scene.makeController(
      ControllerConfiguration(
        name: "A", kind: kind,
        content: [
          .button(label: "OK", role: .none, action: ActionID(rawValue: 1)),
          .button(label: "Cancel", role: .cancel, action: ActionID(rawValue: 2)),
        ], anchor: "Go"))
  }

  private func present(_ controller: ControllerID, animated: Bool = true) {
    _ = try? scene.present(controller, from: scene.top, animated: animated, completion: CompletionID(rawValue: 0))
  }

  private func scriptAct(_ number: Int) {
    switch number {
    case 0: present(sheet())
    case 1: present(sheet(.formSheet, [.medium, .large]))
    case 2: present(sheet(.pageSheet, [.custom("peek"), .medium, .large]))
    case 3: present(sheet(.fullScreen))
    case 4: present(sheet(.popover))
    case 5: present(sheet(.overFullScreen), animated: false)
    case 6: present(alert(.alert))
    case 7: present(alert(.actionSheet))
    case 8: present(navigation)
    case 9: _ = try? scene.present(sheet(.currentContext), from: child)
    case 10: _ = try? scene.present(sheet(.overCurrentContext), from: child, animated: false)
    case 11: _ = try? scene.present(prompt, from: scene.root)
    case 12: scene.dismiss(scene.top)
    case 13: scene.dismiss(scene.root, animated: false)
    case 14: scene.dismissAll()
    case 15: _ = scene.requestDismiss(scene.top)
    case 16: _ = scene.requestDismissAll()
    default: scriptAct2(number)
    }
  }

  private func scriptAct2(_ number: Int) {
    switch number {
    case 17: _ = attempt.map { scene.proceed($0) }
    case 18: scene.set(flag, to: .bool(!scene.value(of: flag).isTrue))
    case 19: scene.set(selection, to: .string(scene.value(of: selection) == .string("large") ? "medium" : "large"))
    case 20: scene.setModalInPresentation(random.next(2) == 0 ? .binding(flag) : .constant(false), of: scene.top)
    case 21: scene.setDetents(random.next(2) == 0 ? [.medium] : [.height(100), .large], of: scene.top)
    case 22: scene.setSelectedDetent("large", of: scene.top)
    case 23: scene.invalidateDetents(of: scene.top)
    case 24: try? scene.push(sheet(), onto: navigation)
    case 25: _ = try? scene.pop(navigation)
    case 26: writing { try? scene.resize(width: random.next(2) == 0 ? .compact : .regular, height: .regular) }
    case 27: writing { try? scene.resize(width: scene.device.width, height: random.next(2) == 0 ? .compact : .regular) }
    case 28: scene.enterBackground()
    case 29: scene.enterForeground()
    case 30: scene.openURL("app://x")
    case 31: scene.close(scene.stack.first ?? scene.root)
    case 32: _ = scene.startTimer(after: 100)
    case 33: removeOrReturnChild()
    default: modifierAct(number)
    }
  }

  private func removeOrReturnChild() {
    if scene.controller(child).parent == nil {
      try? scene.push(child, onto: navigation)
    } else {
      scene.removeFromParent(child)
    }
  }

  /// Lets everything come to rest, and says what does not hold of the history then.
  func finish() {
    reactions = 0
    scene.cancelTouch()
    for _ in 0..<2000 where scene.runNext() {}
    if scene.nextDeadline() != nil { faults.append("it does not come to rest") }
    var closed: [String: Int] = [:]
    var last = 0
    for entry in scene.trace.entries {
      if entry.time < last { faults.append("time goes back") }
      last = entry.time
      if entry.name == "presented" { closed[entry.subject, default: 0] += 1 }
      if entry.name == "dismissed" { closed[entry.subject, default: 0] -= 1 }
      if entry.name == "on_closed" { closed[entry.subject, default: 0] += 0 }
    }
    checkPresenters()
    let live = closed.values.reduce(0, +)
    if live != scene.stack.count { faults.append("\(live) presentations are not over, \(scene.stack.count) are there") }
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
