import MoonsheetSpec
import PresentationKit

/// Workflow commands that GitHub shows beside the code.
///
/// NB: GitHub drops what is more than ten annotations of a type in a step, silently; so the tenth tells how many are left.
public final class GitHubRecorder: SpecRecorder {
  /// How many annotations of one type a step shows.
  static let limit = 10

  private var annotations: [(type: String, text: String)] = []

  public init() {}

  public func begin(_ run: SpecRunHeader) -> String { "" }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .fileStarted, .fileEnded, .testStarted, .filePrinted: break
    case .fileIssue(let file, let issue):
      add("error", issue.site ?? SourceSite(file: file, line: 1), title: file, SpecText.lines(of: issue))
    case .testEnded(let result): add(result)
    }
    return ""
  }

  public func end(_ ending: SpecRunEnding) -> String {
    ["error", "warning", "notice"].map { type in
      let texts = annotations.filter { $0.type == type }.map(\.text)
      guard texts.count > Self.limit else { return texts.joined() }
      let rest = texts.count - Self.limit + 1
      return texts.prefix(Self.limit - 1).joined() + "::\(type)::and \(rest) more, see the log\n"
    }.joined()
  }

  private func add(_ result: SpecResult) {
    let place = SourceSite(file: result.id.file, line: result.line)
    if result.isFlaky {
      add("warning", place, title: result.id.name, ["flaky: passed at attempt \(result.attempts)"])
    }
    guard result.verdict == .failed || result.verdict == .errored else { return }
    // An issue inside the spec is shown where it arose, any other at the test.
    let site = result.issues.first?.site.flatMap { $0.file == result.id.file ? $0 : nil } ?? place
    add("error", site, title: result.id.name, result.issues.flatMap(SpecText.lines))
  }

  private func add(_ type: String, _ site: SourceSite, title: String, _ lines: [String]) {
    let text = Self.escaped(lines.joined(separator: "\n"), isProperty: false)
    let properties = "file=\(Self.escaped(site.file, isProperty: true)),line=\(site.line)"
    annotations.append((type, "::\(type) \(properties),title=\(Self.escaped(title, isProperty: true))::\(text)\n"))
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":": result += isProperty ? "%3A" : ":"
      case ",": result += isProperty ? "%2C" : ","
      case "\t": result += "\t"
      // The log shows it on a terminal, which takes orders.
      default: result += escapingControls(String(scalar))
      }
    }
  }
}
