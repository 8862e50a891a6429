import LuaRuntime
import Moonsheet
import PresentationKit

/// What a saved script did when it was tried.
struct Trial {
  enum Trouble {
    case fails(String)
    case parts(String)
  }

  var entries: [Trace.Entry]
  /// The names of what is shown at the end.
  var stack: [String] = []
  var trouble: Trouble?
  /// The limit that it spent: what the message says, and the input it stood in.
  var limit: (message: String, step: Int?)?

  var severity: Int {
    switch trouble {
    case nil: 0
    case .parts: 1
    case .fails: 2
    }
  }
}

extension Session {
  /// What would come if the session ended here as a script does: it comes to rest, and no flow is left. Nil when interrupted.
  func endingEntries() -> [Trace.Entry]? {
    guard let snapshot = try? host.snapshot() else { return [] }
    let (entries, wasMuted) = (newEntries, isMuted)
    defer { (newEntries, isMuted) = (entries, wasMuted) }
    (newEntries, isMuted, isDisturbed) = ([], true, true)
    let report = host.endRun()
    try? host.restore(snapshot)
    return report.ending == .interrupted ? nil : newEntries.filter(Self.isKept)
  }

  /// Finds where a trial's trace parts from the session's.
  ///
  /// - Parameters:
  ///   - ending: what comes after the session's own trace, where the trial goes on to its end.
  ///   - steps: the inputs as they are saved: of those that are cut short, the limit that they spent is no event.
  func compare(_ trial: inout Trial, _ steps: [SavedScript.Step], ending: [Trace.Entry], path: String) {
    let isCut = steps.contains { !$0.rest.isEmpty }
    let here = timeline.path(to: timeline.current).map { timeline[$0] }
    let seen =
      here.flatMap { point in
        point.entries.filter { Self.isKept($0) && !(isCut && Self.isLimit($0)) }
          .map { (number: point.number, entry: $0) }
      } + ending.map { (number: timeline.here.number, entry: $0) }
    let new = trial.entries.filter(Self.isKept)
    let places = SavedPlaces(inputs: here.compactMap(\.input), path: path)
    let common = zip(seen, new).prefix { places.text(of: $0.entry) == places.text(of: $1) }.count
    guard common < seen.count else {
      if common < new.count { trial.trouble = .parts("its end: there '\(new[common].text)' comes, too") }
      return
    }
    let other = common < new.count ? "there it is '\(new[common].text)'" : "it does not come there"
    let (number, entry) = seen[common]
    trial.trouble = .parts("[\(number)], event \(common + 1), '\(entry.text)': \(other)")
  }

  /// Whether an input that waited spent a limit.
  private static func isLimit(_ entry: Trace.Entry) -> Bool {
    entry.name == "error" && entry.code == "input" && !LimitOption.hint(for: entry.text).isEmpty
  }

  /// Warnings of new globals are of no matter: the script may have locals instead.
  private static func isKept(_ entry: Trace.Entry) -> Bool { entry.code != "global_defined" }
}

/// What entries say apart from places, which a saved script has others of.
private struct SavedPlaces {
  /// The names of chunks that inputs came from.
  private let names: [[UInt8]]

  init(inputs: [Input], path: String) {
    var names: Set<String> = [path]
    for case .file(let name) in inputs.map(\.kind) { names.insert(name) }
    self.names = names.sorted { $0.utf8.count > $1.utf8.count }.map { Array($0.utf8) }
  }

  func text(of entry: Trace.Entry) -> String {
    // What waits in an input waits in a flow that the script starts.
    let text =
      entry.name == "error" && entry.text.hasPrefix("error input ")
      ? "error start " + entry.text.dropFirst(12) : entry.text
    return "\(entry.time) " + withoutPlaces(Array(Self.withoutProposal(text).utf8))
  }

  /// A spec knows other names that are near to one that is not there.
  private static func withoutProposal(_ text: String) -> String {
    guard let start = text.firstRange(of: " (did you mean '"),
      let end = text[start.upperBound...].firstRange(of: "'?)")
    else { return text }
    return String(text[..<start.lowerBound] + text[end.upperBound...])
  }

  private func withoutPlaces(_ text: [UInt8]) -> String {
    guard text.contains(58) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var position = 0
    while position < text.count {
      if let end = endOfPlace(text, position) {
        result.append(64)
        position = end
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where a place, such as `[3]:1` or `flow.lua:12`, that begins at an index ends.
  private func endOfPlace(_ text: [UInt8], _ start: Int) -> Int? {
    var ends = names.filter { text[start...].starts(with: $0) }.map { start + $0.count }
    if text[start] == UInt8(ascii: "[") {
      let digits = text[(start + 1)...].prefix { (48...57).contains($0) }
      if !digits.isEmpty, digits.endIndex < text.count, text[digits.endIndex] == UInt8(ascii: "]") {
        ends.append(digits.endIndex + 1)
      }
    }
    for end in ends where end < text.count && text[end] == 58 {
      let digits = text[(end + 1)...].prefix { (48...57).contains($0) }
      if !digits.isEmpty { return digits.endIndex }
    }
    return nil
  }
}
