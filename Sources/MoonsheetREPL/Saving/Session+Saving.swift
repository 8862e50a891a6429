import LuaRuntime
import Moonsheet
import PresentationKit

/// Writing a session as a script or a spec.
extension Session {
  func save(_ path: String) {
    guard !path.isEmpty else { return refuse("':save' wants a file") }
    let lines =
      ["-- Saved by moonsheet repl; run it with: moonsheet run \(seedOption)\(path)"] + profileLines
      + savedLines(expects: false)
    let text = lines.map { $0 + "\n" }.joined()
    guard let run = trial(text, as: path) else { return }
    guard write(text, to: path) else { return }
    tell(.note, "saved \(timeline.here.number) inputs in \(path)")
    tellWhereTracesPart(run)
  }

  /// A spec with what was seen: the values of expressions, the trace, and what is shown at the end.
  func saveTest(_ path: String) {
    guard !path.isEmpty else { return refuse("':save-test' wants a file") }
    let body = profileLines + savedLines(expects: true)
    let head = [
      "-- Saved by moonsheet repl; run it with: moonsheet test \(path)",
      "describe(\"a session at the prompt\", function()", "  it(\"goes as it went\", function()",
    ]
    // The same lines under the same name as a flow, so that names made of places are those that the spec will see.
    let stand_in = "local expect = function() return { to_equal = function() end } end"
    let trialText = ([stand_in, "", ""] + indented(body)).map { $0 + "\n" }.joined()
    guard let run = trial(trialText, as: path) else { return }
    let text = (head + indented(body) + expectations(run, path) + ["  end)", "end)"]).map { $0 + "\n" }.joined()
    guard write(text, to: path) else { return }
    let hint = path.hasSuffix("_spec.lua") ? "" : " (moonsheet test finds by itself what ends in _spec.lua)"
    tell(.note, "saved \(timeline.here.number) inputs and \(run.entries.count) events in \(path)\(hint)")
    tellWhereTracesPart(run)
  }

  private var seedOption: String { options.host.seed == 0 ? "" : "--seed \(options.host.seed) " }

  private var profileLines: [String] {
    options.host.profile.name == MoonsheetOptions().profile.name
      ? [] : ["scene.profile = \"\(options.host.profile.name)\""]
  }

  private func savedLines(expects: Bool) -> [String] {
    let points = timeline.path(to: timeline.current).dropFirst().map { timeline[$0] }
    let steps = points.compactMap { point in
      point.input.map { input in
        SavedScript.Step(input: input, outcome: point.outcome, isCall: isStatement(input.text))
      }
    }
    let own = globalNames().filter { !libraryNames.contains($0) && !Surface.primitiveNames.contains($0) }
    return SavedScript(steps, globals: own.count > 100 ? [] : own, expects: expects).lines
  }

  private func isStatement(_ text: String) -> Bool {
    (try? host.loadInput(Array(" \(text)".utf8), as: "(saved)", source: Array(text.utf8))) != nil
  }

  private func indented(_ lines: [String]) -> [String] {
    // What continues a long string is no code, and must stay where it is.
    var isInString = false
    return lines.map { line in
      defer {
        let tokens = LuaTokens.all(of: Array(line.utf8))
        if isInString { isInString = !line.contains("]") } else { isInString = tokens.last?.kind == .unfinished }
      }
      return isInString || line.isEmpty ? line : "    " + line
    }
  }

  private func expectations(_ run: Trial, _ path: String) -> [String] {
    let texts = run.entries.map { entry in
      // A place in the file depends on how the file is named when the test is run.
      let text = entry.text.contains(path) ? entry.name : entry.text
      return "      \(ValueText.quoted(Array(text.utf8))),"
    }
    let names = run.stack.map { ValueText.quoted(Array($0.utf8)) }.joined(separator: ", ")
    let shown =
      run.stack.isEmpty ? "    expect(#scene.stack):to_equal(0)" : "    expect(scene):to_show(\(names))"
    return ["    expect(trace):to_equal {"] + texts + ["    }", shown]
  }

  // MARK: Trying

  private struct Trial {
    let entries: [Trace.Entry]
    let stack: [String]
  }

  /// Runs a text in a host of its own; nil, told, where that cannot be.
  private func trial(_ text: String, as path: String) -> Trial? {
    var options = options.host
    options.traceCapacity = nil
    do throws(LuaError) {
      let fresh = try MoonsheetHost(options)
      defer { fresh.close() }
      let report = fresh.start(LuaChunk(name: path, source: text))
      if let error = report.error, error.kind == .syntax {
        refuse("this session cannot be written as one script: \(error.message)")
        return nil
      }
      return Trial(entries: fresh.scene.trace.entries, stack: fresh.scene.stack.map { fresh.scene.name(of: $0) })
    } catch {
      refuse(error.message)
      return nil
    }
  }

  private func tellWhereTracesPart(_ run: Trial) {
    let seen = timeline.path(to: timeline.current).flatMap { timeline[$0].entries }.filter(Self.isKept)
    let new = run.entries.filter(Self.isKept)
    let common = zip(seen, new).prefix { Self.isSame($0, $1) }.count
    guard common < max(seen.count, new.count) else { return }
    let what = common < seen.count ? seen[common].text : new[common].text
    tell(.note, "a run of it parts from what was seen at event \(common + 1): \(what)")
  }

  /// Whether two events are the same but for places, which another file has others of.
  private static func isSame(_ a: Trace.Entry, _ b: Trace.Entry) -> Bool {
    let isNamedByPlace = a.subject.hasPrefix("binding@") && b.subject.hasPrefix("binding@")
    return (a.time, a.name) == (b.time, b.name) && (isNamedByPlace || a.subject == b.subject)
  }

  /// Warnings of new globals are of no matter: the script has locals instead.
  private static func isKept(_ entry: Trace.Entry) -> Bool { entry.code != "global_defined" }

  private func write(_ text: String, to path: String) -> Bool {
    do throws(SessionFileError) {
      try files.write(Array(text.utf8), to: path)
      return true
    } catch {
      refuse(error.message)
      return false
    }
  }
}
