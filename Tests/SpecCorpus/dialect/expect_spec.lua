-- Every expectation, as it holds and as it fails.
local function message(f)
  local is_fine, problem = pcall(f)
  assert(not is_fine, "it did not fail")
  return tostring(problem)
end

local holding = {
  { "to_equal", { 1, { a = 2 } }, { 1, { a = 2 } } }, { "to_be", 1, 1 }, { "to_be_true", true }, { "to_be_false", false },
  { "to_be_nil", nil }, { "to_be_truthy", 0 }, { "to_be_falsy", nil }, { "to_be_a", "x", "string" },
  { "to_be_an", 1, "integer" }, { "to_be_greater_than", 2, 1 }, { "to_be_less_than", "a", "b" },
  { "to_be_at_least", 1, 1 }, { "to_be_at_most", 1, 1 }, { "to_be_near", 1, 1.05, 0.1 }, { "to_be_one_of", 2, { 1, 2 } },
  { "to_satisfy", 4, function(n) return n % 2 == 0 end }, { "to_contain", "abc", "b" }, { "to_contain", { 1, { 2 } }, { 2 } },
  { "to_contain", { a = 1, b = 2 }, { b = 2 } }, { "to_have_key", { a = false }, "a" }, { "to_have_length", { 1, 2 }, 2 },
  { "to_be_empty", {} }, { "to_match", "abc", "^a" }, { "to_raise", function() error("code 7") end, "code %d" },
  { "to_raise", function() error({ code = 1 }) end, { code = 1 } }, { "to_raise", function() error() end },
  { "to_contain_in_order", { 1, 2, 3 }, { 1, 3 } },
}

local failing = {
  { "to_equal", { 1, { a = 2 } }, { 1, { a = 3 } } }, { "to_be", {}, {} }, { "to_be_true", 1 }, { "to_be_false", nil },
  { "to_be_nil", false }, { "to_be_truthy", nil }, { "to_be_falsy", 0 }, { "to_be_a", "x", "number" },
  { "to_be_an", 1.5, "integer" }, { "to_be_greater_than", 1, 1 }, { "to_be_less_than", 1, 1 },
  { "to_be_at_least", 0, 1 }, { "to_be_at_most", 2, 1 }, { "to_be_near", 1, 1.2, 0.1 }, { "to_be_one_of", 3, { 1, 2 } },
  { "to_satisfy", 3, function(n) return n % 2 == 0 end }, { "to_contain", "abc", "d" }, { "to_contain", { 1 }, 2 },
  { "to_contain", { a = 1 }, { a = 2 } }, { "to_have_key", {}, "a" }, { "to_have_length", { 1 }, 2 },
  { "to_be_empty", { 1 } }, { "to_match", "abc", "^b" }, { "to_raise", function() end }, { "to_raise", function() error("a") end, "b" },
  { "to_contain_in_order", { 1, 2, 3 }, { 3, 1 } },
}

local function call(subject, verb, case)
  return subject[verb](subject, table.unpack(case, 3, 4))
end

describe("an expectation", function()
  for number, case in ipairs(holding) do
    it(case[1] .. " holds, case " .. number, function() call(expect(case[2]), case[1], case) end)
    it("not_" .. case[1] .. " fails, case " .. number, function()
      expect(message(function() call(expect(case[2]), "not_" .. case[1], case) end)):to_match("not")
    end)
  end
  for number, case in ipairs(failing) do
    it(case[1] .. " fails, case " .. number, function()
      expect(message(function() call(expect(case[2]), case[1], case) end)):to_match("^[^\n]*expect_spec%.lua:%d+: expected")
    end)
    it("never " .. case[1] .. ", case " .. number, function()
      call(expect(case[2]):never(), case[1], case)
      call(expect(case[2]).never, case[1], case)
    end)
  end
  it("can be chained", function() expect(3):to_be_a("number"):to_be_greater_than(2):not_to_be(4) end)
  it("is about nil too", function() expect(nil):to_be(nil) end)
  it("names what is nearest", function()
    expect(message(function() expect(1):to_eqal(1) end)):to_contain("did you mean 'to_equal'")
  end)
  it("wants a colon", function() expect(message(function() expect(1).to_be(1) end)):to_contain("colon") end)
  it("tells where two tables part", function()
    expect(message(function() expect({ a = { b = { 1, 2 } } }):to_equal({ a = { b = { 1, 3 } } }) end)):to_contain("to equal")
  end)
  it("knows spies", function()
    local s = spy.new()
    expect(s):not_to_have_been_called()
    s(1, "a")
    expect(s):to_have_been_called()
    expect(s):to_have_been_called(1)
    expect(s):to_have_been_called_with(1, "a")
    expect(s):never():to_have_been_called_with(2)
  end)
  it("knows matchers", function() expect("abc"):to_equal(match.matches("^a")) end)
  it("does not compare what cannot be", function()
    expect(message(function() expect({}):to_be_less_than(1) end)):to_contain("compares two numbers")
  end)
end)

describe("the sandbox", function()
  it("has no way out", function()
    expect(function() return io end):to_raise("undefined global 'io'")
    expect(function() return debug end):to_raise("undefined global 'debug'")
    expect(os.execute):to_be_nil()
  end)
  it("is strict, and names what is nearest", function()
    expect(function() return undefined_name end):to_raise("undefined global 'undefined_name'")
    expect(function() return desribe end):to_raise("did you mean 'describe'")
  end)
  it("keeps primitives", function() expect(function() sheet = 1 end):to_raise("belongs to moonsheet") end)
  it("lets globals of tests be", function() mine = 1 expect(mine):to_be(1) end)
  it("and forgets them", function() expect(function() return mine end):to_raise("undefined global 'mine'") end)
  it("runs coroutines that wait for the scene", function()
    local s = sheet "Waiting" {}
    local co = coroutine.wrap(function() present(s) settle() return scene.top.name end)
    expect(co()):to_be("Waiting")
  end)
end)
