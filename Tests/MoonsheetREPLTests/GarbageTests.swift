import Foundation
import Testing

@testable import MoonsheetREPL

/// Lines that nobody would type: the session answers each, and is there for the next.
@Suite struct GarbageTests {
  private static let words = [
    "local", "x", "y", "=", "1", "0x1p4", "'a", "\"b\"", "[[", "]]", "--", "--[==[", "]==]", "function", "end", "(",
    ")", "{", "}",
    "return", "if", "then", "for", "in", "do", "while", "repeat", "until", "true", "goto", "::l::", "<const>",
    "<close>", ",", ";",
    "..", "...", "#", "editor", "sheet", "present(editor)", "settle()", "user:swipe_down()", "_", "_1", ".", ":", "\\",
    "é漢", "\u{0}",
    "\u{7F}", ":back", ":why", ":goto", "#3", ":set", "width", ":type", ":doc", ":branch", ":tree", ":actions", "keep",
    "_ENV", "nil",
  ]

  @Test("a session outlives lines of any words, and completes anywhere in them", arguments: 0..<4)
  func garbage(_ seed: Int) throws {
    var options = SessionOptions()
    options.host.limits.fuel = 20_000
    options.undoBytes = 4 << 20
    let talk = try Talk(options)
    let scale = Int(ProcessInfo.processInfo.environment["MOONSHEET_RANDOM"] ?? "") ?? 1_000
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    func roll(_ sides: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % sides
    }
    talk.say("editor = sheet 'Editor' { button 'a\\nb' } x = {} x.x = x")
    for _ in 0..<max(50, scale / 10) {
      let line = (0...roll(7)).map { _ in Self.words[roll(Self.words.count)] }.joined(
        separator: roll(3) == 0 ? "" : " ")
      _ = talk.session.completions(for: line)
      _ = talk.session.completions(for: String(line.prefix(roll(line.count + 1))))
      _ = talk.session.submit(line)
      if roll(4) == 0 { talk.session.cancelInput() }
    }
    talk.session.cancelInput()
    _ = talk.say(":set width 80")
    // Words about a new branch, or about points that were dropped, may stand beside the answer.
    #expect(talk.say("1 + 1").contains("2"))
  }
}
