-- options: --helper=lib/helper.lua
-- What a helper did before, with busted's parts in its hands.
describe("a helper", function()
  it("has run", function() assert.equal("ran", _G.helper_state) end)
  it("exported a word", function() assert.equal("exported", exported_word()) end)
  it("registered an assertion", function() assert.is_helpful("help") end)
  it("registered an assertion that fails", function() assert.is_helpful("no") end)
  it("hears of tests", function() assert.equal("a helper hears of tests", _G.helper_events[#_G.helper_events]) end)
  it("leaves out DROPPED tests", function() error("never") end)
  it("sees files", function() assert.equal("helper_spec.lua", _G.helper_file) end)
end)

timed_block("a block of a word of its own", function()
  it("runs", function() assert.is_true(true) end)
end)
