import MoonsheetSpec
import Testing

@Suite struct ListingTests {
  static let source = """
    describe("block #tag", function()
      setup(function() error("never") end)
      it("a", function() error("never") end)
      it("a", function() end)
      describe("inner", function() it("b #other", function() end) pending("c") end)
    end)
    describe("block #tag", function() it("a", function() end) end)
    """

  func list(_ source: String, _ change: (inout SpecOptions) -> Void = { _ in }) -> (
    listing: SpecListing, issues: [SpecIssue]
  ) {
    var options = SpecOptions()
    change(&options)
    return SpecFileRunner(file: "a_spec.lua", options: options, files: MemoryFiles(["a_spec.lua": source])).list()
  }

  @Test("a listing names every test with its line, number and tags, and runs none")
  func listing() {
    let found = list(Self.source)
    #expect(found.issues == [])
    #expect(
      found.listing.tests.map { "\($0.id) @\($0.line) \($0.tags)" } == [
        "a_spec.lua: block #tag a @3 [\"tag\"]", "a_spec.lua: block #tag a#2 @4 [\"tag\"]",
        "a_spec.lua: block #tag inner b #other @5 [\"tag\", \"other\"]", "a_spec.lua: block #tag inner c @5 [\"tag\"]",
        "a_spec.lua: block #tag a#3 @7 [\"tag\"]",
      ])
  }

  @Test("filters and tags hold for listings too")
  func filters() {
    #expect(list(Self.source) { $0.filters = ["inner"] }.listing.tests.count == 2)
    #expect(list(Self.source) { $0.tags = ["other"] }.listing.tests.map(\.id.name) == ["block #tag inner b #other"])
    #expect(list(Self.source) { $0.excludedTags = ["tag"] }.listing.tests.isEmpty)
  }

  @Test("what goes wrong while listing is told")
  func broken() {
    let found = list("describe('a', function() error('broke') end) it('b', function() end)")
    #expect(found.listing.tests.map(\.id.name) == ["b"])
    #expect(found.issues.map(\.message) == ["in 'a': broke"])
  }

  @Test("a run runs what it is asked for, by id and line")
  func only() {
    let source = "for i = 1, 4 do it('t' .. i, function() end) end\nit('x', function() end)"
    #expect(runSpec(source).results.count == 5)
    let part = runPart(of: source) { id, line in id.name == "t2" || line == 2 }
    #expect(part.verdicts == ["t2: passed", "x: passed"])
  }

  @Test("the same seed gives the same order, and ids that do not depend on it")
  func shuffle() {
    let source = """
      for block = 1, 3 do
        describe("same", function() for i = 1, 4 do it("t" .. i, function() end) end end)
      end
      """
    let plain = runSpec(source)
    let first = runSpec(source) {
      $0.shuffles = true
      $0.seed = 3
    }
    let second = runSpec(source) {
      $0.shuffles = true
      $0.seed = 3
    }
    let other = runSpec(source) {
      $0.shuffles = true
      $0.seed = 4
    }
    #expect(first.results.map(\.id) == second.results.map(\.id))
    #expect(first.results.map(\.id) != plain.results.map(\.id))
    #expect(first.results.map(\.id) != other.results.map(\.id))
    #expect(Set(first.results.map(\.id)) == Set(plain.results.map(\.id)))
  }

  @Test("rows make tests, and focus, skip and to-do do what they say")
  func forms() {
    let rows = runSpec(
      """
      it.each { { 1, 2, 3 }, { 2, 2, 5 } } ("%d plus %d", function(a, b, c) expect(a + b):to_be(c) end)
      it.each { { name = "x" }, { name = "y" } } ("$name in row %#", function(row) expect(#row.name):to_be(1) end)
      it.each { "p", "q" } ("letter %s", function(letter) expect(letter):to_be_a("string") end)
      it.skip("skipped", function() error("never") end)
      it.todo("to do")
      xit("left", function() error("never") end)
      describe.skip("block", function() it("in it", function() error("never") end) end)
      """)
    #expect(
      rows.verdicts == [
        "1 plus 2: passed", "2 plus 2: failed", "x in row 1: passed", "y in row 2: passed", "letter p: passed",
        "letter q: passed", "skipped: pending", "to do: pending", "left: pending", "block in it: pending",
      ])
    let focus = runSpec(
      "it('a', function() error('never') end) fit('b', function() end) describe('c', function() it.only('d', function() end) end)"
    )
    #expect(focus.verdicts == ["a: pending", "b: passed", "c d: passed"])
  }

  @Test("lines that ran are counted, and those that could have are told")
  func coverage() {
    let story = runSpec(
      "it('a', function() expect(require('m').f(1)):to_be('one') end)",
      files: [
        "m.lua":
          "local m = {}\nfunction m.f(n)\n  if n == 1 then\n    return 'one'\n  end\n  return 'other'\nend\nreturn m\n"
      ]
    ) { $0.coverage = true }
    #expect(story.verdicts == ["a: passed"])
    #expect(story.summary.lines.map(\.file) == ["m.lua"])
    // The assignment of a function happens at its `end`.
    let hits = story.summary.lines.first?.hits ?? []
    #expect(hits.filter { $0.count > 0 }.map(\.line) == [1, 2, 3, 4, 7, 8])
    #expect(hits.first { $0.line == 6 }?.count == 0)
  }
}
