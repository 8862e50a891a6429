import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// `moonsheet run`: each file in a fresh host, one after the other.
struct RunCommand {
  let options: RunOptions
  let output: Output
  let interrupt: InterruptSignal

  /// Runs all files; the status is the weightiest of theirs.
  func run() throws(ToolError) -> ExitStatus {
    guard !options.files.isEmpty else {
      throw ToolError(
        status: .nothingToRun, message: "nothing to run: name a FILE, or - for standard input; see moonsheet run --help"
      )
    }
    if options.profiles.count == 2 {
      return try ProfileComparison(options: options, output: output, interrupt: interrupt).run()
    }
    if let path = options.tracePath, let script = options.files.first(where: { Files.isSame($0, path) }) {
      throw ToolError(status: .usage, message: "'--trace' would overwrite the script \(script)")
    }
    var worst = ExitStatus.fine
    var traceFile: [UInt8] = []
    for file in options.files {
      worst = max(worst, runFile(file, &traceFile))
      if worst == .interrupted { break }
    }
    if let path = options.tracePath { try Files.write(traceFile, to: path) }
    return worst
  }

  private func runFile(_ path: String, _ traceFile: inout [UInt8]) -> ExitStatus {
    do throws(ToolError) {
      let source = try Files.script(at: path)
      let sink = TraceSink(options: options, output: output)
      let status = try run(LuaChunk(name: path == "-" ? "stdin" : path, source: source), besides: path, sink)
      traceFile += sink.file
      return status
    } catch {
      output.complain("moonsheet: error: \(error.message)")
      return error.status
    }
  }

  private func run(_ chunk: LuaChunk, besides path: String, _ sink: TraceSink) throws(ToolError) -> ExitStatus {
    var hostOptions = options.host
    hostOptions.modules = DirectoryModules(besides: path)
    let host: MoonsheetHost
    do throws(LuaError) {
      host = try MoonsheetHost(hostOptions)
    } catch {
      throw ToolError(status: .limitHit, message: error.message)
    }
    defer { host.close() }
    interrupt.guards(host.lua.interruptToken)
    host.onEntry = { sink.add($0) }
    host.onDiagnostic = { sink.add($0) }
    host.lua.printer = { sink.printed($0) }
    host.lua.warner = { sink.warned($0) }
    sink.begin(script: chunk.name)
    let report = host.run(chunk, arguments: options.scriptArguments)
    let status = ExitStatus(report.ending)
    if options.explains { sink.explain(host.explanation) }
    sink.end(report, status)
    return status
  }
}
