/// A session as a script: its inputs one after the other, so that a run of it does what was done at the prompt.
struct SavedScript {
  /// One input and how it went.
  struct Step {
    let input: Input
    let outcome: InputOutcome
    /// Whether an expression may also stand as a statement.
    let isCall: Bool
  }

  private let steps: [Step]
  /// What was a global at the prompt is a local of the script.
  private let globals: [String]
  /// Whether the values of expressions are expectations.
  private let expects: Bool
  /// Whether an input reads `_`, or `_1` and the like.
  private let usesLast: Bool
  private let usesNumbered: Bool

  init(_ steps: [Step], globals: [String], expects: Bool) {
    self.steps = steps
    self.expects = expects
    let names = steps.map { TopLevel(Array($0.input.text.utf8)).names }
    usesNumbered = names.contains { $0.contains { name in name.first == "_" && Int(name.dropFirst()) != nil } }
    usesLast = usesNumbered || names.contains { $0.contains("_") }
    self.globals = globals.filter { !Self.isValueName($0) }
  }

  static func isValueName(_ name: String) -> Bool { name == "_" || name.first == "_" && Int(name.dropFirst()) != nil }

  /// The lines of the script's body.
  var lines: [String] {
    var names = globals
    if steps.contains(where: \.outcome.isExpression) || steps.contains(where: hasReturn) { names.append("_") }
    if usesNumbered { names += (1...9).map { "_\($0)" } }
    let head = names.isEmpty ? [] : ["local \(names.joined(separator: ", "))"]
    return head
      + steps.flatMap { step in
        text(of: step).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
  }

  private func hasReturn(_ step: Step) -> Bool {
    step.input.kind == .typed && TopLevel(Array(step.input.text.utf8)).finalReturn != nil
  }

  private func text(of step: Step) -> String {
    let source = Self.source(of: step.input)
    switch step.outcome.failure {
    case .limitHit, .interrupted:
      return source.split(separator: "\n").map { "-- left out, it was stopped: \($0)" }.joined(separator: "\n")
    case .failed where step.input.kind == .typed && !step.outcome.waited && step.outcome.message != nil:
      let message = (step.outcome.message ?? "").split(separator: "\n").first ?? ""
      return "pcall(function(...)\n\(step.outcome.isExpression ? "return " : "")\(source)\nend) -- \(message)"
    case .failed, .none: break
    }
    if step.outcome.waited { return waiting(source, isExpression: step.outcome.isExpression) }
    if step.outcome.isExpression { return expression(source, step) }
    return statement(source)
  }

  private static func source(of input: Input) -> String {
    var text = input.text[...]
    if input.kind == .typed, text.first == "=" { text = text.dropFirst() }
    if input.kind != .typed, text.hasPrefix("#") { text = text.drop { $0 != "\n" } }
    while text.last == "\n" || text.last == " " { text = text.dropLast() }
    return String(text)
  }

  /// An input that was left waiting: a flow of its own.
  private func waiting(_ source: String, isExpression: Bool) -> String {
    if isExpression { return "start(function() _ = \(source)\nend) settle()" }
    let hoisted = Hoisting(source)
    let head = hoisted.names.isEmpty ? "" : "local \(hoisted.names.joined(separator: ", "))\n"
    return "\(head)start(function()\n\(hoisted.text)\nend) settle()"
  }

  private func expression(_ source: String, _ step: Step) -> String {
    let end = source.contains("--") ? "\n" : ""
    if expects, let values = step.outcome.plainValues, values.count == 1 {
      return "_ = \(source)\(end) expect(_):to_equal(\(values[0]))"
    }
    if usesNumbered { return "\((1...9).map { "_\($0)" }.joined(separator: ", ")) = \(source)\(end) _ = _1" }
    if usesLast || !step.isCall { return "_ = \(source)" }
    return source.first == "(" ? ";\(source)" : source
  }

  private func statement(_ source: String) -> String {
    let bytes = Array(source.utf8)
    let top = TopLevel(bytes)
    if top.returnsEarly {
      let hoisted = Hoisting(source)
      let head = hoisted.names.isEmpty ? "" : "local \(hoisted.names.joined(separator: ", "))\n"
      return "\(head);(function(...)\n\(hoisted.text)\nend)()"
    }
    var text = source
    if let place = top.finalReturn {
      let rest = String(decoding: bytes[(place + 6)...], as: UTF8.self)
      let isBare = rest.allSatisfy { $0 == " " || $0 == ";" || $0 == "\n" }
      text = String(decoding: bytes[..<place], as: UTF8.self) + (isBare ? "" : "_ =\(rest)")
    }
    return text.first == "(" ? ";\(text)" : text
  }
}
