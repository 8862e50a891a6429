import LuaRuntime
import PresentationKit

extension Surface {
  /// What says how things should be.
  package static let checking: [Member] = [
    Member(
      "invariant", "invariant(name, f)", .reads,
      "`f` answers true whenever the simulation comes to rest; where it does not, that is an error. `moonsheet explore` asks "
        + "it in every state."
    ) { call in
      let name = try call.name(1, "a name")
      try call.function(2, "what should hold")
      let function = call.host.keepAction(at: call.slot(2), on: call.frame)
      call.host.state.invariants.append(
        ScriptInvariant(name: name, function: function, site: call.host.currentSite))
      return call.nothing
    },
    Member(
      "explore",
      "explore { start =, actions =, depth =, always =, sometimes =, eventually =, next =, vary =, events =, "
        + "answers =, types =, properties = }", .waits,
      "Says what `moonsheet explore` is to look at, and where from: `start`, or here. `run` and `test` pass over it. There is "
        + "`[\"until\"]`, too."
    ) { call in try call.host.explore(call) },
  ]
}

extension MoonsheetHost {
  private static let planKeys = [
    "start", "actions", "depth", "always", "sometimes", "eventually", "next", "until", "vary", "events", "answers",
    "types", "properties",
  ]

  /// The acts that `actions` can name.
  package static let explorableActs =
    Surface.userType.methods.map(\.name).filter { $0 != "actions" } + ["wait", "events", "answers"]

  fileprivate func explore(_ call: Call) throws -> LuaReturn {
    var plan = ExplorationPlan()
    plan.site = currentSite
    guard call.count <= 1 else { throw call.wrong(2, wanted: "nothing") }
    try call.options(1, known: Self.planKeys) { key in try self.read(key, into: &plan, call) }
    if exploring.stopsAtUser {
      let result = try leaveToExploration(in: call)
      state.plan = plan
      return result
    }
    return call.nothing
  }

  /// Reads one option, whose value is on top of the stack.
  private func read(_ key: String, into plan: inout ExplorationPlan, _ call: Call) throws {
    switch key {
    case "start": plan.start = try keptFunction(key, call)
    case "depth":
      guard let depth = call.frame.integer(at: -1), depth >= 0, depth < Int32.max else {
        throw call.wrongOption(key, "a whole number of steps")
      }
      plan.depth = Int(depth)
    case "actions": plan.actions = try acts(call)
    case "always": plan.always = try named(key, call)
    case "sometimes": plan.sometimes = try named(key, call)
    case "vary": plan.vary = try listed(key, call)
    case "events": plan.events = try listed(key, call)
    case "answers": plan.answers = try answers(call)
    case "types": plan.types = try types(call)
    case "properties": plan.switches = try switches(call)
    default: plan.temporal += try temporal(key, call)
    }
  }

  private func keptFunction(_ key: String, _ call: Call) throws -> ActionID {
    guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function") }
    return keepAction(at: -1, on: call.frame)
  }

  private func acts(_ call: Call) throws -> [String]? {
    if call.frame.type(at: -1) == .string, call.frame.string(at: -1) == "all" { return nil }
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption("actions", "\"all\" or a list of acts") }
    return try strings("actions", call, among: Self.explorableActs)
  }

  private func strings(_ key: String, _ call: Call, among known: [String]? = nil) throws -> [String] {
    var result: [String] = []
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -1) == .string, let text = frame.string(at: -1) else {
        throw call.wrongOption(key, "a list of strings")
      }
      if let known, !known.contains(text) {
        throw LuaError(
          "option '\(key)' of '\(call.name)' knows no \(Suggestion.quoted(text))"
            + Suggestion.suffix(for: text, among: known))
      }
      result.append(text)
    }
    return result
  }

  /// A function, or a table of functions by name.
  private func named(_ key: String, _ call: Call) throws -> [ExplorationPlan.Named] {
    if call.isFunction(at: -1) {
      return [.init(name: key, function: keepAction(at: -1, on: call.frame))]
    }
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption(key, "a function, or functions by name") }
    var result: [ExplorationPlan.Named] = []
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard call.isFunction(at: -1) else { throw call.wrongOption(key, "a function, or functions by name") }
      let name = frame.type(at: -2) == .string ? frame.string(at: -2) : nil
      result.append(.init(name: name ?? key, function: keepAction(at: -1, on: frame)))
    }
    return result
  }

  /// A list of `{ name, function }`.
  private func listed(_ key: String, _ call: Call) throws -> [ExplorationPlan.Named] {
    let wanted = "a list of { \"name\", function }"
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption(key, wanted) }
    var result: [ExplorationPlan.Named] = []
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -1) == .table else { throw call.wrongOption(key, wanted) }
      let pair = frame.absolute(-1)
      defer { frame.pop(2) }
      guard frame.rawGet(pair, index: 1) == .string, let name = frame.string(at: -1) else {
        frame.pushNil()
        throw call.wrongOption(key, wanted)
      }
      frame.rawGet(pair, index: 2)
      guard call.isFunction(at: -1) else { throw call.wrongOption(key, wanted) }
      result.append(.init(name: name, function: keepAction(at: -1, on: frame)))
    }
    return result
  }

  /// `{ save = { { true, 1 }, { false, "offline" } } }`.
  private func answers(_ call: Call) throws -> [(name: String, answers: [ExplorationPlan.Answer])] {
    let wanted = "lists of { ok, value } by the request's name"
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption("answers", wanted) }
    var result: [(name: String, answers: [ExplorationPlan.Answer])] = []
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -2) == .string, let name = frame.string(at: -2), frame.type(at: -1) == .table else {
        throw call.wrongOption("answers", wanted)
      }
      var answers: [ExplorationPlan.Answer] = []
      try frame.forEachPair(in: frame.absolute(-1)) { frame in
        guard frame.type(at: -1) == .table else { throw call.wrongOption("answers", wanted) }
        let pair = frame.absolute(-1)
        defer { frame.pop(2) }
        _ = frame.rawGet(pair, index: 1)
        let ok = frame.bool(at: -1)
        _ = frame.rawGet(pair, index: 2)
        guard let ok else { throw call.wrongOption("answers", wanted) }
        answers.append(.init(isSuccess: ok, value: self.value(at: -1, on: frame)))
      }
      result.append((name, answers))
    }
    return result
  }

  /// `{ body = { "", "x" } }`.
  private func types(_ call: Call) throws -> [String: [String]] {
    let wanted = "lists of texts by the field's name"
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption("types", wanted) }
    var result: [String: [String]] = [:]
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -2) == .string, let name = frame.string(at: -2), frame.type(at: -1) == .table else {
        throw call.wrongOption("types", wanted)
      }
      result[name] = try strings("types", call)
    }
    return result
  }

  private func switches(_ call: Call) throws -> [String: Bool] {
    let known = BuiltInProperty.allCases.map(\.rawValue) + WarningCode.allCases.map(\.rawValue)
    let wanted = "true or false by the property's name"
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption("properties", wanted) }
    var result: [String: Bool] = [:]
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -2) == .string, let name = frame.string(at: -2), frame.type(at: -1) == .bool else {
        throw call.wrongOption("properties", wanted)
      }
      guard known.contains(name) else {
        throw LuaError(
          "option 'properties' of '\(call.name)' knows no \(Suggestion.quoted(name))"
            + Suggestion.suffix(for: name, among: known))
      }
      result[name] = frame.bool(at: -1) ?? false
    }
    return result
  }

  /// `eventually = { ["name"] = { f, within = 5 } }`, `next = { ["name"] = f }`, `["until"] = { ["name"] = { f, g } }`.
  private func temporal(_ key: String, _ call: Call) throws -> [ExplorationPlan.Temporal] {
    guard let word = ExplorationPlan.Temporal.Word(rawValue: key) else { return [] }
    let wanted = word == .until ? "{ f, g } by name" : "functions by name"
    guard call.frame.type(at: -1) == .table else { throw call.wrongOption(key, wanted) }
    var result: [ExplorationPlan.Temporal] = []
    try call.frame.forEachPair(in: call.frame.absolute(-1)) { frame in
      guard frame.type(at: -2) == .string, let name = frame.string(at: -2) else { throw call.wrongOption(key, wanted) }
      result.append(try self.temporal(word, name, wanted, frame, call))
    }
    return result
  }

  private func temporal(
    _ word: ExplorationPlan.Temporal.Word, _ name: String, _ wanted: String, _ frame: LuaFrame, _ call: Call
  ) throws -> ExplorationPlan.Temporal {
    if word != .until, call.isFunction(at: -1) {
      return .init(word: word, name: name, function: keepAction(at: -1, on: frame))
    }
    guard frame.type(at: -1) == .table else { throw call.wrongOption(word.rawValue, wanted) }
    let table = frame.absolute(-1)
    defer { frame.pop(3) }
    _ = (frame.rawGet(table, index: 1), frame.rawGet(table, index: 2), frame.rawGet(table, key: "within"))
    guard call.isFunction(at: -3), call.isFunction(at: -2) == (word == .until) else {
      throw call.wrongOption(word.rawValue, wanted)
    }
    var result = ExplorationPlan.Temporal(word: word, name: name, function: keepAction(at: -3, on: frame))
    if word == .until { result.goal = keepAction(at: -2, on: frame) }
    result.within = frame.type(at: -1) == .number ? frame.integer(at: -1).map { Int($0) } : nil
    return result
  }
}
