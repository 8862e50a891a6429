import Testing

@testable import MoonsheetREPL

/// `MOONSHEET_RANDOM` scales how often.
private struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % sides
  }
}

@Suite struct TimeTravelTests {
  @Test("going back over an asked question, it can be answered the other way")
  func otherAnswer() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = """
      local draft = binding("hello", "draft")
      local editor = sheet "Editor" {
        should_dismiss = function() return draft:get() == "" end,
        did_attempt_to_dismiss = function(attempt)
          if ask("Discard?", { "Discard", "Keep" }) == "Discard" then attempt:proceed() end
        end,
      }
      present(editor) settle()
      """
    _ = talk.session.open("flow.lua")
    talk.say("user:swipe_down() settle()")
    talk.say("user:tap 'Keep' settle()")
    #expect(talk.say("#scene.stack") == ["1"])
    let kept = talk.trace
    #expect(talk.say(":back 2") == ["after [2] user:swipe_down() settle()  (branch main, 750 ms)"])
    #expect(talk.say("scene.top.name") == ["branch 2 begins here; :branches lists them", "\"Discard?\""])
    talk.say(":back")
    talk.say("user:tap 'Discard' settle()")
    #expect(talk.say("#scene.stack") == ["0"])
    #expect(talk.trace.last == "1500 on_closed Editor (script) ")
    talk.say(":branch main")
    #expect(talk.trace == kept)
  }

  @Test("script variables, locals and random numbers go back, too")
  func variables() throws {
    let talk = try Talk()
    talk.say("local n = 1")
    talk.say("function add() n = n + 1 return n end")
    #expect(talk.say("add()") == ["2"])
    let random = talk.say("math.random()")
    talk.say(":back")
    #expect(talk.say("math.random()") == random)
    talk.say(":back 2")
    #expect(talk.say("n").last == "1")
    #expect(talk.say("add()") == ["2"])
  }

  @Test("back, forward, marks, events and inputs are places")
  func places() throws {
    let talk = try Talk()
    #expect(talk.say(":back") == ["there is nothing to undo"])
    for number in 1...5 { talk.say("x = \(number)") }
    talk.say(":back 2")
    talk.say(":mark three")
    talk.say(":forward 2")
    #expect(talk.say(":forward") == ["there is nothing ahead"])
    #expect(talk.say(":goto three") == ["after [3] x = 3 'three'  (branch main, 0 ms)"])
    #expect(talk.say(":goto [1]") == ["after [1] x = 1  (branch main, 0 ms)"])
    talk.say(":forward 4")
    talk.say("present(sheet 'S') settle()")
    talk.say("user:swipe_down() settle()")
    #expect(talk.say(":goto presented") == ["after [6] present(sheet 'S') settle()  (branch main, 500 ms)"])
    #expect(talk.say(":goto dismissed S (swipe)").first?.hasPrefix("after [7]") == true)
    #expect(talk.say(":goto #1").first?.hasPrefix("after [6]") == true)
    #expect(talk.say(":goto nowhere").first?.hasPrefix("no event, input or mark 'nowhere'") == true)
    #expect(talk.say(":back 100") == ["at the start  (branch main, 0 ms)"])
  }

  @Test("typing the same again after going back begins no branch, another input does, and the two can be compared")
  func branches() throws {
    let talk = try Talk()
    talk.say("local s = sheet 'S' present(s) settle()")
    talk.say("user:swipe_down() settle()")
    talk.say(":back")
    #expect(talk.say("user:swipe_down() settle()") == [])
    talk.say(":back")
    talk.say(":branch code")
    #expect(talk.say("s:dismiss() settle()") == ["branch code begins here; :branches lists them"])
    #expect(
      talk.say(":branches") == [
        "  main  2 inputs: user:swipe_down() settle()", "* code  2 inputs, leaves main after [1]: s:dismiss() settle()",
      ])
    let diff = talk.say(":diff main code")
    #expect(diff.contains { $0.contains("dismissed S (swipe)") })
    #expect(diff.contains { $0.contains("dismissed S (script)") })
  }

  @Test("where snapshots were dropped, going back runs the inputs again, and says once that they were")
  func droppedPoints() throws {
    var options = SessionOptions()
    options.undoBytes = 1 << 20
    let talk = try Talk(options)
    talk.say("local list = {}")
    var words: [String] = []
    for number in 1...40 { words += talk.say("list[#list + 1] = \(number)") }
    #expect(words.count == 1)
    #expect(words.first?.hasPrefix("the points to go back to take more than 1 MiB") == true)
    talk.say(":back 38")
    #expect(talk.say("#list").last == "2")
    #expect(talk.session.timeline.bytes <= 1 << 20)
  }

  @Test("a scene that was set up in a script is exactly as it was, with its waiting flows")
  func suspendedFlows() throws {
    let talk = try Talk()
    talk.say("local log = {}")
    talk.say("start(function() for i = 1, 10 do wait(100) log[#log + 1] = i end end)")
    talk.say("clock:advance(250)")
    talk.say("clock:advance(250)")
    #expect(talk.say("#log") == ["5"])
    talk.say(":back 2")
    #expect(talk.say("#log").last == "2")
    talk.say("clock:advance(1000)")
    #expect(talk.say("#log") == ["10"])
  }

  // MARK: Property

  private static let lines = [
    "present(sheet('S' .. n, { detents = { 'medium', 'large' } })) settle()", "n = n + 1", "local l = n",
    "l = (l or 0) + 1",
    "user:swipe_down() settle()", "user:drag(0.6)", "user:release { velocity = 2000 } settle()",
    "user:cancel_touch() settle()",
    "dismiss_all() settle()", "clock:advance(130)", "settle()", "ask('Q' .. n, { 'A', 'B' })", "user:tap 'A' settle()",
    "user:tap 'B'", "after(300, function() n = n + math.random(3) end)", "error('no ' .. n)",
    "scene.top.name, clock.now",
    "start(function() wait(70) b:set(b.value + 1) end)", "b:on_change(function(v) n = n + v end)",
    "request_dismiss_all() settle()",
    "policy_sheet = sheet('P' .. n, { should_dismiss = function() return n % 2 == 0 end }) present(policy_sheet)",
    "t = { n, b.value, l }", "user:tap_outside() settle()", "#trace.entries", "print(n, _)",
    "local function f() l = n return l end",
    "f and f()", "for i = 1, 3 do n = n + i end", "while true do n = n + 1 end",
  ]

  @Test("going back and on gives the same trace as a fresh run of the same inputs", arguments: 0..<8)
  func backAndOn(_ seed: Int) throws {
    var options = SessionOptions()
    options.host.limits.fuel = 200_000
    options.undoBytes = seed % 2 == 0 ? 64 << 20 : 2 << 20
    var dice = Dice(UInt64(seed + 1))
    let travelled = try Talk(options)
    var path = ["n = 1 l = 0 f = false b = binding(0, 'b')"]
    travelled.say(path[0])
    for _ in 0..<100 {
      if dice.roll(8) == 0, path.count > 2 {
        let steps = 1 + dice.roll(min(6, path.count - 2))
        travelled.say(":back \(steps)")
        path.removeLast(steps)
      }
      let line = Self.lines[dice.roll(Self.lines.count)]
      path.append(line)
      travelled.say(line)
    }
    let fresh = try Talk(options)
    for line in path { fresh.say(line) }
    #expect(travelled.trace == fresh.trace)
    // What is said of dropped points may come at another line.
    let values = { (talk: Talk) in talk.say("n, l, b.value, clock.now").filter { $0.hasPrefix("_") } }
    #expect(values(travelled) == values(fresh))
  }
}
