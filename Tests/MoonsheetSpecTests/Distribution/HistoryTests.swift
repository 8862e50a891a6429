import MoonsheetSpec
import Testing

@Suite struct HistoryTests {
  private let a = SpecID(file: "a_spec.lua", name: "tab\there \\ and\nbreak", occurrence: 2)
  private let b = SpecID(file: "b_spec.lua", name: "b")

  private func ended(_ id: SpecID, _ verdict: SpecResult.Verdict, _ microseconds: Int = 5) -> SpecEvent {
    .testEnded(SpecResult(id: id, line: 1, verdict: verdict, microseconds: microseconds))
  }

  @Test("what failed stays until it has passed")
  func failures() {
    var history = SpecHistory()
    history.add([ended(a, .failed)])
    history.add([ended(b, .errored)])
    #expect(history.failures(in: "a_spec.lua") == [a])
    history.add([ended(b, .passed)])
    #expect(!history.failedLast(b))
    #expect(history.failures(in: "b_spec.lua") == nil)
    #expect(history.failedLast(a))
  }

  @Test("a file with an issue failed as a whole, until it is begun again")
  func brokenFile() {
    var history = SpecHistory()
    history.add([.fileIssue("b_spec.lua", SpecIssue(.error, "no"))])
    #expect(history.failures(in: "b_spec.lua") == [])
    #expect(history.failedLast(b))
    history.add([.fileStarted("b_spec.lua")])
    #expect(!history.hasFailures)
  }

  @Test("its text is read back as it was")
  func text() {
    var history = SpecHistory()
    history.add([ended(a, .failed, 12)])
    history.add([ended(b, .passed, 34)])
    history.add([.fileIssue("c\td", SpecIssue(.error, "no"))])
    let read = SpecHistory(bytes: history.bytes)
    #expect(read == history)
    #expect(read.microseconds(b) == 34)
  }

  @Test("what a run adds at the end holds, and a line that was cut short is left out")
  func addedLines() {
    var history = SpecHistory()
    history.add([ended(a, .failed, 12), ended(b, .passed, 34), .fileIssue("c", SpecIssue(.error, "no"))])
    let added = SpecHistory.lines(of: [.fileStarted("c"), ended(a, .passed, 56), ended(b, .pending, 78)])
    let read = SpecHistory(bytes: history.bytes + Array("failed\t1\t1\tb_sp".utf8) + added)
    #expect(!read.hasFailures)
    // The head, a blank line, `run`, three lines, `end`, and then the one that was cut.
    #expect(read.damage == "line 8")
    #expect(read.microseconds(a) == 56)
    #expect(read.microseconds(b) == 34, "a pending test takes no time")
    var shard = history
    shard.add([ended(b, .failed, 99)], keepsTimes: false)
    #expect(shard.microseconds(b) == 34)
    #expect(shard.failures(in: "b_spec.lua") == [b])
  }

  @Test(
    "a text of another kind tells nothing, and is told of",
    arguments: ["", "moonsheet-history\t1\nfailed\t0\t1\ta\tb\n", "moonsheet-history\t3", "\u{0}\u{0}"])
  func otherText(_ text: String) {
    let read = SpecHistory(bytes: Array(text.utf8))
    #expect(read.damage == "it is none of this version")
    #expect(!read.hasFailures)
  }

  @Test("each byte that is lost, added or changed is noticed, and what other runs said holds")
  func damage() {
    var whole = SpecHistory()
    whole.add([ended(a, .failed, 12), ended(b, .passed, 34)])
    let head = whole.bytes
    let bytes = head + SpecHistory.lines(of: [.fileStarted("a_spec.lua"), ended(b, .failed, 56)])
    #expect(SpecHistory(bytes: bytes).damage == nil)
    for place in head.count + 1..<bytes.count - 1 {
      var changed = bytes
      changed[place] ^= 1
      var longer = bytes
      longer.insert(UInt8(ascii: "x"), at: place)
      for damaged in [changed, longer, Array(bytes[..<place])] {
        let read = SpecHistory(bytes: damaged)
        // What is left may be whole: nothing but the break in front of a run.
        #expect(read.damage != nil || damaged.count == head.count + 1, "\(place)")
        #expect(read.failures(in: "a_spec.lua") == [a])
        #expect(read.failures(in: "b_spec.lua") == nil)
      }
    }
  }

  @Test("the closing line counts errors as failed and pending tests as skipped")
  func closingLine() {
    var tally = SpecTally()
    for verdict in [SpecResult.Verdict.passed, .failed, .errored, .pending] { tally.add(ended(b, verdict)) }
    tally.add(.fileIssue("x", SpecIssue(.error, "no")))
    #expect(tally.closingLine == "1 passed, 3 failed, 1 skipped")
  }

  @Test("coverage adds up, and is 100 percent of nothing")
  func coverage() {
    var one = SpecCoverage()
    #expect(one.percent == 100)
    one.add(.init(file: "a", line: 1), count: 2)
    one.add(.init(file: "a", line: 2), count: 0)
    var other = SpecCoverage()
    other.add(.init(file: "a", line: 1), count: 1)
    other.add(.init(file: "a", line: 3), count: 0)
    one.add(other)
    #expect(one.lines.map(\.count) == [3, 0, 0])
    #expect(Int(one.percent) == 33)
  }
}
