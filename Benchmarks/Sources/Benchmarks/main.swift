// NB: `stderr` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// Measures what the options ask for, and prints the report.
func run(_ options: Options) throws {
  func isWanted(_ name: String) -> Bool { options.filter.map(name.contains) ?? true }
  var rows = try makeRows().filter { isWanted($0.name) }
  var notes: [String] = []
  let processes = try Processes(tool: options.moonsheet)
  defer { processes.remove() }
  var prompt: Prompt?
  if isWanted("process") || isWanted("prompt") {
    switch processes.row() {
    case .success(let row):
      prompt = Prompt(tool: processes.tool)
      rows += [row, Prompt(tool: processes.tool).row].filter { isWanted($0.name) }
    case .failure(let reason): notes.append("process: skipped, \(reason)")
    }
  }
  let suites = Suites.names.contains(where: isWanted) ? try Suites(processes) : nil
  defer { suites?.remove() }
  switch suites?.rows() {
  case .success(let more): rows += more.filter { isWanted($0.name) }
  case .failure(let reason): notes.append("test runs: skipped, \(reason)")
  case nil: break
  }
  if isWanted(Suites.peakName), let suites { notes.append("\(Suites.peakName): \(suites.peak)") }
  if isWanted(Hostile.name) { notes.append(Hostile().note) }
  if isWanted(Memory.hostsName) { notes.append(try Memory.hosts()) }
  if isWanted(Memory.cyclesName) { notes.append(try Memory.cycles(scale: options.scale)) }
  let exploring = isWanted(Exploring.name) || isWanted(Exploring.pairName) ? try Exploring(processes) : nil
  defer { exploring?.remove() }
  if isWanted(Exploring.pairName), let exploring {
    switch exploring.row() {
    case .success(let row): rows.append(row)
    case .failure(let reason): notes.append("\(Exploring.pairName): skipped, \(reason)")
    }
  }
  if isWanted(Exploring.name), let exploring { notes += try exploring.notes() }
  guard !rows.isEmpty || !notes.isEmpty else {
    throw Options.Misuse(description: "no row's name contains '\(options.filter ?? "")'")
  }
  let measurements = try Measuring(options: options).measure(rows)
  let inputs = max(100, Int(10_000 * min(options.scale, 1)))
  let memory = isWanted("prompt") ? try prompt?.peak(inputs: inputs) : nil
  if let memory { notes.append("prompt: a session of \(inputs) inputs, with undo, took \(memory >> 20) MiB at most") }
  let report = Report(
    luaRelease: CSide.luaRelease, options: options, measurements: measurements, notes: notes, promptBytes: memory)
  print(options.isJSON ? report.json : report.table, terminator: "")
  if options.isJSON { for note in notes { fputs("benchmarks: \(note)\n", stderr) } }
}

/// Runs one side of one row and nothing else, for an instrument that counts what it does.
func run(_ side: Options.Side, _ options: Options) throws {
  guard let row = try makeRows().first(where: { $0.name == options.filter }) else {
    throw Options.Misuse(description: "--run wants the whole name of a row in --filter")
  }
  guard let work = side == .c ? row.c : row.swift else {
    throw Options.Misuse(description: "row '\(row.name)' has nothing in C")
  }
  print(try work(options.iterations))
}

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.isHelp {
    print(Options.usage)
  } else if let side = options.side {
    try run(side, options)
  } else {
    try run(options)
  }
} catch {
  fputs("benchmarks: \(error)\n", stderr)
  exit(error is Options.Misuse ? 2 : 1)
}
