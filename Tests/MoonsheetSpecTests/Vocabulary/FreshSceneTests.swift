import MoonsheetSpec
import Testing

@Suite struct FreshSceneTests {
  @Test("each test has a fresh scene, clock and trace, and bindings have the values that the file gave them")
  func fresh() {
    let story = runSpec(
      """
      local draft = binding("", "draft")
      local editor = sheet "Editor" { text_field("body", draft) }
      local function act()
        expect(clock.now):to_be(0)
        expect(scene):to_show()
        expect(trace.entries):to_be_empty()
        expect(draft:get()):to_be("")
        present(editor) settle()
        user:type("body", "text") settle()
        expect(scene):to_show("Editor")
        expect(draft:get()):to_be("text")
      end
      it("first", act)
      it("second", act)
      it("third", act)
      """)
    #expect(story.verdicts == ["first: passed", "second: passed", "third: passed"])
  }

  @Test("what the app calls is what the file gave it, whatever a test gave it")
  func appCallbacks() {
    let story = runSpec(
      """
      local heard = {}
      app.on_foreground = function() heard[#heard + 1] = "file" end
      it("gives", function()
        app.on_background = function() heard[#heard + 1] = "test" end
        app.on_foreground = nil
      end)
      it("has the file's", function()
        expect(app.on_background):to_be_nil()
        app:background() app:foreground() settle()
        expect(heard):to_equal { "file" }
      end)
      """)
    #expect(story.verdicts == ["gives: passed", "has the file's: passed"])
  }

  @Test("what a test made is retired: its name is free, and using it later is an error that says so")
  func retired() {
    let story = runSpec(
      """
      local kept = {}
      it("makes", function()
        kept.sheet, kept.binding, kept.timer = sheet "S" {}, binding(1), after(1, function() end)
        kept.button = button("B", function() end)
        present(kept.sheet) settle()
      end)
      it("uses the name", function() local s = sheet "S" {} present(s) settle() expect(scene):to_show("S") end)
      it("uses the sheet", function() kept.sheet:dismiss() end)
      it("uses its name", function() return kept.sheet.name end)
      it("uses the binding", function() kept.binding:get() end)
      it("presents it", function() present(kept.sheet) end)
      """)
    #expect(
      story.verdicts.map { $0.split(separator: ": ").last } == [
        "passed", "passed", "errored", "errored", "errored", "errored",
      ])
    for name in ["uses the sheet", "uses its name", "uses the binding", "presents it"] {
      #expect(story.messages(name).first?.contains("no longer alive") == true, "\(name)")
    }
  }

  @Test("what a file or a setup made is configured as it was, whatever a test did to it")
  func kept() {
    let story = runSpec(
      """
      local b = binding(0, "b")
      local plain = sheet "Plain"
      describe("block", function()
        local made
        setup(function() made = sheet "Made" { should_dismiss = function() return false end } b:set(5) end)
        it("one", function()
          expect(b:get()):to_be(5)
          plain { should_dismiss = function() return false end }
          b:on_change(function() error("observed") end)
          present(plain) settle() user:swipe_down() settle()
          expect(scene):to_show("Plain")
        end)
        it("two", function()
          b:set(6) settle()
          plain {}
          present(plain) settle() user:swipe_down() settle()
          expect(scene):to_show()
          present(made) settle() user:swipe_down() settle()
          expect(scene):to_show("Made")
        end)
      end)
      it("after the block", function() expect(b:get()):to_be(0) end)
      """)
    #expect(story.verdicts == ["block one: passed", "block two: passed", "after the block: passed"])
  }

  @Test("a lazy setup's things last for its block")
  func lazy() {
    let story = runSpec(
      """
      describe("outer", function()
        local made
        lazy_setup(function() made = sheet "Made" {} end)
        describe("inner", function() it("a", function() present(made) settle() end) end)
        it("b", function() present(made) settle() expect(scene):to_show("Made") end)
      end)
      """)
    #expect(story.verdicts == ["outer inner a: passed", "outer b: passed"])
  }

  @Test("a test may drive in its hooks, wait, and start flows; what is left running is told")
  func flows() {
    let story = runSpec(
      """
      local s = sheet "S" {}
      before_each(function() present(s) settle() end)
      after_each(function() s:dismiss() settle() end)
      it("waits", function() wait(500) expect(clock.now):to_be_at_least(500) end)
      it("leaves a timer", function() after(1000, function() end) end)
      it("leaves a flow", function() start(function() wait(5000) end) end)
      it("leaves nothing", function() expect(clock.now):to_be_greater_than(0) end)
      """)
    #expect(story.results.allSatisfy { $0.verdict == .passed })
    #expect(story.result("leaves a timer")?.notes == ["a timer is still waiting (a_spec.lua:5)"])
    #expect(story.result("leaves a flow")?.notes == ["a started flow still waits for a timer (a_spec.lua:6)"])
    #expect(story.result("leaves nothing")?.notes == [])
  }

  @Test("an error of a callback is its test's error, unless an expectation speaks of it")
  func callbacks() {
    let story = runSpec(
      """
      local function act()
        local s = sheet "S" { on_closed = function() error("broke") end }
        present(s) settle() close(s) settle()
      end
      it("silent", act)
      it("spoken of", function() act() expect(trace):to_contain({ name = "error", code = "on_closed" }) end)
      """)
    #expect(story.verdicts == ["silent: errored", "spoken of: passed"])
    #expect(story.messages("silent").first?.contains("broke") == true)
  }
}
