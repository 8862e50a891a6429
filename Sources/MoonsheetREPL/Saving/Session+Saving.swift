import LuaRuntime
import Moonsheet
import PresentationKit

/// Writing a session as a script or a spec. Both are run in a host of their own before they are written, and what goes another way
/// there is told.
extension Session {
  func save(_ path: String) {
    guard !path.isEmpty else { return refuse("':save' wants a file") }
    guard let steps = stepsToSave(path) else { return }
    guard let ending = endingEntries() else { return tellInterrupted() }
    let prefersGlobals = Self.needGlobals(steps)
    let first = flow(path, steps, globalsAreLocals: !prefersGlobals)
    let second = flow(path, steps, globalsAreLocals: prefersGlobals)
    guard var trial = run(first, steps, ending) else { return }
    var saved = first
    // What is a global may have to stay one; what has locals in its place is the better script.
    if trial.trouble != nil, first.text != second.text, let other = run(second, steps, ending),
      other.severity < trial.severity
    {
      (saved, trial) = (second, other)
    }
    if case .fails(let what)? = trial.trouble { return refuse("a run of it would fail \(what); nothing was written") }
    guard write(saved.text, to: path) else { return }
    tell(.note, "saved \(counted(timeline.here.number, "input")) in \(path)")
    tellLeftOut(steps)
    if !ending.isEmpty {
      let more = counted(ending.count, "more event")
      tell(.note, "the scene is not at rest here; a run goes on until it is, with \(more)")
    }
    if let limit = trial.limit { tell(.note, "a run of it ends with a limit: \(limit.message)") }
    if case .parts(let what)? = trial.trouble { refuse("a run of it parts from what was seen at \(what)") }
  }

  /// A spec with what was seen: the values of expressions, the trace, and what is shown at the end.
  func saveTest(_ path: String) {
    guard !path.isEmpty else { return refuse("':save-test' wants a file") }
    guard let steps = stepsToSave(path) else { return }
    let prefersGlobals = Self.needGlobals(steps)
    var spec = SavedSpec(self, path, steps, globalsAreLocals: !prefersGlobals)
    guard var trial = spec.observe() else { return }
    if trial.trouble != nil {
      var other = SavedSpec(self, path, steps, globalsAreLocals: prefersGlobals)
      if let result = other.observe(), result.severity < trial.severity { (spec, trial) = (other, result) }
    }
    if case .fails(let what)? = trial.trouble { return refuse("it would fail as a test \(what); nothing was written") }
    if let why = spec.verify(trial) { return refuse("\(why); nothing was written") }
    guard write(spec.text(trial), to: path) else { return }
    let hint = path.hasSuffix("_spec.lua") ? "" : " (moonsheet test finds by itself what ends in _spec.lua)"
    tell(
      .note,
      "saved \(counted(timeline.here.number, "input")) and \(counted(trial.entries.count, "event")) in \(path)\(hint)")
    tellLeftOut(steps)
    for number in spec.unexpected.sorted() {
      tell(.note, "the value of [\(number)] is no expectation: in a test it is another one")
    }
    if case .parts(let what)? = trial.trouble { refuse("a run of it parts from what was seen at \(what)") }
  }

  // MARK: Inputs

  private func tellInterrupted() { refuse("interrupted; nothing was written") }

  /// The inputs; of those that waited and then spent a limit, as many statements as a run comes to the end of. Nil, told,
  /// where they cannot be saved.
  private func stepsToSave(_ path: String) -> [SavedScript.Step]? {
    var cuts: [Int: SavedScript.Cut] = [:]
    var steps = savedSteps(cuts)
    guard canBeSaved(steps) else { return nil }
    let suspects = steps.reduce(into: Set<Int>()) { $0.formUnion($1.outcome.ended) }
    while !suspects.isEmpty {
      guard let trial = run(flow(path, steps, globalsAreLocals: !Self.needGlobals(steps)), steps, []) else {
        return nil
      }
      // The limit may have been spent in a function of another input.
      let known = steps.filter { suspects.contains($0.number) && !$0.isLeftOut }
      guard let limit = trial.limit, let step = known.first(where: { $0.number == limit.step }) ?? known.last else {
        break
      }
      cuts[step.number] = .init(statements: step.scoped.beginnings.count - 1, why: limit.message)
      steps = savedSteps(cuts)
    }
    return steps
  }

  private func savedSteps(_ cuts: [Int: SavedScript.Cut]) -> [SavedScript.Step] {
    timeline.path(to: timeline.current).dropFirst().map { timeline[$0] }.compactMap { point in
      point.input.map { input in
        let isCall = point.outcome.isExpression && isStatement(input.text)
        return SavedScript.Step(point.number, input, point.outcome, isCall: isCall, cut: cuts[point.number])
      }
    }
  }

  /// The globals that the session made; none where they are too many to be locals.
  var savedGlobals: [String] {
    let own = globalNames().filter { name in
      !libraryNames.contains(name) && !Surface.primitiveNames.contains(name) && Self.isName(name)
    }
    return own.count > 100 ? [] : own
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(LuaTokens.isNameStart) == true && text.utf8.allSatisfy(LuaTokens.isNamePart)
      && !LuaTokens.keywords.contains(text)
  }

  /// Whether an input may reach a global by other ways than its name.
  private static func needGlobals(_ steps: [SavedScript.Step]) -> Bool {
    steps.contains { !$0.top.names.isDisjoint(with: ["_G", "_ENV", "load", "require"]) }
  }

  private func isStatement(_ text: String) -> Bool {
    isDisturbed = true
    return (try? host.loadInput(Array(" \(text)".utf8), as: "(saved)", source: Array(text.utf8))) != nil
  }

  /// Whether all inputs are text; else tells which is not.
  private func canBeSaved(_ steps: [SavedScript.Step]) -> Bool {
    for step in steps where String(validating: step.input.bytes, as: UTF8.self) == nil {
      let lines = step.input.bytes.split(separator: 10, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      refuse("[\(step.number)] cannot be saved: its line \(line + 1) has bytes that are no UTF-8")
      return false
    }
    return true
  }

  private func tellLeftOut(_ steps: [SavedScript.Step]) {
    for step in steps where step.isLeftOut {
      let why = step.cut?.why ?? step.outcome.error?.message ?? "interrupted"
      tell(.note, "[\(step.number)] is left out: \(why)")
    }
    for step in steps where !step.isLeftOut && !step.rest.isEmpty {
      let line = step.rest.split(whereSeparator: \.isNewline).first ?? ""
      tell(.note, "the end of [\(step.number)] is left out, from '\(line)' on: \(step.cut?.why ?? "")")
    }
  }

  private func write(_ text: String, to path: String) -> Bool {
    do throws(SessionFileError) {
      try files.write(Array(text.utf8), to: path)
      return true
    } catch {
      refuse(error.message)
      return false
    }
  }

  /// What a script begins with to be run under the session's profile and seed.
  var savedSettings: [String] {
    var lines: [String] = []
    let (options, usual) = (options.host, MoonsheetOptions())
    if options.profile.name != usual.profile.name { lines.append("scene.profile = \"\(options.profile.name)\"") }
    if options.seed != usual.seed { lines.append("math.randomseed(\(Int64(bitPattern: options.seed)))") }
    return lines
  }

  // MARK: Flows

  /// A script, with the inputs that its lines belong to.
  private struct Flow {
    let path: String
    let text: String
    let owners: [Int?]
  }

  private func flow(_ path: String, _ steps: [SavedScript.Step], globalsAreLocals: Bool) -> Flow {
    let script = SavedScript(steps, globals: globalsAreLocals ? savedGlobals : [], expects: false)
    let fuel = host.lua.limits.fuel
    let option = fuel == MoonsheetOptions().limits.fuel ? "" : "--limit-fuel \(fuel) "
    let head = ["-- Saved by moonsheet repl; run it with: moonsheet run \(option)\(path)"] + savedSettings
    let lines = head + script.lines.map(\.text) + script.closing
    return Flow(
      path: path, text: lines.map { $0 + "\n" }.joined(), owners: head.map { _ in nil } + script.lines.map(\.step))
  }

  /// Runs a script as `moonsheet run` would; nil, told, where that cannot be.
  private func run(_ flow: Flow, _ steps: [SavedScript.Step], _ ending: [Trace.Entry]) -> Trial? {
    var options = options.host
    let usual = MoonsheetOptions()
    (options.profile, options.seed, options.traceCapacity) = (usual.profile, usual.seed, nil)
    options.limits.fuel = host.lua.limits.fuel
    options.modules = files.modules(besides: flow.path) ?? options.modules
    do throws(LuaError) {
      let fresh = try MoonsheetHost(options)
      defer { fresh.close() }
      onHost?(fresh.lua.interruptToken)
      defer { onHost?(interruptToken) }
      fresh.lua.printer = { _ in }
      fresh.lua.warner = { _ in }
      var limit: (message: String, step: Int?)?
      fresh.onDiagnostic = { diagnostic in
        guard limit == nil, diagnostic.severity == .error, !LimitOption.hint(for: diagnostic.message).isEmpty else {
          return
        }
        let owner = diagnostic.site.flatMap { site in
          site.file == flow.path && flow.owners.indices.contains(site.line - 1) ? flow.owners[site.line - 1] : nil
        }
        let message = diagnostic.message
        let place = message.hasPrefix("in ") ? message.firstRange(of: ": ") : nil
        limit = (place.map { String(message[$0.upperBound...]) } ?? message, owner)
      }
      let report = fresh.run(LuaChunk(name: flow.path, source: flow.text))
      guard report.ending != .interrupted else {
        tellInterrupted()
        return nil
      }
      var trial = Trial(entries: fresh.scene.trace.entries)
      trial.limit = limit
      compare(&trial, steps, ending: ending, path: flow.path)
      if let error = report.error {
        trial.trouble = .fails(Self.place(error.site, error.message, flow.owners, flow.path))
      }
      return trial
    } catch {
      refuse(error.message)
      return nil
    }
  }

  /// `at [3]: message`.
  static func place(_ site: LuaError.Site?, _ message: String, _ owners: [Int?], _ path: String) -> String {
    guard let site else { return "with: \(message)" }
    guard site.chunk == path, owners.indices.contains(site.line - 1), let number = owners[site.line - 1] else {
      return "at \(site): \(message)"
    }
    return "at [\(number)]: \(message)"
  }
}
