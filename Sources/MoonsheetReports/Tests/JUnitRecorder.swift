import MoonsheetSpec

/// JUnit's XML, with one suite a file. It is written at the end, since a suite tells its counts first.
public final class JUnitRecorder: SpecRecorder {
  private var run = SpecRunHeader(seed: 0, profile: "")
  private var suites: [Suite] = []

  private struct Suite {
    let file: String
    var tally = SpecTally()
    var microseconds = 0
    var cases = ""
    var printed: [String] = []
  }

  public init() {}

  public func begin(_ run: SpecRunHeader) -> String {
    self.run = run
    return ""
  }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .fileStarted(let file): suites.append(Suite(file: file))
    case .fileEnded, .testStarted: break
    case .filePrinted(let file, let lines): with(file) { $0.printed += lines }
    case .fileIssue(let file, let issue):
      with(file) {
        $0.tally.add(event)
        $0.cases += Self.testCase(file, name: file, line: nil, microseconds: 0, body: Self.issue(issue))
      }
    case .testEnded(let result):
      with(result.id.file) {
        $0.tally.add(event)
        $0.microseconds += result.microseconds
        $0.cases += Self.testCase(result)
      }
    }
    return ""
  }

  public func end(_ ending: SpecRunEnding) -> String {
    let microseconds = suites.reduce(0) { $0 + $1.microseconds }
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += "<testsuites name=\"moonsheet\"\(Self.counts(ending.tally, microseconds))>\n"
    text += suites.map { suite in
      let name = XMLText.attribute(suite.file)
      var text = "  <testsuite name=\"\(name)\"\(Self.counts(suite.tally, suite.microseconds))>\n"
      text += "    <properties>\n      <property name=\"seed\" value=\"\(run.seed)\"/>\n    </properties>\n"
      text += suite.cases
      if !suite.printed.isEmpty { text += "    \(Self.output(suite.printed))" }
      return text + "  </testsuite>\n"
    }.joined()
    return text + "</testsuites>\n"
  }

  private func with(_ file: String, _ change: (inout Suite) -> Void) {
    if suites.last?.file != file { suites.append(Suite(file: file)) }
    change(&suites[suites.count - 1])
  }

  private static func counts(_ tally: SpecTally, _ microseconds: Int) -> String {
    " tests=\"\(tally.total)\" failures=\"\(tally.failed)\" errors=\"\(tally.errored)\" skipped=\"\(tally.pending)\""
      + " time=\"\(SpecText.seconds(microseconds, digits: 6))\""
  }

  private static func testCase(_ result: SpecResult) -> String {
    var body = ""
    if result.isFlaky { body += "      \(flaky(result))" }
    if result.verdict == .pending {
      let reason = result.issues.first.map { XMLText.attribute(SpecText.headline($0)) } ?? ""
      body += "      <skipped message=\"\(reason)\"/>\n"
    } else if result.verdict != .passed {
      body += result.issues.map(issue).joined()
    }
    let printed = result.printed + result.notes.map { "note: \($0)" }
    if !printed.isEmpty { body += "      \(output(printed))" }
    let name = result.id.name + (result.id.occurrence > 1 ? " #\(result.id.occurrence)" : "")
    return testCase(
      result.id.file, name: name, line: result.line, microseconds: result.microseconds, body: body)
  }

  private static func testCase(_ file: String, name: String, line: Int?, microseconds: Int, body: String) -> String {
    var head = "    <testcase name=\"\(XMLText.attribute(name))\" classname=\"\(XMLText.attribute(className(file)))\""
    head += " file=\"\(XMLText.attribute(file))\""
    if let line { head += " line=\"\(line)\"" }
    head += " time=\"\(SpecText.seconds(microseconds, digits: 6))\""
    return body.isEmpty ? head + "/>\n" : head + ">\n\(body)    </testcase>\n"
  }

  /// The way readers of JUnit group: `spec.editor_spec` for `spec/editor_spec.lua`.
  private static func className(_ file: String) -> String {
    let stem = file.hasSuffix(".lua") ? file.dropLast(4) : file[...]
    return stem.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: ".")
  }

  private static func issue(_ issue: SpecIssue) -> String {
    let element = issue.kind == .failure ? "failure" : "error"
    let text = SpecText.lines(of: issue).joined(separator: "\n")
    let headline = XMLText.attribute(SpecText.headline(issue))
    return "      <\(element) message=\"\(headline)\" type=\"\(issue.kind.rawValue)\">"
      + "\(XMLText.content(text))</\(element)>\n"
  }

  private static func flaky(_ result: SpecResult) -> String {
    "<properties><property name=\"flaky\" value=\"passed at attempt \(result.attempts)\"/></properties>\n"
  }

  private static func output(_ lines: [String]) -> String {
    "<system-out>\(XMLText.content(lines.joined(separator: "\n")))</system-out>\n"
  }
}
