import Moonsheet

extension FlowCoverage {
  init(of graph: SearchGraph<ExplorationAct>, _ stage: FlowStage, _ counts: CallbackCounts) {
    policies = counts.verdicts.sorted { $0.key < $1.key }.map { key, count in
      Policy(name: key.text, allowed: count.yes, refused: count.no)
    }
    reached = counts.reached.keys.sorted().map(\.text)
    let known = Set(counts.reached.keys).union(counts.verdicts.keys)
    neverReached = stage.host.configuredCallbacks().filter { !known.contains($0) }.map(\.text)
    neverPossible = Self.impossible(graph, stage)
  }

  private static func impossible(_ graph: SearchGraph<ExplorationAct>, _ stage: FlowStage) -> [String] {
    var acts: Set<String> = []
    for act in graph.actions { acts.insert(FlowWords.kind(of: act)) }
    var result: [String] = []
    for act in stage.plan.actions ?? [] where !acts.contains(act) { result.append(act) }
    for (name, _) in stage.plan.answers where !graph.actions.contains(where: { Self.answers($0, name) }) {
      result.append("answer \(name)")
    }
    for field in stage.plan.types.keys.sorted() where !graph.actions.contains(where: { Self.types($0, field) }) {
      result.append("type into \(field)")
    }
    return result
  }

  private static func answers(_ act: ExplorationAct, _ name: String) -> Bool {
    if case .answer(name, _) = act { true } else { false }
  }

  private static func types(_ act: ExplorationAct, _ field: String) -> Bool {
    if case .user(.type(field), _) = act { true } else { false }
  }
}

extension FlowWords {
  /// What `actions` calls an act.
  static func kind(of act: ExplorationAct) -> String {
    switch act {
    case .wait: "wait"
    case .event: "events"
    case .answer: "answers"
    case .user(let action, _):
      switch action {
      case .swipeDown: "swipe_down"
      case .drag: "drag"
      case .release: "release"
      case .cancelTouch: "cancel_touch"
      case .dragToDetent: "drag_to_detent"
      case .scroll: "scroll"
      case .tap: "tap"
      case .type: "type"
      case .focus: "focus"
      case .dismissKeyboard: "dismiss_keyboard"
      case .tapOutside: "tap_outside"
      case .pressEscape: "press_escape"
      case .performEscape: "perform_escape"
      }
    }
  }

  /// An act in as few words as a drawing has room for.
  static func short(_ act: ExplorationAct) -> String {
    switch act {
    case .user(.tap(let label), _): "tap \(label)"
    case .user(.type(let field), let text): text.isEmpty ? "clear \(field)" : "type \(text) into \(field)"
    case .user(.dragToDetent(_, let detent), _): "drag to \(detent)"
    case .user(.release(let velocity), _): velocity == 0 ? "let go" : "flick"
    case .answer(let name, _): "answer \(name)"
    default: kind(of: act).replacing("_", with: " ")
    }
  }
}
