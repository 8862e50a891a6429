import Moonsheet
import PresentationKit

/// What is presented as a picture in text: the top on top, the root below, who may go by what, and why not.
enum StackPicture {
  /// - Parameter kinds: what each of the stack is, where that says more than its style.
  static func lines(_ stack: [PresentationStatus], kinds: [ControllerKind], root: String, isIdle: Bool) -> [String] {
    let motion = isIdle ? "" : "   (in motion: settle() lets it come to rest)"
    let rows =
      zip(stack, kinds).reversed().map { (left: left($0, $1), right: access($0, $1)) } + [
        (left: "0 \(root)", right: "")
      ]
    let width = rows.map { DisplayWidth.columns(of: $0.left) }.max() ?? 0
    return rows.enumerated().map { index, row in
      let corner = index == rows.count - 1 ? "└" : index == 0 ? "┌" : "├"
      let gap = String(repeating: " ", count: width - DisplayWidth.columns(of: row.left))
      let line = row.right.isEmpty ? "\(corner) \(row.left)" : "\(corner) \(row.left)\(gap)   \(row.right)"
      return index == rows.count - 1 ? line + motion : line
    }
  }

  private static func left(_ status: PresentationStatus, _ kind: ControllerKind) -> String {
    if let word = word(kind) {
      return "\(status.level) \(status.name)  \(word)\(self.word(status.phase).map { ", \($0)" } ?? "")"
    }
    let style = status.adaptedStyle.map { "\(status.style.rawValue) as \($0.rawValue)" } ?? status.style.rawValue
    let detent = status.detents.count > 1 ? status.detent.map { " at \($0)" } ?? "" : ""
    let phase = word(status.phase).map { ", \($0)" } ?? ""
    return "\(status.level) \(status.name)  \(style)\(detent)\(phase)"
  }

  /// What has no style of its own.
  private static func word(_ kind: ControllerKind) -> String? {
    switch kind {
    case .alert: "alert"
    case .actionSheet: "confirmation_dialog"
    case .systemPrompt: "system_prompt"
    case .viewController, .navigation, .tabs, .container: nil
    }
  }

  private static func word(_ phase: PresentationPhase) -> String? {
    switch phase {
    case .linked: "about to come in"
    case .presenting: "coming in"
    case .pendingDismissal: "held below its smallest detent"
    case .cancelling: "springing back"
    case .dismissing: "going out"
    case .presented, .unused, .ended: nil
    }
  }

  /// What the user can do to make it go, grouped by what would come of it.
  private static func access(_ status: PresentationStatus, _ kind: ControllerKind) -> String {
    if let cover = coverReason(status) { return cover }
    let triggers = PresentationStatus.Trigger.allCases.filter { $0 != .accessibilityEscape }
    var parts: [String] = []
    for (test, text) in groups {
      let words = triggers.filter { test(status.access(by: $0)) }.map(\.rawValue)
      if !words.isEmpty { parts.append(text(words.joined(separator: ", "), words.count > 1)) }
    }
    if word(kind) != nil { parts.append("goes by its buttons") }
    if parts.isEmpty { parts = reasons(status, triggers) }
    return parts.joined(separator: "; ")
  }

  private static var groups: [((PresentationStatus.Access) -> Bool, (String, Bool) -> String)] {
    [
      ({ $0 == .open }, { words, _ in "goes by \(words)" }),
      ({ $0 == .asksDelegate }, { words, isMany in "\(words) \(isMany ? "ask" : "asks") should_dismiss" }),
      ({ $0 == .walled }, { words, _ in "\(words) refused by its modal flag" }),
      ({ $0 == .cancels }, { words, isMany in "\(words) \(isMany ? "cancel" : "cancels")" }),
    ]
  }

  /// What keeps all touches off it.
  private static func coverReason(_ status: PresentationStatus) -> String? {
    let reasons = Set(status.ways.map { if case .unavailable(let why) = $0 { why } else { "" } })
    guard reasons.count == 1, let reason = reasons.first, !reason.isEmpty else { return nil }
    return "stays: \(reason)"
  }

  private static func reasons(
    _ status: PresentationStatus, _ triggers: [PresentationStatus.Trigger]
  ) -> [String] {
    triggers.compactMap { trigger in
      guard case .unavailable(let why) = status.access(by: trigger) else { return nil }
      return "no \(trigger.rawValue): \(why)"
    }
  }
}

extension Session {
  /// Shows the stack when the input changed it.
  func tellStackIfChanged() {
    let stack = host.scene.status()
    guard stack != shownStack else { return }
    shownStack = stack
    if settings.showsStack { tellStack(stack) }
  }

  func tellStack(_ stack: [PresentationStatus]) {
    let root = host.scene.name(of: host.scene.root)
    let kinds = stack.map { host.scene.controller($0.controller).kind }
    tell(.stack, StackPicture.lines(stack, kinds: kinds, root: root, isIdle: host.scene.isIdle))
  }
}
