import MoonsheetReports
import MoonsheetSpec
import Testing

@Suite struct RecorderTests {
  @Test("plain tells each test, what went wrong under it, how to run it again, the seed, and the count last")
  func plain() {
    #expect(
      Sample.text(PlainRecorder()) == """
              | loading
        pass  spec/a_spec.lua: passes  1 ms
        FAIL  spec/a_spec.lua: fails #1  2.00 s
              spec/a_spec.lua:4: Expected objects to be equal.
              Passed in:
              (number) 1
              at .x: 1, not 2
                spec/a_spec.lua:4 in function <spec/a_spec.lua:3>
              note: left a timer running
              | <&>\\u{1b}
        ERR   spec/a_spec.lua: breaks#2  0 µs
              boom: 100%
        skip  spec/a_spec.lua: waits  (not yet # now)
        pass  spec/a_spec.lua: wobbles  (flaky: passed at attempt 2)  10 µs
        ERR   spec/b_spec.lua
              spec/b_spec.lua:1: no

        again:
          moonsheet test 'spec/a_spec.lua:3'
          moonsheet test 'spec/a_spec.lua:5'
          moonsheet test 'spec/b_spec.lua'
        1 flaky
        seed 42
        2 passed, 3 failed, 1 skipped

        """)
  }

  @Test(
    "what differs from run to run is told by numbers, and nothing else is touched",
    arguments: [
      ("0x5581d3c0a2b0", "#1"), ("(0x7f10aabbccdd)0x7f10aabbccdd 0x600000000010", "(#1)#1 #2"),
      ("0xaaaab0000010, 0xffff80000010.", "#1, #2."), ("0xdeadbeefcafe 0x7FFFFFFFFFFF 0x7f10aabbccd", nil),
      ("0x7f10aabbccdd0 00x7f10aabbccdd 0x0x7f10aabbccdd _0x7f10aabbccdd 0x7f10aabbccddg", nil), ("x0x", nil),
      ("", nil),
      ("0x 0x7f10aabbccddx 0x7f10aabbccdd\u{e9}", "0x 0x7f10aabbccddx #1\u{e9}"),
    ])
  func reproducible(_ text: String, _ told: String?) {
    let id = SpecID(file: text, name: text, occurrence: 2)
    let issue = SpecIssue(.error, text, traceback: [text], difference: [text])
    let result = SpecResult(
      id: id, line: 3, verdict: .errored, issues: [issue], microseconds: 7, attempts: 2, printed: [text], notes: [text])
    let told = told ?? text
    let plain = SpecIssue(.error, told, traceback: [told], difference: [told])
    #expect(
      SpecEvent.testEnded(result).reproducible
        == .testEnded(
          SpecResult(
            id: SpecID(file: text, name: told, occurrence: 2), line: 3, verdict: .errored, issues: [plain],
            microseconds: 0, attempts: 2, printed: [told], notes: [told])))
    #expect(SpecEvent.fileIssue("a", issue).reproducible == .fileIssue("a", plain))
    #expect(SpecEvent.filePrinted("a", [text, text]).reproducible == .filePrinted("a", [told, told]))
  }

  @Test("what is to be run again is told once, as a shell takes it")
  func again() {
    func failing(_ file: String, _ line: Int) -> SpecEvent {
      .testEnded(SpecResult(id: SpecID(file: file, name: "x\(line)"), line: line, verdict: .failed))
    }
    let events: [SpecEvent] = [
      failing("it's_spec.lua", 3), failing("it's_spec.lua", 3), .fileIssue("-a_spec.lua", SpecIssue(.error, "no")),
      .fileIssue("-a_spec.lua", SpecIssue(.error, "nor this")), failing("it's_spec.lua", 4),
    ]
    for recorder in [PlainRecorder(), DotsRecorder()] as [any SpecRecorder] {
      let text = recorder.text(Sample.header, events.map { (SpecPlace(file: 0), $0) }, Sample.ending)
      #expect(
        text.contains(
          """
          again:
            moonsheet test 'it'\\''s_spec.lua:3'
            moonsheet test './-a_spec.lua'
            moonsheet test 'it'\\''s_spec.lua:4'
          1 flaky
          """))
    }
  }

  @Test("dots are a character a test, and only trouble is told")
  func dots() {
    let lines = Sample.text(DotsRecorder()).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == ".FE-~E")
    #expect(lines[1] == "spec/a_spec.lua: fails #1")
    #expect(lines.suffix(2) == ["2 passed, 3 failed, 1 skipped", ""])
  }

  @Test("TAP escapes what would be a directive, and ends with the plan")
  func tap() {
    #expect(
      Sample.text(TAPRecorder()) == ##"""
        TAP version 13
        # loading
        ok 1 - spec/a_spec.lua: passes
        not ok 2 - spec/a_spec.lua: fails \#1
          ---
          message: "Expected objects to be equal.\nPassed in:\n(number) 1"
          severity: fail
          at:
            file: "spec/a_spec.lua"
            line: 4
          difference: "at .x: 1, not 2"
          traceback: "spec/a_spec.lua:4 in function <spec/a_spec.lua:3>"
          ...
        # left a timer running
        # <&>\u{1b}
        not ok 3 - spec/a_spec.lua: breaks\#2
          ---
          message: "boom: 100%"
          severity: error
          ...
        ok 4 - spec/a_spec.lua: waits # SKIP not yet \# now
        ok 5 - spec/a_spec.lua: wobbles
        not ok 6 - spec/b_spec.lua
          ---
          message: "spec/b_spec.lua:1: no"
          severity: error
          ...
        # seed 42
        1..6

        """##)
    #expect(Sample.text(TAPRecorder(version: 14)).hasPrefix("TAP version 14\n"))
  }

  @Test("TAP without a test has a plan that says so, and a cut run bails out")
  func tapEnds() {
    let none = SpecRunEnding(tally: SpecTally(), status: 3)
    #expect(TAPRecorder().text(Sample.header, [], none) == "TAP version 13\n1..0 # SKIP no test matched\n")
    let cut = SpecRunEnding(tally: SpecTally(), status: 130, cut: "interrupted")
    #expect(TAPRecorder().text(Sample.header, [], cut).hasSuffix("Bail out! interrupted\n"))
  }

  @Test("JUnit counts per suite, and holds nothing that XML cannot")
  func junit() {
    let xml = Sample.text(JUnitRecorder())
    #expect(
      xml.contains(
        #"<testsuite name="spec/a_spec.lua" tests="5" failures="1" errors="1" skipped="1" time="2.001510">"#))
    #expect(
      xml.contains(#"<testsuites name="moonsheet" tests="6" failures="1" errors="2" skipped="1" time="2.001510">"#))
    #expect(
      xml.contains(
        #"<testcase name="passes" classname="spec.a_spec" file="spec/a_spec.lua" line="2" time="0.001500"/>"#))
    #expect(xml.contains("&lt;&amp;&gt;\\u001B"))
    #expect(xml.contains(#"<property name="flaky" value="passed at attempt 2"/>"#))
    #expect(xml.contains(##"<skipped message="not yet # now"/>"##))
    #expect(!xml.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("GitHub's annotations escape what its commands use")
  func github() {
    let lines = Sample.text(GitHubRecorder()).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(
      lines[0]
        == "::error file=spec/a_spec.lua,line=4,title=fails #1::spec/a_spec.lua:4: Expected objects to be equal.%0APassed in:"
        + "%0A(number) 1%0Aat .x: 1, not 2%0A  spec/a_spec.lua:4 in function <spec/a_spec.lua:3>")
    #expect(lines[1] == "::error file=spec/a_spec.lua,line=5,title=breaks::boom: 100%25")
    #expect(lines[2] == "::error file=spec/b_spec.lua,line=1,title=spec/b_spec.lua::spec/b_spec.lua:1: no")
    #expect(lines[3] == "::warning file=spec/a_spec.lua,line=7,title=wobbles::flaky: passed at attempt 2")
  }

  @Test("no more than ten annotations of a type, the tenth telling of the rest")
  func githubLimit() {
    let events = (1...25).map { number in
      (
        SpecPlace(file: 0),
        SpecEvent.testEnded(
          SpecResult(
            id: Sample.id("a,b: \(number)"), line: number, verdict: .failed, issues: [SpecIssue(.failure, "x")]))
      )
    }
    let lines = GitHubRecorder().text(Sample.header, events, Sample.ending).split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines[0] == "::error file=spec/a_spec.lua,line=1,title=a%2Cb%3A 1::x")
    #expect(lines[9] == "::error::and 16 more, see the log")
  }

  @Test("lcov sums up each file")
  func lcov() {
    var coverage = SpecCoverage()
    for (line, count) in [(1, 3), (2, 0), (5, 1)] { coverage.add(.init(file: "src/a.lua", line: line), count: count) }
    coverage.add(.init(file: "src/b.lua", line: 1), count: 0)
    let ending = SpecRunEnding(tally: SpecTally(), status: 0, coverage: coverage)
    #expect(
      LCOVRecorder().text(Sample.header, [], ending) == """
        TN:moonsheet
        SF:src/a.lua
        DA:1,3
        DA:2,0
        DA:5,1
        LF:3
        LH:2
        end_of_record
        TN:moonsheet
        SF:src/b.lua
        DA:1,0
        LF:1
        LH:0
        end_of_record

        """)
  }

  @Test("coverage and policies are told before the count, and a percentage is never rounded up")
  func plainCoverage() {
    var coverage = SpecCoverage()
    for line in 1...2_000 { coverage.add(.init(file: "a.lua", line: line), count: line == 1 ? 0 : 1) }
    coverage.add(.init(controller: "Editor", callback: "should_dismiss", trigger: "swipe", verdict: "false"), count: 2)
    let ending = SpecRunEnding(tally: SpecTally(), status: 0, coverage: coverage)
    #expect(
      PlainRecorder().text(Sample.header, [], ending) == """

        coverage 99.9% (1999 of 2000 lines)
        policy Editor.should_dismiss: false under swipe, 2 times
        0 passed, 0 failed, 0 skipped

        """)
  }

  private static let odd = "a\u{FFFE}b\u{1B}[31m\u{85}\u{9B}c\td\u{FFFF}"

  private static let oddEvent = SpecEvent.testEnded(
    SpecResult(id: Sample.id(odd), line: 1, verdict: .failed, issues: [SpecIssue(.failure, odd)]))

  @Test("a TAP diagnostic holds nothing that YAML forbids")
  func tapYAML() {
    let text = TAPRecorder().record(Self.oddEvent, at: SpecPlace(file: 0))
    #expect(text.contains(#"  message: "a\ufffeb\u001b[31m\u0085\u009bc\td\uffff""#))
  }

  @Test("GitHub's annotations hold no control characters")
  func gitHubControls() {
    let recorder = GitHubRecorder()
    _ = recorder.record(Self.oddEvent, at: SpecPlace(file: 0))
    let text = recorder.end(SpecRunEnding(tally: SpecTally(), status: 1))
    let isClean = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    #expect(isClean)
    #expect(text.contains(#"\u{1b}[31m"#))
  }
}
