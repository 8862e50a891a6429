/// A piece of what a controller's view shows; nested at most `deepestNesting` deep.
public indirect enum ContentItem: Hashable, Sendable {
  case text(String)
  case button(label: String, role: ButtonRole, action: ActionID?)
  case textField(name: String, binding: BindingID?)
  case toggle(label: String, binding: BindingID)
  case group(name: String, [ContentItem])
  /// A scroll view; how far it is scrolled belongs to the scene.
  case scrollView(name: String, [ContentItem])
  /// A view with modifiers.
  case modified(ContentItem, ViewModifiers)

  /// The items a finger can touch, groups opened, in order.
  static func touchable(in items: [ContentItem]) -> [ContentItem] {
    var result: [ContentItem] = []
    appendTouchable(of: items, to: &result)
    return result
  }

  private static func appendTouchable(of items: [ContentItem], to result: inout [ContentItem]) {
    for item in items {
      switch item {
      case .text: break
      case .button, .textField, .toggle: result.append(item)
      case .group(_, let inner), .scrollView(_, let inner): appendTouchable(of: inner, to: &result)
      case .modified(let inner, _): appendTouchable(of: [inner], to: &result)
      }
    }
  }

  /// How deep views may be nested; what lies deeper is left out.
  public static let deepestNesting = 100

  /// The items without what lies too deep for walks that call themselves.
  static func limited(_ items: [ContentItem], to depth: Int = deepestNesting) -> [ContentItem] {
    guard depth > 0 else { return [] }
    return items.compactMap { item -> ContentItem? in
      switch item {
      case .modified(let inner, let modifiers):
        limited([inner], to: depth - 1).first.map { .modified($0, modifiers) }
      case .text, .button, .textField, .toggle: item
      case .group(let name, let inner): .group(name: name, limited(inner, to: depth - 1))
      case .scrollView(let name, let inner): .scrollView(name: name, limited(inner, to: depth - 1))
      }
    }
  }

  /// The name of the first scroll view, groups opened.
  static func scrollView(in items: [ContentItem]) -> String? {
    for item in items {
      switch item {
      case .scrollView(let name, _): return name
      case .group(_, let inner): if let name = scrollView(in: inner) { return name }
      case .modified(let inner, _): if let name = scrollView(in: [inner]) { return name }
      case .text, .button, .textField, .toggle: continue
      }
    }
    return nil
  }

  /// Whether a view among these, or in one of them, has a name.
  static func shows(_ name: String, in items: [ContentItem]) -> Bool {
    items.contains { item in
      if item.shownName == name { return true }
      switch item {
      case .group(_, let inner), .scrollView(_, let inner): return shows(name, in: inner)
      case .modified(let inner, _): return shows(name, in: [inner])
      case .text, .button, .textField, .toggle: return false
      }
    }
  }

  /// What a tap names: the label of a button or toggle.
  var tapLabel: String? {
    switch self {
    case .button(let label, _, _), .toggle(let label, _): label
    case .text, .textField, .group, .scrollView, .modified: nil
    }
  }

  /// The label, name or text of the view.
  public var shownName: String {
    switch self {
    case .text(let text): text
    case .button(let label, _, _), .toggle(let label, _): label
    case .textField(let name, _), .group(let name, _), .scrollView(let name, _): name
    case .modified(let inner, _): inner.shownName
    }
  }

  /// The view without the numbers of the embedder's closures, which are others each time it is made.
  var withoutActions: ContentItem {
    switch self {
    case .button(let label, let role, _): .button(label: label, role: role, action: nil)
    case .group(let name, let inner): .group(name: name, inner.map(\.withoutActions))
    case .scrollView(let name, let inner): .scrollView(name: name, inner.map(\.withoutActions))
    case .modified(let inner, _): inner.withoutActions
    case .text, .textField, .toggle: self
    }
  }

  /// What typing names: the name of a text field.
  var fieldName: String? {
    if case .textField(let name, _) = self { name } else { nil }
  }
}
