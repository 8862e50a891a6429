extension SceneState {
  package func encode(_ id: ControllerID, into words: inout CanonicalWords) {
    let record = self[id]
    words.add(aside: record.$configuration) { encode(record.configuration, into: &$0) }
    words.add(record.isViewLoaded)
    words.add(case: record.appearance)
    words.add(record.isBeingPresented)
    words.add(record.isBeingDismissed)
    words.refer(record.parent)
    words.add(each: record.children) { $0.refer($1) }
    words.refer(record.superview)
    words.add(each: record.subviews) { $0.refer($1) }
    words.add(record.selectedTab)
    words.refer(record.substitute)
    words.add(record.focusedField)
    words.add(record.disablesDismissalDirectly)
    words.add(record.disablesDismissal)
    encode(record.backgroundInteraction, into: &words)
    words.add(record.contentInteraction) { $0.add(case: $1) }
    encode(record.compactAdaptation, into: &words)
    words.refer(record.presented)
    words.refer(record.presentation)
    words.add(hasPresentations(of: id))
    for scroll in scrolls where scroll.controller == id {
      words.add(scroll.name)
      words.add(scroll.offset)
    }
    words.add(record.host) { words, host in encode(hosts[host], into: &words) }
  }

  /// Whether a controller was ever presented.
  private func hasPresentations(of id: ControllerID) -> Bool {
    self[id].presented != nil || presentations.hasUsed(for: id)
  }

  /// The place of a controller among those whose views have modifiers: updates go in that order.
  package func hostIndex(of id: ControllerID) -> Int? { self[id].host }

  private func encode(_ configuration: ControllerConfiguration, into words: inout CanonicalWords) {
    words.add(configuration.name)
    words.add(case: configuration.kind)
    words.add(case: configuration.style)
    words.add(configuration.animated)
    switch configuration.isModalInPresentation {
    case .constant(let bool): words.add(bool ? 1 : 0)
    case .binding(let binding):
      words.add(2)
      words.refer(binding)
    case .query: words.add(3)
    }
    words.add(configuration.forced)
    words.refer(configuration.presenting)
    words.add(each: configuration.content) { encode($1, into: &$0) }
    words.add(configuration.hasContentQuery)
    encode(configuration.modifiers, into: &words)
    words.add(configuration.hasInlineDelegate)
    words.refer(configuration.delegate)
    words.add(configuration.overridesPresent)
    words.add(case: configuration.performsEscape)
    words.add(configuration.anchor)
    words.add(configuration.sourceY) { $0.add($1) }
    words.add(each: configuration.passthroughViews) { $0.add($1) }
    encode(configuration.sheet, into: &words)
    words.add(configuration.definesPresentationContext)
    words.add(configuration.disablesAutomaticKeyboardDismissal.map { $0 ? 2 : 1 } ?? 0)
  }

  private func encode(_ sheet: SheetConfiguration, into words: inout CanonicalWords) {
    words.add(each: sheet.detents) { words, detent in
      switch detent {
      case .medium: words.add(0)
      case .large: words.add(1)
      case .height(let points):
        words.add(2)
        words.add(points)
      case .fraction(let part):
        words.add(3)
        words.add(part)
      case .custom(let identifier):
        words.add(4)
        words.add(identifier)
      }
    }
    switch sheet.selectedDetent {
    case .smallest: words.add(0)
    case .identifier(let identifier):
      words.add(1)
      words.add(identifier)
    case .binding(let binding):
      words.add(2)
      words.refer(binding)
    }
    words.add(sheet.largestUndimmedDetent)
    words.add(sheet.prefersGrabberVisible)
    words.add(sheet.prefersScrollingExpandsWhenScrolledToEdge)
    words.add(sheet.prefersEdgeAttachedInCompactHeight)
  }

  package func encode(_ item: ContentItem, into words: inout CanonicalWords) {
    switch item {
    case .text(let text):
      words.add(0)
      words.add(text)
    case .button(let label, let role, let action):
      words.add(1)
      words.add(label)
      words.add(case: role)
      words.refer(action)
    case .textField(let name, let binding):
      words.add(2)
      words.add(name)
      words.refer(binding)
    case .toggle(let label, let binding):
      words.add(3)
      words.add(label)
      words.refer(binding)
    case .group(let name, let inner):
      words.add(4)
      words.add(name)
      words.add(each: inner) { encode($1, into: &$0) }
    case .scrollView(let name, let inner):
      words.add(5)
      words.add(name)
      words.add(each: inner) { encode($1, into: &$0) }
    case .modified(let inner, let modifiers):
      words.add(6)
      encode(inner, into: &words)
      encode(modifiers, into: &words)
    }
  }

  // MARK: Presentations

  /// - Parameter counted: whether a script has read how often was tried.
  package func encode(_ id: PresentationID, counted: Bool, into words: inout CanonicalWords) {
    let record = self[id]
    words.refer(record.controller)
    words.add(case: record.style)
    words.add(record.delegate)
    words.add(each: record.delegatesBefore) { $0.add($1) }
    words.add(case: record.phase)
    words.refer(record.presenter)
    words.refer(record.modifier)
    words.add(record.isWritten)
    words.add(record.hasLostFramework)
    words.add(record.hasAppeared)
    words.refer(record.base)
    words.add(record.isInContext)
    words.add(record.hasTakenView)
    words.add(record.adaptedStyle) { $0.add(case: $1) }
    encode(record.compactAdaptation, into: &words)
    words.add(record.data)
    words.add(each: record.detents) { words, detent in
      words.add(detent.identifier)
      words.add(detent.height)
    }
    words.add(record.selectedDetent)
    words.add(record.settlingDetent)
    words.add(record.animated)
    words.refer(record.completion)
    words.add(record.dismissalBegun)
    words.add(case: record.reason)
    words.add(record.result)
    words.add(each: record.answers) { $0.refer($1) }
    words.add(record.hasTornDown)
    words.add(record.closings)
    if counted { words.add(record.attempts) }
  }
}
