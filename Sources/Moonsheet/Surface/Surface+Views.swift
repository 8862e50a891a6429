import LuaRuntime
import PresentationKit

extension Surface {
  /// What stands in the array part of a controller's table.
  package static let views: [Member] = [
    Member("text", "text(string)", .reads, "A line of text.") { call in
      try call.host.pushView(.text(try call.text(1)), call)
    },
    Member(
      "button", "button(label, action [, { role = \"cancel\" | \"destructive\" }])", .reads,
      "A button. The action receives the presented controller it belongs to; in an alert it runs after the alert has gone."
    ) { call in try call.host.makeButton(call) },
    Member(
      "text_field", "text_field(name, binding)", .reads, "A text field; `user:type(name, …)` writes its binding."
    ) { call in
      let name = try call.name(1, "a name")
      let binding = call.isPresent(2) ? try call.binding(2) : nil
      return try call.host.pushView(.textField(name: name, binding: binding), call)
    },
    Member("toggle", "toggle(label, binding)", .reads, "A switch; tapping its label turns its binding over.") { call in
      let binding = try call.binding(2)
      guard case .bool = call.host.scene.value(of: binding) else {
        throw LuaError(
          "'toggle' turns over true and false; binding '\(call.host.scene.name(of: binding))' holds neither")
      }
      return try call.host.pushView(.toggle(label: try call.name(1, "a label"), binding: binding), call)
    },
    Member(
      "scroll_view", "scroll_view(name, { … })", .reads,
      "A scroll view; a pull on it moves the sheet only at its top edge."
    ) {
      call in try call.host.makeGroup(call, isScrolling: true)
    },
    Member("view", "view(name, { … })", .reads, "A named group of views.") { call in
      try call.host.makeGroup(call)
    },
  ]

  package static let viewType = ObjectType(
    name: "view",
    summary:
      "a text, button, field, toggle or group, as it stands in a controller's content. As in SwiftUI, a modifier answers "
      + "another view that has it, and leaves this one as it was",
    fields: [], methods: modifiers(of: "v"))
}

extension MoonsheetHost {
  /// The deepest nesting of views, and the most that stand in one controller.
  static let deepestViews = 64
  static let mostViews = 10_000

  /// Pushes a description of a view; one with others inside adds up theirs.
  func pushView(_ item: ContentItem, of inner: [ViewDescription] = [], _ call: Call) throws -> LuaReturn {
    let depth = 1 + (inner.map(\.depth).max() ?? 0)
    let count = 1 + inner.reduce(0) { $0 + $1.count }
    guard depth <= Self.deepestViews else { throw LuaError("views are nested at most \(Self.deepestViews) deep") }
    guard count <= Self.mostViews else { throw LuaError("one tree of views holds at most \(Self.mostViews)") }
    try charge(100 + 50 * inner.count)
    let description = ViewDescription(serial: state.makeReference(), item: item, depth: depth, count: count)
    call.frame.push(description, as: classes.view)
    return .values(1)
  }

  func makeButton(_ call: Call) throws -> LuaReturn {
    let label = try call.name(1, "a label")
    var action: ActionID?
    if call.isPresent(2) {
      try call.function(2, "an action")
      let id = state.makeReference()
      call.frame.pushCopy(of: call.slot(2))
      keep(in: .actions, under: id, on: call.frame)
      action = ActionID(rawValue: id)
    }
    var role = ButtonRole.none
    try call.options(3, known: ["role"]) { key in
      let word = try call.stringOption(key)
      guard let known = ButtonRole(rawValue: word), known != .none else {
        let words = ["cancel", "destructive"]
        throw LuaError(
          "a button's role is \"cancel\" or \"destructive\", not \"\(word)\""
            + Suggestion.suffix(for: word, among: words))
      }
      role = known
    }
    return try pushView(.button(label: label, role: role, action: action), call)
  }

  func makeGroup(_ call: Call, isScrolling: Bool = false) throws -> LuaReturn {
    let name = try call.name(1, "a name")
    guard call.type(2) == .table else { throw call.wrong(2, wanted: "a table of views") }
    var inner: [ViewDescription] = []
    try call.frame.forEachPair(in: call.slot(2)) { frame in
      guard frame.type(at: -2) == .number else {
        throw LuaError("'\(call.name)' holds a list of views; '\(frame.text(at: -2))' is no place in it")
      }
      guard let view = frame.objectIfMatching(self.classes.view, at: -1) else {
        throw LuaError("'\(call.name)' holds a list of views; got \(frame.text(at: -1))")
      }
      inner.append(view)
    }
    let items = inner.map(\.item)
    return try pushView(
      isScrolling ? .scrollView(name: name, items) : .group(name: name, items), of: inner, call)
  }
}

extension Call {
  /// A text of a view.
  fileprivate func text(_ position: Int) throws -> String {
    let text = try string(position, "a text")
    guard text.utf8.count <= Self.longestText else {
      throw LuaError("'\(name)' takes a text of at most \(Self.longestText) bytes, not \(text.utf8.count)")
    }
    try host.charge(text.utf8.count)
    return text
  }

  private static let longestText = 64 << 10
}
