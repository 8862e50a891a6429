import LuaRuntime

/// The object that scripts see as `draft`.
final class Draft {
  var count = 0
  var isDirty = false
}

/// The rows' host functions as an embedder of LuaRuntime writes them.
final class SwiftSide {
  let host: LuaHost
  private let draft = Draft()
  private let reference: LuaObject<Draft>
  private let policy: LuaFunction
  private let task: LuaFunction
  private var functions: [String: LuaFunction] = [:]

  init() throws {
    host = try LuaHost(LuaOptions(limits: Bounds.limits))
    let drafts = LuaClass<Draft>("draft") { type in
      type.property("count", get: { $0.count }, set: { $0.count = $1 })
      type.property("dirty", get: { $0.isDirty })
      type.method("advance") { (draft: Draft, amount: Int) in
        draft.count += amount
        return draft.count
      }
    }
    drafts.save = { draft in
      let (count, isDirty) = (draft.count, draft.isDirty)
      return { (draft.count, draft.isDirty) = (count, isDirty) }
    }
    host.register(drafts)
    reference = drafts.reference(to: draft)
    host.setGlobal("draft", to: reference)
    Self.defineFunctions(in: host)
    try host.call(try host.load(LuaChunk(name: "rows.lua", source: script)))
    policy = try Self.function("policy", in: host)
    task = try Self.function("task", in: host)
  }

  private static func defineFunctions(in host: LuaHost) {
    host.define("nothing") { () -> Void in }
    host.define("add") { (a: Int, b: Int) in a &+ b }
    host.define("echo") { (text: String) in text }
    host.define("refuse") { () -> Void in throw LuaError("refused") }
    host.define(raw: "build") { frame in
      frame.newTable(fields: 5)
      frame.push("Editor")
      frame.rawSet(-2, key: "title")
      frame.push("large")
      frame.rawSet(-2, key: "detent")
      frame.push(integer: 540)
      frame.rawSet(-2, key: "width")
      frame.push(integer: 620)
      frame.rawSet(-2, key: "height")
      frame.push(bool: true)
      frame.rawSet(-2, key: "dirty")
      return .values(1)
    }
    host.define(raw: "read") { frame in
      guard frame.type(at: 1) == .table else { throw frame.argumentError(1, wanted: "table") }
      var sum = try text("title", frame).utf8.count + text("detent", frame).utf8.count
      sum += try integer("width", frame) + integer("height", frame)
      frame.rawGet(1, key: "dirty")
      sum += frame.bool(at: -1) == true ? 1 : 0
      frame.push(sum)
      return .values(1)
    }
    host.define(raw: "wait") { _ in .yield }
  }

  private static func text(_ key: String, _ frame: LuaFrame) throws -> String {
    frame.rawGet(1, key: key)
    defer { frame.pop() }
    return try String.read(from: frame, at: -1)
  }

  private static func integer(_ key: String, _ frame: LuaFrame) throws -> Int {
    frame.rawGet(1, key: key)
    defer { frame.pop() }
    return try Int.read(from: frame, at: -1)
  }

  /// The global function of that name.
  private static func function(_ name: String, in host: LuaHost) throws -> LuaFunction {
    try host.call(try host.load(LuaChunk(name: name, source: "return \(name)")))
  }

  /// Calls the global function `name` with `n`.
  func call(_ name: String, _ n: Int) throws -> Int {
    if functions[name] == nil { functions[name] = try Self.function(name, in: host) }
    guard let function = functions[name] else { return -1 }
    return try host.call(function, n)
  }

  /// Saves the host `n` times.
  func save(_ n: Int) throws -> Int {
    var bytes = 0
    for _ in 0..<n { bytes = try host.snapshot().byteCount }
    return bytes
  }

  /// Returns the host to one point `n` times.
  func restore(_ n: Int) throws -> Int {
    let point = try host.snapshot()
    for _ in 0..<n { try host.restore(point) }
    return n
  }

  /// Asks the policy about the draft `n` times and counts the yeses.
  func ask(_ n: Int) throws -> Int {
    var yes = 0
    for i in 1...n {
      draft.isDirty = i & 1 == 1
      if try host.call(policy, reference, as: Bool.self) { yes += 1 }
    }
    return yes
  }

  /// Creates a flow of the task `n` times, runs it until it waits, and answers it.
  func wait(_ n: Int) throws -> Int {
    var sum = 0
    for i in 1...n {
      let flow = try host.makeFlow { frame in
        frame.push(task)
        return 0
      }
      _ = host.resume(flow)
      let step = host.resume(
        flow,
        { frame in
          frame.push(i)
          return 1
        }, read: { frame in sum += try Int.read(from: frame, at: 1) })
      if case .failed(let error) = step { throw error }
    }
    return sum
  }
}
