import LuaRuntime
import PresentationKit

/// `sheet "Editor" { … }` and its other three forms.
extension MoonsheetHost {
  /// The constructor call: a name, a table, or both.
  func construct(_ word: String, _ call: Call) throws -> LuaReturn {
    guard call.count >= 1 else { throw call.wrong(1, wanted: "a name or a table of options") }
    var name: String?
    var tablePosition: Int?
    switch call.type(1) {
    case .string: name = try call.name(1, "a name")
    case .table: tablePosition = 1
    default: throw call.wrong(1, wanted: "a name or a table of options")
    }
    if call.isPresent(2) {
      guard tablePosition == nil, call.type(2) == .table else { throw call.wrong(2, wanted: "a table of options") }
      tablePosition = 2
    }
    if let tablePosition, name == nil { name = try nameOption(word, at: call.slot(tablePosition), on: call.frame) }
    try charge(1_000)
    let controller = scene.makeController(baseConfiguration(word, name: name))
    state.constructors[controller] = word
    pushController(controller, on: call.frame)
    if let tablePosition { try configure(controller, tableAt: call.slot(tablePosition), call) }
    return .values(1)
  }

  /// `controller { … }`: the configuring call, once, before first use.
  func installCalls() {
    classes.controller.call = { [unowned self] controller, frame in
      let call = Call(host: self, frame: frame, name: state.constructors[controller] ?? "controller", offset: 1)
      guard call.type(1) == .table, call.count == 1, state.configuredAt[controller] == nil else {
        throw misconfiguration(of: controller, call)
      }
      try configure(controller, tableAt: call.slot(1), call)
      pushController(controller, on: frame)
      return .values(1)
    }
    classes.singletons.first { $0.0 == .device }?.1.call = { [unowned self] _, frame in
      try setDevice(Call(host: self, frame: frame, name: "device", offset: 1))
    }
    classes.policy.call = { [unowned self] policy, frame in
      try decide(policy, Call(host: self, frame: frame, name: "policy", offset: 1))
    }
    classes.dismissAction.call = { [unowned self] action, _ in
      dismiss(action)
      return .values(0)
    }
    classes.originalPresent.call = { [unowned self] original, frame in
      let call = Call(host: self, frame: frame, name: "original", offset: 1)
      return try present(call, receiver: original.receiver, throughOverride: false, presenter: original.presenter)
    }
  }

  private func misconfiguration(of controller: ControllerID, _ call: Call) -> LuaError {
    let who = described(controller)
    let hint = currentSite.map { "; does line \($0.line) or the one after it begin with a bracket?" } ?? ""
    if let site = state.configuredAt[controller] {
      return LuaError("\(who) is configured already, at \(site.file):\(site.line)\(hint)")
    }
    return LuaError("\(who) is configured by one table\(hint)")
  }

  private func nameOption(_ word: String, at table: Int, on frame: LuaFrame) throws -> String? {
    let type = frame.rawGet(table, key: "name")
    defer { frame.pop(1) }
    if type == .nil { return nil }
    guard type == .string else {
      throw LuaError("option 'name' of '\(word)' wants a string, got \(frame.typeName(at: -1))")
    }
    let name = frame.string(at: -1) ?? ""
    guard !name.isEmpty, name.utf8.count <= Call.longestName else {
      throw LuaError("option 'name' of '\(word)' wants a name of 1 to \(Call.longestName) bytes")
    }
    return name
  }

  private func baseConfiguration(_ word: String, name: String?) -> ControllerConfiguration {
    var configuration = ControllerConfiguration()
    configuration.name = name
    configuration.site = currentSite
    switch word {
    case "sheet": configuration.style = .pageSheet
    case "cover": configuration.style = .fullScreen
    case "popover": configuration.style = .popover
    case "system_prompt": configuration.kind = .systemPrompt
    case "alert": configuration.kind = .alert
    case "confirmation_dialog": configuration.kind = .actionSheet
    case "navigation": configuration.kind = .navigation
    case "tabs": configuration.kind = .tabs
    case "container": configuration.kind = .container
    default: break
    }
    return configuration
  }

  // MARK: The table

  private func configure(_ controller: ControllerID, tableAt table: Int, _ call: Call) throws {
    let word = state.constructors[controller] ?? "controller"
    guard scene.lastPresentation(of: controller) == nil else {
      throw LuaError("\(described(controller)) is in use already; configure it before presenting it")
    }
    var configuration = baseConfiguration(word, name: nil)
    configuration.modifiers = scene.controller(controller).configuration.modifiers
    let options = Surface.options(for: word)
    var children: [ControllerID] = []
    var viewCount = 0
    try call.frame.forEachPair(in: table) { frame in
      if frame.type(at: -2) == .string, let key = frame.string(at: -2) {
        guard let option = options.first(where: { $0.name == key }) else {
          let known = options.map(\.name)
          throw LuaError(
            "\(self.described(controller)) has no option \(Suggestion.quoted(key))"
              + Suggestion.suffix(for: key, among: known))
        }
        try self.apply(option, to: &configuration, of: controller, call)
      } else {
        guard frame.type(at: -2) == .number, frame.isInteger(at: -2) else {
          throw LuaError(
            "\(self.described(controller)) is configured by named options and a list; got the key \(frame.text(at: -2))"
          )
        }
        try self.addContent(to: &configuration, &children, &viewCount, of: controller, on: frame)
      }
    }
    finish(&configuration, of: controller)
    scene.configure(controller, configuration)
    state.configuredAt[controller] = currentSite ?? SourceSite(file: "?", line: 0)
    try adopt(children, in: controller)
  }

  /// Applies the option whose value is on top of the stack.
  private func apply(
    _ option: Option, to configuration: inout ControllerConfiguration, of controller: ControllerID, _ call: Call
  ) throws {
    let frame = call.frame
    let option = OptionValue(option: option, owner: described(controller), call: call)
    switch option.option.name {
    case "name": configuration.name = try option.string()
    case "message": configuration.content.insert(.text(try option.string()), at: 0)
    case "presenting": configuration.presenting = try option.binding()
    case "style":
      configuration.style = ModalPresentationStyle(rawValue: try option.word()) ?? .automatic
    case "animated": configuration.animated = try option.boolean()
    case "forced": configuration.forced = try option.boolean()
    case "is_modal_in_presentation": configuration.isModalInPresentation = try option.flag()
    case "interactive_dismiss_disabled":
      configuration.modifiers.interactiveDismissDisabled = [try option.viewSwitch()]
    case "on_appear": configuration.modifiers.onAppear = [try option.action()]
    case "on_disappear": configuration.modifiers.onDisappear = [try option.action()]
    case "content":
      try option.requireCallable()
      configuration.hasContentQuery = true
    case "delegate": configuration.delegate = try option.delegate()
    case "anchor": configuration.anchor = try option.anchor()
    case "source_rect": configuration.sourceY = try option.rect()["y"] ?? 0
    case "passthrough_views": configuration.passthroughViews = try option.anchors()
    case "defines_presentation_context": configuration.definesPresentationContext = try option.boolean()
    case "disables_automatic_keyboard_dismissal":
      configuration.disablesAutomaticKeyboardDismissal = try option.boolean()
    case "performs_escape": configuration.performsEscape = try option.escape()
    case let name where Surface.sheetKeys.contains(name):
      try option.apply(to: &configuration.sheet)
      if name == "detents" { keepResolvers(of: controller, on: frame) }
    default:
      try option.requireCallable()
      if option.option.name == "present" { configuration.overridesPresent = true }
      if DelegateMethod.allCases.contains(where: { $0.traceName == option.option.name }) {
        configuration.hasInlineDelegate = true
      }
    }
    if isPolicy(at: -1, on: frame) { keepCallback(option.option.name, of: controller, on: frame) }
  }

  /// Keeps the function on top of the stack with the controller, without popping it.
  func keepCallback(_ name: String, of controller: ControllerID, on frame: LuaFrame) {
    let function = frame.absolute(-1)
    pushController(controller, on: frame)
    frame.pushUserValue(of: -1)
    frame.pushCopy(of: function)
    frame.rawSet(-2, key: name)
    frame.pop(2)
  }

  /// Keeps the functions of custom detents with the controller, under `detent ID`; the list is on top of the stack.
  private func keepResolvers(of controller: ControllerID, on frame: LuaFrame) {
    frame.forEachPair(in: frame.absolute(-1)) { frame in
      guard let detent = frame.objectIfMatching(classes.detent, at: -1), case .custom(let identifier) = detent.detent
      else { return }
      frame.pushUserValue(of: -1)
      _ = frame.rawGet(-1, key: "resolve")
      keepCallback("detent \(identifier)", of: controller, on: frame)
      frame.pop(2)
    }
  }

  private func addContent(
    to configuration: inout ControllerConfiguration, _ children: inout [ControllerID], _ viewCount: inout Int,
    of controller: ControllerID, on frame: LuaFrame
  ) throws {
    if let view = frame.objectIfMatching(classes.view, at: -1) {
      configuration.content.append(view.item)
      viewCount += view.count
      guard viewCount <= Self.mostViews else {
        throw LuaError("\(described(controller)) holds at most \(Self.mostViews) views")
      }
    } else if let child = frame.objectIfMatching(classes.controller, at: -1) {
      children.append(child)
    } else {
      let got = frame.type(at: -1) == .userdata ? frame.text(at: -1) : frame.typeName(at: -1)
      throw LuaError("the content of \(described(controller)) is views and controllers; got \(got)")
    }
  }

  private func finish(_ configuration: inout ControllerConfiguration, of controller: ControllerID) {
    // NB: the name as it was written, not the numbered one of the trace: sheets of one name are recognized by it.
    if configuration.name == nil { configuration.name = scene.controller(controller).configuration.name }
    configuration.site = currentSite
  }

  private func adopt(_ children: [ControllerID], in parent: ControllerID) throws {
    guard !children.isEmpty else { return }
    switch scene.controller(parent).kind {
    case .navigation: for child in children { try attempt { try scene.push(child, onto: parent, animated: false) } }
    case .tabs: try attempt { try scene.setTabs(children, of: parent) }
    case .alert, .actionSheet, .systemPrompt:
      throw LuaError("\(described(parent)) takes buttons and text fields, no controllers")
    case .viewController, .container:
      for child in children { try attempt { try scene.embed(child, in: parent) } }
    }
  }

  /// Runs something of the scene whose refusal is an exception in UIKit, and so an error of the calling line.
  func attempt<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let exception as PresentationException { throw LuaError(exception.message) }
  }
}
