import Glibc
import MoonsheetReports
import MoonsheetSpec

/// Sends a run's events to every output that was asked for, and counts.
final class TestReport {
  private let outputs: [(target: TestOutput, recorder: any SpecRecorder)]
  private let output: Output
  private let tellsDurations: Bool
  private let progress: Progress
  private var files: [String]
  private(set) var tally = SpecTally()
  private(set) var coverage: SpecCoverage?

  init(_ targets: [TestOutput], output: Output, tellsDurations: Bool, fileCount: Int = 0) {
    outputs = targets.map { ($0, $0.form.recorder(isColoured: $0.path == nil && output.isColoured)) }
    files = Array(repeating: "", count: targets.count)
    self.output = output
    self.tellsDurations = tellsDurations
    progress = Progress(
      files: fileCount, isAllowed: targets.allSatisfy { $0.path != nil || $0.form == .plain })
  }

  func begin(_ run: SpecRunHeader) {
    for index in outputs.indices { write(outputs[index].recorder.begin(run), to: index) }
  }

  func record(_ event: SpecEvent, at place: SpecPlace) {
    let event = tellsDurations ? event : event.reproducible
    tally.add(event)
    progress.clear()
    for index in outputs.indices { write(outputs[index].recorder.record(event, at: place), to: index) }
    progress.draw(tally, after: event)
  }

  func add(_ other: SpecCoverage) {
    var sum = coverage ?? SpecCoverage()
    sum.add(other)
    coverage = sum
  }

  /// Adds the lines that could have run.
  func addExecutableLines() { coverage?.addExecutableLines(from: SpecFiles()) }

  /// Whether fewer lines ran than were asked for; where nothing was counted, none did.
  func isBelow(_ minimum: Int?) -> Bool { minimum.map { (coverage?.percent ?? 0) < Double($0) } ?? false }

  func complainOfCoverage(_ minimum: Int?) {
    output.complain("moonsheet: error: line coverage is below \(minimum ?? 0)% (--coverage-min)")
  }

  /// Ends every output, and writes the files.
  ///
  /// - Throws: the first file that could not be written; the others are written all the same.
  func end(_ ending: SpecRunEnding) throws(ToolError) {
    progress.clear()
    var failure: ToolError?
    for index in outputs.indices {
      write(outputs[index].recorder.end(ending), to: index)
      guard let path = outputs[index].target.path else { continue }
      do throws(ToolError) {
        try Files.write(Array(files[index].utf8), to: path)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func write(_ text: String, to index: Int) {
    guard !text.isEmpty else { return }
    if outputs[index].target.path == nil {
      output.text(text)
      output.flushIfInteractive()
    } else {
      files[index] += text
    }
  }
}
