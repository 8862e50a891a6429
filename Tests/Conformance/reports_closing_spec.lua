-- Reports about losing what was typed, and about who is told of a closing (docs/CONFORMANCE.md, O-01 to O-13).
local orders = require "lib.orders"
local expect_tale = orders.expect_tale

local function listen() end
local function allow() return true end

-- The story of a presentation, of a dismissal by code and of a swipe that takes it, without the policy's part.
local function coming(name, presenter) return { "presenting " .. name .. " on " .. presenter, "presented " .. name } end
local function going(name, reason)
  return { "dismissing " .. name .. " (" .. reason .. ")", "dismissed " .. name .. " (" .. reason .. ")",
    "on_closed " .. name .. " (" .. reason .. ")" }
end
local function refused(name)
  return { "should_dismiss " .. name .. " -> false", "did_attempt_to_dismiss " .. name .. " (swipe)" }
end

local function swiped()
  user:swipe_down()
  settle()
end

local function tapped(label)
  user:tap(label)
  settle()
end

it("O-01 a half-written post bounces back and asks, and goes by code when it is discarded", function()
  local text = "long post"
  local post
  post = sheet "Post" {
    should_dismiss = function() return text == "" end,
    will_dismiss = listen,
    did_dismiss = listen,
    did_attempt_to_dismiss = function(attempt)
      present(alert "Ask" {
        button("Discard", function()
          text = ""
          close(post)
        end),
        button("Keep writing"),
      }, { from = attempt.controller })
    end,
  }
  present(post)
  settle()
  swiped()
  tapped "Keep writing"
  swiped()
  tapped "Discard"
  expect_tale {
    coming("Post", "root"), refused "Post", coming("Ask", "Post"), going("Ask", "action"), 'action Ask "Keep writing"',
    refused "Post", coming("Ask#2", "Post"), going("Ask#2", "action"), 'action Ask#2 "Discard"', going("Post",
      "script"),
  }
end)

it("O-02 the policy sees what is there now, not what was there when it was last asked", function()
  local form = { text = "", poll = false }
  present(sheet "F" {
    should_dismiss = function() return form.text == "" and not form.poll end,
    will_dismiss = listen, did_dismiss = listen, did_attempt_to_dismiss = listen,
  })
  settle()
  trace:clear()
  form.text = "x"
  swiped()
  form.text, form.poll = "", true
  swiped()
  form.poll = false
  swiped()
  expect_tale {
    refused "F", refused "F", "should_dismiss F -> true", "will_dismiss F", "dismissing F (swipe)",
      "dismissed F (swipe)",
    "did_dismiss F", "on_closed F (swipe)",
  }
end)

it("O-03 a reset in will_dismiss loses the form although the sheet springs back, and is warned about", function()
  local comment = binding("my edit", "comment")
  local function reset() comment:set("") end
  local u = sheet "U" { should_dismiss = allow, will_dismiss = reset }
  present(u)
  settle()
  trace:clear()
  user:drag(0.25)
  user:release()
  settle()
  expect_tale { "should_dismiss U -> true", "will_dismiss U", 'binding comment = "" (script)', "dismissal_cancelled U",
    "warning teardown_before_closed U" }
  expect(comment:get()):to_equal ""
  expect(scene.top):to_be(u)
  local reset_at, warned_at
  for _, entry in ipairs(trace.entries) do
    if entry.name == "binding" then reset_at = entry.file .. ":" .. entry.line end
    if entry.code == "teardown_before_closed" then warned_at = entry.file .. ":" .. entry.line end
  end
  expect(warned_at):to_equal(reset_at)
end)

it("O-04 dismissing in will_dismiss ends it once, and is warned about", function()
  local m
  m = sheet "M" { will_dismiss = function(self) self:dismiss() end, did_dismiss = listen }
  present(m)
  settle()
  trace:clear()
  user:drag(0.4)
  user:drag(0.1)
  user:release()
  settle()
  expect(orders.named("will_dismiss", "warning", "dismissing", "dismissed", "did_dismiss", "on_closed", "error",
    "dismissal_cancelled")):to_equal { "will_dismiss M", "warning dismiss_in_will_dismiss M", "dismissing M (script)",
    "dismissed M (script)", "on_closed M (script)" }
  expect(scene):to_show()
end)

it("O-05 a question that is asked from the policy is skipped, and told at its line", function()
  local s = sheet "S" {
    should_dismiss = function()
      present(alert "Ask" { button("Leave"), button("Stay") })
      return false
    end,
    did_attempt_to_dismiss = listen,
  }
  present(s)
  settle()
  trace:clear()
  user:drag(0.1)
  user:release()
  settle()
  expect_tale { "warning side_effect_in_policy S", "should_dismiss S -> false" }
  trace:clear()
  swiped()
  expect_tale { refused "S" }
  expect(orders.shown()):to_equal { "S" }
end)

it("O-06 should, will, did and then the flag; refused, should and the attempt", function()
  for _, name in ipairs { "A", "R" } do
    local flag = binding(false, "flag" .. name)
    root:sheet { is_presented = flag, on_dismiss = listen, content = function()
      return sheet(name) { should_dismiss = function() return name == "A" end, will_dismiss = listen,
        did_dismiss = listen, did_attempt_to_dismiss = listen }
    end }
    flag:set(true)
    settle()
    swiped()
  end
  expect_tale {
    "binding flagA = true (script)", coming("A", "root"), "should_dismiss A -> true", "will_dismiss A",
    "dismissing A (swipe)", "dismissed A (swipe)", "did_dismiss A", "binding flagA = false (system)", "on_dismiss A",
    "on_closed A (swipe)", "binding flagR = true (script)", coming("R", "root"), refused "R",
  }
end)

it("O-07 the modal flag wins over a policy, which is told as unreachable; a policy may look at the flag", function()
  local s = sheet "S" { is_modal_in_presentation = true, should_dismiss = function() error "must not run" end,
    did_attempt_to_dismiss = listen }
  present(s)
  settle()
  swiped()
  expect(orders.named("should_dismiss", "did_attempt_to_dismiss", "error")):to_equal {
    "did_attempt_to_dismiss S (swipe)" }
  expect(orders.named("warning")):to_equal { "warning policy_unreachable S" }
  s:dismiss()
  settle()
  trace:clear()
  present(sheet "D" { should_dismiss = function(self) return self.is_modal_in_presentation end,
    did_attempt_to_dismiss = listen })
  settle()
  swiped()
  expect_tale { coming("D", "root"), refused "D" }
end)

it("O-09 did_dismiss is for the user's way out only, so clean-up there leaks by the other one", function()
  local open = 0
  local s = sheet "S" { did_dismiss = function() open = open - 1 end, button("Cancel",
    function(self) self:dismiss() end) }
  open = open + 1
  present(s)
  settle()
  trace:clear()
  tapped "Cancel"
  expect_tale { 'action S "Cancel"', going("S", "script") }
  expect(open):to_equal(1)
  open = open + 1
  present(s)
  settle()
  trace:clear()
  swiped()
  expect_tale { "dismissing S (swipe)", "dismissed S (swipe)", "did_dismiss S", "on_closed S (swipe)" }
  expect(open):to_equal(1)
end)

describe("O-10 on_closed comes once, whatever closed it", function()
  local s
  before_each(function() s = binding(false, "s") end)
  local function told() return orders.named("binding", "on_dismiss", "on_closed") end
  local function content()
    local dismiss = environment.dismiss
    return sheet "S" { button("Done", function() dismiss() end) }
  end
  local function opened(host)
    host:sheet { is_presented = s, on_dismiss = listen, content = content }
    s:set(true)
    settle()
    trace:clear()
  end

  it("by a swipe", function()
    opened(root)
    swiped()
    expect(told()):to_equal { "binding s = false (system)", "on_dismiss S", "on_closed S (swipe)" }
  end)

  it("by the flag", function()
    opened(root)
    s:set(false)
    settle()
    expect(told()):to_equal { "binding s = false (script)", "on_dismiss S", "on_closed S (binding)" }
  end)

  it("by dismiss of the environment", function()
    opened(root)
    tapped "Done"
    expect(told()):to_equal { "binding s = false (system)", "on_dismiss S", "on_closed S (script)" }
  end)

  it("with a lower sheet, whose content its modifier is in", function()
    local p = binding(false, "p")
    root:sheet { is_presented = p, on_dismiss = listen, content = function()
      return sheet "P" { view("body", {}):sheet { is_presented = s, on_dismiss = listen, content = content } }
    end }
    p:set(true)
    settle()
    s:set(true)
    settle()
    trace:clear()
    p:set(false)
    settle()
    -- The upper modifier has gone with the content: it hears nothing, and writes nothing (C-15).
    expect(told()):to_equal { "binding p = false (script)", "on_closed S (ancestor)", "on_dismiss P",
      "on_closed P (binding)" }
  end)

  it("with the view that carries the modifier", function()
    local there = binding(true, "there")
    root { content = function()
      return { there:get() and text("host"):sheet { is_presented = s, on_dismiss = listen,
        content = content } or text("empty") }
    end }
    s:set(true)
    settle()
    trace:clear()
    there:set(false)
    settle()
    -- From 18 on the flag is not reset (R49).
    expect(told()):to_equal { "binding there = false (script)", "on_closed S (presenter_removed)" }
    expect(s:get()):to_be_true()
  end)
end)

it("O-11 the outcome tells a swipe, a tap outside and code apart", function()
  device "ipad"
  local outcomes = {}
  local s = sheet "S" { style = "form_sheet", will_dismiss = listen, did_dismiss = listen,
    on_closed = function(outcome) outcomes[#outcomes + 1] = outcome.reason .. " " .. tostring(outcome.by_user) end }
  local function again()
    present(s)
    settle()
    trace:clear()
  end
  again()
  swiped()
  expect_tale { "will_dismiss S", "dismissing S (swipe)", "dismissed S (swipe)", "did_dismiss S",
    "on_closed S (swipe)" }
  again()
  user:tap_outside()
  settle()
  expect_tale { "will_dismiss S", "dismissing S (outside)", "dismissed S (outside)", "did_dismiss S",
    "on_closed S (outside)" }
  again()
  s:dismiss()
  settle()
  expect_tale { going("S", "script") }
  expect(outcomes):to_equal { "swipe true", "outside true", "script false" }
end)

local function card(value)
  return sheet("Card" .. value.id) { will_dismiss = listen, did_dismiss = listen }
end

it("O-12 before 16.4 an item set while the swiped sheet goes out is wiped, and said to be lost", function()
  scene.profile = "ios16"
  local i = item(nil, { name = "i" })
  root:sheet { item = i, on_dismiss = listen, content = card }
  i:set { id = 1 }
  settle()
  trace:clear()
  user:swipe_down()
  clock:advance(180)
  i:set { id = 2 }
  settle()
  expect(i:get()):to_be_nil()
  expect(orders.named("will_dismiss", "dismissing", "dismissed", "did_dismiss", "on_dismiss", "on_closed", "warning",
    "presenting")):to_equal { "will_dismiss Card1", "dismissing Card1 (swipe)", "dismissed Card1 (swipe)",
    "did_dismiss Card1", "warning presentation_lost i", "on_dismiss Card1", "on_closed Card1 (swipe)" }
  trace:clear()
  i:set { id = 2 }
  settle()
  expect(orders.named("presenting", "presented")):to_equal(coming("Card2", "root"))
end)

describe("O-13 a buffer keeps what is set while it closes, also the same thing again", function()
  for _, profile in ipairs { "ios16", "ios18" } do
    it("in " .. profile, function()
      scene.profile = profile
      local i = item(nil, { name = "i" })
      root:sheet { item = i, on_dismiss = listen, content = card, while_closing = "keep_first" }
      i:set { id = 7 }
      settle()
      trace:clear()
      user:swipe_down()
      clock:advance(150)
      i:set { id = 7 }
      settle()
      expect(orders.named("dismissed", "on_dismiss", "presenting", "presented")):to_equal {
        "dismissed Card7 (swipe)", "on_dismiss Card7", "presenting Card7 on root", "presented Card7" }
      trace:clear()
      swiped()
      expect(i:get()):to_be_nil()
      expect(orders.named("dismissed", "on_dismiss", "presenting")):to_equal { "dismissed Card7 (swipe)",
        "on_dismiss Card7" }
    end)
  end
end)
