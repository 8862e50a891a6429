import MoonsheetSpec
import Testing

@Suite struct ModalTests {
  static let acts = """
    local a, b = sheet "A" {}, sheet "B" {}
    local function open() present(a) settle() present(b) settle() end

    """

  @Test("expect(scene) compares the topmost controllers")
  func showing() {
    let story = runSpec(
      Self.acts + """
        it("top", function() open() expect(scene):to_show("B") end)
        it("both", function() open() expect(scene):to_show("A", "B") end)
        it("not", function() open() expect(scene):not_to_show("A") end)
        it("nothing", function() expect(scene):to_show() end)
        it("wrong", function() open() expect(scene):to_show("A") end)
        it("of a number", function() expect(1):to_show("A") end)
        """)
    #expect(story.results.prefix(4).allSatisfy { $0.verdict == .passed })
    #expect(story.messages("wrong") == ["expected the scene to show A; it shows A, B"])
    #expect(story.result("of a number")?.verdict == .errored)
  }

  @Test("expect(trace) finds events in order by text, name, fields and matchers")
  func inOrder() {
    let story = runSpec(
      Self.acts + """
        it("finds", function()
          open()
          expect(trace):to_contain_in_order { "presenting A on root", "presented", { name = "presented", subject = "B" } }
          expect(trace):to_contain("presenting B on A")
          expect(trace):to_contain(match.matches("^presenting B"))
          expect(trace):not_to_contain("dismissed")
        end)
        it("misses", function() open() expect(trace):to_contain_in_order { "presenting B on A", "presenting A on root" } end)
        it("a wrong field", function() expect(trace):to_contain({ nmae = "presented" }) end)
        """)
    #expect(story.result("finds")?.verdict == .passed)
    let issue = story.result("misses")?.issues.first
    #expect(issue?.message.hasPrefix("expected the trace to contain, in order, event 2: presenting A on root") == true)
    #expect(issue?.difference.last == "-      presenting A on root")
    #expect(story.messages("a wrong field") == ["an event has no field 'nmae'"])
  }

  @Test("two lists of events stand side by side, with the first place where they part marked")
  func sideBySide() {
    let story = runSpec(
      """
      it("a", function()
        local s = sheet "S" {}
        s:dismiss()
        expect(trace):to_equal { "something" }
      end)
      """)
    let difference = story.result("a")?.issues.first?.difference ?? []
    #expect(difference.first == "they part at event 1:")
    #expect(difference.dropFirst(2).first?.hasPrefix(">  1 something") == true)
  }

  @Test("in exhaustive mode an event, a timer or a flow that nothing spoke of fails")
  func exhaustive() {
    let story = runSpec(
      Self.acts + """
        it("silent", function() present(a) settle() end)
        it("spoken of", function() present(a) settle() expect(trace):to_match_snapshot() end)
        it("in part", function() present(a) settle() expect(trace):to_contain("presenting A on root") end)
        it("a timer", function() after(5, function() end) trace:clear() end)
        it("nothing", function() end)
        """
    ) { $0.isExhaustive = true }
    #expect(
      story.verdicts == [
        "silent: failed", "spoken of: passed", "in part: failed", "a timer: failed", "nothing: passed",
      ])
    #expect(story.result("silent")?.issues.first?.difference.contains("presented A") == true)
    #expect(story.result("in part")?.issues.first?.difference.contains("presenting A on root") == false)
  }

  @Test("policies are counted by verdict and trigger")
  func policies() {
    let story = runSpec(
      """
      local dirty = true
      it("a", function()
        local s = sheet "S" { should_dismiss = function() return not dirty end, did_attempt_to_dismiss = function() end }
        present(s) settle()
        user:swipe_down() settle()
        user:swipe_down() settle()
        dirty = false
        user:swipe_down() settle()
      end)
      """)
    #expect(
      story.summary.policies == [
        .init(controller: "S", callback: "should_dismiss", trigger: "swipe", verdict: false, count: 2),
        .init(controller: "S", callback: "should_dismiss", trigger: "swipe", verdict: true, count: 1),
      ])
  }
}
