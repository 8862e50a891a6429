/// What happened on a device, or in a run, as far as a small logging app can tell. JSON Lines, version 1; the format is
/// `docs/DEVICE_LOGS.md`, and the JSON form of a run is read, too.
public struct DeviceLog: Sendable {
  /// Why a file is no log.
  public struct Problem: Error {
    /// Counted from 1.
    public let line: Int
    public let message: String
  }

  struct Event: Sendable {
    let name: String
    let subject: String
    let text: String
  }

  private(set) var events: [Event] = []
  /// The names that the app logs; nil is all.
  private(set) var names: Set<String>?
  /// The subjects that the app logs; nil is all.
  private(set) var subjects: Set<String>?
  private var hasHeader = false

  /// - Throws: what is wrong with the first line that is no line of a log.
  public init(_ bytes: [UInt8]) throws(Problem) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    var last = 0
    for (offset, line) in lines.enumerated() where !line.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
      last = offset + 1
      try read(line, number: offset + 1, isCut: offset == lines.count - 1)
    }
    guard last > 0 else { throw Problem(line: 1, message: "the file is empty") }
    guard hasHeader else { throw Problem(line: 1, message: "no line says what this is: \(Self.wantedHeader)") }
  }

  private static let wantedHeader =
    "the first one has \"type\": \"log\", or \"run\" in what moonsheet run --json writes"

  private mutating func read(_ bytes: some Sequence<UInt8>, number: Int, isCut: Bool) throws(Problem) {
    let line: JSONText
    do throws(JSONText.ReadingError) {
      line = try JSONText(reading: bytes)
    } catch {
      let cut = isCut ? "; the file ends in the middle of it" : ""
      throw Problem(line: number, message: "this is no JSON: \(error.description)\(cut)")
    }
    guard case .object(let members) = line else { throw Problem(line: number, message: "a line is an object") }
    guard let version = line["v"]?.integer else {
      throw Problem(line: number, message: "no version: every line has \"v\": \(TraceJSON.version)")
    }
    guard version == TraceJSON.version else {
      throw Problem(line: number, message: "version \(version) is not known; this reads version \(TraceJSON.version)")
    }
    let type = line["type"]?.string ?? ""
    guard hasHeader || type == "log" || type == "run" else {
      throw Problem(line: number, message: "the log has no beginning: \(Self.wantedHeader)")
    }
    guard let keys = Self.keys[type] else {
      let known = Self.keys.keys.sorted().joined(separator: ", ")
      throw Problem(line: number, message: "there is no type '\(type)'; there are \(known)")
    }
    if let unknown = members.first(where: { !keys.contains($0.key) }) {
      throw Problem(
        line: number, message: "'\(type)' has no key '\(unknown.key)'; it has \(keys.joined(separator: ", "))")
    }
    try take(line, type, number)
  }

  private static let keys: [String: [String]] = [
    "log": ["v", "type", "app", "device", "system", "names", "subjects"],
    "event": ["v", "type", "time", "name", "subject", "detail"],
    "run": ["v", "type", "script", "profile", "seed"],
    "trace": ["v", "type", "time", "name", "code", "subject", "detail", "text", "file", "line"],
    "print": ["v", "type", "text"],
    "diagnostic": ["v", "type", "severity", "message", "code", "file", "line"],
    "explanation": ["v", "type", "lines"],
    "end": ["v", "type", "status", "waiting"],
  ]

  private mutating func take(_ line: JSONText, _ type: String, _ number: Int) throws(Problem) {
    switch type {
    case "log", "run":
      guard !hasHeader else { throw Problem(line: number, message: "a second log begins here; compare one with one") }
      hasHeader = true
      names = try Self.set("names", of: line, number)
      subjects = try Self.set("subjects", of: line, number)
      if let unknown = names?.subtracting(Self.details.keys).min() {
        throw Problem(line: number, message: "no device logs '\(unknown)'; the names are in docs/DEVICE_LOGS.md")
      }
    case "event", "trace":
      guard let time = line["time"]?.integer, time >= 0 else {
        throw Problem(line: number, message: "'time' is milliseconds, from 0 on")
      }
      guard let name = line["name"]?.string, let subject = line["subject"]?.string else {
        throw Problem(line: number, message: "an event has a 'name' and a 'subject', both strings")
      }
      let detail = name == "completion" ? line["code"] ?? line["detail"] : line["detail"]
      try add(name, subject, detail?.string ?? "", isDevice: type == "event", number)
    default: break
    }
  }

  private static func set(_ key: String, of line: JSONText, _ number: Int) throws(Problem) -> Set<String>? {
    guard let value = line[key] else { return nil }
    guard let strings = value.strings else { throw Problem(line: number, message: "'\(key)' is a list of strings") }
    return Set(strings)
  }

  private mutating func add(
    _ name: String, _ subject: String, _ detail: String, isDevice: Bool, _ number: Int
  ) throws(Problem) {
    guard let counted = Self.details[name] else {
      guard isDevice else { return }
      throw Problem(line: number, message: "no device logs '\(name)'; the names are in docs/DEVICE_LOGS.md")
    }
    let shown: String
    switch counted {
    case .none: shown = ""
    case .whole: shown = detail
    case .withoutWriter: shown = Self.withoutParenthesis(detail)
    }
    let text = [name, subject, shown].filter { !$0.isEmpty }.joined(separator: " ")
    events.append(Event(name: name, subject: subject, text: text))
  }

  /// Who wrote a binding is nothing that a device tells.
  private static func withoutParenthesis(_ detail: String) -> String {
    guard detail.hasSuffix(")"), let open = detail.lastIndex(of: "(") else { return detail }
    return String(detail[..<open].reversed().drop { $0 == " " }.reversed())
  }

  // MARK: What is compared

  enum Counted: Sendable { case none, whole, withoutWriter }

  /// The names that a logging app can tell, and how much of their detail.
  static let details: [String: Counted] = [
    "view_did_load": .none, "view_will_appear": .none, "view_is_appearing": .none, "view_did_appear": .none,
    "view_will_disappear": .none, "view_did_disappear": .none, "will_move": .whole, "did_move": .whole,
    "should_dismiss": .whole, "will_dismiss": .none, "did_dismiss": .none, "did_attempt_to_dismiss": .none,
    "will_present": .whole, "adaptive_presentation_style": .whole,
    "view_controller_for_adaptive_presentation_style": .whole, "prepare": .whole,
    "did_change_selected_detent_identifier": .none,
    "presentation_transition_will_begin": .none, "presentation_transition_did_end": .whole,
    "dismissal_transition_will_begin": .none, "dismissal_transition_did_end": .whole,
    "completion": .whole, "action": .whole, "perform_escape": .whole,
    "on_appear": .none, "on_disappear": .none, "on_dismiss": .none, "binding": .withoutWriter,
    "task_started": .none, "task_cancelled": .none,
  ]

  /// The names that may stand in a log.
  public static var knownNames: [String] { details.keys.sorted() }

  /// What both logs can tell, in order, without times.
  public func lines(comparedWith other: DeviceLog) -> [String] {
    events.filter { event in
      [self, other].allSatisfy { log in
        (log.names?.contains(event.name) ?? true) && (log.subjects?.contains(event.subject) ?? true)
      }
    }.map(\.text)
  }
}
