import MoonsheetReports
import MoonsheetSpec
import Testing

@Suite struct MergingTests {
  /// What a shard writes: every test whose number leaves this remainder.
  private func shard(_ index: Int, of count: Int, seed: UInt64 = 1) -> [UInt8] {
    var header = SpecRunHeader(seed: seed, profile: "ios18")
    header.shard = Shard(index: index, count: count)
    var tally = SpecTally()
    let events: [(SpecPlace, SpecEvent)] = (0..<2).flatMap { file -> [(SpecPlace, SpecEvent)] in
      let name = "f\(file)"
      let tests = (0..<10).filter { (file * 10 + $0) % count == index }
      return [
        (SpecPlace(file: file, test: tests.first ?? 0), .fileStarted(name)), (SpecPlace(file: file), issue(name)),
      ]
        + tests.map {
          (
            SpecPlace(file: file, test: $0),
            .testEnded(SpecResult(id: SpecID(file: name, name: "t\($0)"), line: $0, verdict: .passed))
          )
        }
    }
    for (_, event) in events { tally.add(event) }
    return Array(
      JSONLinesRecorder().text(header, events, SpecRunEnding(tally: tally, status: 1)).utf8)
  }

  private func issue(_ file: String) -> SpecEvent { .fileIssue(file, SpecIssue(.error, "no")) }

  @Test("shards make up the whole run again, whatever their order, and say once what all of them saw", arguments: 1...7)
  func union(_ count: Int) throws {
    var whole = MergedReports()
    try whole.add(shard(0, of: 1), named: "whole")
    var merged = MergedReports()
    for index in (0..<count).reversed() { try merged.add(shard(index, of: count), named: "\(index)") }
    #expect(merged.missingShards.isEmpty)
    #expect(merged.events.map(\.event) == whole.events.map(\.event))
    #expect(merged.events.count == 24)
  }

  @Test("a missing shard is named")
  func missing() throws {
    var merged = MergedReports()
    try merged.add(shard(1, of: 3), named: "b")
    #expect(merged.missingShards.map(\.description) == ["1/3", "3/3"])
  }

  private func problem(_ files: [[UInt8]]) -> String? {
    var merged = MergedReports()
    do {
      for (number, file) in files.enumerated() { try merged.add(file, named: "\(number).json") }
      return nil
    } catch {
      return error.description
    }
  }

  @Test("files that do not belong together, or did not end, are refused")
  func problems() {
    #expect(problem([shard(0, of: 2), shard(0, of: 2)]) == "1.json: shard 1/2 comes twice")
    #expect(
      problem([shard(0, of: 2), shard(1, of: 2, seed: 9)])
        == "1.json: it belongs to another run: seed, profile, mode or shards differ")
    #expect(problem([Array("{}\n".utf8)])?.hasPrefix("0.json: no results of version 1") == true)
    #expect(problem([Array("nonsense\n".utf8)]) == "0.json:1: byte 1: wanted a value")
    let cut = shard(0, of: 1).split(separator: 10).dropLast().joined(separator: [10])
    #expect(problem([Array(cut)])?.hasPrefix("0.json: the end is missing") == true)
  }

  @Test("an event is read back as it was written", arguments: Sample.results.indices)
  func roundTrip(_ index: Int) throws {
    let event = Sample.results[index]
    let place = SpecPlace(round: 1, file: 2, test: 3)
    let line = try JSONText(reading: SpecJSON.event(event, at: place).text.utf8)
    let read = try #require(SpecJSON.readEvent(line))
    #expect(read.event == event)
    #expect(read.place == place)
  }

  @Test("coverage is read back as it was written")
  func coverage() throws {
    var coverage = SpecCoverage()
    coverage.add(.init(file: "a\"", line: 3), count: 4)
    coverage.add(.init(controller: "E", callback: "should_dismiss", trigger: "swipe", verdict: "true"), count: 5)
    var read = SpecCoverage()
    for line in SpecJSON.coverage(coverage) {
      #expect(SpecJSON.readCoverage(try JSONText(reading: line.text.utf8), into: &read))
    }
    #expect(read == coverage)
  }

  @Test("what parts ran outside of tests counts once in each scope, what tests ran in all of them")
  func scopes() throws {
    func part(_ scope: String, _ outside: Int, _ tests: Int) -> SpecCoverage {
      var part = SpecCoverage()
      part.add(.init(file: "a", line: 1), count: outside, scope: scope)
      part.add(.init(file: "a", line: 1), count: tests)
      part.add(.init(file: "b", line: 2), count: 0)
      let verdict = SpecCoverage.Verdict(
        controller: "E", callback: "should_dismiss", trigger: "swipe", verdict: "true")
      part.add(verdict, count: outside, scope: scope)
      part.add(verdict, count: tests)
      return part
    }
    var sum = SpecCoverage()
    for (number, part) in [part("x", 3, 1), part("x", 2, 4), part("y", 5, 0)].enumerated() {
      var header = SpecRunHeader(seed: 1, profile: "ios18")
      header.shard = Shard(index: number, count: 3)
      var ending = SpecRunEnding(tally: SpecTally(), status: 0)
      ending.coverage = part
      var merged = MergedReports()
      try merged.add(Array(JSONLinesRecorder().text(header, [], ending).utf8), named: "\(number)")
      #expect(merged.coverage == part)
      sum.add(try #require(merged.coverage))
    }
    // Once 3 in x and 5 in y, and 1 and 4 in tests.
    #expect(sum.lines.map(\.count) == [13, 0])
    #expect(sum.verdicts.map(\.count) == [13])
    #expect(sum.files == ["a", "b"])
    sum.remove("a")
    #expect(sum.files == ["b"])
  }
}
