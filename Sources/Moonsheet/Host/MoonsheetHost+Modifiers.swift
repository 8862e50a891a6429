import LuaRuntime
import PresentationKit

/// Whose environment it is.
enum EnvironmentTarget: Hashable, Sendable {
  case controller(ControllerID)
  /// The controller that a modifier's content function is about to answer.
  case pending(Int)
}

/// What `environment.dismiss` is: a function that belongs to where it was read (R52).
struct DismissAction: Hashable, Sendable {
  let target: EnvironmentTarget
}

/// A representable's view.
struct RepresentableView: Hashable, Sendable {
  let controller: ControllerID
  let isBeingMade: Bool
}

/// Reading the modifiers that scripts write.
extension MoonsheetHost {
  /// Keeps the value at an index under a new number.
  func keepAction(at index: Int, on frame: LuaFrame) -> ActionID {
    let id = state.makeReference()
    frame.pushCopy(of: index)
    keep(in: .actions, under: id, on: frame)
    return ActionID(rawValue: id)
  }

  /// A boolean, a binding or a query; nil for anything else.
  func readSwitch(at index: Int, on frame: LuaFrame) throws -> ViewModifiers.Switch? {
    switch frame.type(at: index) {
    case .bool: return .constant(frame.bool(at: index) ?? false)
    case _ where isFunction(at: index, on: frame): return .query(keepAction(at: index, on: frame))
    default: return frame.objectIfMatching(classes.binding, at: index).map { .binding($0) }
    }
  }

  /// Adds modifiers to the view or controller before the colon; answers the view with them, or the controller.
  func add(_ modifiers: ViewModifiers, _ call: Call) throws -> LuaReturn {
    if let view = call.frame.objectIfMatching(classes.view, at: call.selfSlot) {
      return try pushView(.modified(view.item, modifiers), of: [view], call)
    }
    let controller = try call.selfController()
    try charge(200)
    let isInUse = controller == scene.root || scene.lastPresentation(of: controller) != nil
    if isInUse, isBarred(by: call.name) { return call.nothing }
    scene.setModifiers(scene.controller(controller).configuration.modifiers.adding(modifiers), of: controller)
    return call.push(controller: controller)
  }

  /// `:sheet { … }` and its kin.
  func addPresentation(_ kind: PresentationModifier.Kind, _ call: Call) throws -> LuaReturn {
    var source: PresentationModifier.Source?
    var content: ActionID?
    var onDismiss: ActionID?
    var rule = PresentationModifier.WhileClosing.system
    var name: String?
    var known = ["is_presented", "item", "content", "while_closing", "name"]
    if kind.hasOnDismiss { known.append("on_dismiss") }
    var presenting: BindingID?
    if kind.isAlert { known.append("presenting") }
    guard call.type(1) == .table else { throw call.wrong(1, wanted: "a table of options") }
    try call.options(1, known: known) { key in
      switch key {
      case "is_presented": source = .flag(try call.bindingOption(key))
      case "item": source = .item(try call.bindingOption(key))
      case "presenting": presenting = try call.bindingOption(key)
      case "content": content = try self.keepContent(key, call)
      case "on_dismiss":
        guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
        onDismiss = self.keepAction(at: -1, on: call.frame)
      case "while_closing": rule = try call.choiceOption(key)
      default: name = try call.stringOption(key)
      }
    }
    guard let source else { throw LuaError("'\(call.name)' needs 'is_presented' or 'item', a binding") }
    if presenting != nil, case .item = source {
      throw LuaError("'\(call.name)' takes 'presenting' beside 'is_presented'; an item is the value itself")
    }
    guard let content else { throw LuaError("'\(call.name)' needs 'content', what it presents") }
    state.modifierContents[content] = ModifierContent(kind: kind, name: name)
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(
        kind, source, presenting: presenting, content: content, onDismiss: onDismiss, whileClosing: rule,
        site: currentSite)
    ]
    return try add(modifiers, call)
  }

  private func keepContent(_ key: String, _ call: Call) throws -> ActionID {
    let isController = call.frame.objectIfMatching(classes.controller, at: -1) != nil
    guard isController || call.frame.type(at: -1) == .table || call.isFunction(at: -1) else {
      throw call.wrongOption(key, "a function, a controller or a list of views")
    }
    return keepAction(at: -1, on: call.frame)
  }

  func makeItem(_ call: Call) throws -> LuaReturn {
    guard call.count >= 1 else { throw call.wrong(1, wanted: "an initial value, or nil") }
    var name: String?
    var hasIdentity = false
    try call.options(2, known: ["name", "id"]) { key in
      if key == "name" { return name = try call.stringOption(key) }
      guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
      hasIdentity = true
    }
    let initial = value(at: call.slot(1), on: call.frame)
    let shown = name ?? currentSite.map { "item@\($0.file):\($0.line)" } ?? "item"
    let binding = scene.makeBinding(name: shown, initial: initial, site: currentSite)
    state.cleanValues[binding] = initial
    if hasIdentity {
      _ = call.frame.rawGet(call.slot(2), key: "id")
      keep(in: .identities, under: binding.rawValue, on: call.frame)
    }
    call.frame.push(binding, as: classes.binding)
    return .values(1)
  }

  func makeRepresentable(_ call: Call) throws -> LuaReturn {
    guard call.type(1) == .table else { throw call.wrong(1, wanted: "{ make = f, update = g }") }
    var make: ActionID?
    var update: ActionID?
    try call.options(1, known: ["make", "update"]) { key in
      guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
      let kept = self.keepAction(at: -1, on: call.frame)
      if key == "make" { make = kept } else { update = kept }
    }
    guard let make else { throw LuaError("'\(call.name)' needs a 'make' function") }
    var modifiers = ViewModifiers()
    modifiers.representable = .init(make: make, update: update)
    return try pushView(.modified(.group(name: "representable", []), modifiers), call)
  }
}

/// What stands beside a modifier's content: how to make a controller of a list of views.
struct ModifierContent: Sendable {
  let kind: PresentationModifier.Kind
  let name: String?
}

extension Call {
  fileprivate func bindingOption(_ key: String) throws -> BindingID {
    guard let id = frame.objectIfMatching(host.classes.binding, at: -1) else { throw wrongOption(key, "a binding") }
    return id
  }

  /// One of a few words.
  func choiceOption<W: RawRepresentable & CaseIterable>(_ key: String) throws -> W where W.RawValue == String {
    let word = try stringOption(key)
    if let choice = W(rawValue: word) { return choice }
    let words = W.allCases.map(\.rawValue)
    throw LuaError(
      "option '\(key)' of '\(name)' is one of \(words.joined(separator: ", ")), not \(Suggestion.quoted(word))"
        + Suggestion.suffix(for: word, among: words))
  }
}
