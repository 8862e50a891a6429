import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// `moonsheet run --profile A --profile B`: one script under two profiles, and where their traces part.
struct ProfileComparison {
  let options: RunOptions
  let output: Output
  let interrupt: InterruptSignal

  func run() throws(ToolError) -> ExitStatus {
    var worst = ExitStatus.fine
    for file in options.files {
      let source = try Files.script(at: file)
      let chunk = LuaChunk(name: file == "-" ? "stdin" : file, source: source)
      let (first, firstStatus) = try trace(chunk, file, under: options.profiles[0])
      let (second, secondStatus) = try trace(chunk, file, under: options.profiles[1])
      let names = (options.profiles[0].name, options.profiles[1].name)
      for line in TraceComparison(first, second).text(names: names) { output.line(line) }
      worst = max(worst, firstStatus, secondStatus)
    }
    return worst
  }

  private func trace(
    _ chunk: LuaChunk, _ file: String, under profile: Profile
  ) throws(ToolError) -> ([String], ExitStatus) {
    var hostOptions = options.host
    hostOptions.profile = profile
    hostOptions.modules = DirectoryModules(besides: file)
    do throws(LuaError) {
      let host = try MoonsheetHost(hostOptions)
      defer { host.close() }
      interrupt.guards(host.lua.interruptToken)
      host.onDiagnostic = { output.complain("\(profile.name): \($0.description)") }
      let report = host.run(chunk, arguments: options.scriptArguments)
      return (host.scene.trace.entries.map { TraceText.line($0) }, ExitStatus(report.ending))
    } catch {
      throw ToolError(status: .limitHit, message: error.message)
    }
  }
}
