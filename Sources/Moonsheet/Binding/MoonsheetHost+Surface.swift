import LuaRuntime
import PresentationKit

/// Installs the described surface in Lua. A host gets of it what its scripts use: each primitive, class and field when it is
/// used first.
extension MoonsheetHost {
  func installSurface() {
    installCalls()
    installDescriptions()
    install(Surface.controllerType, in: classes.controller)
    install(Surface.presentationControllerType, in: classes.presentationController)
    install(Surface.delegateType, in: classes.delegate)
    install(Surface.attemptType, in: classes.attempt)
    install(Surface.bindingType, in: classes.binding)
    install(Surface.timerType, in: classes.timer)
    install(Surface.flowType, in: classes.flow)
    install(Surface.tokenType, in: classes.token)
    install(Surface.viewType, in: classes.view)
    install(Surface.representableType, in: classes.representable)
    for (singleton, luaClass) in classes.singletons { install(singleton.type, in: luaClass) }
    installPrimitives()
  }

  private func install<O>(_ type: ObjectType, in luaClass: LuaClass<O>) {
    luaClass.later = { [unowned self, unowned luaClass] name in self.add(name, of: type, to: luaClass) }
    luaClass.missing = { [unowned self, unowned luaClass] object, key, isWrite in
      // Of what there is one, the description may be long: the trace describes itself by its text.
      let whose = O.self == Singleton.self ? type.name : luaClass.describe?(object) ?? type.name
      let known = type.fields.map(\.name) + type.methods.map(\.name)
      if isWrite, known.contains(key) { return LuaError("'\(key)' of \(whose) cannot be assigned") }
      let names = isWrite ? type.fields.filter { $0.set != nil }.map(\.name) : known
      return LuaError("\(whose) has no field \(Suggestion.quoted(key))" + self.suggestion(for: key, among: names))
    }
  }

  func suggestion(for key: String, among names: [String]) -> String { Suggestion.suffix(for: key, among: names) }

  private func add<O>(_ name: String, of type: ObjectType, to luaClass: LuaClass<O>) {
    if let method = type.methods.first(where: { $0.name == name }) {
      if type.isNamespace { addFunction(method, of: type, to: luaClass) } else { add(method, of: type, to: luaClass) }
    } else if let field = type.fields.first(where: { $0.name == name }) {
      add(field, of: type, to: luaClass)
    }
  }

  private func add<O>(_ field: Field, of type: ObjectType, to luaClass: LuaClass<O>) {
    let name = "\(type.name).\(field.name)"
    var set: ((O, LuaFrame) throws -> Void)?
    if let assign = field.set {
      set = { [unowned self] _, frame in
        if self.isBarred(by: name) { return }
        try assign(Call(host: self, frame: frame, name: name, offset: 1, selfSlot: 2))
      }
    }
    luaClass.rawProperty(
      field.name,
      get: { [unowned self] _, frame in try field.get(Call(host: self, frame: frame, name: name, offset: 1)) },
      set: set)
  }

  private func addFunction<O>(_ method: Member, of type: ObjectType, to luaClass: LuaClass<O>) {
    let name = "\(type.name).\(method.name)"
    luaClass.rawFunction(method.name, called: name) { [unowned self] frame in
      try self.invoke(method, Call(host: self, frame: frame, name: name, offset: 0))
    }
  }

  private func add<O>(_ method: Member, of type: ObjectType, to luaClass: LuaClass<O>) {
    let name = "\(type.name):\(method.name)"
    luaClass.rawMethod(method.name) { [unowned self] _, frame in
      try self.invoke(method, Call(host: self, frame: frame, name: name, offset: 1))
    }
  }

  /// Runs a member unless its duty is barred where it is used.
  func invoke(_ member: Member, _ call: Call) throws -> LuaReturn {
    if member.duty == .acts, isBarred(by: call.name) { return call.nothing }
    return try member.body(call)
  }

  /// Whether a query is being answered, in which nothing may act; says so once per place.
  func isBarred(by name: String) -> Bool {
    guard let query = state.query else { return false }
    warn(
      .sideEffectInPolicy, query.subject,
      "'\(name)' was skipped inside \(query.name): UIKit may ask at any time and as often as it likes, so a query only "
        + "answers; act in did_attempt_to_dismiss or another callback")
    return true
  }

  // MARK: Globals

  private func installPrimitives() {
    let primitives = lua.lazyTable { [unowned self] name in self.primitive(name) }
    // What `require "moonsheet"` returns.
    lua.preload("moonsheet", readOnly: primitives) { key in
      LuaError("'\(key)' cannot be set in the module of moonsheet")
    }
    guard options.libraries == .sandboxed else { return }
    if options.primitivesAreGlobal {
      lua.protect(primitives: primitives, undefined: undefined, defined: defined)
    } else {
      lua.protect(primitives: [], undefined: undefined, defined: defined)
    }
  }

  private func primitive(_ name: String) -> LuaLazyValue? {
    if let member = Surface.primitivesByName[name] {
      return .function { [unowned self] frame in
        try self.invoke(member, Call(host: self, frame: frame, name: name, offset: 0))
      }
    }
    if name == "root" { return .value(Pushed { [unowned self] in self.pushController(self.scene.root, on: $0) }) }
    let found = classes.singletons.first { $0.0.rawValue == name }
    return found.map { singleton, luaClass in .value(luaClass.reference(to: singleton)) }
  }

  private var undefined: (String) -> LuaError? {
    { [names = options.primitivesAreGlobal ? Surface.orderedNames : []] name in
      LuaError(
        "undefined global \(Suggestion.quoted(name))" + Suggestion.suffix(for: name, among: names + Self.libraryNames))
    }
  }

  private var defined: (String) -> LuaError? {
    { [unowned self] name in
      if self.options.primitivesAreGlobal, Surface.primitiveNames.contains(name) {
        return LuaError("'\(name)' belongs to moonsheet and cannot be assigned; use a local of another name")
      }
      guard self.warnsOfNewGlobals else { return nil }
      self.warn(
        .globalDefined, "'\(name)'",
        "a new global; write 'local \(name)' unless other files are meant to see it")
      return nil
    }
  }

  /// Lua's own globals, for "did you mean".
  private static let libraryNames = [
    "assert", "coroutine", "error", "getmetatable", "ipairs", "load", "math", "next", "os", "pairs", "pcall", "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "string", "table", "tonumber",
    "tostring", "type", "utf8", "warn", "xpcall",
  ]
}

/// A value that knows how to push itself.
struct Pushed: LuaEncodable {
  let body: (LuaFrame) -> Void

  init(_ body: @escaping (LuaFrame) -> Void) { self.body = body }

  func push(to frame: LuaFrame) { body(frame) }
}
