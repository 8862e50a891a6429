// NB: `stderr` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// Measures what the options ask for, and prints the report.
func run(_ options: Options) throws {
  func isWanted(_ name: String) -> Bool { options.filter.map(name.contains) ?? true }
  var rows = try makeRows().filter { isWanted($0.name) }
  var skipped: String?
  let processes = isWanted("process") ? try Processes(tool: options.moonsheet) : nil
  defer { processes?.remove() }
  switch processes?.row() {
  case .success(let row): rows.append(row)
  case .failure(let reason): skipped = reason.description
  case nil: break
  }
  guard !rows.isEmpty || skipped != nil else {
    throw Options.Misuse(description: "no row's name contains '\(options.filter ?? "")'")
  }
  let measurements = try Measuring(options: options).measure(rows)
  let report = Report(
    luaRelease: CSide.luaRelease, options: options, measurements: measurements, skipped: skipped)
  print(options.isJSON ? report.json : report.table, terminator: "")
  if options.isJSON, let skipped { fputs("benchmarks: process: skipped, \(skipped)\n", stderr) }
}

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.isHelp { print(Options.usage) } else { try run(options) }
} catch {
  fputs("benchmarks: \(error)\n", stderr)
  exit(error is Options.Misuse ? 2 : 1)
}
