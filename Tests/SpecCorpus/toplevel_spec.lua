-- Tests and hooks outside of any block.
local count = 0

before_each(function() count = count + 1 end)

it("a test of the file", function() assert.equal(1, count) end)
it("fails", function() assert.equal(1, count) end)
pending("a pending one of the file")

describe("a block", function()
  it("has the file's hooks", function() assert.equal(3, count) end)
end)

after_each(function() end)
