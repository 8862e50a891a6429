import MoonsheetReports
import Testing

/// Two traces beside each other.
@Suite struct ComparisonTests {
  @Test("what is common at both ends and between is kept, and the rest stands on its side")
  func aligned() {
    let comparison = TraceComparison(["a", "b", "c", "d", "z"], ["a", "c", "x", "d", "z"])
    #expect(
      comparison.lines == [.both("a"), .first("b"), .both("c"), .second("x"), .both("d"), .both("z")])
    #expect(!comparison.isSame)
    #expect(TraceComparison(["a", "a"], ["a"]).lines == [.both("a"), .first("a")])
    #expect(TraceComparison([], ["a"]).lines == [.second("a")])
    #expect(TraceComparison([], []).isSame)
    #expect(TraceComparison(["a", "b"], ["a", "b"]).lines == [.both("a"), .both("b")])
  }

  @Test("very long logs that differ throughout are told apart from the first difference on, and both kept whole")
  func long() {
    let first = ["head"] + (0..<60_000).map { "first \($0)" } + ["tail"]
    let second = ["head"] + (0..<60_000).map { "second \($0)" } + ["tail"]
    let lines = TraceComparison(first, second).lines
    #expect(lines.count == 120_002)
    #expect(lines.first == .both("head"))
    #expect(lines[1] == .first("first 0"))
    #expect(lines[60_001] == .second("second 0"))
    #expect(lines.last == .both("tail"))
  }
}
