import LuaRuntime
import Moonsheet
import MoonsheetExplorer
import MoonsheetReports
import MoonsheetSpec
import PresentationKit

/// `moonsheet explore`: each file by itself, one after the other.
struct ExploreCommand {
  let options: ExploreOptions
  let output: Output
  let stop: StopSignal

  /// Explores all files; the status is the weightiest of theirs.
  func run() throws(ToolError) -> ExitStatus {
    guard !options.files.isEmpty else {
      throw ToolError(
        status: .nothingToRun, message: "nothing to explore: name a FILE; see moonsheet explore --help")
    }
    var worst = ExitStatus.fine
    for file in options.files {
      do throws(ToolError) {
        worst = max(worst, try explore(file))
      } catch {
        output.complain("moonsheet: error: \(error.message)")
        worst = max(worst, error.status)
      }
      if stop.wasReceived { return .interrupted }
    }
    return worst
  }

  private func explore(_ path: String) throws(ToolError) -> ExitStatus {
    let source = try Files.script(at: path)
    var flow = options.flow
    flow.host.modules = DirectoryModules(besides: path)
    var explorer = FlowExplorer(LuaChunk(name: path == "-" ? "stdin" : path, source: source), options: flow)
    let progress = ExploreProgress()
    explorer.onProgress = { state in
      progress.draw(state)
      return !stop.wasReceived
    }
    if options.jobs > 1 { explorer.crew = ProcessCrew(count: options.jobs) }
    explorer.isRecorded = options.record != nil
    explorer.version = Tool.version
    var records: [(name: String, bytes: [UInt8])] = []
    for record in options.merged {
      records.append((record, try Files.script(at: record, called: "a record", most: .max)))
    }
    let report: FlowReport
    do throws(FlowProblem) {
      report = try records.isEmpty ? explorer.run() : explorer.merge(records)
    } catch {
      progress.clear()
      throw Self.error(of: error, path)
    }
    progress.clear()
    let status = Self.status(of: report)
    if let path = options.record, let record = report.record { try Files.write(record, to: path) }
    try write(report, status)
    return status
  }

  /// Tells what was found, in all the forms that are wanted; the text is left out where another goes to standard output.
  private func write(_ report: FlowReport, _ status: ExitStatus) throws(ToolError) {
    let isElsewhere = options.outputs.contains { $0.path == nil } || options.graphs.contains { $0.path == nil }
    if options.isJSON {
      output.text(ExplorationJSON.render(report, status: status.rawValue))
    } else if !isElsewhere {
      output.text(ExplorationText.render(report))
    }
    for graph in options.graphs { try put(graph.form.render(report), at: graph.path) }
    for form in options.outputs { try put(results(report, form.form, status), at: form.path) }
    if let folder = options.testFolder, let tests = SavedTests.render(report) {
      try Files.makeFolder(folder)
      let path = "\(folder)/\(SavedTests.fileName(for: report.script))"
      try Files.write(Array(tests.utf8), to: path)
      output.complain("moonsheet: note: the findings are tests in \(path)")
    }
  }

  private func put(_ text: String, at path: String?) throws(ToolError) {
    if let path { try Files.write(Array(text.utf8), to: path) } else { output.text(text) }
  }

  private func results(_ report: FlowReport, _ form: TestOutput.Form, _ status: ExitStatus) -> String {
    var header = SpecRunHeader(seed: options.flow.seed, profile: options.flow.host.profile.name)
    header.tellsDurations = false
    let events = ExplorationEvents.events(report, file: 0)
    var tally = SpecTally()
    for (_, event) in events { tally.add(event) }
    return form.recorder(isColoured: false).text(header, events, SpecRunEnding(tally: tally, status: status.rawValue))
  }

  private static func error(of problem: FlowProblem, _ path: String) -> ToolError {
    switch problem {
    case .script(let error, _):
      ToolError(status: .failed, message: "\(path) fails before it can be explored: \(error.description)")
    case .nothingToExplore(let why): ToolError(status: .nothingToRun, message: "nothing to explore in \(path): \(why)")
    case .record(let why): ToolError(status: .usage, message: why)
    case .crew(let error): ToolError(status: .internal, message: error.description)
    case .host(let error): ToolError(status: .limitHit, message: error.message)
    }
  }

  private static func status(of report: FlowReport) -> ExitStatus {
    if !report.findings.isEmpty { return .failed }
    switch report.ending {
    case .complete: return report.isAbstract ? .notFinished : .fine
    case .stopped(.interrupted): return .interrupted
    case .bounded, .stopped: return .notFinished
    }
  }
}
