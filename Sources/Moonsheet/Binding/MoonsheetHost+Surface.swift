import LuaRuntime
import PresentationKit

/// Installs the described surface in Lua.
extension MoonsheetHost {
  func installSurface() throws(LuaError) {
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
    lua.register(classes.dismissAction)
    lua.register(classes.originalPresent)
    lua.register(classes.policy)
    lua.register(classes.detent)
    for (singleton, luaClass) in classes.singletons { install(singleton.type, in: luaClass) }
    try installPrimitives()
  }

  private func install<O>(_ type: ObjectType, in luaClass: LuaClass<O>) {
    for field in type.fields { add(field, of: type, to: luaClass) }
    for method in type.methods {
      if type.isNamespace { addFunction(method, of: type, to: luaClass) } else { add(method, of: type, to: luaClass) }
    }
    let known = type.fields.map(\.name) + type.methods.map(\.name)
    let writable = type.fields.filter { $0.set != nil }.map(\.name)
    luaClass.missing = { [unowned self] object, key, isWrite in
      // Of what there is one, the description may be long: the trace describes itself by its text.
      let whose = O.self == Singleton.self ? type.name : luaClass.describe?(object) ?? type.name
      if isWrite, known.contains(key) { return LuaError("'\(key)' of \(whose) cannot be assigned") }
      let names = isWrite ? writable : known
      return LuaError("\(whose) has no field \(Suggestion.quoted(key))" + self.suggestion(for: key, among: names))
    }
    lua.register(luaClass)
  }

  func suggestion(for key: String, among names: [String]) -> String { Suggestion.suffix(for: key, among: names) }

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
    let function = lua.function(name) { [unowned self] frame in
      try self.invoke(method, Call(host: self, frame: frame, name: name, offset: 0))
    }
    luaClass.rawProperty(
      method.name,
      get: { _, frame in
        frame.push(function)
        return .values(1)
      })
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

  private func installPrimitives() throws(LuaError) {
    var primitives: [(String, any LuaEncodable)] = Surface.primitives.map { member in
      let function = lua.function(member.name) { [unowned self] frame in
        try self.invoke(member, Call(host: self, frame: frame, name: member.name, offset: 0))
      }
      return (member.name, function)
    }
    primitives.append(("root", Pushed { [unowned self] in self.pushController(self.scene.root, on: $0) }))
    for (singleton, luaClass) in classes.singletons {
      primitives.append((singleton.rawValue, luaClass.reference(to: singleton)))
    }
    try installModule(primitives)
    if options.libraries == .sandboxed { protectGlobals(options.primitivesAreGlobal ? primitives : []) }
  }

  /// What `require "moonsheet"` returns: one table of all primitives.
  private func installModule(_ primitives: [(String, any LuaEncodable)]) throws(LuaError) {
    let lock = try lua.load(
      LuaChunk(
        name: "moonsheet",
        source: """
          local primitives = ...
          return setmetatable({}, {
            __index = primitives, __metatable = false,
            __newindex = function(_, name) error("'" .. tostring(name) .. "' cannot be set in the module of moonsheet", 2) end,
          })
          """))
    let table = Pushed { frame in
      frame.newTable(fields: primitives.count)
      for (name, value) in primitives {
        value.push(to: frame)
        frame.rawSet(-2, key: name)
      }
    }
    try lua.query(fuel: nil) { frame in
      frame.push(lock)
      table.push(to: frame)
      return 1
    } read: { frame in
      lua.preload("moonsheet", Pushed { $0.pushCopy(of: 1, in: frame) })
    }
  }

  private func protectGlobals(_ primitives: [(String, any LuaEncodable)]) {
    let names = primitives.map(\.0)
    lua.protect(primitives: primitives) { name in
      LuaError(
        "undefined global \(Suggestion.quoted(name))" + Suggestion.suffix(for: name, among: names + Self.libraryNames))
    } defined: { [unowned self] name in
      if names.contains(name) {
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
