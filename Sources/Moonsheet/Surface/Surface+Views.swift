import LuaRuntime
import PresentationKit

extension Surface {
  /// What stands in the array part of a controller's table.
  package static let views: [Member] = [
    Member("text", "text(string)", .reads, "A line of text.") { call in
      call.host.pushView(.text(try call.string(1, "a text")), call)
    },
    Member(
      "button", "button(label, action [, { role = \"cancel\" | \"destructive\" }])", .reads,
      "A button. The action receives the presented controller it belongs to; in an alert it runs after the alert has gone."
    ) { call in try call.host.makeButton(call) },
    Member(
      "text_field", "text_field(name, binding)", .reads, "A text field; `user:type(name, …)` writes its binding."
    ) { call in
      let name = try call.string(1, "a name")
      let binding = call.isPresent(2) ? try call.binding(2) : nil
      return call.host.pushView(.textField(name: name, binding: binding), call)
    },
    Member("toggle", "toggle(label, binding)", .reads, "A switch; tapping its label turns its binding over.") { call in
      call.host.pushView(.toggle(label: try call.string(1, "a label"), binding: try call.binding(2)), call)
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
    name: "view", summary: "a text, button, field, toggle or group, as it stands in a controller's content",
    fields: [], methods: [])
}

extension MoonsheetHost {
  func pushView(_ item: ContentItem, _ call: Call) -> LuaReturn {
    call.frame.push(ViewDescription(serial: state.makeReference(), item: item), as: classes.view)
    return .values(1)
  }

  func makeButton(_ call: Call) throws -> LuaReturn {
    let label = try call.string(1, "a label")
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
    return pushView(.button(label: label, role: role, action: action), call)
  }

  func makeGroup(_ call: Call, isScrolling: Bool = false) throws -> LuaReturn {
    let name = try call.string(1, "a name")
    guard call.type(2) == .table else { throw call.wrong(2, wanted: "a table of views") }
    var items: [ContentItem] = []
    try call.frame.forEachPair(in: call.slot(2)) { frame in
      guard let view = frame.objectIfMatching(self.classes.view, at: -1) else {
        throw LuaError("a view group holds views; got \(frame.typeName(at: -1))")
      }
      items.append(view.item)
    }
    return pushView(isScrolling ? .scrollView(name: name, items) : .group(name: name, items), call)
  }
}
