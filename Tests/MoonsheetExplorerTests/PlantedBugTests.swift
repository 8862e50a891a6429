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
    /// Of a warning its code.
    var code = ""
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
    Planted(flow: "swiped_away", property: "what was typed stays", steps: 3),
    Planted(flow: "nagging", property: "nobody is asked about nothing", steps: 3),
    Planted(flow: "closing_early", property: "warning", steps: 1, code: "dismiss_in_will_dismiss"),
    Planted(flow: "asks_in_policy", property: "warning", steps: 1, code: "side_effect_in_policy"),
    Planted(flow: "never_asked", property: "warning", steps: 1, code: "policy_unreachable"),
    Planted(flow: "swallowed", property: "warning", steps: 3, code: "presentation_lost"),
    Planted(flow: "third_tap", property: "the last tap counts", steps: 5),
    Planted(flow: "waits_behind", property: "warning", steps: 1, code: "presentation_waiting"),
    Planted(flow: "spinner_stays", property: "trap", steps: 1),
    Planted(flow: "nested_cleanup", property: "what is closed is not open", steps: 2),
    Planted(flow: "wrong_receiver", property: "nothing stays after logging out", steps: 2),
    Planted(flow: "log_out_loses", property: "unsaved_lost", steps: 2),
    Planted(flow: "replaced", property: "unsaved_lost", steps: 2),
    Planted(flow: "goes_blank", property: "warning", steps: 1, code: "content_vanished"),
    Planted(flow: "delegate_released", property: "warning", steps: 1, code: "delegate_released"),
    Planted(flow: "inner_delegate", property: "warning", steps: 1, code: "delegate_on_inner_controller"),
    Planted(flow: "adapted", property: "what was typed stays", steps: 4),
    Planted(flow: "asked_twice", property: "warning", steps: 3, code: "prompt_already_answered"),
    Planted(flow: "all_at_once", property: "refused_presentation", steps: 0),
    Planted(flow: "escaped", property: "unsaved_lost", steps: 2),
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
    let finding = try #require(
      report.findings.first { $0.property == planted.property && $0.key.hasPrefix(planted.code) },
      "found: \(report.findings.map { [$0.property, $0.key] })")
    #expect(finding.steps?.count == planted.steps)
    #expect(report.findings.compactMap(\.parting) == [])
  }

  @Test("the mended flow is explored completely, and nothing is found", arguments: all)
  func mended(_ planted: Planted) throws {
    let report = try explore("mended/\(planted.flow)")
    #expect(report.findings.map(\.text) == [])
    #expect(report.ending == .complete)
  }
}
