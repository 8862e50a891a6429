import LuaRuntime
import PresentationKit

extension Surface {
  /// State of SwiftUI's kind, beside `binding`.
  package static let swiftuiMakers: [Member] = [
    Member(
      "item", "item(initial [, { name =, id = f }])", .reads,
      "A binding for `item =` of a presentation modifier. Its identity is `id(value)`, else the value's own `id` field, else "
        + "the value."
    ) { call in try call.host.makeItem(call) },
    Member("constant", "constant(value)", .reads, "A binding that ignores writes.") { call in
      guard call.count >= 1 else { throw call.wrong(1, wanted: "a value") }
      let host = call.host
      let value = host.value(at: call.slot(1), on: call.frame)
      let site = host.currentSite
      let name = site.map { "constant@\($0.file):\($0.line)" } ?? "constant"
      let binding = host.scene.makeConstantBinding(value, name: name, site: site)
      host.state.cleanValues[binding] = value
      call.frame.push(binding, as: host.classes.binding)
      return .values(1)
    },
    Member(
      "representable", "representable { make = f [, update = g] }", .reads,
      "A view of UIKit's: `make(view)` runs when it appears, `update(view)` then and at each update. In `make` its "
        + "`view:parent_view_controller()` is nil still."
    ) { call in try call.host.makeRepresentable(call) },
  ]

  /// What may be written after a view or a controller, with a colon.
  static func modifiers(of what: String) -> [Member] {
    presentationModifiers(of: what) + [
      Member(
        "interactive_dismiss_disabled", "\(what):interactive_dismiss_disabled([flag])", .reads,
        "Anywhere in what is presented: the user cannot dismiss it. A boolean, a binding or a query, read at updates."
      ) { call in
        var modifiers = ViewModifiers()
        modifiers.interactiveDismissDisabled = [try call.switchArgument()]
        return try call.host.add(modifiers, call)
      },
      Member(
        "presentation_background_interaction", "\(what):presentation_background_interaction(interaction [, detent])",
        .reads,
        "In what a sheet shows: whether touches reach what is behind it, `\"automatic\"`, `\"disabled\"` or `\"enabled\"`; with a "
          + "detent, while it rests there or lower."
      ) { call in
        var modifiers = ViewModifiers()
        modifiers.backgroundInteraction = try call.backgroundInteraction()
        return try call.host.add(modifiers, call)
      },
      Member(
        "presentation_content_interaction", "\(what):presentation_content_interaction(interaction)", .reads,
        "In what a sheet shows: whether a pan on its scroll view makes it larger first, `\"resizes\"`, or scrolls at once, "
          + "`\"scrolls\"`; `\"automatic\"` is as the sheet says."
      ) { call in
        var modifiers = ViewModifiers()
        let words = ViewModifiers.ContentInteraction.allCases.map(\.rawValue)
        modifiers.contentInteraction = .init(rawValue: try call.word(1, of: words))
        return try call.host.add(modifiers, call)
      },
      Member(
        "presentation_compact_adaptation",
        "\(what):presentation_compact_adaptation(adaptation | { horizontal =, vertical = })", .reads,
        "In what a sheet or a popover shows: what becomes of it in compact width and in compact height, `\"automatic\"`, "
          + "`\"none\"`, `\"sheet\"`, `\"full_screen_cover\"` or `\"popover\"`; where both are compact, `vertical` counts."
      ) { call in
        var modifiers = ViewModifiers()
        modifiers.compactAdaptation = try call.compactAdaptation()
        return try call.host.add(modifiers, call)
      },
      Member("on_appear", "\(what):on_appear(f)", .reads, "Calls f(controller) before its first frame.") { call in
        var modifiers = ViewModifiers()
        modifiers.onAppear = [try call.keptFunction(1, "what to call")]
        return try call.host.add(modifiers, call)
      },
      Member("on_disappear", "\(what):on_disappear(f)", .reads, "Calls f(controller) when it is gone.") { call in
        var modifiers = ViewModifiers()
        modifiers.onDisappear = [try call.keptFunction(1, "what to call")]
        return try call.host.add(modifiers, call)
      },
      Member(
        "on_change", "\(what):on_change(binding, f)", .reads,
        "Calls f(new, old) at an update at which the binding differs from the one before."
      ) { call in
        var modifiers = ViewModifiers()
        modifiers.changes = [.init(binding: try call.binding(1), action: try call.keptFunction(2, "an observer"))]
        return try call.host.add(modifiers, call)
      },
      Member(
        "task", "\(what):task(f)", .reads, "A flow that starts when it appears and is cancelled when it disappears."
      ) {
        call in
        var modifiers = ViewModifiers()
        modifiers.tasks = [try call.keptFunction(1, "a task")]
        return try call.host.add(modifiers, call)
      },
    ]
  }

  private static func presentationModifiers(of what: String) -> [Member] {
    let kinds: [(PresentationModifier.Kind, String)] = [
      (.sheet, "a sheet"), (.cover, "full screen"), (.popover, "a popover; it has no on_dismiss"),
      (.alert, "an alert"), (.confirmationDialog, "an action sheet"),
    ]
    return kinds.map { kind, shown in
      Member(
        kind.rawValue,
        "\(what):\(kind.rawValue) { is_presented = b | item = i, content = f [, "
          + (kind.isAlert ? "presenting = b" : "on_dismiss = f") + ", while_closing =, name =] }",
        .reads,
        "Presents \(shown) while the binding asks for it. `content(value)` answers a controller or a list of views."
          + (kind.isAlert ? " With `presenting` only while that holds a value, which is what `content` gets." : "")
      ) { call in try call.host.addPresentation(kind, call) }
    }
  }

  package static let environmentType = ObjectType(
    name: "environment", summary: "SwiftUI's environment, where it is read: in a `content` function, of that content",
    fields: [
      Field(
        "dismiss", "a function that dismisses the presentation around, or pops the pushed view; nothing at the root"
      ) {
        call in
        call.frame.push(DismissAction(target: call.host.environmentTarget), as: call.host.classes.dismissAction)
        return .values(1)
      },
      Field("is_presented", "whether the content is inside a presentation") { call in
        let host = call.host
        if case .pending = host.environmentTarget { return call.push(true) }
        return call.push(host.scene.isPresented(host.controller(of: host.environmentTarget) ?? host.scene.root))
      },
    ], methods: [])

  package static let representableType = ObjectType(
    name: "representable", summary: "the view of a `representable`, as its functions get it", fields: [],
    methods: [
      Member(
        "parent_view_controller", "view:parent_view_controller()", .reads,
        "The controller along the responder chain; nil inside `make`, where the view is in no hierarchy yet."
      ) { call in
        guard let view = call.frame.objectIfMatching(call.host.classes.representable, at: call.selfSlot) else {
          throw LuaError("'\(call.name)' wants a representable's view before the colon")
        }
        return call.push(controller: view.isBeingMade ? nil : view.controller)
      }
    ])
}

extension Call {
  /// Keeps the function at a position for later calls.
  fileprivate func keptFunction(_ position: Int, _ what: String) throws -> ActionID {
    try function(position, what)
    return host.keepAction(at: slot(position), on: frame)
  }

  /// One of a few words.
  fileprivate func word(_ position: Int, of words: [String]) throws -> String {
    let word = try string(position, "one of \(words.joined(separator: ", "))")
    guard words.contains(word) else {
      throw LuaError(
        "'\(name)' takes one of \(words.joined(separator: ", ")), not \(Suggestion.quoted(word))"
          + Suggestion.suffix(for: word, among: words))
    }
    return word
  }

  fileprivate func backgroundInteraction() throws -> ViewModifiers.BackgroundInteraction {
    let word = try word(1, of: ["automatic", "disabled", "enabled"])
    guard isPresent(2) else { return word == "enabled" ? .enabled : word == "disabled" ? .disabled : .automatic }
    guard word == "enabled" else { throw LuaError("'\(name)' takes a detent beside \"enabled\" only") }
    if let made = frame.objectIfMatching(host.classes.detent, at: slot(2)) {
      return .enabledUpThrough(made.detent.identifier)
    }
    return .enabledUpThrough(try string(2, "a detent or its identifier"))
  }

  fileprivate func compactAdaptation() throws -> ViewModifiers.CompactAdaptation {
    var adaptation = ViewModifiers.CompactAdaptation()
    guard type(1) == .table else {
      let words = ViewModifiers.CompactAdaptation.Adaptation.allCases.map(\.rawValue)
      let stated = ViewModifiers.CompactAdaptation.Adaptation(rawValue: try word(1, of: words)) ?? .automatic
      return .init(horizontal: stated, vertical: stated)
    }
    try options(1, known: ["horizontal", "vertical"]) { key in
      if key == "horizontal" {
        adaptation.horizontal = try choiceOption(key)
      } else {
        adaptation.vertical = try choiceOption(key)
      }
    }
    return adaptation
  }

  /// A boolean, a binding or a query; nothing is true.
  fileprivate func switchArgument() throws -> ViewModifiers.Switch {
    guard isPresent(1) else { return .constant(true) }
    return try host.readSwitch(at: slot(1), on: frame)
      ?? { throw wrong(1, wanted: "true, false, a binding or a function") }()
  }
}
