import MoonsheetSpec
import Testing

@Suite struct SnapshotTests {
  static let source = """
    it("text", function() expect("one\\n\\ntwo"):to_match_snapshot() end)
    it("table", function() expect({ b = 1, a = { true, 2.0 } }):to_match_snapshot("named") end)
    """
  static let path = "__snapshots__/a_spec.snap"
  static let text = """
    moonsheet-snapshots 1

    [table: named]
    |{
    |  a = {
    |    true,
    |    2.0,
    |  },
    |  b = 1,
    |}

    [text 1]
    |one
    |
    |two

    """

  @Test("a new snapshot is written beside the spec, and holds the next time")
  func new() {
    let first = runSpec(Self.source)
    #expect(first.verdicts == ["text: passed", "table: passed"])
    #expect(first.files.files[Self.path] == Self.text)
    #expect(first.summary.snapshots == ["text 1", "table: named"])
    let second = runSpec(in: first.files, SpecOptions())
    #expect(second.verdicts == ["text: passed", "table: passed"])
    #expect(second.files.files[Self.path] == Self.text)
  }

  @Test("a changed one fails and tells where, and is written when asked to")
  func changed() {
    let old = Self.text.split(separator: "two").joined(separator: "three")
    let files = [Self.path: old]
    let story = runSpec(Self.source, files: files)
    #expect(story.verdicts == ["text: failed", "table: passed"])
    #expect(
      story.result("text")?.issues.first?.difference == [
        "the texts part in line 3:", "  one", "  ", "- three", "- ", "+ two", "+ ",
      ])
    #expect(story.files.files[Self.path] == old)
    let updated = runSpec(Self.source, files: files) { $0.snapshots = .update }
    #expect(updated.verdicts == ["text: passed", "table: passed"])
    #expect(updated.files.files[Self.path] == Self.text)
  }

  @Test("in CI new and obsolete ones fail, and nothing is written")
  func ci() {
    let story = runSpec(
      Self.source, files: [Self.path: "moonsheet-snapshots 1\n\n[gone 1]\n|x\n\n[text 1]\n|one\n|\n|two\n"]
    ) {
      $0.snapshots = .ci
    }
    #expect(story.verdicts == ["text: passed", "table: failed"])
    #expect(story.fileIssues.map(\.message) == ["obsolete snapshots in __snapshots__/a_spec.snap: 'gone 1'"])
    #expect(story.files.files[Self.path]?.contains("named") == false)
  }

  @Test("obsolete ones are told of after a whole run only, and dropped by an update")
  func obsolete() {
    let files = [Self.path: Self.text + "\n[gone 1]\n|x\n"]
    #expect(runSpec(Self.source, files: files).summary.obsoleteSnapshots == ["gone 1"])
    let part = runPart(of: Self.source, files: files, { $0.snapshots = .ci }, only: { id, _ in id.name == "text" })
    #expect(part.summary.obsoleteSnapshots == [])
    #expect(part.fileIssues == [])
    let updated = runSpec(Self.source, files: files) { $0.snapshots = .update }
    #expect(updated.files.files[Self.path] == Self.text)
  }

  @Test(
    "a corrupt file is an error that names file and line, and is left as it is",
    arguments: [
      ("nonsense", "line 1 is not 'moonsheet-snapshots 1'"),
      ("moonsheet-snapshots 1\n|x", "line 2 belongs to no snapshot"),
      ("moonsheet-snapshots 1\n\n[a]\nx", "line 4 is neither a name in brackets nor a text behind '|'"),
      ("moonsheet-snapshots 1\n[a]\n|x\n[a]\n|y\n", "'a' is there twice"),
    ])
  func corrupt(text: String, why: String) {
    let story = runSpec("it('a', function() expect(1):to_match_snapshot() end)", files: [Self.path: text])
    #expect(story.verdicts == ["a: errored"])
    #expect(story.verdicts == ["a: errored"])
    let told = "the snapshot file __snapshots__/a_spec.snap is corrupt: \(why); --update-snapshots writes it anew"
    #expect(story.fileIssues.map(\.message) == [told])
    #expect(story.files.files[Self.path] == text)
  }

  @Test("a file that is no snapshot file is told once with its reason, and no test that asks passes")
  func corrupt() {
    let story = runSpec(Self.source, files: [Self.path: "junk"])
    #expect(story.verdicts == ["text: errored", "table: errored"])
    let reason = "line 1 is not 'moonsheet-snapshots 1'"
    #expect(story.fileIssues.map { $0.message.contains(reason) } == [true])
    #expect(story.results.flatMap(\.issues).filter { $0.message.contains(reason) } == [])
    #expect(story.files.files[Self.path] == "junk")
  }

  @Test("a file that is no snapshot file is written anew when asked to, and goes where nothing asks for it")
  func corruptUpdated() {
    let story = runSpec(Self.source, files: [Self.path: "junk"]) { $0.snapshots = .update }
    #expect(story.verdicts == ["text: passed", "table: passed"])
    #expect(story.fileIssues == [])
    #expect(story.files.files[Self.path] == Self.text)
    let none = runSpec("it('a', function() end)", files: [Self.path: "junk"]) { $0.snapshots = .update }
    #expect(none.files.files[Self.path] == nil)
  }
}
