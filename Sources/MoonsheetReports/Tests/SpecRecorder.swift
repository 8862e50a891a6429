import MoonsheetSpec

/// Writes one form of a run's results. What each method returns is the next piece of the output.
///
/// A recorder sees the events of one file together and the files in the order of the run, however many workers ran them.
public protocol SpecRecorder: AnyObject {
  func begin(_ run: SpecRunHeader) -> String
  func record(_ event: SpecEvent, at place: SpecPlace) -> String
  func end(_ ending: SpecRunEnding) -> String
}

extension SpecRecorder {
  /// A whole run at once, as merging and tests have it.
  public func text(_ run: SpecRunHeader, _ events: [(SpecPlace, SpecEvent)], _ ending: SpecRunEnding) -> String {
    begin(run) + events.map { record($1, at: $0) }.joined() + end(ending)
  }
}
