extension SceneState {
  /// The views of a controller that have modifiers, outermost first, each with its place.
  static func modifiedViews(in configuration: ControllerConfiguration) -> [HostedView] {
    var result: [HostedView] = []
    if !configuration.modifiers.isEmpty {
      result.append(HostedView(path: [], name: nil, modifiers: configuration.modifiers))
    }
    appendModified(in: configuration.content, at: [], to: &result)
    return result
  }

  private static func appendModified(in items: [ContentItem], at path: [Int], to result: inout [HostedView]) {
    for (index, item) in items.enumerated() { appendModified(item, at: path + [index], to: &result) }
  }

  private static func appendModified(_ item: ContentItem, at path: [Int], to result: inout [HostedView]) {
    switch item {
    case .text, .button, .textField, .toggle: break
    case .group(_, let inner), .scrollView(_, let inner): appendModified(in: inner, at: path, to: &result)
    case .modified(let view, let outer):
      // Modifiers written one after the other are those of one view.
      var (inner, modifiers) = (view, outer)
      while case .modified(let next, let before) = inner { (inner, modifiers) = (next, before.adding(modifiers)) }
      result.append(HostedView(path: path, name: inner.shownName, modifiers: modifiers))
      appendModified(inner, at: path, to: &result)
    }
  }

  /// Whether a controller is in the window's tree, visible or not: its views are there.
  func isInTree(_ id: ControllerID) -> Bool {
    let outer = outermost(id)
    return outer == root || presentation(around: outer) != nil
  }

  /// What stands in the place of a presentation's modifier, if it is presented by one.
  func presenterRecord(of id: PresentationID) -> PresenterRecord? { self[id].modifier.map { self[$0] } }

  /// Whether a modifier and what it presents name each other.
  var presenterViolations: [String] {
    var result: [String] = []
    for index in presenters.indices {
      guard let id = presenters[index].presentation else { continue }
      if self[id].modifier?.rawValue != index || !self[id].phase.isLive { result.append("\(id) is no modifier's") }
    }
    for id in chain {
      guard let modifier = self[id].modifier, self[modifier].presentation != id else { continue }
      result.append("\(id) has lost its modifier")
    }
    return result
  }
}
