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
    #expect(
      talk.say(":forward 5") == [
        "only 1 input ahead: this is the end", "after [7] user:swipe_down() settle()  (branch main, 800 ms)",
      ])
    #expect(
      talk.say(":back 100") == ["only 7 inputs to undo: this is the start", "at the start  (branch main, 0 ms)"])
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

  @Test("a branch whose tip another one left can be gone on with")
  func forkedTip() throws {
    let talk = try Talk()
    talk.say("x = 1")
    talk.say(":branch other")
    talk.say("x = 2")
    talk.say(":branch main")
    #expect(talk.say("x = 3") == [])
    #expect(talk.say(":branch") == ["branch main, input 2 of 2"])
    // The same input as the other branch's, too.
    talk.say(":back")
    talk.say(":branch other")
    talk.say(":back")
    #expect(talk.say("x = 2") == [])
    #expect(talk.say(":branch") == ["branch other, input 2 of 2"])
    #expect(
      talk.say(":branches") == ["  main  2 inputs: x = 3", "* other  2 inputs, leaves main after [1]: x = 2"])
  }

  @Test("a branch that another left at its tip goes on with the other's first input as its own")
  func sameInputAtTip() throws {
    let talk = try Talk()
    talk.say("x = 1")
    talk.say(":branch other")
    talk.say("y = 2")
    talk.say(":branch main")
    talk.say("y = 2")
    #expect(talk.say(":branch") == ["branch main, input 2 of 2"])
    #expect(talk.say(":branch other") == ["after [2] y = 2  (branch other, 0 ms)"])
  }

  @Test("where snapshots were dropped, the way to a point is its own and no other branch's")
  func droppedFork() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    talk.say("x = 1")
    talk.say(":branch other")
    talk.say("y = 2")
    talk.say("z = 'other'")
    talk.say(":branch main")
    talk.say("y = 2")
    talk.say("z = 'main'")
    #expect(talk.say(":branch other").last == "after [3] z = 'other'  (branch other, 0 ms)")
    #expect(talk.say("z").last == "\"other\"")
    talk.say(":branch main")
    #expect(talk.say("z").last == "\"main\"")
  }

  @Test("a name that was given to the next branch is no other's after going elsewhere")
  func abandonedName() throws {
    let talk = try Talk()
    talk.say("x = 1")
    talk.say("x = 2")
    talk.say(":branch other")
    talk.say(":back")
    #expect(talk.say("x = 2") == [])
    #expect(talk.say("x = 3") == [])
    #expect(talk.say(":branches").count == 1)
  }

  @Test("what is interrupted when it is run again takes the place of nothing")
  func interruptedAgain() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    var isArmed = false
    let (lua, printer) = (talk.session.host.lua, talk.session.host.lua.printer)
    lua.printer = { line in
      if isArmed { lua.interruptToken.interrupt() }
      printer(line)
    }
    talk.files.contents["flow.lua"] = "z = 1"
    talk.say(":load flow.lua")
    let loop = "x = 0 print 'now' for i = 1, 100000 do x = i end"
    talk.say(loop)
    talk.say("y = x")
    talk.files.contents["flow.lua"] = "z = 2"
    // By a reload, by going back to a point that was dropped, and by hand.
    isArmed = true
    #expect(talk.say(":reload").first == "interrupted; this is where it was before")
    isArmed = false
    #expect(talk.say("return x, y, z").filter { $0.hasPrefix("_") } == ["_1 = 100000", "_2 = 100000", "_3 = 1"])
    isArmed = true
    #expect(talk.session.submit(":back").failure == .failed)
    isArmed = false
    talk.say(":branch main")
    talk.say(":back 3")
    isArmed = true
    talk.say(loop)
    isArmed = false
    #expect(talk.say("x == 100000").last == "false")
    talk.say(":branch main")
    #expect(talk.say("return x, y, z").filter { $0.hasPrefix("_") } == ["_1 = 100000", "_2 = 100000", "_3 = 1"])
  }

  @Test("a point may have several marks; a mark that is given again moves")
  func severalMarks() throws {
    let talk = try Talk()
    talk.say("x = 1")
    talk.say(":mark one")
    talk.say(":mark first")
    talk.say("x = 2")
    for name in ["one", "first"] {
      #expect(talk.say(":goto \(name)") == ["after [1] x = 1 'one' 'first'  (branch main, 0 ms)"])
      talk.say(":forward")
    }
    talk.say(":mark one")
    #expect(talk.say(":goto first") == ["after [1] x = 1 'first'  (branch main, 0 ms)"])
    #expect(talk.say(":goto one") == ["after [2] x = 2 'one'  (branch main, 0 ms)"])
    #expect(talk.session.completions(for: ":goto ").candidates == ["first", "one"])
  }

  @Test("a session that is run again and interrupted leaves no branch, under another profile and at a reload")
  func interruptedBranch() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = "z = 1"
    talk.say(":load flow.lua")
    talk.say("present(sheet 'S') settle()")
    talk.say("print 'now' for i = 1, 100000 do x = i end")
    talk.files.contents["flow.lua"] = "z = 2"
    let interrupter = Interrupter(talk)
    for command in [":profile ios16", ":reload"] {
      interrupter.isArmed = true
      #expect(talk.say(command).first == "interrupted; this is where it was before")
      interrupter.isArmed = false
      #expect(talk.session.timeline.branches.map(\.name) == ["main"])
      #expect(talk.session.timeline.here.number == 3)
      #expect(talk.session.timeline.points.count == 4)
    }
    #expect(talk.say("x, z, scene.profile") == ["_1 = 100000", "_2 = 1", "_3 = \"ios18\""])
  }

  /// Interrupts the input that prints `now` while `isArmed`.
  private final class Interrupter {
    var isArmed = false

    init(_ talk: Talk) {
      let (lua, printer) = (talk.session.host.lua, talk.session.host.lua.printer)
      lua.printer = { [unowned self] line in
        if self.isArmed { lua.interruptToken.interrupt() }
        printer(line)
      }
    }
  }

  private static let endless = "print 'now' while true do end"

  @Test("the point after an input that was interrupted is kept, whatever is dropped")
  func keptAfterInterruption() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    let interrupter = Interrupter(talk)
    talk.say("a = 1")
    interrupter.isArmed = true
    #expect(talk.session.submit(Self.endless).failure == .interrupted)
    interrupter.isArmed = false
    for name in ["b", "c", "d"] { talk.say("\(name) = 1") }
    #expect(talk.say(":back") == ["after [4] c = 1  (branch main, 0 ms)"])
    #expect(talk.say(":back 2") == ["after [2] \(Self.endless)  (branch main, 0 ms)"])
    #expect(talk.say("a, rawget(_G, 'b')").suffix(2) == ["_1 = 1", "_2 = nil"])
  }

  @Test("the point after an input that spent a limit is kept, and so needs none of it again")
  func keptAfterLimit() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    talk.say("n = 0")
    talk.say(":set fuel 100000")
    #expect(talk.session.submit("while true do n = n + 1 end").failure == .limitHit)
    let count = talk.say("n").last
    talk.say("m = 1")
    talk.say(":set fuel 1000")
    talk.say(":back")
    #expect(talk.say("n").last == count)
  }

  @Test("an input that is run again has the fuel it had")
  func fuelAgain() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    talk.say("n = 0")
    talk.say("for i = 1, 20000 do n = n + 1 end")
    talk.say("m = 1")
    talk.say(":set fuel 1000")
    #expect(talk.say(":back") == ["after [2] for i = 1, 20000 do n = n + 1 end  (branch main, 0 ms)"])
    #expect(talk.say("n").last == "20000")
    #expect(talk.session.submit("for i = 1, 20000 do n = n + 1 end").failure == .limitHit)
  }

  @Test("the latest eight points are kept whatever they weigh")
  func keptLatest() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    let talk = try Talk(options)
    for number in 1...12 { talk.say("print 'now' x = \(number)") }
    let interrupter = Interrupter(talk)
    interrupter.isArmed = true
    // Of the twelve, those after 5 to 12 are kept: nothing is run again, which would be interrupted.
    #expect(talk.say(":back 7") == ["after [5] print 'now' x = 5  (branch main, 0 ms)"])
  }

  @Test("where the way to a point ends early, the session stays where it was, branches and names too")
  func staysOnFailure() throws {
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    for number in 1...4 { talk.say("print 'now' x = \(number)") }
    talk.say(":mark here")
    let interrupter = Interrupter(talk)
    interrupter.isArmed = true
    #expect(talk.say(":back 2") == ["interrupted; the session stays where it was"])
    #expect(talk.session.submit(":back 2").failure == .failed)
    interrupter.isArmed = false
    #expect(talk.session.prompt == "5> ")
    #expect(talk.say("x") == ["4"])
    #expect(talk.say(":goto here") == ["after [4] print 'now' x = 4 'here'  (branch main, 0 ms)"])
    #expect(talk.say(":back 2") == ["after [2] print 'now' x = 2  (branch main, 0 ms)"])
  }

  @Test("a name is a mark's or a branch's, not both")
  func oneName() throws {
    let talk = try Talk()
    talk.say("x = 1")
    #expect(talk.say(":mark main") == ["'main' is a branch; a mark has another name"])
    talk.say(":mark up")
    #expect(talk.say(":branch up") == ["'up' is a mark; a branch has another name"])
    talk.say(":branch next")
    #expect(talk.say(":mark next") == ["'next' is a branch; a mark has another name"])
    talk.say("x = 2")
    #expect(talk.say(":branch") == ["branch next, input 2 of 2"])
  }

  @Test("marks and branches have names that commands can tell from other places")
  func names() throws {
    let talk = try Talk()
    talk.say("x = 1")
    for name in ["[2]", "#3", "a b", "12"] {
      #expect(talk.session.submit(":mark \(name)").failure == .failed, "\(name)")
    }
    #expect(talk.say(":mark two words") == ["the name of a mark is one word, not 'two words'"])
    #expect(
      talk.say(":mark [2]")
        == ["the name of a mark does not begin with '[': that is how inputs and events are named"])
    #expect(talk.say(":mark 12") == ["a number is no name: ':goto 12' goes to an event"])
    #expect(talk.say(":branch a b") == ["the name of a branch is one word, not 'a b'"])
    #expect(talk.say("x = 2") == [])
  }

  @Test("the numbers of objects are those of the inputs, whatever was tried, looked at or undone between them")
  func objectNumbers() throws {
    let lines = [
      "x = {}", "print(tostring({}), tostring(print), tostring(function() end))", "tostring({})", "{ {}, x }",
      "tostring({})",
    ]
    let fresh = try Talk()
    var seen: [[String]] = []
    for line in lines { seen.append(fresh.say(line)) }
    for between in [
      ["nonsense("], ["f("], ["x +"], [":type { {} }"], [":device"], [":back", ":forward"],
      [":stack", ":tree", ":why"],
      ["error({})", ":back"], ["y = {{}}", ":back"],
    ] {
      let talk = try Talk()
      for (line, expected) in zip(lines, seen) {
        for word in between { talk.say(word) }
        talk.session.cancelInput()
        _ = talk.session.completions(for: "scene.top.")
        #expect(talk.say(line).filter { !$0.hasPrefix("branch") } == expected, "\(between)")
      }
    }
    // Of several lines, and run again from an older point.
    var options = SessionOptions()
    options.undoBytes = 1
    options.undoPoints = 1
    let talk = try Talk(options)
    for line in ["x =", "{}"] + lines.dropFirst() { talk.say(line) }
    talk.say(":back")
    #expect(talk.say("tostring({})").last == seen[4].last)
  }

  @Test("errors quote the text of the input that is meant, also after another one had its number")
  func quotedSources() throws {
    let talk = try Talk()
    talk.say("function f() error('one') end")
    talk.say(":back")
    talk.say("g = 'two'")
    talk.say(":branch main")
    #expect(talk.say("f()")[1] == "  [1]:1: function f() error('one') end")
    talk.files.contents["flow.lua"] = "function h() error('old') end"
    talk.say(":load flow.lua")
    talk.files.contents["flow.lua"] = "function h() error('new') end ("
    talk.say(":reload")
    #expect(talk.say("h()")[1] == "  flow.lua:1: function h() error('old') end")
  }

  @Test("where snapshots were dropped, going back runs the inputs again, and says once that they were")
  func droppedPoints() throws {
    var options = SessionOptions()
    options.undoBytes = 1 << 20
    options.undoPoints = 1
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
    options.undoPoints = 1
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
