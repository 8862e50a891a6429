import Moonsheet
import Testing

/// Every verb from every callback has one defined result, given by where the presentation stands at that moment.
@Suite struct ReentrancyTests {
  /// Where `P` stands while a callback runs.
  enum Standing: String, CaseIterable, Sendable {
    /// Linked and moving in: UIKit refuses both ways.
    case comingIn
    /// At rest on screen.
    case presented
    /// A finger has begun to pull it away (C-30).
    case pulled
    /// Unlinked: the root is the top again.
    case gone
  }

  static let callbacks: [(name: String, standing: Standing)] = [
    ("view_did_load", .comingIn), ("will_present", .comingIn), ("view_will_appear", .comingIn),
    ("view_is_appearing", .comingIn), ("view_did_appear", .presented), ("will_dismiss", .pulled),
    ("view_will_disappear", .pulled), ("view_did_disappear", .gone), ("did_dismiss", .gone), ("on_closed", .gone),
  ]

  struct Verb: Sendable {
    let code: String
    let comingIn, presented, pulled, gone: String

    func expected(_ standing: Standing) -> String {
      switch standing {
      case .comingIn: comingIn
      case .presented: presented
      case .pulled: pulled
      case .gone: gone
      }
    }
  }

  /// What the verb gives back, or how its error begins, and the first line that it adds to the trace.
  static let verbs: [Verb] = [
    Verb(
      code: "present(q)", comingIn: "nil refused transition_in_progress Q", presented: "nil presenting Q on P",
      pulled: "nil refused transition_in_progress Q", gone: "nil presenting Q on root"),
    Verb(
      code: "present(p, { from = root })", comingIn: "!Application tried to present modally -",
      presented: "!Application tried to present modally -", pulled: "!Application tried to present modally -",
      gone: "nil presenting P on root"),
    Verb(
      code: "dismiss(p)", comingIn: "nil refused dismiss_in_transition P", presented: "nil dismissing P (script)",
      pulled: "nil dismissing P (script)", gone: "nil refused nothing_to_dismiss P"),
    Verb(
      code: "root:dismiss()", comingIn: "nil refused dismiss_in_transition root",
      presented: "nil dismissing P (script)",
      pulled: "nil dismissing P (script)", gone: "nil refused nothing_to_dismiss root"),
    Verb(
      code: "close(p)", comingIn: "nil refused dismiss_in_transition P", presented: "nil dismissing P (script)",
      pulled: "nil dismissing P (script)", gone: "nil refused nothing_to_dismiss P"),
    Verb(
      code: "dismiss_all()", comingIn: "nil refused dismiss_in_transition P", presented: "nil dismissing P (script)",
      pulled: "nil dismissing P (script)", gone: "nil refused nothing_to_dismiss root"),
    Verb(
      code: "request_dismiss(p)", comingIn: "false refused dismiss_in_transition P",
      presented: "true dismissing P (request)",
      pulled: "true dismissing P (request)", gone: "false refused nothing_to_dismiss P"),
    Verb(
      code: "show(q).code", comingIn: "transition_in_progress refused transition_in_progress Q",
      presented: "waits presenting Q on P", pulled: "transition_in_progress refused transition_in_progress Q",
      gone: "waits presenting Q on root"),
    Verb(
      code: "select(2, ask('Sure', { 'Yes' }))", comingIn: "transition_in_progress refused transition_in_progress Sure",
      presented: "waits presenting Sure on P", pulled: "transition_in_progress refused transition_in_progress Sure",
      gone: "waits presenting Sure on root"),
    Verb(code: "wait(1)", comingIn: "waits -", presented: "waits -", pulled: "waits -", gone: "waits -"),
    Verb(code: "await(p).reason", comingIn: "waits -", presented: "waits -", pulled: "waits -", gone: "swipe -"),
    Verb(
      code: "start(function() return 1 end).status", comingIn: "finished -", presented: "finished -",
      pulled: "finished -",
      gone: "finished -"),
    Verb(code: "after(5, print)", comingIn: "timer -", presented: "timer -", pulled: "timer -", gone: "timer -"),
    Verb(
      code: "b:set(2)", comingIn: "nil binding b = 2 (script)", presented: "nil binding b = 2 (script)",
      pulled: "nil binding b = 2 (script)", gone: "nil binding b = 2 (script)"),
    Verb(
      code: "settle()", comingIn: "!driver_verb_in_callback -", presented: "!driver_verb_in_callback -",
      pulled: "!driver_verb_in_callback -", gone: "!driver_verb_in_callback -"),
    Verb(
      code: "clock:advance(1)", comingIn: "!driver_verb_in_callback -", presented: "!driver_verb_in_callback -",
      pulled: "!driver_verb_in_callback -", gone: "!driver_verb_in_callback -"),
    Verb(
      code: "user:swipe_down()", comingIn: "!driver_verb_in_callback -", presented: "!driver_verb_in_callback -",
      pulled: "!driver_verb_in_callback -", gone: "!driver_verb_in_callback -"),
    Verb(
      code: "p.is_view_loaded", comingIn: "true -", presented: "true -", pulled: "true -", gone: "true -"),
    Verb(
      code: "#scene.stack", comingIn: "1 -", presented: "1 -", pulled: "1 -", gone: "0 -"),
    Verb(
      code: "root:add_child(k)", comingIn: "nil will_move K to root", presented: "nil will_move K to root",
      pulled: "nil will_move K to root", gone: "nil will_move K to root"),
  ]

  @Test("a verb from a callback has the result that its moment gives", arguments: verbs.indices)
  func result(_ index: Int) throws {
    let verb = Self.verbs[index]
    for (callback, standing) in Self.callbacks {
      let story = try play(Self.script(verb.code, in: callback))
      let (result, line) = Self.parts(verb.expected(standing))
      let place = Comment(rawValue: "\(verb.code) in \(callback)")
      #expect(story.printed.first?.hasPrefix("result \(result)") == true, place)
      let added = story.printed.dropFirst().dropLast().filter { text in Self.deeds.contains { text.hasPrefix($0) } }
      if line == "-" {
        #expect(added == [], place)
      } else {
        #expect(added.first?.hasPrefix(line) == true, place)
      }
      #expect(story.printed.last == "end", place)
      #expect(story.report.ending == .finished, place)
    }
  }

  /// The entries that tell what a verb did.
  private static let deeds = ["presenting", "dismissing", "refused", "binding", "will_move", "did_attempt"]

  /// `result` and the first deed, which begins after the first blank.
  private static func parts(_ expected: String) -> (result: Substring, line: Substring) {
    if expected.hasSuffix(" -") { return (expected.dropLast(2), "-") }
    let cut = expected.firstIndex(of: " ") ?? expected.endIndex
    return (expected[..<cut], expected[cut...].dropFirst())
  }

  /// Prints what the verb gave, then the lines it added, the first time the callback runs.
  ///
  /// What waits runs in a flow of its own, so that the callback can look; drivers run in the callback itself.
  private static func script(_ verb: String, in callback: String) -> String {
    let isDriver = ["settle", "clock:", "user:"].contains { verb.hasPrefix($0) }
    let run = isDriver ? "(function(f) f() end)" : "start"
    return """
      local p, q, k = sheet "P", sheet "Q" {}, controller "K" {}
      local b = binding(1, "b")
      local done = false
      p {
        \(callback) = function()
          if done then return end
          done = true
          local before = #trace.entries
          local over, ok, value
          \(run)(function() ok, value = pcall(function() return \(verb) end) over = true end)
          local after = trace.entries
          value = tostring(value):gsub("^[^:]+:%d+: ", "")
          print("result " .. (not over and "waits" or (ok and "" or "!") .. value))
          for i = before + 1, #after do print(after[i].text) end
        end,
      }
      present(p) settle()
      user:swipe_down() settle()
      print("end")
      """
  }
}
