import MoonsheetSpec

/// A run for people: one line a test with what went wrong under it, and the count last.
public final class PlainRecorder: SpecRecorder {
  private let isColoured: Bool
  private var run = SpecRunHeader(seed: 0, profile: "")
  private var unhappy = PlainText.Unhappy()

  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  public func begin(_ run: SpecRunHeader) -> String {
    self.run = run
    return PlainText.opening(run)
  }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .fileStarted, .fileEnded, .testStarted: return ""
    case .filePrinted(_, let lines): return SpecText.indented(lines, by: "      | ")
    case .fileIssue(let file, let issue):
      unhappy.add(file)
      return "\(word(.errored))  \(SpecText.visible(file))\n"
        + SpecText.indented(SpecText.lines(of: issue), by: "      ")
    case .testEnded(let result):
      if result.verdict == .failed || result.verdict == .errored { unhappy.add(result) }
      return text(result)
    }
  }

  public func end(_ ending: SpecRunEnding) -> String {
    PlainText.closing(ending, run, unhappy)
  }

  private func text(_ result: SpecResult) -> String {
    var head = "\(word(result.verdict))  \(SpecText.visible(result.id.description))"
    if result.isFlaky { head += "  (flaky: passed at attempt \(result.attempts))" }
    if result.verdict == .pending, let reason = result.issues.first, !reason.message.isEmpty {
      head += "  (\(SpecText.visible(SpecText.headline(reason))))"
    } else if run.tellsDurations, result.verdict != .pending {
      head += "  \(SpecText.duration(result.microseconds))"
    }
    return head + "\n" + PlainText.details(result)
  }

  private func word(_ verdict: SpecResult.Verdict) -> String {
    let (word, colour) =
      switch verdict {
      case .passed: ("pass", "32")
      case .failed: ("FAIL", "31")
      case .errored: ("ERR ", "31")
      case .pending: ("skip", "33")
      }
    return isColoured ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
  }
}

/// A run for people who only want to hear of trouble: one character a test, then what went wrong.
public final class DotsRecorder: SpecRecorder {
  private var run = SpecRunHeader(seed: 0, profile: "")
  private var unhappy = PlainText.Unhappy()
  private var details = ""
  private var column = 0

  public init() {}

  public func begin(_ run: SpecRunHeader) -> String {
    self.run = run
    return PlainText.opening(run)
  }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .fileStarted, .fileEnded, .testStarted, .filePrinted: return ""
    case .fileIssue(let file, let issue):
      unhappy.add(file)
      details += "\(SpecText.visible(file))\n" + SpecText.indented(SpecText.lines(of: issue), by: "      ")
      return dot("E")
    case .testEnded(let result):
      let isUnhappy = result.verdict == .failed || result.verdict == .errored
      if isUnhappy { unhappy.add(result) }
      if isUnhappy || result.isFlaky {
        details += "\(SpecText.visible(result.id.description))\n" + PlainText.details(result)
      }
      return dot(Self.mark(result))
    }
  }

  public func end(_ ending: SpecRunEnding) -> String {
    (column > 0 ? "\n" : "") + details + PlainText.closing(ending, run, unhappy)
  }

  private func dot(_ mark: String) -> String {
    column = (column + 1) % 80
    return column == 0 ? mark + "\n" : mark
  }

  private static func mark(_ result: SpecResult) -> String {
    switch result.verdict {
    case .passed: result.isFlaky ? "~" : "."
    case .failed: "F"
    case .errored: "E"
    case .pending: "-"
    }
  }
}
