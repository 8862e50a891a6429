import Glibc
import LuaRuntime
import MoonsheetReports

/// `moonsheet stubs DIR`: definition files for editors, each of them whole or not at all.
struct StubsCommand {
  let words: [String]
  let output: Output

  static let known: [Arguments.Option] = [.init(name: "--help", value: .none, help: "print this help", short: "-h")]

  func run() throws(ToolError) -> ExitStatus {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    if !arguments.options.isEmpty {
      output.line(Help.stubs)
      return .fine
    }
    guard let folder = arguments.operands.first, arguments.operands.count == 1, !folder.isEmpty else {
      throw ToolError(status: .usage, message: "'stubs' wants one folder to write to; see moonsheet stubs --help")
    }
    try checkConfiguration(in: folder)
    for file in SurfaceStubs.files {
      let path = "\(folder)/\(file.path)"
      try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try Files.write(Array(file.text.utf8), to: path)
    }
    return .fine
  }

  /// Somebody's own settings are not overwritten, and then nothing is written at all.
  private func checkConfiguration(in folder: String) throws(ToolError) {
    let path = "\(folder)/\(SurfaceStubs.configurationName)"
    guard access(path, F_OK) == 0 else { return }
    let text = String(decoding: try Files.script(at: path), as: UTF8.self)
    guard text != SurfaceStubs.configuration else { return }
    throw ToolError(
      status: .usage,
      message: "\(path) is there already, with other settings; name another folder, and add its 'library' to "
        + "'workspace.library'")
  }
}
