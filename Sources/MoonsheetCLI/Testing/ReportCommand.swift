import LuaRuntime
import MoonsheetReports
import MoonsheetSpec

/// `moonsheet report merge`: makes one run of the JSON Lines of several shards.
struct ReportCommand {
  let words: [String]
  let output: Output

  static let known: [Arguments.Option] = [
    .init(name: "--output", value: .required("a format"), help: "FORMAT or FORMAT=FILE, as for test", short: "-o"),
    .init(name: "--no-durations", value: .none, help: "tell every time as 0"),
    .init(name: "--help", value: .none, help: "print this help", short: "-h"),
  ]

  func run() throws(ToolError) -> ExitStatus {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    let names = arguments.options.map(\.name)
    if names.contains("--help") {
      output.line(Help.report(Self.known))
      return .fine
    }
    guard arguments.operands.first == "merge" else {
      throw ToolError(status: .usage, message: "'report' wants 'merge FILE...'; see moonsheet report --help")
    }
    let files = Array(arguments.operands.dropFirst())
    guard !files.isEmpty else { throw ToolError(status: .usage, message: "'report merge' wants at least one FILE") }
    var targets: [TestOutput] = []
    for option in arguments.options where option.name == "--output" {
      targets.append(try TestOutput(option.value))
    }
    if targets.isEmpty { targets = [TestOutput(form: .plain, path: nil)] }
    try TestOutput.checkPlaces(of: targets)
    return try merge(files, targets, tellsDurations: !names.contains("--no-durations"))
  }

  private func merge(_ files: [String], _ targets: [TestOutput], tellsDurations: Bool) throws(ToolError) -> ExitStatus {
    var merged = MergedReports()
    for file in files {
      let bytes = try Files.script(at: file)
      do throws(MergedReports.Problem) {
        try merged.add(bytes, named: file)
      } catch {
        throw ToolError(status: .usage, message: error.description)
      }
    }
    let report = TestReport(targets, output: output, tellsDurations: tellsDurations)
    report.begin(merged.header(tellsDurations: tellsDurations))
    let events = merged.events
    for (place, event) in events { report.record(event, at: place) }
    // Only together the shards of a run tell how long its tests take, for --shard-by=time.
    HistoryFile().add(events.map(\.event))
    if let coverage = merged.coverage { report.add(coverage) }
    let missing = merged.missingShards
    let isUncovered = report.isBelow(merged.coverageMinimum)
    let hasFailed = report.tally.hasFailed || !missing.isEmpty || merged.cut != nil || isUncovered
    let status: ExitStatus = hasFailed ? .failed : report.tally.total == 0 ? .nothingToRun : .fine
    let cut = missing.isEmpty ? merged.cut : "shards are missing: " + missing.map(\.description).joined(separator: ", ")
    try report.end(
      SpecRunEnding(
        tally: report.tally, status: status.rawValue, cut: cut, coverage: report.coverage, notes: merged.notes))
    if isUncovered { report.complainOfCoverage(merged.coverageMinimum) }
    return status
  }
}
