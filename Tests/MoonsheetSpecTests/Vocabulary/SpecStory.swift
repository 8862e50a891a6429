import MoonsheetSpec
import PresentationKit

/// Files that exist in memory only.
final class MemoryFiles: SpecFileSource {
  var files: [String: String]

  init(_ files: [String: String]) { self.files = files }

  func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func write(_ bytes: [UInt8], to path: String) -> Bool {
    files[path] = String(decoding: bytes, as: UTF8.self)
    return true
  }

  func remove(_ path: String) { files[path] = nil }
}

/// What a run of one spec file told.
struct SpecStory {
  let events: [SpecEvent]
  let summary: FileSummary
  let files: MemoryFiles

  var results: [SpecResult] {
    events.compactMap { if case .testEnded(let result) = $0 { result } else { nil } }
  }

  var fileIssues: [SpecIssue] {
    events.compactMap { if case .fileIssue(_, let issue) = $0 { issue } else { nil } }
  }

  /// `name: verdict`, in order.
  var verdicts: [String] { results.map { "\($0.id.name): \($0.verdict.rawValue)" } }

  func result(_ name: String) -> SpecResult? { results.first { $0.id.name == name } }

  func messages(_ name: String) -> [String] { result(name)?.issues.map(\.message) ?? [] }
}

/// Runs a spec named `a_spec.lua`.
func runSpec(
  _ source: String, files: [String: String] = [:], _ change: (inout SpecOptions) -> Void = { _ in }
) -> SpecStory {
  var options = SpecOptions()
  change(&options)
  return runSpec(in: MemoryFiles(files.merging(["a_spec.lua": source]) { $1 }), options)
}

/// Runs some tests of a spec.
func runPart(
  of source: String, files: [String: String] = [:], _ change: (inout SpecOptions) -> Void = { _ in },
  only: @escaping (SpecID, Int) -> Bool
) -> SpecStory {
  var options = SpecOptions()
  change(&options)
  return runSpec(in: MemoryFiles(files.merging(["a_spec.lua": source]) { $1 }), options, only: only)
}

func runSpec(in files: MemoryFiles, _ options: SpecOptions, only: ((SpecID, Int) -> Bool)? = nil) -> SpecStory {
  var events: [SpecEvent] = []
  let runner = SpecFileRunner(file: "a_spec.lua", options: options, files: files)
  let summary = runner.run(only: only) { events.append($0) }
  return SpecStory(events: events, summary: summary, files: files)
}
