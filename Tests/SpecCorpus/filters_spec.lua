-- options: --filter=keep --filter-out=drop
describe("a block to keep", function()
  it("runs", function() end)
  it("drop", function() error("never") end)
end)

describe("another", function()
  it("is left out", function() error("never") end)
  it("is one to keep", function() end)
  describe("to drop", function() it("keep", function() error("never") end) end)
end)
