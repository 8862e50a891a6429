extension SceneState {
  func encode(_ host: HostRecord, into words: inout CanonicalWords) {
    words.refer(host.controller)
    words.add(host.isWatched)
    words.add(each: host.reads.sorted()) { $0.refer($1) }
    words.add(each: host.views) { words, view in
      words.add(each: view.path) { $0.add($1) }
      encode(view.modifiers, into: &words)
      words.add(view.hasAppeared)
      words.add(view.isMade)
      words.add(each: view.presenters) { $0.refer(.presenter, $1.rawValue) }
      words.add(each: view.seen) { $0.add($1) }
      words.add(each: view.tasks) { $0.refer(.task, $1.rawValue) }
    }
  }

  func encode(_ modifiers: ViewModifiers, into words: inout CanonicalWords) {
    words.add(!modifiers.isEmpty)
    guard !modifiers.isEmpty else { return }
    words.add(each: modifiers.presentations) { encode($1, into: &$0) }
    encode(modifiers.backgroundInteraction, into: &words)
    words.add(modifiers.contentInteraction) { $0.add(case: $1) }
    encode(modifiers.compactAdaptation, into: &words)
    words.add(each: modifiers.interactiveDismissDisabled) { words, value in
      switch value {
      case .constant(let bool): words.add(bool ? 1 : 0)
      case .binding(let binding):
        words.add(2)
        words.refer(binding)
      case .query(let query):
        words.add(3)
        words.refer(query)
      }
    }
    words.add(each: modifiers.onAppear) { $0.refer($1) }
    words.add(each: modifiers.onDisappear) { $0.refer($1) }
    words.add(each: modifiers.changes) { words, change in
      words.refer(change.binding)
      words.refer(change.action)
    }
    words.add(each: modifiers.tasks) { $0.refer($1) }
    words.add(modifiers.representable) { words, representable in
      words.refer(representable.make)
      words.refer(representable.update)
    }
  }

  func encode(_ adaptation: ViewModifiers.CompactAdaptation?, into words: inout CanonicalWords) {
    words.add(adaptation) { words, stated in
      words.add(case: stated.horizontal)
      words.add(case: stated.vertical)
    }
  }

  func encode(_ interaction: ViewModifiers.BackgroundInteraction?, into words: inout CanonicalWords) {
    switch interaction {
    case nil: words.add(0)
    case .automatic: words.add(1)
    case .disabled: words.add(2)
    case .enabled: words.add(3)
    case .enabledUpThrough(let detent):
      words.add(4)
      words.add(detent)
    }
  }

  private func encode(_ modifier: PresentationModifier, into words: inout CanonicalWords) {
    words.add(case: modifier.kind)
    switch modifier.source {
    case .flag(let binding):
      words.add(0)
      words.refer(binding)
    case .item(let binding):
      words.add(1)
      words.refer(binding)
    }
    words.refer(modifier.presenting)
    words.refer(modifier.content)
    words.refer(modifier.onDismiss)
    words.add(case: modifier.whileClosing)
  }

  /// A modifier in the tree, by its number.
  package func encode(presenter number: Int, into words: inout CanonicalWords) {
    let record = presenters[number]
    words.refer(record.host)
    encode(record.modifier, into: &words)
    words.refer(record.presentation)
    words.refer(record.contentPresenting)
    words.add(record.identity)
    words.add(record.value)
    words.add(record.lost) { $0.add($1) }
    words.refer(record.awaited)
    words.add(record.isBeingOverridden)
    words.add(record.isRemoved)
    words.add(record.hasShown)
    words.add(record.isAskedAgain)
    words.add(each: record.kept) { $0.add($1) }
  }
}
