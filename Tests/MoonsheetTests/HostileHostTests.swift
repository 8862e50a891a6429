import Moonsheet
import Testing

/// What scripts can ask of the host's own side stays bounded, and mistakes there name their place.
@Suite struct HostileHostTests {
  @Test(
    "too much of a good thing is an error at its line",
    arguments: [
      ("local v = text 'x' for i = 1, 100 do v = view('g', { v }) end", "views are nested at most 64 deep"),
      ("local v = text 'x' for i = 1, 40 do v = view('g', { v, v }) end", "one tree of views holds at most 10000"),
      ("sheet(('x'):rep(2000))", "'sheet' takes a name of at most 1000 bytes, not 2000"),
      ("text(('x'):rep(70000))", "'text' takes a text of at most 65536 bytes, not 70000"),
      ("sheet ''", "bad argument #1 to 'sheet' (wants a name that is not empty; got the string '')"),
      (
        "sheet 'S' { [true] = text 'a' }",
        "sheet 'S' is configured by named options and a list; got the key true"
      ),
      ("view('g', { foo = text 'x' })", "'view' holds a list of views; 'foo' is no place in it"),
      ("toggle('t', binding('x', 'b'))", "'toggle' turns over true and false; binding 'b' holds neither"),
      (
        "sheet 'S' { is_modal_in_presentation = binding(5, 'b') }",
        "'is_modal_in_presentation' of sheet 'S' wants a binding that holds true or false, got binding 'b'"
      ),
      ("require('moonsheet').present = nil", "'present' cannot be set in the module of moonsheet"),
      ("print(trace.lenght)", "trace has no field 'lenght'"),
      ("root.modal_presentation_style = 5", "'modal_presentation_style' cannot be '5'"),
    ])
  func bounded(_ script: String, _ message: String) throws {
    let story = try play(script)
    #expect(story.report.error?.message == message)
    #expect(story.report.error?.site?.line == 1)
    #expect(story.report.ending == .failed)
  }

  @Test("a long unknown name is quoted by its beginning")
  func longNames() throws {
    let story = try play("print(root[('x'):rep(100000)])")
    #expect(story.report.error?.message == "controller 'root' has no field '\(String(repeating: "x", count: 40))…'")
  }

  @Test("what scripts make on the host's side has its allowance, even under pcall")
  func allowance() throws {
    let story = try play("local s = ('x'):rep(60000)\nfor i = 1, 1e6 do pcall(text, s) end") {
      $0.limits.memory = 4 << 20
    }
    #expect(story.report.ending == .limitHit)
    #expect(story.report.error?.message.contains("not enough memory") == true)
  }

  @Test("an advance of one flow does not run past the horizon of another")
  func advances() throws {
    let story = try play(
      """
      after(50, function() print("timer", clock.now) end)
      start(function() clock:advance(1000) print("long", clock.now) end)
      clock:advance(200)
      print("short", clock.now)
      settle()
      """)
    #expect(story.printed == ["timer\t50", "short\t200", "long\t1000"])
  }

  @Test("errors in completions, observers and maps name whose they are, and a line")
  func culprits() throws {
    let story = try play(
      """
      local b = binding(1, "b")
      b:on_change(function() error("watching") end)
      local twice = b:map { get = function() error("mapping") end }
      present(sheet "S" {}, { completion = function() error("completing") end })
      b:set(2)
      settle()
      twice:get()
      after(5, error)
      settle()
      """)
    #expect(
      story.messages.filter { $0.contains("error:") } == [
        "flow.lua:2: error: in on_change of binding 'b': watching",
        "flow.lua:4: error: in completion of sheet 'S': completing",
        "flow.lua:3: error: in get of binding 'binding@flow.lua:3': mapping",
        "flow.lua:8: error: in after: error value is nil",
      ])
  }

  @Test("an answer that is no boolean names where the query was written")
  func badAnswer() throws {
    let story = try play(
      "present(sheet 'S' {\nshould_dismiss = function() end, did_attempt_to_dismiss = function() end }) settle()\nuser:swipe_down()"
    )
    #expect(
      story.messages == [
        "flow.lua:2: error: in should_dismiss of sheet 'S': answered nothing, not true or false; that counts as a refusal"
      ])
  }

  @Test("bytes that are no text come back as they were given")
  func bytes() throws {
    let story = try play(
      """
      local b = binding("\\xff\\xfe", "b")
      print(b:get() == "\\xff\\xfe", #b:get())
      start(function() local ok, value = request("x") print(value == "a\\x80") end)
      app:answer("x", true, "a\\x80")
      settle()
      """)
    #expect(story.printed == ["true\t2", "true"])
  }

  @Test("the clean value is clean again when it comes back, as Lua's equality has it")
  func cleanAgain() throws {
    let story = try play(
      """
      local t = {}
      local b = binding(t, "b")
      local clean = policy.dirty(b)
      b:set({}) print(clean()) b:set(t) print(clean())
      local n = binding(1, "n")
      local whole = policy.dirty(n)
      n:set(1.0) print(whole()) n:set(1.5) print(whole())
      print(policy.dirty(binding(0/0, "nan"))())
      """)
    #expect(story.printed == ["false", "true", "true", "false", "true"])
  }

  @Test("hundreds of timers and flows come to their end in time")
  func load() throws {
    let story = try play(
      """
      for i = 1, 500 do start(function() wait(5) end) end
      for i = 1, 500 do start(function() request "x" end) end
      settle()
      print(clock.now)
      """)
    #expect(story.printed == ["5"])
    #expect(story.report.ending == .finished)
    #expect(story.report.waiting.count == 500)
  }
}
