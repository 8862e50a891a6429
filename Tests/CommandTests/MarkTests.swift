import Testing

/// What a test gives to a scene is gone when it ends.
@Suite struct MarkTests {
  @Test("the identity function of an item does not outlive its test, whatever the order (R41)")
  func identities() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      it("first", function()
        local other = item(nil, { name = "other", id = function() return 1 end })
        root:sheet { item = other, content = function(value) return sheet(value) {} end }
        other:set("x") settle()
      end)
      it("second", function()
        local plain = item(nil, { name = "plain" })
        root:sheet { item = plain, content = function(value) return sheet(value) {} end }
        plain:set("a") settle()
        plain:set("b") settle()
        expect(scene):to_show("b")
      end)
      """, to: "mark_spec.lua")
    let run = try moonsheet(["test"], in: folder.url)
    #expect(run.status == 0, "\(run.output)")
  }
}
