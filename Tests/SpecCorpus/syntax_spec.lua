describe("x", function(
  it("y" end)
