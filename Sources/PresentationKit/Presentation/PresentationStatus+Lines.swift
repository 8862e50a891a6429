extension PresentationStatus {
  /// The status in plain words: what it is, then what would come of each trigger.
  public var lines: [String] {
    let adapted = adaptedStyle.map { ", adapted to \($0.rawValue)" } ?? ""
    let rest = detent.map { ", at \($0) of \(detents.joined(separator: ", "))" } ?? ""
    let shown = height.map { ", \(numberText($0)) points high" } ?? ""
    let dimming = isUndimmed ? ", undimmed" : ""
    let head = "\(level) \(name): \(style.rawValue)\(adapted)\(rest)\(shown)\(dimming), \(Self.text(phase))"
    return [head] + zip(Trigger.allCases, ways).map { "  \($0.rawValue): \(Self.text($1))" }
  }

  private static func text(_ phase: PresentationPhase) -> String {
    switch phase {
    case .unused, .ended: "not presented"
    case .linked: "about to come in"
    case .presenting: "coming in"
    case .presented: "presented"
    case .pendingDismissal: "held below its smallest detent"
    case .cancelling: "springing back"
    case .dismissing: "going out"
    }
  }

  private static func text(_ access: Access) -> String {
    switch access {
    case .open: "it would go"
    case .asksDelegate: "should_dismiss would be asked"
    case .walled: "is_modal_in_presentation or forced refuses"
    case .cancels: "it would go with its cancel action"
    case .unavailable(let why): "no effect, \(why)"
    }
  }
}
