import Foundation
import MoonsheetSpec
import Testing

@Suite struct CorpusTests {
  private func run(_ path: String, _ change: (inout SpecOptions) -> Void = { _ in }) throws -> SpecStory {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "SpecCorpus/\(path)")
    let source = try String(contentsOf: file, encoding: .utf8)
    var options = SpecOptions()
    change(&options)
    let name = file.lastPathComponent
    var events: [SpecEvent] = []
    let files = MemoryFiles([name: source])
    let summary = SpecFileRunner(file: name, options: options, files: files).run { events.append($0) }
    return SpecStory(events: events, summary: summary, files: files)
  }

  @Test("the specs of our own dialect pass")
  func dialect() throws {
    let story = try run("dialect/expect_spec.lua")
    let wrong = story.results.filter { $0.verdict != .passed }
    #expect(wrong.map { "\($0.id.name): \($0.issues.first?.message ?? "")" } == [])
    #expect(story.fileIssues == [])
    #expect(story.results.count > 100)
  }

  @Test("two thousand tests of one file run, in the sandbox and without it", arguments: [false, true])
  func many(isBusted: Bool) throws {
    let story = try run("two_thousand_spec.lua") { $0.isBusted = isBusted }
    #expect(story.results.count == 2_000)
    #expect(story.results.allSatisfy { $0.verdict == .passed })
  }

  @Test(
    "blocks, hooks and failures give the same verdicts in the sandbox",
    arguments: ["blocks_spec.lua", "finally_spec.lua"])
  func sandboxed(file: String) throws {
    let sandboxed = try run(file)
    let stock = try run(file) { $0.isBusted = true }
    #expect(sandboxed.verdicts == stock.verdicts)
    #expect(sandboxed.fileIssues.map(\.message) == stock.fileIssues.map(\.message))
  }
}
