-- options: --tags=fast --exclude-tags=broken
describe("tagged #fast", function()
  it("runs", function() end)
  it("is left out #broken", function() error("never") end)
  describe("a block #broken", function() it("is left out", function() error("never") end) end)
end)

describe("untagged", function()
  it("is left out", function() error("never") end)
  it("runs #fast", function() end)
  pending("is left out too")
  pending("is pending #fast")
end)
