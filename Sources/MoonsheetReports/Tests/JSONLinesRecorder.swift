import MoonsheetSpec

/// ``SpecJSON``'s lines, as the run goes.
public final class JSONLinesRecorder: SpecRecorder {
  private var isPart = false

  public init() {}

  public func begin(_ run: SpecRunHeader) -> String {
    isPart = run.shard != nil
    return SpecJSON.header(run).text + "\n"
  }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .testStarted, .fileEnded: ""
    case .fileStarted, .fileIssue, .filePrinted, .testEnded: SpecJSON.event(event, at: place).text + "\n"
    }
  }

  public func end(_ ending: SpecRunEnding) -> String {
    let coverage = ending.coverage.map { SpecJSON.coverage($0, isPart: isPart) } ?? []
    return (coverage + ending.unseen.map(SpecJSON.unseen) + [SpecJSON.ending(ending)])
      .map { $0.text + "\n" }.joined()
  }
}
