import LuaRuntime
import Moonsheet
import PresentationKit
import Testing

/// What a script's run left behind.
struct Story {
  /// The trace in its text form.
  let lines: [String]
  let printed: [String]
  let diagnostics: [Diagnostic]
  let report: RunReport

  var messages: [String] { diagnostics.map(\.description) }

  /// The lines that speak of what a test is about: those that begin with one of these words.
  func lines(named names: String...) -> [String] {
    lines.filter { line in names.contains { line == $0 || line.hasPrefix($0 + " ") } }
  }

  /// Without the gesture, hook and lifecycle lines that every presentation has.
  var essence: [String] {
    let noise = [
      "gesture", "view_", "presentation_transition", "dismissal_transition", "will_present", "tap", "type", "settle",
    ]
    return lines.filter { line in !noise.contains { line.hasPrefix($0) } }
  }
}

/// Runs a script in a fresh host named `flow.lua` and closes it.
func play(_ source: String, _ change: (inout MoonsheetOptions) -> Void = { _ in }) throws -> Story {
  var options = MoonsheetOptions()
  change(&options)
  let host = try MoonsheetHost(options)
  defer { host.close() }
  return play(source, on: host)
}

/// Runs a script in a host that goes on living.
func play(_ source: String, on host: MoonsheetHost) -> Story {
  let before = host.scene.trace.count
  var printed: [String] = []
  var diagnostics: [Diagnostic] = []
  host.lua.printer = { printed.append($0) }
  host.onDiagnostic = { diagnostics.append($0) }
  let report = host.run(LuaChunk(name: "flow.lua", source: source))
  let lines = host.scene.trace.entries.dropFirst(before).map(\.text)
  return Story(lines: Array(lines), printed: printed, diagnostics: diagnostics, report: report)
}
