import MoonsheetReports
import MoonsheetSpec
import Testing

@Suite struct JSONReadingTests {
  @Test(
    "JSON is read as it is meant",
    arguments: [
      (#" {"a" : [1, -2, true, false, null, "x"], "b": {}} "#, #"{"a":[1,-2,true,false,null,"x"],"b":{}}"#),
      (#""\u00e9\n\t\"\\\/\ud83d\ude00""#, #""é\n\t\"\\/😀""#), ("[]", "[]"), ("1.75", "1"), ("1e3", "1000"),
    ])
  func reads(_ text: String, _ written: String) throws {
    #expect(try JSONText(reading: text.utf8).text == written)
  }

  @Test(
    "what is no JSON is refused",
    arguments: ["", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "tru", "\"a", "1 2", "nan", "\"\\u12\"", "1e400"])
  func refuses(_ text: String) {
    #expect(throws: JSONText.ReadingError.self) { try JSONText(reading: text.utf8) }
  }

  @Test("deep nesting is refused, not followed")
  func deep() {
    #expect(throws: JSONText.ReadingError.self) {
      try JSONText(reading: String(repeating: "[", count: 100_000).utf8)
    }
  }

  @Test("bytes that are no UTF-8 and a lone surrogate become replacement characters")
  func invalid() throws {
    #expect(try JSONText(reading: [0x22, 0xFF, 0x22]).string == "\u{FFFD}")
    #expect(try JSONText(reading: #""\ud83d""#.utf8).string == "\u{FFFD}")
  }

  @Test("a test's line has the bytes of its value, with more to say or not")
  func bytesOfTests() {
    var result = SpecResult(
      id: SpecID(file: "a \"b\"\\_spec.lua", name: "tabs\tand ü \u{2028}", occurrence: 3), line: 12, verdict: .passed,
      microseconds: 4711)
    #expect(
      String(decoding: SpecJSON.bytes(of: .testEnded(result)), as: UTF8.self)
        == #"{"v":1,"type":"test","file":"a \"b\"\\_spec.lua","name":"tabs\tand ü \u2028","occurrence":3,"#
        + #""line":12,"verdict":"passed","microseconds":4711}"#)
    for verdict in [SpecResult.Verdict.passed, .failed, .errored, .pending] {
      result.verdict = verdict
      #expect(SpecJSON.bytes(of: .testEnded(result)) == SpecJSON.event(.testEnded(result)).bytes)
    }
    let changes: [(inout SpecResult) -> Void] = [
      { $0.attempts = 2 }, { $0.issues = [SpecIssue(.failure, "no")] }, { $0.printed = ["x"] }, { $0.notes = ["y"] },
    ]
    for change in changes {
      var result = result
      change(&result)
      #expect(SpecJSON.bytes(of: .testEnded(result)) == SpecJSON.event(.testEnded(result)).bytes)
    }
    let place = SpecPlace(round: 1, file: 2, test: 3)
    #expect(SpecJSON.bytes(of: .testEnded(result), at: place) == SpecJSON.event(.testEnded(result), at: place).bytes)
    #expect(SpecJSON.bytes(of: .fileStarted("a")) == SpecJSON.event(.fileStarted("a")).bytes)
  }
}
