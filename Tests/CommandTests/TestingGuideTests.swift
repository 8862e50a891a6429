import Testing

/// What docs/TESTING.md shows is run.
@Suite struct TestingGuideTests {
  @Test("the specs that the guide shows pass")
  func specs() throws {
    let blocks = try DocumentationTests.blocks(of: "docs/TESTING.md").filter { $0.language == "lua spec" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let run = try SpecFolder(["guide_spec.lua": block.text]).test()
      #expect(run.status == 0, "line \(block.line): \(run.output)")
    }
  }

  @Test("every option has a line of help, and every option of the guide is there")
  func options() throws {
    let help = try moonsheet("test", "--help").output
    let page = try String(contentsOf: Built.root.appendingPathComponent("docs/TESTING.md"), encoding: .utf8)
    let named = page.matches(of: #/--[a-z][a-z-]+/#).map { String($0.output) }
    for option in Set(named).sorted() where option != "--sshlogin" {
      #expect(help.contains(option), "\(option)")
    }
  }
}
