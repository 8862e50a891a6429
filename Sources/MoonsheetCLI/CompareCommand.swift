import LuaRuntime
import MoonsheetReports

/// `moonsheet compare DEVICE OURS`: where a device's log and a run's part.
struct CompareCommand {
  let words: [String]
  let output: Output

  static let known: [Arguments.Option] = [.init(name: "--help", value: .none, help: "print this help", short: "-h")]

  func run() throws(ToolError) -> ExitStatus {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    if !arguments.options.isEmpty {
      output.line(Help.compare)
      return .fine
    }
    let files = arguments.operands
    guard files.count == 2 else {
      throw ToolError(status: .usage, message: "'compare' wants two files; see moonsheet compare --help")
    }
    if files[0] == files[1], files[0] == "-" {
      throw ToolError(status: .usage, message: "'compare' reads standard input once; name a file for one of the two")
    }
    let (first, second) = (try log(files[0]), try log(files[1]))
    let comparison = TraceComparison(first.lines(comparedWith: second), second.lines(comparedWith: first))
    for line in comparison.text(names: (files[0], files[1])) { output.line(line) }
    return comparison.isSame ? .fine : .failed
  }

  private func log(_ path: String) throws(ToolError) -> DeviceLog {
    let bytes = try Files.script(at: path, called: "a log")
    do throws(DeviceLog.Problem) {
      return try DeviceLog(bytes)
    } catch {
      let name = path == "-" ? "stdin" : path
      throw ToolError(status: .usage, message: "\(name):\(error.line): \(error.message)")
    }
  }
}
