import LuaRuntime
import Moonsheet
import PresentationKit
import Testing

/// What tells two points apart, and what does not (decision 12). Each script runs in a host of its own.
@Suite struct HeapFingerprintTests {
  private func hash(_ source: String) throws -> [UInt64] {
    let host = try MoonsheetHost()
    defer { host.close() }
    let print = try HostFingerprint(of: host)
    let report = host.startExploring(LuaChunk(name: "flow.lua", source: source))
    #expect(report.error == nil, "\(String(describing: report.error))")
    host.beginQuietly(trace: false)
    host.settleMoment()
    let (high, low) = print()
    return [high, low]
  }

  /// A global function that sees a variable, so that nothing of it is lost.
  private func seeing(_ text: String) -> String { "local v = \(text)\nfunction kept() return v end" }

  @Test(arguments: [
    ("1", "2"), ("1", "1.0"), ("1", "'1'"), ("true", "false"), ("nil", "false"), ("0.0", "-0.0"), ("'a'", "'b'"),
    ("('x'):rep(100)", "('x'):rep(99) .. 'y'"), ("{}", "{ 1 }"), ("{ 1, 2 }", "{ 2, 1 }"), ("{ a = 1 }", "{ b = 1 }"),
    ("{ a = 1 }", "{ a = 2 }"), ("{ {} , {} }", "(function() local t = {} return { t, t } end)()"),
    ("{ a = { b = { c = 1 } } }", "{ a = { b = { c = 2 } } }"), ("{ [1.5] = 1 }", "{ [2.5] = 1 }"),
    ("{ [true] = 1 }", "{ [false] = 1 }"), ("{}", "setmetatable({}, {})"),
    ("setmetatable({}, { __index = { a = 1 } })", "setmetatable({}, { __index = { a = 2 } })"),
    (
      "({ function() return 1 end, function() return 2 end })[1]",
      "({ function() return 1 end, function() return 2 end })[2]"
    ), ("print", "type"), ("string", "table"), ("math.huge", "-math.huge"),
    (
      "(function() local a = 1 return function() return a end end)()",
      "(function() local a = 2 return function() return a end end)()"
    ),
    (
      "(function() local a = 1 return { function() return a end, function() a = 2 end } end)()",
      "(function() local a, b = 1, 1 return { function() return a end, function() b = 2 end } end)()"
    ),
    (
      "coroutine.create(function() coroutine.yield() end)",
      "(function() local c = coroutine.create(function() coroutine.yield() end) coroutine.resume(c) return c end)()"
    ),
    ("binding(1, 'b')", "binding(2, 'b')"), ("token()", "1"), ("policy.never", "policy.always"),
    ("text 'a'", "text 'b'"), ("sheet 'A' { }", "sheet 'A' { style = 'form_sheet' }"),
  ])
  func whatAVariableHoldsCounts(_ one: String, _ other: String) throws {
    #expect(try hash(seeing(one)) != hash(seeing(other)), "\(one) and \(other)")
  }

  @Test(arguments: [
    ("{ a = 1, b = 2 }", "(function() local t = { b = 2, x = 3 } t.a = 1 t.x = nil return t end)()"),
    ("{ 1, 2, 3 }", "(function() local t = {} t[3] = 3 t[2] = 2 t[1] = 1 return t end)()"),
    ("{}", "(function() local lost = {} for i = 1, 100 do lost[i] = {} end return {} end)()"),
    ("('a'):rep(3)", "'aaa'"), ("0/0", "-(0/0)"),
  ])
  func howItCameAboutDoesNotCount(_ one: String, _ other: String) throws {
    /// One program that makes a value in either of two ways.
    func making(_ way: Int) -> String {
      """
      local makers = { function() return \(one) end, function() return \(other) end }
      value = makers[\(way)]()
      """
    }
    #expect(try hash(making(1)) == hash(making(2)), "\(one) and \(other)")
  }

  @Test("two waits on one line are two")
  func waitsOnOneLine() throws {
    func waiting(_ n: Int) -> String {
      "n = \(n)\nstart(function() local m = n n = nil if m == 1 then m = nil wait(9) else m = nil wait(9) end end)"
    }
    #expect(try hash(waiting(1)) != hash(waiting(2)))
  }

  @Test("timers count by how long is left")
  func timers() throws {
    #expect(try hash("after(10, print)") != hash("after(11, print)"))
    #expect(try hash("clock:advance(5) after(10, print)") == hash("clock:advance(7) after(10, print)"))
  }

  private static let editor = """
    local draft = binding("", "draft")
    local editor
    editor = sheet "Editor" {
      should_dismiss = function() return draft:get() == "" end,
      did_attempt_to_dismiss = function(attempt)
        if ask("Discard?", { "Discard", "Keep" }) == "Discard" then draft:set("") attempt:proceed() end
      end,
      text_field("body", draft),
      button("Done", function(self) draft:set("") self:dismiss() end),
    }
    root { button("Open", function() present(editor) end) }
    """

  private func run(_ acts: [ExplorationAct], _ body: (MoonsheetHost) throws -> Void) throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    #expect(host.startExploring(LuaChunk(name: "flow.lua", source: Self.editor)).error == nil)
    host.beginQuietly(trace: false)
    for act in acts { #expect(host.explore(act), "\(act)") }
    try body(host)
  }

  @Test("asking, keeping and asking again leads to where asking led")
  func askedAgain() throws {
    let wait = ExplorationAct.wait
    let open: [ExplorationAct] = [
      .user(.tap(label: "Open"), typing: ""), wait, .user(.type(field: "body"), typing: "x"),
    ]
    func ask(_ sheet: ControllerID) -> [ExplorationAct] { [.user(.swipeDown(sheet), typing: ""), wait] }
    let keep: [ExplorationAct] = [.user(.tap(label: "Keep"), typing: ""), wait]
    var sheet = ControllerID.numbered(0)
    try run(open) { sheet = $0.scene.top }
    var prints: [[UInt64]] = []
    for acts in [
      open + ask(sheet), open + ask(sheet) + keep + ask(sheet),
      open + ask(sheet) + keep + ask(sheet) + keep + ask(sheet),
    ] {
      try run(acts) { host in
        let print = try HostFingerprint(of: host)()
        prints.append([print.high, print.low])
      }
    }
    #expect(Set(prints).count == 1)
  }

  @Test(
    "what a script reads of its history is noted, and then counts",
    arguments: [
      ("clock.now", HistoryRead.clock), ("math.random()", .random), ("tostring({})", .serials),
      ("collectgarbage 'count'", .memory), ("#trace.entries", .trace),
    ])
  func readingHistory(_ expression: String, _ what: HistoryRead) throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    let source = "root { button('Read', function()\n  x = \(expression)\nend) }"
    #expect(host.startExploring(LuaChunk(name: "flow.lua", source: source)).error == nil)
    host.beginQuietly(trace: false)
    #expect(host.historyRead.what == [])
    #expect(host.explore(.user(.tap(label: "Read"), typing: "")))
    #expect(host.historyRead.what == what)
    #expect(host.historyRead.site == SourceSite(file: "flow.lua", line: 2))
  }

  @Test("a restored point has the fingerprint it had")
  func restored() throws {
    try run([.user(.tap(label: "Open"), typing: ""), .wait]) { host in
      let print = try HostFingerprint(of: host)
      let before = print()
      let snapshot = try host.snapshot()
      #expect(host.explore(.user(.type(field: "body"), typing: "x")))
      #expect(print() != before)
      try host.restore(snapshot)
      #expect(print() == before)
    }
  }
}
