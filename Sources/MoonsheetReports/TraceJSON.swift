import Moonsheet
import PresentationKit

/// The JSON Lines form of a run: a header, entries and printed lines as they come, diagnostics, and an end. Version 1; the
/// schema is `docs/trace.schema.json`. Keys keep their meaning within a version; new ones may be added.
public enum TraceJSON {
  /// The version that every line carries as `v`.
  public static let version = 1

  public static func header(script: String, profile: String, seed: UInt64) -> String {
    line("run", [("script", .string(script)), ("profile", .string(profile)), ("seed", .string("\(seed)"))])
  }

  public static func entry(_ entry: Trace.Entry) -> String {
    var members: [(key: String, value: JSONText)] = [
      ("time", .integer(entry.time)), ("name", .string(entry.name)), ("subject", .string(entry.subject)),
      ("detail", .string(entry.detail)), ("text", .string(entry.text)),
    ]
    if let code = entry.code { members.append(("code", .string(code))) }
    return line("trace", members + place(entry.site))
  }

  public static func printed(_ text: String) -> String { line("print", [("text", .string(text))]) }

  public static func diagnostic(_ diagnostic: Diagnostic) -> String {
    var members: [(key: String, value: JSONText)] = [
      ("severity", .string(diagnostic.severity.rawValue)), ("message", .string(diagnostic.message)),
    ]
    if let code = diagnostic.code { members.append(("code", .string(code))) }
    return line("diagnostic", members + place(diagnostic.site))
  }

  public static func explanation(_ lines: [String]) -> String {
    line("explanation", [("lines", .array(lines.map { .string($0) }))])
  }

  public static func end(status: Int32, waiting: [RunReport.WaitingFlow]) -> String {
    let flows = waiting.map { flow in JSONText.object([("text", .string(flow.description))] + place(flow.site)) }
    return line("end", [("status", .integer(Int(status))), ("waiting", .array(flows))])
  }

  private static func place(_ site: SourceSite?) -> [(key: String, value: JSONText)] {
    guard let site else { return [] }
    return [("file", .string(site.file)), ("line", .integer(site.line))]
  }

  private static func line(_ type: String, _ members: [(key: String, value: JSONText)]) -> String {
    JSONText.object([("v", .integer(version)), ("type", .string(type))] + members).text
  }
}
