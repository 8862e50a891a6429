import MoonsheetSpec
import Testing

@Suite struct BoundTests {
  @Test("a loop, a wait without end, a flood of memory and an endless simulation are each their own test's error")
  func bounds() {
    let story = runSpec(
      """
      local s = sheet "S" {}
      it("loops", function() while true do end end)
      it("loops protected", function() pcall(function() while true do end end) while true do end end)
      it("waits", function() show(s) end)
      it("floods", function() local text = "x" while true do text = text .. text end end)
      it("ticks", function()
        local function tick() after(0, tick) end
        tick()
        settle()
      end)
      it("is fine", function() present(s) settle() expect(scene):to_show("S") end)
      """
    ) {
      $0.fuelPerTest = 1_000_000
      $0.memory = 8 << 20
    }
    #expect(
      story.verdicts == [
        "loops: errored", "loops protected: errored", "waits: errored", "floods: errored", "ticks: errored",
        "is fine: passed",
      ])
    #expect(story.messages("loops").first?.hasSuffix("instructions in one entry (--limit-fuel)") == true)
    #expect(story.messages("waits").first?.contains("it waits for the end of S, and nothing is left to happen") == true)
    #expect(story.messages("ticks").first?.contains("no rest after 10000 entries") == true)
    #expect(story.messages("floods").first?.contains("not enough memory") == true)
  }

  @Test("virtual time is bounded")
  func virtualTime() {
    let story = runSpec("it('a', function() wait(5000) end)") { $0.virtualTimePerTest = 1_000 }
    #expect(story.verdicts == ["a: errored"])
    #expect(
      story.messages("a") == ["out of virtual time: 5000 ms, of 1000 that a test may let pass (--limit-virtual-time)"])
  }

  @Test("a loop while the file loads is the file's error")
  func loading() {
    let story = runSpec("it('a', function() end) while true do end") { $0.fuelPerTest = 100_000 }
    #expect(story.verdicts == [])
    #expect(story.fileIssues.first?.message.contains("out of fuel") == true)
  }

  @Test("math.random is the same in every run with the same seed")
  func random() {
    let source = "it('a', function() print(math.random(1000000)) end)"
    let first = runSpec(source) { $0.seed = 7 }
    #expect(first.results.first?.printed == runSpec(source) { $0.seed = 7 }.results.first?.printed)
    #expect(first.results.first?.printed != runSpec(source) { $0.seed = 8 }.results.first?.printed)
  }
}
