-- Blocks, hooks and their order.
local log = {}

describe("hooks", function()
  local events = {}
  local function note(text) events[#events + 1] = text end

  setup(function() note "setup" end)
  teardown(function() note "teardown" end)
  before_each(function() note "before" end)
  after_each(function() note "after" end)

  it("runs setup and before_each first", function() assert.same({ "setup", "before" }, events) end)
  it("runs after_each between tests", function() assert.same({ "setup", "before", "after", "before" }, events) end)

  describe("nested", function()
    setup(function() note "inner setup" end)
    before_each(function() note "inner before" end)
    after_each(function() note "inner after" end)

    it("runs outer hooks before inner ones", function()
      assert.equal("before", events[#events - 1])
      assert.equal("inner before", events[#events])
    end)
    it("runs inner after_each before the outer one", function()
      assert.same({ "inner after", "after", "before", "inner before" }, { table.unpack(events, #events - 3) })
    end)
    it("runs setup once", function()
      local count = 0
      for _, event in ipairs(events) do if event == "inner setup" then count = count + 1 end end
      assert.equal(1, count)
    end)
  end)

  describe("several of a kind", function()
    local order = {}
    before_each(function() order[#order + 1] = 1 end)
    before_each(function() order[#order + 1] = 2 end)
    it("run in the order they stand in", function() assert.same({ 1, 2 }, order) end)
  end)
end)

describe("lazy hooks", function()
  local events = {}
  describe("of a block with tests", function()
    lazy_setup(function() events[#events + 1] = "lazy" end)
    lazy_teardown(function() events[#events + 1] = "lazy end" end)
    it("run before the first test", function() assert.same({ "lazy" }, events) end)
    it("run once", function() assert.same({ "lazy" }, events) end)
  end)
  it("are torn down after the block", function() assert.same({ "lazy", "lazy end" }, events) end)
  describe("of a block without tests", function()
    lazy_setup(function() events[#events + 1] = "never" end)
    strict_setup(function() events[#events + 1] = "strict" end)
  end)
  it("do not run there, strict ones do", function() assert.same({ "lazy", "lazy end", "strict" }, events) end)
end)

describe("names", function()
  context("by context", function() it("works", function() end) end)
  describe("by describe", function()
    spec("works by spec", function() end)
    test("works by test", function() end)
  end)
  describe "curried" (function() it "works" (function() assert.is_true(true) end) end)
  it("the same twice", function() end)
  it("the same twice", function() error("the second") end)
  describe("with #tag", function() it("and #another tag", function() end) end)
  it("with % signs and 'quotes'", function() end)
  it("", function() end)
end)

describe("bodies", function()
  log[#log + 1] = "first body"
  it("run when their turn comes", function() assert.same({ "first body" }, log) end)
end)

describe("later bodies", function()
  log[#log + 1] = "second body"
  it("run after the tests before them", function() assert.same({ "first body", "second body" }, log) end)
end)

describe("generated", function()
  for i = 1, 20 do
    it("test " .. i, function() assert.is_true(i < 19) end)
  end
  for _, name in ipairs { "a", "b" } do
    describe("block " .. name, function()
      for i = 1, 3 do it("case " .. i, function() assert.equal(#name, 1) end) end
    end)
  end
end)

describe("an empty block", function() end)
