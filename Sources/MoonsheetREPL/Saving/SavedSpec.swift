import LuaRuntime
import Moonsheet
import MoonsheetSpec
import PresentationKit

/// A session as a spec with one test.
struct SavedSpec {
  private let session: Session
  private let path: String
  private let steps: [SavedScript.Step]
  private let globals: [String]
  /// The inputs whose values are others in a test.
  private(set) var unexpected: Set<Int> = []
  private var script: SavedScript

  init(_ session: Session, _ path: String, _ steps: [SavedScript.Step], globalsAreLocals: Bool) {
    self.session = session
    self.path = path
    self.steps = steps
    globals = globalsAreLocals ? session.savedGlobals : []
    script = SavedScript(steps, globals: globals, expects: true)
  }

  // MARK: Text

  private static let firstLine = "  it(\"goes as it went\", function()"

  private var head: [String] {
    [
      "-- Saved by moonsheet repl; run it with: moonsheet test \(path)",
      "describe(\"a session at the prompt\", function()",
    ]
  }

  /// The inputs that the lines of the text belong to.
  private var owners: [Int?] {
    (head + [Self.firstLine] + session.savedSettings).map { _ in nil } + script.lines.map(\.step)
  }

  private func text(firstLine: String, end: [String]) -> String {
    let body = (session.savedSettings + script.lines.map(\.text) + end + script.closing).map { $0 + "\n" }.joined()
    let lines = head + [firstLine, Self.indented(body)] + ["  end)", "end)"]
    return lines.joined(separator: "\n") + "\n"
  }

  func text(_ trial: Trial) -> String { text(firstLine: Self.firstLine, end: expectations(trial)) }

  private func expectations(_ trial: Trial) -> [String] {
    let expect = script.name(of: "expect")
    let texts = trial.entries.map { entry in
      // A place in the file depends on how the file is named when the test is run.
      "  \(ValueText.literal(Array((entry.text.contains(path) ? entry.name : entry.text).utf8))),"
    }
    let names = trial.stack.map { ValueText.literal(Array($0.utf8)) }.joined(separator: ", ")
    let scene = script.name(of: "scene")
    return ["\(expect)(\(script.name(of: "trace"))):to_equal {"] + texts + [
      "}",
      trial.stack.isEmpty
        ? "\(expect)(#\(scene).stack):to_equal(0)" : "\(expect)(\(scene)):to_show(\(names))",
    ]
  }

  /// Indents lines but for those that begin inside of a string.
  private static func indented(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let strings = LuaTokens.all(of: bytes).filter { $0.kind == .string || $0.kind == .unfinished }.map(\.range)
    var result: [UInt8] = []
    var (start, next) = (0, 0)
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      while next < strings.count, strings[next].upperBound <= start { next += 1 }
      let isInString = next < strings.count && strings[next].lowerBound < start
      if !isInString, !line.isEmpty { result += Array("    ".utf8) }
      result += line + [10]
      start += line.count + 1
    }
    return String(decoding: result.dropLast(), as: UTF8.self)
  }

  // MARK: Trying

  /// Runs the inputs as a test with no expectation but for finding which values are others there; nil, told, when it was
  /// interrupted.
  mutating func observe() -> Trial? {
    let standIn = """
      \(Self.firstLine) local expect = (function() local n, print, type, pairs = 0, print, type, pairs \
      local function same(a, b) if type(a) ~= "table" or type(b) ~= "table" then return a == b end \
      for k in pairs(a) do if a[k] ~= b[k] then return false end end \
      for k in pairs(b) do if a[k] ~= b[k] then return false end end return true end \
      return function(value) return { at_end = function() print("\\1") end, to_equal = function(_, wanted) n = n + 1 \
      if not same(value, wanted) then print("\\1" .. n) end end } end end)()
      """
    let run = SpecTrial(text(firstLine: standIn, end: ["\(script.name(of: "expect"))():at_end()"]), path, session)
    guard !run.isInterrupted else {
      session.refuse("interrupted; nothing was written")
      return nil
    }
    var trial = Trial(entries: run.entries, stack: run.stack)
    session.compare(&trial, steps, ending: [], path: path)
    if let issue = run.issues.first, !run.reachedEnd { trial.trouble = .fails(place(issue)) }
    unexpected = Set(
      run.differing.compactMap { script.expectations.indices.contains($0 - 1) ? script.expectations[$0 - 1] : nil })
    if !unexpected.isEmpty {
      script = SavedScript(steps, globals: globals, expects: true, unexpected: unexpected)
    }
    return trial
  }

  /// Runs the test as it is written.
  ///
  /// - Returns: why it may not be written; nil when it passes.
  func verify(_ trial: Trial) -> String? {
    let run = SpecTrial(text(trial), path, session)
    if run.hasPassed { return nil }
    if run.isInterrupted { return "interrupted" }
    return "it would fail as a test \(run.issues.first.map(place) ?? "for no reason that is known")"
  }

  private func place(_ issue: SpecIssue) -> String {
    let site = issue.site.map { LuaError.Site(chunk: $0.file, line: $0.line) }
    var message = issue.message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // Where the vocabulary itself raised is of no help.
    if message.hasPrefix("[moonsheet]/"), let end = message.firstRange(of: ": ")?.upperBound {
      message = String(message[end...])
    }
    return Session.place(site, message, owners, path)
  }
}

/// One run of a spec that is in no file yet.
private final class SpecTrial {
  private(set) var entries: [Trace.Entry] = []
  private(set) var stack: [String] = []
  private(set) var issues: [SpecIssue] = []
  /// The expectations, counted from 1, whose value was another.
  private(set) var differing: [Int] = []
  private(set) var reachedEnd = false
  private(set) var hasPassed = false

  var isInterrupted: Bool { issues.contains { $0.message == "interrupted" } }

  init(_ text: String, _ path: String, _ session: Session) {
    let files = TrialFiles(session: session.files, path: path, text: Array(text.utf8))
    let runner = SpecFileRunner(file: path, options: SpecOptions(), files: files)
    runner.onHost = { session.onHost?($0) }
    runner.prepares = { [unowned self] host in watch(host) }
    _ = runner.run { [unowned self] event in note(event) }
    session.onHost?(session.interruptToken)
  }

  private func watch(_ host: MoonsheetHost) {
    let (onEntry, printer) = (host.onEntry, host.lua.printer)
    host.onEntry = { [unowned self] entry in
      if !reachedEnd { entries.append(entry) }
      onEntry?(entry)
    }
    host.lua.printer = { [unowned self, unowned host] line in
      guard line.first == "\u{1}" else { return printer(line) }
      if let number = Int(line.dropFirst()) { return differing.append(number) }
      reachedEnd = true
      stack = host.scene.stack.map { host.scene.name(of: $0) }
    }
  }

  private func note(_ event: SpecEvent) {
    switch event {
    case .fileIssue(_, let issue): issues.append(issue)
    case .testEnded(let result):
      issues += result.issues
      hasPassed = result.verdict == .passed
    default: break
    }
  }
}

/// The files of a session, and one that is not written yet.
private struct TrialFiles: SpecFileSource {
  let session: any SessionFiles
  let path: String
  let text: [UInt8]

  func read(_ path: String) -> [UInt8]? {
    if path == self.path { return text }
    return try? session.read(path)
  }

  func write(_ bytes: [UInt8], to path: String) -> Bool { true }
  func remove(_ path: String) {}
}
