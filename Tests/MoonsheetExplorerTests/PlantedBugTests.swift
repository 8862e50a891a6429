import Foundation
import LuaRuntime
import Moonsheet
import MoonsheetExplorer
import Testing

/// Flows with a bug, and their mended twins. How long the shortest way is stands derived in each flow's first lines.
@Suite struct PlantedBugTests {
  struct Planted: CustomTestStringConvertible, Sendable {
    let flow: String
    let property: String
    let steps: Int
    var testDescription: String { flow }
  }

  static let all = [
    Planted(flow: "unsaved_lost", property: "unsaved_lost", steps: 3),
    Planted(flow: "trap", property: "trap", steps: 0),
    Planted(flow: "one_gesture", property: "one_gesture", steps: 2),
    Planted(flow: "refused_presentation", property: "refused_presentation", steps: 2),
    Planted(flow: "reopen_loop", property: "reopen_loop", steps: 3),
    Planted(flow: "binding_out_of_step", property: "binding_out_of_step", steps: 2),
    Planted(flow: "forced_holds", property: "forced_holds", steps: 1),
    Planted(flow: "script_error", property: "script_error", steps: 1),
    Planted(flow: "no_rest", property: "no_rest", steps: 1),
    Planted(flow: "teardown", property: "warning", steps: 3),
    Planted(flow: "stacked", property: "warning", steps: 2),
    Planted(flow: "already_presenting", property: "refused_presentation", steps: 1),
    Planted(flow: "not_in_window", property: "refused_presentation", steps: 1),
    Planted(flow: "delegate_replaced", property: "warning", steps: 1),
    Planted(flow: "background", property: "warning", steps: 1),
    Planted(flow: "login_wall", property: "the wall holds", steps: 2),
    Planted(flow: "cleanup", property: "open is what is shown", steps: 2),
  ]

  private func explore(_ flow: String) throws -> FlowReport {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Explore/\(flow).lua")
    let source = Array(try Data(contentsOf: file))
    #expect(source.split(separator: 10, omittingEmptySubsequences: false).count <= 41, "\(flow) is no small flow")
    return try FlowExplorer(LuaChunk(name: "\(flow).lua", source: source)).run()
  }

  @Test("a planted bug is found by the shortest way, and a fresh host confirms it", arguments: all)
  func faulty(_ planted: Planted) throws {
    let report = try explore("faulty/\(planted.flow)")
    let finding = try #require(report.findings.first { $0.property == planted.property })
    #expect(finding.steps?.count == planted.steps)
    #expect(report.findings.compactMap(\.parting) == [])
  }

  @Test("the mended flow is explored completely, and nothing is found", arguments: all)
  func mended(_ planted: Planted) throws {
    let report = try explore("mended/\(planted.flow)")
    #expect(report.findings.map(\.property) == [])
    #expect(report.ending == .complete)
  }
}
