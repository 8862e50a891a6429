/// A session as a script: its inputs one after the other, so that a run of it does what was done at the prompt.
struct SavedScript {
  /// An input that is not kept whole: what follows spent a limit.
  struct Cut {
    /// How many of its top-level statements are kept.
    let statements: Int
    let why: String
  }

  /// One input and how it went.
  struct Step {
    let number: Int
    let input: Input
    let outcome: InputOutcome
    /// Whether an expression may also stand as a statement.
    let isCall: Bool
    let source: String
    let top: TopLevel
    /// What is read as a chunk: the source, behind a word where it is an expression.
    let read: [UInt8]
    /// How long that word is, in bytes.
    let lead: Int
    let scoped: ScopedNames
    let cut: Cut?
    /// What is left out at the end.
    let rest: String

    init(_ number: Int, _ input: Input, _ outcome: InputOutcome, isCall: Bool, cut: Cut? = nil) {
      self.number = number
      self.input = input
      self.outcome = outcome
      self.isCall = isCall
      let whole = Array(Self.source(of: input).utf8)
      let word = outcome.isExpression ? Array("return ".utf8) : []
      lead = word.count
      self.cut = cut
      let end = cut.map { max(0, ScopedNames(word + whole).beginnings[$0.statements] - word.count) } ?? whole.count
      rest = String(decoding: whole[end...], as: UTF8.self)
      source = String(decoding: whole[..<end], as: UTF8.self)
      read = word + whole[..<end]
      top = TopLevel(Array(whole[..<end]))
      scoped = ScopedNames(read)
    }

    private static func source(of input: Input) -> String {
      var bytes = input.bytes[...]
      if input.kind == .typed, bytes.first == UInt8(ascii: "=") { bytes = bytes.dropFirst() }
      if input.kind != .typed {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if bytes.first == UInt8(ascii: "#") { bytes = bytes.drop { $0 != 10 } }
      }
      while let last = bytes.last, last <= 32 { bytes = bytes.dropLast() }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it ended by a limit or an interrupt, where no run could end it.
    var isLeftOut: Bool {
      outcome.failure == .interrupted || outcome.failure == .limitHit && outcome.error != nil
        || source.isEmpty && !rest.isEmpty
    }

    var isPlain: Bool {
      !top.returnsEarly && !top.hasLabels && !top.usesArguments && !top.locals.contains(where: \.isClosed)
        && (outcome.keptLocals || top.locals.isEmpty)
    }

    /// Whether it stands in the script as it is, and in no function.
    var standsAlone: Bool { !outcome.waited && outcome.error == nil && !outcome.isExpression && isPlain }
  }

  /// A line, and the number of the input that it belongs to.
  struct Line {
    var text: String
    var step: Int?
  }

  private let steps: [Step]
  /// Whether the values of expressions are expectations.
  private let expects: Bool
  /// The inputs whose values are none all the same.
  private let unexpected: Set<Int>
  private let names: Set<String>
  /// What the session calls by a name of its own, of what the script needs: by their other names.
  private let hidden: Set<String>
  /// How many of `_1`, `_2`, … are needed; nil where no input reads `_` either.
  private let results: Int?

  private(set) var lines: [Line] = []
  /// What ends the blocks that are open after the last line.
  private(set) var closing: [String] = []
  /// The inputs whose values are expectations, in order.
  private(set) var expectations: [Int] = []
  /// How many locals the function that is open has.
  private var room = 0
  private let variables: SavedVariables

  /// - Parameters:
  ///   - globals: what was a global at the prompt, and is a local of the script.
  ///   - expects: whether the values of expressions are expectations; not those of the inputs in `unexpected`.
  init(_ steps: [Step], globals: [String], expects: Bool, unexpected: Set<Int> = []) {
    self.steps = steps
    self.expects = expects
    self.unexpected = unexpected
    let globals = globals.filter { Self.resultNumber($0) == nil }
    names = steps.reduce(into: Set(globals)) { $0.formUnion($1.top.names) }
    hidden = steps.reduce(into: Set(globals)) { names, step in
      names.formUnion(step.top.assigned)
      names.formUnion(step.top.locals.map(\.name))
    }
    let read = names.compactMap(Self.resultNumber).filter { $0 < 100 }
    results = read.max()
    variables = SavedVariables(steps, names: names)
    write(globals)
  }

  /// 0 for `_`, 1 for `_1`, …; nil for any other name.
  static func resultNumber(_ name: String) -> Int? {
    guard name.first == "_" else { return nil }
    if name.count == 1 { return 0 }
    return Int(name.dropFirst()).flatMap { "_\($0)" == name ? $0 : nil }
  }

  private mutating func write(_ globals: [String]) {
    for name in ["pcall", "select", "start", "settle"] + (expects ? ["expect", "trace", "scene"] : [])
    where hidden.contains(name) {
      add(["local \(self.name(of: name)) = \(name)"], locals: [self.name(of: name)])
    }
    if expects, names.contains("load") {
      // A spec's globals are those of its file, which are not what a loaded text sees by itself.
      let load = "function(text, name, mode, env) return load(text, name, mode, env or _ENV) end"
      add(["local load = (function(load) return \(load) end)(load)"], locals: ["load"])
    }
    if !globals.isEmpty { add(["local \(globals.joined(separator: ", "))"], locals: globals) }
    if let results {
      let names = ["_"] + (0..<results).map { "_\($0 + 1)" }
      let values = ["(...)"] + (0..<results).map { "(\(name(of: "select"))(\($0 + 1), ...))" }
      add(["local \(names.joined(separator: ", "))"], locals: names)
      add(
        [
          "local function \(keep)(...)",
          "  if \(name(of: "select"))(\"#\", ...) > 0 then",
        ] + zip(names, values).map { "    \($0) = \($1)" } + ["  end", "  return ...", "end"], locals: [keep])
    } else if steps.contains(where: needsValue) {
      add(["local _"], locals: ["_"])
    }
    for step in steps { write(step) }
  }

  /// Whether an input's value is assigned to `_`, so that it is a statement.
  private func needsValue(_ step: Step) -> Bool {
    if step.isLeftOut || step.outcome.error != nil { return false }
    guard step.outcome.isExpression else { return step.top.finalReturn != nil && step.isPlain && !step.outcome.waited }
    return step.outcome.waited || !isExpected(step) && (!step.isCall || step.top.usesArguments)
  }

  private func isExpected(_ step: Step) -> Bool {
    expects && !unexpected.contains(step.number) && step.outcome.plainValues != nil
  }

  private mutating func add(_ lines: [String], locals: [String] = []) {
    self.lines += lines.map { Line(text: $0) }
    room += locals.count
  }

  private mutating func write(_ step: Step) {
    // NB: a function has at most 200 locals; those around it are outer variables to it.
    if room + step.top.declarations > 180 {
      lines.append(Line(text: ";(function()"))
      closing.append("end)()")
      room = 0
    }
    room += step.top.declarations
    let text = text(of: step)
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Line(text: String($0), step: step.number)
    }
  }

  // MARK: Names

  /// What the script calls something of its own.
  private var keep: String { free("keep") }

  /// What the script calls a function that it needs.
  func name(of name: String) -> String { hidden.contains(name) ? free(name) : name }

  private func free(_ name: String) -> String {
    var name = name
    while names.contains(name) { name += "_" }
    return name
  }

  // MARK: Inputs

  private mutating func text(of step: Step) -> String {
    if step.isLeftOut { return Self.leftOut(step.source + step.rest) }
    if step.outcome.waited {
      let rest = step.rest.isEmpty ? "" : "\n" + Self.leftOut(step.rest)
      let flow = waiting(step) + arguments(step, after: ", ")
      return "\(name(of: "start"))(\(flow)) \(name(of: "settle"))()\(rest)"
    }
    if let error = step.outcome.error {
      let message = error.message.split(whereSeparator: \.isNewline).first ?? ""
      let text = variables.text(of: step)
      let body = step.outcome.isExpression ? "return \(text)" : text
      return "\(name(of: "pcall"))(function(...)\n\(body)\nend\(arguments(step, after: ", "))) -- \(message)"
    }
    if step.outcome.isExpression { return expression(step) }
    return step.isPlain ? plain(step) : wrapped(step)
  }

  private static func leftOut(_ source: String) -> String {
    source.split(whereSeparator: \.isNewline).map { "-- left out, it was stopped: \($0)" }.joined(separator: "\n")
  }

  /// An input that was left waiting: a flow of its own.
  private mutating func waiting(_ step: Step) -> String {
    declareOutside(step)
    let text = variables.text(of: step)
    if step.outcome.isExpression {
      return "function(...) \(results == nil ? "_ = \(text)\n" : "\(keep)(\(text)\n)") end"
    }
    let body = "function(...)\n\(text)\nend"
    let hasValues = step.top.finalReturn != nil || step.top.returnsEarly
    return hasValues && results != nil ? "function(...) \(keep)((\(body))(...)) end" : body
  }

  /// Declarations stand before the statement that is being written.
  private mutating func declareOutside(_ step: Step) {
    let names = variables.declared(by: step)
    if !names.isEmpty { lines.append(Line(text: "local \(names.joined(separator: ", "))", step: nil)) }
  }

  private mutating func expression(_ step: Step) -> String {
    var source = variables.text(of: step)
    if step.top.usesArguments { source = "(function(...) return \(source)\nend)(\(arguments(step)))" }
    let end = source.contains("--") ? "\n" : ""
    if isExpected(step), let values = step.outcome.plainValues {
      expectations.append(step.number)
      let expect = name(of: "expect")
      let value = results == nil ? "\(source)\(end)" : "\(keep)(\(source)\(end))"
      if values.count == 1 { return "\(expect)(\(value)):to_equal(\(values[0]))" }
      return "\(expect)({ \(value) }):to_equal({ \(values.joined(separator: ", ")) })"
    }
    if results != nil { return "\(keep)(\(source)\(end))" }
    if !step.isCall || step.top.usesArguments { return "_ = \(source)" }
    return source.first == "(" ? ";\(source)" : source
  }

  /// An input that can stand as it is.
  private func plain(_ step: Step) -> String {
    var text = variables.text(of: step)
    let bytes = Array(text.utf8)
    if let place = TopLevel(bytes).finalReturn {
      var rest = bytes[(place + 6)...]
      if let last = LuaTokens.all(of: Array(rest)).last, last.text == ";" {
        rest = rest[..<(rest.startIndex + last.range.lowerBound)]
      }
      let values = String(decoding: rest, as: UTF8.self)
      let isBare = LuaTokens.all(of: Array(rest)).isEmpty
      let keeping = results == nil ? "_ =\(values)" : "\(keep)(\(values)\(values.contains("--") ? "\n" : ""))"
      text = String(decoding: bytes[..<place], as: UTF8.self) + (isBare ? "" : keeping)
    }
    return text.first == "(" ? ";\(text)" : text
  }

  /// An input in a function of its own: where it ends early, jumps, reads `...`, or closes something at its end.
  private mutating func wrapped(_ step: Step) -> String {
    declareOutside(step)
    let call = "(function(...)\n\(variables.text(of: step))\nend)(\(arguments(step)))"
    let hasValues = step.top.finalReturn != nil || step.top.returnsEarly
    return hasValues && results != nil ? "\(keep)(\(call))" : ";\(call)"
  }

  private func arguments(_ step: Step, after lead: String = "") -> String {
    let values = step.input.arguments.map { ValueText.literal(Array($0.utf8)) }
    return values.isEmpty ? "" : lead + values.joined(separator: ", ")
  }
}
