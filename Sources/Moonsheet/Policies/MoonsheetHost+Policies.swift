import LuaRuntime
import PresentationKit

extension MoonsheetHost {
  /// Whether a value answers a question: what is called as a function is, or a policy.
  func isPolicy(at index: Int, on frame: LuaFrame) -> Bool {
    isFunction(at: index, on: frame) || frame.objectIfMatching(classes.policy, at: index) != nil
  }

  /// Whether a value is called as a function is: one, or `environment.dismiss`, an override's original, or whatever has a
  /// `__call`. A policy only answers, and what is configured by its call is none.
  func isFunction(at index: Int, on frame: LuaFrame) -> Bool {
    switch frame.type(at: index) {
    case .function: return true
    case .table: return frame.hasCallMetamethod(at: index)
    case .userdata:
      return frame.hasCallMetamethod(at: index) && frame.objectIfMatching(classes.controller, at: index) == nil
        && frame.objectIfMatching(classes.policy, at: index) == nil
        && !classes.singletons.contains { frame.objectIfMatching($0.1, at: index) != nil }
    default: return false
    }
  }

  @discardableResult
  func push(policy kind: Policy.Kind, operands: [Int] = [], _ call: Call) -> LuaReturn {
    let frame = call.frame
    let slots = operands.map { frame.absolute($0) }
    frame.push(Policy(serial: state.makeReference(), kind: kind), as: classes.policy)
    frame.pushUserValue(of: -1)
    for (position, slot) in slots.enumerated() {
      frame.pushCopy(of: slot)
      frame.rawSet(-2, index: position + 1)
    }
    frame.pop(1)
    return .values(1)
  }

  /// `policy.dirty(b)`; a mapped binding is clean as it is now, and others as they were made.
  func pushDirty(_ call: Call) throws -> LuaReturn {
    let binding = try call.binding(1)
    if state.cleanValues[binding] == nil { state.cleanValues[binding] = scene.value(of: binding) }
    return push(policy: .dirty(binding), call)
  }

  /// `policy.rules { … }`: reads each line, keeping what is no word as an operand.
  func pushRules(_ call: Call) throws -> LuaReturn {
    guard call.type(1) == .table, call.count == 1 else { throw call.wrong(1, wanted: "a table of rules") }
    let frame = call.frame
    var rules: [Policy.Rule] = []
    let count = frame.rawLength(at: call.slot(1))
    for position in 0..<count {
      _ = frame.rawGet(call.slot(1), index: position + 1)
      rules.append(try rule(position + 1, at: frame.absolute(-1), frame))
    }
    // What the lines brought stands on the stack in order: two values a line, the second its verdict.
    let first = frame.count - count
    let operands = (0..<count).map { first + $0 + 1 }
    let site = currentSite
    for rule in rules { state.rulePatterns.append(RulePattern(text: rule.pattern.text, site: site)) }
    return push(policy: .rules(rules), operands: operands, call)
  }

  /// Reads the line at `index` and replaces it by its verdict's value.
  private func rule(_ number: Int, at index: Int, _ frame: LuaFrame) throws -> Policy.Rule {
    guard frame.type(at: index) == .table, frame.rawGet(index, index: 1) == .string, let pattern = frame.string(at: -1)
    else { throw LuaError("rule \(number) of 'policy.rules' is { pattern, verdict }, with the pattern a string") }
    frame.pop(1)
    _ = frame.rawGet(index, index: 2)
    let verdict: Policy.Rule.Verdict
    switch (frame.type(at: -1), frame.string(at: -1)) {
    case (.string, "allow"?): verdict = .allow
    case (.string, "refuse"?): verdict = .refuse
    case (.string, let word?):
      throw LuaError(
        "rule \(number) of 'policy.rules' cannot be \"\(word)\""
          + Suggestion.suffix(for: word, among: ["allow", "refuse"])
          + "; it is \"allow\", \"refuse\", or a policy")
    default:
      guard isPolicy(at: -1, on: frame) else {
        throw LuaError("rule \(number) of 'policy.rules' wants \"allow\", \"refuse\", a policy or a function")
      }
      verdict = .operand
    }
    frame.move(to: index)
    return Policy.Rule(pattern: NamePattern(pattern), verdict: verdict)
  }

  /// Calls a policy: the object at index 1 of `call`'s frame, the controller it decides about behind it.
  func decide(_ policy: Policy, _ call: Call) throws -> LuaReturn {
    let controller = call.count >= 1 ? call.frame.objectIfMatching(classes.controller, at: call.slot(1)) : nil
    return call.push(try verdict(of: policy, about: controller, call))
  }

  private func verdict(of policy: Policy, about controller: ControllerID?, _ call: Call) throws -> Bool {
    switch policy.kind {
    case .never: return false
    case .always: return true
    case .dirty(let binding): return !isDirty(binding)
    case .all(let count): return try (1...count).allSatisfy { try operand($0, call) }
    case .any(let count): return try (1...count).contains { try operand($0, call) }
    case .negate: return try !operand(1, call)
    case .atRoot(let navigation):
      let depth = scene.controller(navigation).children.count
      scene.noteInput("#\(scene.name(of: navigation)).children", .integer(Int64(depth)))
      return depth <= 1
    case .rules(let rules): return try decide(rules, about: controller, call)
    }
  }

  private func decide(_ rules: [Policy.Rule], about controller: ControllerID?, _ call: Call) throws -> Bool {
    guard let controller else { throw LuaError("'policy.rules' decides about a controller; call it with one") }
    let name = scene.name(of: controller)
    guard let index = rules.lastIndex(where: { $0.pattern.matches(name) }) else {
      scene.record("rule", subject: name, detail: "none matches -> allow")
      return true
    }
    note(match: rules[index].pattern.text)
    let allows =
      switch rules[index].verdict {
      case .allow: true
      case .refuse: false
      case .operand: try operand(index + 1, call)
      }
    scene.record(
      "rule", subject: name, detail: "\(index + 1) \"\(rules[index].pattern.text)\" -> \(allows ? "allow" : "refuse")")
    return allows
  }

  private func note(match pattern: String) {
    for index in state.rulePatterns.indices where state.rulePatterns[index].text == pattern {
      state.rulePatterns[index].hasMatched = true
    }
  }

  /// Asks the operand at a position, with the arguments that the policy itself was called with.
  private func operand(_ position: Int, _ call: Call) throws -> Bool {
    let frame = call.frame
    frame.pushUserValue(of: 1)
    _ = frame.rawGet(-1, index: position)
    frame.remove(at: -2)
    if call.count >= 1 { frame.pushCopy(of: call.slot(1)) } else { frame.pushNil() }
    try frame.call(arguments: 1, results: 1)
    defer { frame.pop(1) }
    guard frame.type(at: -1) == .bool, let answer = frame.bool(at: -1) else {
      throw LuaError("a policy answered \(frame.typeName(at: -1)), not true or false; that counts as a refusal")
    }
    return answer
  }

  /// Whether a binding differs from its clean value.
  func isDirty(_ binding: BindingID) -> Bool {
    !Self.isSame(scene.value(of: binding), state.cleanValues[binding] ?? .none)
  }

  /// Equal as Lua's `==` has it, but that a number that is none equals itself: nothing was typed.
  private static func isSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Double(integer) == number && Int64(exactly: number) == integer
    case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
    default: a == b
    }
  }
}
