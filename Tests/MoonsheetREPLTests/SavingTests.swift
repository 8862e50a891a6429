import LuaRuntime
import Moonsheet
import MoonsheetSpec
import PresentationKit
import Testing

@testable import MoonsheetREPL

/// Saved sessions are run: as a flow they give the trace that was seen, as a spec they pass.
@Suite struct SavingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let lines: [String]
    var files: [String: String] = [:]
    /// What `:save-test` says beside how much it saved.
    var notes: [String] = []

    var testDescription: String { name }
  }

  static let question = "ask('Sure?', { 'Yes', 'No' })"

  /// `local v0_0, v0_1 = 0`, `local v1_0, …`: so many of so many.
  private static func declarations(_ count: Int, of names: Int) -> [String] {
    (0..<count).map { number in
      let list = (0..<names).map { "v\(number)_\($0)" }.joined(separator: ", ")
      return "local \(list) = \(number)"
    }
  }

  static let cases = [
    Case(name: "globals by way of _G", lines: ["_G.x = 1", "_G.x + x", "present(sheet('S' .. _G.x)) settle()"]),
    Case(name: "globals that a loaded text reads", lines: ["k = 4", "load('return k')()", "load('k = k + 1')()", "k"]),
    Case(name: "globals by way of load", lines: ["load('y = 2')()", "y", "present(sheet('S' .. y)) settle()"]),
    Case(
      name: "globals by way of rawget", lines: ["z = 3", "rawget(_ENV, 'z')"],
      notes: ["the value of [2] is no expectation: in a test it is another one"]),
    Case(name: "long strings", lines: ["text = [[a", "  b", "]]", "#text", "local t = [==[", "x ]] y]==]", "t"]),
    Case(name: "strings that go on", lines: [#"s = "a\z"#, #"    b""#, "s", #"s = "a\"#, #"  b""#, "s"]),
    Case(name: "strings that look like code", lines: ["s = '[['", "s", "c = 1 --[[ a", "b ]]", "c"]),
    Case(name: "a long string", lines: ["('a'):rep(3000)", "present(sheet(('b'):rep(3000))) settle()"]),
    Case(name: "the arguments", lines: ["select('#', ...)", "local n = select('#', ...)", "n", "print(...)"]),
    Case(
      name: "the last value of an input that waited",
      lines: [question, "user:tap 'Yes' settle()", "_", "present(sheet(_)) settle()"]),
    Case(
      name: "what an input that waited returned",
      lines: ["local c = \(question) return c, 2", "user:tap 'No' settle()", "c", "_", "_2"]),
    Case(name: "the last value after an input without one", lines: ["1 + 1", "print('x')", "_", "return _ + 1", "_1"]),
    Case(name: "several values", lines: ["1, nil, 'x'", "_3", "_2", "7, 8", "_1 + _2", "_3"]),
    Case(
      name: "locals with the names of what a spec needs",
      lines: [
        "local expect, trace, scene, describe, it = 5, {}, 'x', 1, 2", "expect", "scene", "#trace",
        "present(sheet 'S') settle()",
      ]),
    Case(
      name: "locals with the names of what a script needs",
      lines: [
        "local settle, start, pcall, select = settle, 1, 2, 3", question, "error('no')", "print(1)", "_",
        "user:tap 'Yes' settle()", "_", "start + pcall + select",
      ]),
    Case(
      name: "a local with the name of the last value", lines: ["local _ = 5", "2 + 1", "_", "_1", "7, 8", "_", "_2"]),
    Case(
      name: "addresses", lines: ["tostring({})", "tostring(print)", "1"],
      notes: ["the value of [1] is no expectation: in a test it is another one"]),
    Case(
      name: "more locals than a function may have",
      lines: declarations(40, of: 10) + [
        "v39_0 + v0_0", "present(sheet('S' .. v7_0)) settle()",
      ]),
    Case(
      name: "more locals than a function may have, in two inputs",
      lines: declarations(2, of: 190) + ["v1_0"]),
    Case(name: "more globals than a function may have locals", lines: (0..<250).map { "g\($0) = \($0)" } + ["g249"]),
    Case(
      name: "labels",
      lines: ["::again:: x = (x or 0) + 1 if x < 3 then goto again end", "::again:: local y = x", "x + y"],
      files: [:]),
    Case(
      name: "ends before the end",
      lines: ["local x = 1", "local x = 2 if x then return x end", "x", "local y = x", "y"]),
    Case(name: "ends that are not taken", lines: ["local x = 1", "local x = 2 if not x then return end", "x"]),
    Case(
      name: "what is closed at the end",
      lines: [
        "local c <close> = setmetatable({}, { __close = function() present(sheet 'C') end }) d = 1",
        "settle() return d",
      ]),
    Case(
      name: "what was closed, and is read later",
      lines: ["local c <close>, d = setmetatable({ 7 }, { __close = function() end }), 1 return 3", "c[1] + d", "_"]),
    Case(
      name: "what was closed with others, and is read later",
      lines: ["local d = 2 local c <close> = nil local e = 3", "c", "d * e", "e = 4", "e"]),
    Case(name: "constants", lines: ["local c <const> = 5", "c", "local c = 6", "c = 7", "c"]),
    Case(
      name: "errors", lines: ["error('boo')", "local x = 1 error({})", "nothing()", "present(sheet 'S') settle()"]),
    Case(
      name: "an input that waits, and then fails",
      lines: ["\(question) error('late')", "user:tap 'Yes' settle()", "1 + 1"]),
    Case(
      name: "errors of callbacks",
      lines: ["present(sheet('S', { view_did_appear = function() error('boo') end })) settle()", "2"]),
    Case(
      name: "a script that fails", lines: [":load bad.lua", "present(sheet 'S') settle()", "g"],
      files: ["bad.lua": "#!/usr/bin/env moonsheet\nlocal x = 1\ng = 2\nerror('boo')\n"]),
    Case(
      name: "a script that returns", lines: [":load good.lua", "x", "_"],
      files: ["good.lua": "\u{FEFF}local x = 1\r\nreturn x + 1;\r\n"]),
    Case(name: "comments at the end", lines: ["1 + 1 -- two", "print('x') -- x", "return 3 -- three", "_"]),
    Case(name: "brackets first", lines: ["x = print", "('a'):upper()", "(x)('b')", "_"]),
    Case(
      name: "random numbers",
      lines: ["math.random(1000)", "n = math.random(1000)", "n", "present(sheet('S' .. n)) settle()"]),
    Case(
      name: "a local that is made of the global it hides, in an input that waits",
      lines: ["local print = print local c = \(question) print(c)", "user:tap 'Yes' settle()", "print(c)", "c"]),
    Case(
      name: "what a script needs, hidden in an input that waits",
      lines: [
        "local settle, user, start = settle, user, start local c = \(question) settle = settle or nil",
        "user:tap 'Yes' settle()", "type(settle)", "present(sheet(c)) settle()",
      ]),
    Case(
      name: "a script that waits, with what is hidden, constant and closed",
      lines: [":load f.lua", "c", "c = c + 1", "a, b, c", "type(print)", "user:tap 'No' settle()", "c, d, type(a)"],
      files: [
        "f.lua":
          "local type, pairs = type, pairs\nlocal a <const>, b <close>, c = 5, nil, 6\nlocal d = \(question)\nc = c * 2\n"
      ]),
    Case(
      name: "a local that is closed when what waits is over",
      lines: [
        "local b <close> = setmetatable({ 7 }, { __close = function() present(sheet 'C') end }) local d = \(question)",
        "b[1]", "user:tap 'Yes' settle()", "b[1], d", "scene.top.name",
      ]),
    Case(
      name: "a name that is declared again in an input that waits",
      lines: [
        "local n = 1 local function f() n = n + 10 return n end local n = 2 local c = \(question) n = n + 1",
        "n, f()", "n = 5", "user:tap 'Yes' settle()", "n, f()",
      ]),
    Case(
      name: "a name that an input declares after its wait, and others meanwhile",
      lines: [
        "local x = 'old' local function old() return x end", "local a = \(question) local x = 'late'", "x", "x = 'new'",
        "local x = 'between'", "x", "user:tap 'Yes' settle()", "x, old()", "local x = x .. '!'", "x",
      ]),
    Case(
      name: "a local with the name of a global, made of it",
      lines: ["x = 1", "local x = x + #\(question)", "user:tap 'Yes' settle()", "x", "x = x * 2", "x"]),
    Case(
      name: "a local with the name of a global, made of it where the input ends early",
      lines: [
        "x = 1", "local x = x + 1 if x == 7 then return end", "x", "local print = print if x == 7 then return end",
        "print(x)",
      ]),
    Case(
      name: "a constant that hides another, in inputs that wait",
      lines: [
        "local k <const> = 2", "local k <const> = k * #\(question)", "k", "user:tap 'Yes' settle()", "k",
        "local f = function(k) return k + 1 end", "f(k)", "({ k = k, [k] = k }).k", "local t = { k = 1 }", "t.k + k",
      ]),
    Case(
      name: "what stays of an input that waited and failed",
      lines: ["local x = \(question) local y = 1 error 'late'", "user:tap 'Yes' settle()", "x, y"]),
    Case(
      name: "an undefined global in a callback", lines: ["after(10, function() x = x + 1 end)", "settle()", "1"]),
    Case(
      name: "an undefined global in a function of a callback",
      lines: ["local function f() return nothing.x end", "after(10, function() f() end)", "settle()"]),
    Case(
      name: "a scene in motion", lines: ["present(sheet 'S')", "clock:advance(100)", "scene.top.is_being_presented"]),
  ]

  private static func session(_ test: Case) throws -> Talk {
    let talk = try Talk()
    talk.files.contents = test.files
    for line in test.lines { talk.say(line) }
    #expect(!talk.session.isIncomplete)
    return talk
  }

  private static func texts(_ scene: WindowScene) -> [String] {
    scene.trace.entries.filter { $0.code != "global_defined" }.map { "\($0.time) \($0.name) \($0.subject)" }
  }

  @Test("a saved flow gives the trace that was seen", arguments: cases)
  func flows(_ test: Case) throws {
    let talk = try Self.session(test)
    let seen = Self.texts(talk.session.host.scene)
    let told = talk.say(":save out.lua")
    #expect(told.first == "saved \(counted(talk.session.timeline.here.number, "input")) in out.lua")
    let text = try #require(talk.files.contents["out.lua"])
    let host = try MoonsheetHost()
    defer { host.close() }
    let report = host.run(.init(name: "out.lua", source: text))
    #expect(report.error == nil, "\(text)")
    let new = Self.texts(host.scene)
    #expect(Array(new.prefix(seen.count)) == seen, "\(text)")
    // What comes after is told.
    let tail =
      "the scene is not at rest here; a run goes on until it is, with \(counted(new.count - seen.count, "more event"))"
    #expect(told.dropFirst() == (new.count > seen.count ? [tail] : []))
  }

  @Test("a saved test passes", arguments: cases)
  func specs(_ test: Case) throws {
    let talk = try Self.session(test)
    let told = talk.say(":save-test out_spec.lua")
    #expect(
      told.first?.hasPrefix("saved \(counted(talk.session.timeline.here.number, "input")) and ") == true, "\(told)")
    #expect(Array(told.dropFirst()) == test.notes)
    let text = try #require(talk.files.contents["out_spec.lua"])
    #expect(Self.verdict(talk.files) == "passed", "\(text)")
  }

  /// `passed`, or what went wrong.
  private static func verdict(_ files: MemoryFiles) -> String {
    var words: [String] = []
    _ = SpecFileRunner(file: "out_spec.lua", options: SpecOptions(), files: SpecMemory(files: files)).run { event in
      switch event {
      case .fileIssue(_, let issue): words.append(issue.message)
      case .testEnded(let result): words += [result.verdict.rawValue] + result.issues.map(\.message)
      default: break
      }
    }
    return words.joined(separator: "; ")
  }

  private static let lines = [
    "present(sheet('S' .. n, { detents = { 'medium', 'large' } })) settle()", "n = n + 1", "local l = n",
    "l = (l or 0) + 1",
    "user:swipe_down() settle()", "user:drag(0.6)", "user:release { velocity = 2000 } settle()",
    "dismiss_all() settle()",
    "clock:advance(130)", "ask('Q' .. n, { 'A', 'B' })", "user:tap 'A' settle()", "error('no ' .. n)",
    "scene.top.name, clock.now",
    "after(300, function() n = n + math.random(3) end)", "start(function() wait(70) b:set(b.value + 1) end)",
    "local q = ask('R', { 'A', 'B' }) n = n + 1 return q", "return n, l",
    "if n % 2 == 0 then return n end local odd = n", "odd",
    "goto e do n = n + 1 end ::e::", "tostring({})", "local c <const> = n", "_", "_2", "(_ or 1)", "nonsense.x",
    "show(sheet('W' .. n))",
    "local n2, l = n, 'shadow'", "print(n, _)", "local function f() l = n return l end", "local _ = n",
    "load('m = n')() return m",
    "local x <close> = setmetatable({}, { __close = function() n = n + 1 end })", "x ~= nil",
    "local l, print = l, print local q = ask('T', { 'A', 'B' }) local n = n + 1 l = (tonumber(l) or 0) + n print(l)",
    "local m <const>, y <close>, l = n, nil, 7 local function m2() l = l + 1 return m, l end ask('U', { 'A', 'B' }) local m = m2",
    "m, l", "m2 and m2()", "l = tonumber(l) and l + 1", "local n = n",
    "local n, l = n or 1, l if n then local l = 2 n = n + l end return ...",
  ]

  @Test(
    "random sessions are saved as they were",
    arguments: 0..<10)
  func random(_ seed: Int) throws {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    let talk = try Talk()
    talk.say("n = 1 l = 0 f = false b = binding(0, 'b')")
    for _ in 0..<30 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      talk.say(Self.lines[Int(state >> 33) % Self.lines.count])
    }
    let flow = talk.session.submit(":save out.lua")
    #expect(flow.failure == .none, "\(flow.texts)")
    let spec = talk.session.submit(":save-test out_spec.lua")
    #expect(spec.failure == .none, "\(spec.texts)")
    #expect(Self.verdict(talk.files) == "passed", "\(talk.files.contents["out_spec.lua"] ?? "")")
  }

  @Test("a saved test fails when the flow goes another way: its expectations are those of what was seen")
  func expectations() throws {
    let talk = try Talk()
    for line in ["local n = 20 + 1", "n * 2", "present(sheet 'S') settle()", "user:swipe_down() settle()"] {
      talk.say(line)
    }
    talk.say(":save-test out_spec.lua")
    let text = try #require(talk.files.contents["out_spec.lua"])
    for (old, new) in [
      ("20 + 1", "20"), ("sheet 'S'", "sheet 'T'"), ("user:swipe_down() ", ""), ("n * 2", "n"),
    ] {
      talk.files.contents["out_spec.lua"] = text.replacing(old, with: new)
      #expect(Self.verdict(talk.files).hasPrefix("failed"), "\(old)")
    }
  }

  @Test("what was stopped is left out, and said so")
  func stopped() throws {
    let talk = try Talk()
    for line in ["n = 0", "while true do n = n + 1 end", "present(sheet 'S') settle()"] { talk.say(line) }
    let note = "[2] is left out: out of fuel: 10000000 instructions in one entry"
    #expect(talk.say(":save out.lua") == ["saved 3 inputs in out.lua", note])
    #expect(talk.say(":save-test out_spec.lua").last == note)
    #expect(Self.verdict(talk.files) == "passed")
  }

  @Test("a script that waits has its arguments when it is saved, too")
  func arguments() throws {
    for source in [
      "local x, y = ... local c = \(Self.question) print(x, y, c)", "\(Self.question) print(...) return ...",
    ] {
      let talk = try Talk()
      talk.files.contents["f.lua"] = source
      var seen: [String] = []
      talk.session.host.lua.printer = { seen.append($0) }
      _ = talk.session.open("f.lua", arguments: ["p", "q \"r\""])
      for line in ["user:tap 'Yes' settle()", "_"] { talk.say(line) }
      #expect(seen.first?.hasPrefix("p\tq \"r\"") == true)
      #expect(talk.say(":save out.lua") == ["saved 3 inputs in out.lua"])
      let host = try MoonsheetHost()
      defer { host.close() }
      var printed: [String] = []
      host.lua.printer = { printed.append($0) }
      host.run(.init(name: "out.lua", source: talk.files.contents["out.lua"] ?? ""))
      #expect(printed == seen)
    }
  }

  @Test(
    "an input that waited, and spent a limit when it went on, is kept up to there, and that is said",
    arguments: [
      (["local z = \(question) print(z) while true do end print 'never'"], "while true do end print 'never'"),
      (["local function spin() while true do end end", "local z = \(question) print(z) spin()"], "spin()"),
    ])
  func stoppedLater(_ lines: [String], _ rest: String) throws {
    let talk = try Talk()
    for line in lines + ["user:tap 'Yes' settle()", "z"] { talk.say(line) }
    let why = "out of fuel: 10000000 instructions in one entry"
    let note = "the end of [\(lines.count)] is left out, from '\(rest)' on: \(why)"
    #expect(talk.say(":save out.lua") == ["saved \(lines.count + 2) inputs in out.lua", note])
    let host = try MoonsheetHost()
    defer { host.close() }
    var printed: [String] = []
    host.lua.printer = { printed.append($0) }
    let report = host.run(.init(name: "out.lua", source: talk.files.contents["out.lua"] ?? ""))
    #expect(report.ending == .finished)
    #expect(printed == ["Yes"])
    #expect(Self.texts(host.scene) == Self.texts(talk.session.host.scene).filter { !$0.contains(" error ") })
    #expect(talk.say(":save-test out_spec.lua").last == note)
    #expect(Self.verdict(talk.files) == "passed")
  }

  @Test("saving leaves the session as it was: in motion, with what waits and what is closed at its end")
  func leavesTheSession() throws {
    let talk = try Talk()
    talk.say("closed = 0")
    talk.say(
      "local c <close> = setmetatable({}, { __close = function() closed = closed + 1 end }) local q = \(Self.question)")
    talk.say("after(5000, function() closed = closed + 10 end) present(sheet 'S', { from = scene.root })")
    let (trace, now) = (talk.trace, talk.session.host.scene.now)
    let told = talk.say(":save out.lua")
    #expect(told.first == "saved 3 inputs in out.lua")
    #expect((talk.trace, talk.session.host.scene.now) == (trace, now))
    #expect(talk.say("closed") == ["0"])
    talk.say("user:tap 'Yes' settle()")
    #expect(talk.say("q, closed") == ["_1 = \"Yes\"", "_2 = 11"])
  }

  @Test("a limit that a flow of an input spends is spent by the script, too, and that is said")
  func limits() throws {
    let talk = try Talk()
    for line in ["start(function() wait(10) while true do end end)", "settle()"] { talk.say(line) }
    let note = "a run of it ends with a limit: out of fuel: 10000000 instructions in one entry"
    #expect(talk.say(":save out.lua") == ["saved 2 inputs in out.lua", note])
  }

  @Test("what a run does more than the session is told, also where the session is not at rest")
  func moreThanSeen() throws {
    for last in ["", " present(sheet 'Motion')"] {
      let talk = try Talk()
      talk.say("n = 0")
      talk.say("while true do n = n + 1 end")
      // Where the endless input is left out, the timer is made.
      talk.say("if n == 0 then after(50, function() present(sheet 'Late') end) end\(last)")
      let output = talk.session.submit(":save out.lua")
      #expect(output.failure == .failed)
      #expect(output.texts.last?.hasPrefix("a run of it parts from what was seen at ") == true, "\(output.texts)")
      #expect(output.texts.last?.contains("'timer fired'") == true, "\(output.texts)")
    }
  }

  @Test("a session that no script can do again is said to be one: the input, and where it parts")
  func parting() throws {
    let talk = try Talk()
    talk.say("n = 0")
    talk.say("while true do n = n + 1 end")
    talk.say("if n > 0 then present(sheet 'S') settle() end")
    let output = talk.session.submit(":save out.lua")
    #expect(output.failure == .failed)
    #expect(
      output.texts.last
        == "a run of it parts from what was seen at [3], event 1, 'presenting S on root': it does not come there")
    #expect(talk.files.contents["out.lua"] != nil)
  }

  @Test("a session that would fail as a script is not written, and the input named")
  func failing() throws {
    let talk = try Talk()
    for line in ["n = 0", "while true do n = n + 1 end", "t = n > 0 and { x = 1 } or nil", "t.x"] { talk.say(line) }
    let output = talk.session.submit(":save out.lua")
    #expect(output.failure == .failed)
    #expect(output.texts.first?.hasPrefix("a run of it would fail at [4]: ") == true)
    #expect(talk.files.contents.isEmpty)
    #expect(
      talk.session.submit(":save-test out_spec.lua").texts.first?.hasPrefix("it would fail as a test at [4]: ") == true)
    #expect(talk.files.contents.isEmpty)
  }

  @Test("a module that the script's folder has is not there beside the saved one: nothing is written")
  func modules() throws {
    struct Modules: LuaModuleSource {
      func chunk(named name: String) -> LuaChunk? { LuaChunk(name: "helper.lua", source: "return 42") }
    }
    var options = SessionOptions()
    options.host.modules = Modules()
    let talk = try Talk(options)
    talk.say("local n = require 'helper'")
    #expect(talk.say(":save out.lua") == ["saved 1 input in out.lua"])
    let output = talk.session.submit(":save-test out_spec.lua")
    #expect(output.texts == ["it would fail as a test at [1]: no module 'helper'; nothing was written"])
    #expect(talk.files.contents.count == 1)
  }

  @Test("bytes that are no text are named, and not written as others")
  func bytes() throws {
    let talk = try Talk()
    _ = talk.session.submit(Array("x = 1 --".utf8) + [0xE9])
    #expect(talk.say(":save out.lua") == ["[1] cannot be saved: its line 1 has bytes that are no UTF-8"])
    #expect(talk.say(":save-test out.lua") == ["[1] cannot be saved: its line 1 has bytes that are no UTF-8"])
    #expect(talk.files.contents.isEmpty)
  }

  @Test("another profile and seed are those of the script, too")
  func settings() throws {
    var options = SessionOptions()
    options.host.seed = .max
    options.host.profile = try #require(Profile.named("ios16"))
    let talk = try Talk(options)
    talk.say("present(sheet('S' .. math.random(1 << 40))) settle()")
    talk.say("scene.profile")
    #expect(talk.say(":save out.lua") == ["saved 2 inputs in out.lua"])
    let host = try MoonsheetHost()
    defer { host.close() }
    host.run(.init(name: "out.lua", source: talk.files.contents["out.lua"] ?? ""))
    #expect(Self.texts(host.scene) == Self.texts(talk.session.host.scene))
    #expect(talk.say(":save-test out_spec.lua").count == 1)
    #expect(Self.verdict(talk.files) == "passed")
  }
}

/// A session's files, for the runner of specs.
struct SpecMemory: SpecFileSource {
  let files: MemoryFiles

  func read(_ path: String) -> [UInt8]? { files.contents[path].map { Array($0.utf8) } }
  func write(_ bytes: [UInt8], to path: String) -> Bool { false }
  func remove(_ path: String) {}
}
