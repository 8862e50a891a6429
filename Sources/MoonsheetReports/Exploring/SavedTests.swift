import MoonsheetExplorer

/// The findings of an exploration as a spec file, which fails as they do until the flow is mended.
public enum SavedTests {
  /// The file's text; nil where no finding has a way that can be walked.
  public static func render(_ report: FlowReport) -> String? {
    let tests = report.findings.enumerated().compactMap { test($1, $0 + 1, report.script) }
    guard !tests.isEmpty else { return nil }
    let head = """
      -- Found by `moonsheet explore \(report.script)`: each test fails until the flow is mended.
      local explored = require "moonsheet.explored"

      describe(\(quoted(report.script + ", explored")), function()

      """
    return head + tests.joined(separator: "\n") + "end)\n"
  }

  /// The name of the file for a script's tests.
  public static func fileName(for script: String) -> String {
    let last = script.split(separator: "/").last.map(String.init) ?? script
    return (last.hasSuffix(".lua") ? String(last.dropLast(4)) : last) + "_explored_spec.lua"
  }

  private static func test(_ finding: FlowFinding, _ number: Int, _ script: String) -> String? {
    guard let steps = finding.steps, finding.isConfirmed else { return nil }
    let walked = finding.loopsFrom.map { Array(steps[..<$0]) } ?? steps
    let acts = walked.map { step in
      "      { \(step.act.map(quoted).joined(separator: ", ")) }, -- \(step.words)\n"
    }
    return """
        it(\(quoted("\(number). \(ExplorationText.title(of: finding))")), function()
          local faults = explored.walk(\(quoted(script)), \(quoted(finding.property)), \(quoted(finding.key)), {
      \(acts.joined())    }\(finding.setupNumber > 0 ? ", \(finding.setupNumber + 1)" : ""))
          expect(faults):to_equal {}
        end)

      """
  }

  private static func quoted(_ text: String) -> String { LuaText.quoted(text) }
}
