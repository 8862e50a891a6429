import LuaRuntime
import PresentationKit

extension Surface {
  /// What makes state, and what listens.
  package static let stateMakers: [Member] = [
    Member(
      "binding", "binding(initial [, name])", .reads, "A value that views and flags read, and that tells who wrote it."
    ) { call in
      let host = call.host
      guard call.count >= 1 else { throw call.wrong(1, wanted: "an initial value") }
      let name = call.isPresent(2) ? try call.name(2, "a name") : nil
      let initial = host.value(at: call.slot(1), on: call.frame)
      let site = host.currentSite
      let shown = name ?? site.map { "binding@\($0.file):\($0.line)" } ?? "binding"
      let binding = host.scene.makeBinding(name: shown, initial: initial, site: site)
      host.state.cleanValues[binding] = initial
      call.frame.push(binding, as: host.classes.binding)
      return .values(1)
    },
    Member("token", "token()", .reads, "A value that equals no other.") { call in
      call.frame.push(call.host.makeToken(), as: call.host.classes.token)
      return .values(1)
    },
    Member(
      "delegate",
      "delegate { should_dismiss =, will_dismiss =, did_dismiss =, did_attempt_to_dismiss =, will_present = [, forwarding = true] }",
      .reads,
      "An adaptive presentation delegate. Presentation controllers hold it weakly: keep it in a local that lives long enough. "
        + "One that is `forwarding` hands on what it does not answer to those that had the slot before it, SwiftUI's own among them; its "
        + "should_dismiss may answer nil for that."
    ) { call in try call.host.makeDelegate(call) },
  ]

  package static let tokenType = ObjectType(
    name: "token", summary: "a value that equals no other", fields: [], methods: [])

  package static let delegateType = ObjectType(
    name: "delegate", summary: "what `delegate { … }` made; a presentation controller holds it weakly",
    fields: [
      Field(
        "owner",
        "whose it is: `script` for what `delegate { … }` made, `controller` for callbacks written on the controller, "
          + "`swiftui` for the framework's own"
      ) { call in
        guard let delegate = call.frame.objectIfMatching(call.host.classes.delegate, at: 1) else { return call.nothing }
        switch delegate {
        case MoonsheetHost.frameworkDelegate: return call.push("swiftui")
        case MoonsheetHost.inlineDelegate: return call.push("controller")
        default: return call.push("script")
        }
      }
    ], methods: [])

  package static let bindingType = ObjectType(
    name: "binding", summary: "a value with a name, as SwiftUI's Binding",
    fields: [
      Field("value", "the value; assigning it is `set`") { call in
        call.host.pushBindingValue(call)
      } set: { call in
        call.host.setBinding(try call.boundSelf(), toValueAt: call.assigned, call)
      },
      Field("name", "the name that the trace shows") { call in
        call.push(call.host.scene.name(of: try call.boundSelf()))
      },
    ],
    methods: [
      Member("get", "b:get()", .reads, "The value.") { call in call.host.pushBindingValue(call) },
      Member("set", "b:set(value)", .acts, "Writes the value; observers hear of it at the next update.") { call in
        guard call.count >= 1 else { throw call.wrong(1, wanted: "a value") }
        call.host.setBinding(try call.boundSelf(), toValueAt: call.slot(1), call)
        return call.nothing
      },
      Member("rebase", "b:rebase()", .acts, "The value now is the clean one for `policy.dirty`.") { call in
        let binding = try call.boundSelf()
        call.host.state.cleanValues[binding] = call.host.scene.value(of: binding)
        return call.nothing
      },
      Member("toggle", "b:toggle()", .acts, "Writes the opposite of a boolean.") { call in
        let binding = try call.boundSelf()
        guard case .bool(let value) = call.host.scene.value(of: binding) else {
          throw LuaError("binding '\(call.host.scene.name(of: binding))' is no boolean")
        }
        call.host.scene.set(binding, to: .bool(!value), by: .script)
        return call.nothing
      },
      Member(
        "on_change", "b:on_change(f)", .acts,
        "Calls f(new, old) at the next update after a change, so several writes in one turn are seen once."
      ) { call in try call.host.observe(call) },
      Member(
        "map", "b:map { get = f, set = g }", .reads,
        "A binding derived from this one: `get(value)` reads through it, `set(new, value)` answers the value to write."
      ) { call in try call.host.mapBinding(call) },
    ])
}

extension Call {
  /// The binding whose method or field this is.
  func boundSelf() throws -> BindingID {
    guard let id = frame.objectIfMatching(host.classes.binding, at: selfSlot) else {
      throw LuaError("'\(name)' wants a binding before the colon")
    }
    return id
  }
}

extension MoonsheetHost {
  func makeToken() -> Token {
    defer { state.nextToken += 1 }
    return Token(serial: state.nextToken)
  }

  func pushBindingValue(_ call: Call) -> LuaReturn {
    guard let binding = call.frame.objectIfMatching(classes.binding, at: 1) else { return call.nothing }
    push(scene.value(of: binding), on: call.frame)
    return .values(1)
  }

  func setBinding(_ binding: BindingID, toValueAt index: Int, _ call: Call) {
    let known = [scene.value(of: binding), state.cleanValues[binding] ?? .none]
    let new = value(at: index, among: known, on: call.frame)
    scene.set(binding, to: new, by: .script)
  }

  func observe(_ call: Call) throws -> LuaReturn {
    try call.function(1, "an observer")
    let binding = try call.boundSelf()
    if append(functionAt: call.slot(1), to: .observers, under: binding.rawValue, on: call.frame) {
      scene.observe(binding)
    }
    return call.nothing
  }

  func mapBinding(_ call: Call) throws -> LuaReturn {
    guard call.type(1) == .table else { throw call.wrong(1, wanted: "{ get = f, set = g }") }
    var keys: [String] = []
    try call.options(1, known: ["get", "set"]) { key in
      guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
      keys.append(key)
    }
    guard keys.contains("get") else { throw LuaError("'\(call.name)' needs a 'get' function") }
    let base = try call.boundSelf()
    let derived = scene.makeDerivedBinding(of: base, site: currentSite)
    call.frame.pushCopy(of: call.slot(1))
    state.mappedAt[derived] = currentSite
    keep(in: .derivations, under: derived.rawValue, on: call.frame)
    call.frame.push(derived, as: classes.binding)
    return .values(1)
  }

  func makeDelegate(_ call: Call) throws -> LuaReturn {
    guard call.type(1) == .table, call.count == 1 else { throw call.wrong(1, wanted: "a table of delegate methods") }
    let delegate = DelegateID(rawValue: state.makeReference())
    let frame = call.frame
    frame.push(delegate, as: classes.delegate)
    let userdata = frame.absolute(-1)
    frame.pushCopy(of: -1)
    keep(in: .delegates, under: delegate.rawValue, on: frame)
    try call.options(1, known: DelegateMethod.allCases.map(\.traceName) + ["forwarding"]) { key in
      if key == "forwarding" {
        if try call.booleanOption(key) { self.state.forwardingDelegates.insert(delegate) }
        return
      }
      let takesPolicy = key == DelegateMethod.shouldDismiss.traceName && isPolicy(at: -1, on: frame)
      guard takesPolicy || call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
      let function = frame.absolute(-1)
      frame.pushUserValue(of: userdata)
      frame.pushCopy(of: function)
      frame.rawSet(-2, key: key)
      frame.pop(1)
    }
    return .values(1)
  }
}
