import Foundation
import Testing

/// A folder with spec files, in which `moonsheet test` is run without a memory of other runs.
struct SpecFolder {
  let scratch: ScratchFolder

  init(_ specs: [String: String]) throws {
    scratch = try ScratchFolder()
    for (name, text) in specs.sorted(by: { $0.key < $1.key }) { try scratch.write(text, to: name) }
  }

  /// Variables under which a run is the same everywhere.
  private var environment: [String: String] {
    ["XDG_STATE_HOME": scratch.url.path + "/.state", "CI": "", "TEST_TMPDIR": "", "NO_COLOR": "1"]
  }

  func test(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolRun {
    try test(arguments, environment: environment)
  }

  func test(_ arguments: [String], environment: [String: String] = [:]) throws -> ToolRun {
    try moonsheet(
      ["test"] + arguments, environment: self.environment.merging(environment) { $1 }, in: scratch.url)
  }

  /// A shell line in which `$MOONSHEET` is the tool.
  func shell(_ line: String) throws -> ToolRun {
    try CommandTests.shell(
      line, environment: environment.merging(["MOONSHEET": try Built.tool.path]) { $1 }, in: scratch.url)
  }
}

extension ToolRun {
  var lines: [String] { output.split(separator: "\n").map(String.init) }
  var lastLine: String? { lines.last }

  /// What plain output says of each test, without what follows.
  var verdicts: [String] { lines.filter { ["pass  ", "FAIL  ", "ERR   ", "skip  "].contains($0.prefix(6)) } }
}
