// NB: `stderr` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// Measures what the options ask for, and prints the report.
func run(_ options: Options) throws {
  func isWanted(_ name: String) -> Bool { options.filter.map(name.contains) ?? true }
  var rows = try makeRows().filter { isWanted($0.name) }
  var skipped: String?
  let processes = isWanted("process") || isWanted("prompt") ? try Processes(tool: options.moonsheet) : nil
  defer { processes?.remove() }
  var prompt: Prompt?
  switch processes?.row() {
  case .success(let row):
    rows.append(row)
    prompt = processes.map { Prompt(tool: $0.tool) }
    if let prompt { rows.append(prompt.row) }
  case .failure(let reason): skipped = reason.description
  case nil: break
  }
  guard !rows.isEmpty || skipped != nil else {
    throw Options.Misuse(description: "no row's name contains '\(options.filter ?? "")'")
  }
  let measurements = try Measuring(options: options).measure(rows)
  let memory = try prompt?.peak(inputs: max(100, Int(10_000 * min(options.scale, 1))))
  let report = Report(
    luaRelease: CSide.luaRelease, options: options, measurements: measurements, skipped: skipped,
    promptBytes: memory)
  print(options.isJSON ? report.json : report.table, terminator: "")
  if options.isJSON, let skipped { fputs("benchmarks: process: skipped, \(skipped)\n", stderr) }
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
