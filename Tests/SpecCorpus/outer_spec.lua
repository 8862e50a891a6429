-- Ways of suites that take the runner apart.
local busted = require "busted"
local core = require "busted.core"

describe("elements", function()
  it("are seen by subscribers with what they are", function()
    local seen = {}
    local subscription = busted.subscribe({ "register", "pending" }, function(name, fn, trace, attributes)
      seen = { name, type(fn), type(trace), type(attributes) }
      return nil, true
    end, { priority = 1 })
    busted.publish({ "register", "pending" }, "made up", function() end, {}, {})
    busted.unsubscribe(subscription.id)
    assert.same({ "made up", "function", "table", "table" }, seen)
  end)
  it("a core is a function", function() assert.is_function(core) end)
end)

describe("a word of one's own", function()
  local function each(cases)
    return function(name, fn)
      for index, case in ipairs(cases) do
        it(name .. " " .. index, function() fn(table.unpack(case)) end)
      end
    end
  end
  each { { 1, 1 }, { 2, 3 } } ("compares", function(a, b) assert.equal(a, b) end)
end)

describe("assertions bound anew", function()
  it("keep failing", function()
    local is_fine, problem = pcall(function() assert.is_true(false) end)
    assert.is_false(is_fine)
    assert.is_table(problem)
    assert.is_string(problem.message)
    assert.matches("outer_spec", tostring(problem))
  end)
  it("fail with a level", function()
    local function check(value) assert(value, "bad value", assert:level(2)) end
    local _, problem = pcall(check, false)
    assert.matches("bad value", tostring(problem))
  end)
end)

describe("mocked modules", function()
  before_each(function()
    package.loaded["dep"] = { value = function() return "fake" end }
    package.loaded["answer"] = nil
  end)
  after_each(function() package.loaded["dep"] = nil end)
  it("are taken from package.loaded", function() assert.equal("fake", require("dep").value()) end)
  it("real ones are loaded again", function() assert.equal(42, require("answer")) end)
end)

describe("time", function()
  it("can be stubbed", function()
    local s = stub(os, "time").returns(1234)
    assert.equal(1234, os.time())
    s:revert()
    assert.is_true(os.time() > 1234)
  end)
end)

describe("strict globals of others", function()
  local saved
  setup(function()
    saved = getmetatable(_G)
    setmetatable(_G, { __index = function(_, name) error("undefined " .. tostring(name), 2) end })
  end)
  teardown(function() setmetatable(_G, saved) end)
  it("hold in tests", function() assert.has_error(function() return no_such_global end) end)
  it("leave the words alone", function() assert.is_true(true) end)
end)

describe("metatables", function()
  it("of strings can be extended", function()
    local index = getmetatable("").__index
    function index.shout(text) return text:upper() .. "!" end
    assert.equal("HI!", ("hi"):shout())
    index.shout = nil
  end)
  it("that are protected can be shown", function()
    local t = setmetatable({ 1 }, { __metatable = "locked" })
    local _, problem = pcall(assert.same, { 2 }, t)
    assert.matches("%(table%) {", tostring(problem))
  end)
  it("with __index that raises", function()
    local t = setmetatable({}, { __index = function() error("no") end })
    assert.has_error(function() return t.x end)
    assert.not_equal(1, t)
  end)
end)

describe("many arguments", function()
  it("of nil", function()
    local s = spy.new(function(...) return ... end)
    assert.equal(3, select("#", s(nil, nil, nil)))
    assert.spy(s).was.called_with(nil, nil, nil)
    assert.spy(s).returned_with(nil, nil, nil)
  end)
  it("are returned", function() assert.returned_arguments(4, 1, nil, 3, nil) end)
end)
