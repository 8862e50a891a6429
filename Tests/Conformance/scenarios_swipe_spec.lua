-- Swipes and the delegate: the stories S01 to S18 of docs/MODEL.md, as whole traces.
local orders = require "lib.orders"

local function allow() return true end
local function refuse() return false end
local function listen() end

-- P on the root as a page sheet, with a delegate of these methods on its presentation controller.
local function shown(methods, options)
  local p = sheet "P" (options or {})
  local d = methods and delegate(methods)
  if d then p.presentation_controller.delegate = d end
  present(p)
  settle()
  trace:clear()
  return p, d
end

local allowing = { should_dismiss = allow, will_dismiss = listen, did_dismiss = listen,
  did_attempt_to_dismiss = listen }
local asked = { "should_dismiss P -> true", "will_dismiss P" }
local back = orders.springing_back

it("S01 a swipe that the delegate allows asks, tells, and takes the sheet", function()
  local _, d <const> = shown(allowing)
  user:swipe_down()
  settle()
  orders.expect_whole { orders.pulled("P", asked), "dismissing P (swipe)", orders.ending("P", "swipe", {
    "did_dismiss P" }) }
  expect(d):to_be_truthy()
end)

it("S02 under the modal flag a swipe is an attempt and nothing else", function()
  local p, d <const> = shown({ will_dismiss = listen, did_dismiss = listen, did_attempt_to_dismiss = listen },
    { is_modal_in_presentation = true })
  user:swipe_down()
  settle()
  orders.expect_whole { orders.refused_pull "P", "did_attempt_to_dismiss P (swipe)" }
  expect(scene.top):to_be(p)
  expect(d):to_be_truthy()
end)

it("S03 the modal flag wins over a delegate that would allow, which is not asked", function()
  local p, d <const> = shown(allowing, { is_modal_in_presentation = true })
  user:swipe_down()
  settle()
  expect(orders.named("should_dismiss", "will_dismiss", "did_dismiss", "did_attempt_to_dismiss", "view_will_disappear",
    "dismissing")):to_equal { "did_attempt_to_dismiss P (swipe)" }
  expect(scene.top):to_be(p)
  expect(d):to_be_truthy()
end)

it("S05 a delegate that refuses is asked, and told of the attempt", function()
  local p, d <const> = shown { should_dismiss = refuse, will_dismiss = listen, did_dismiss = listen,
    did_attempt_to_dismiss = listen }
  user:swipe_down()
  settle()
  orders.expect_whole { orders.refused_pull("P", "should_dismiss P -> false"), "did_attempt_to_dismiss P (swipe)" }
  expect(scene.top):to_be(p)
  expect(d):to_be_truthy()
end)

describe("S06 a pull that comes to nothing takes back what it announced", function()
  it("when it is let go too early", function()
    local _, d <const> = shown(allowing)
    user:drag(0.25)
    user:release()
    settle()
    orders.expect_whole { orders.pulled("P", asked), back "P" }
    expect(d):to_be_truthy()
  end)

  it("when it goes far down and up again without lifting", function()
    local _, d <const> = shown(allowing)
    user:drag(0.7)
    user:drag(0.1)
    user:release()
    settle()
    orders.expect_whole { "gesture P began", "gesture P changed", asked, "view_will_disappear P",
      "dismissal_transition_will_begin P", "gesture P changed", "gesture P ended", back "P" }
    expect(d):to_be_truthy()
  end)

  it("when the system takes the touch away", function()
    local _, d <const> = shown(allowing)
    user:drag(0.7)
    user:cancel_touch()
    settle()
    orders.expect_whole { "gesture P began", "gesture P changed", asked, "view_will_disappear P",
      "dismissal_transition_will_begin P", "gesture P cancelled", back "P" }
    expect(d):to_be_truthy()
  end)
end)

it("S08 cleaning up in view_will_disappear ends a session that goes on", function()
  local session = "running"
  local p = shown(nil, { view_will_disappear = function(self)
    if self.is_being_dismissed then session = "ended" end
  end })
  user:drag(0.2)
  user:release()
  settle()
  expect(session):to_equal "ended"
  expect(scene.top):to_be(p)
  orders.expect_whole { orders.pulled "P", back "P" }
end)

it("S09 without a delegate it goes and nobody is told", function()
  shown()
  user:swipe_down()
  settle()
  orders.expect_whole { orders.pulled "P", "dismissing P (swipe)", orders.ending("P", "swipe") }
end)

it("S11 a delegate on the root of a presented navigation controller hears nothing", function()
  local c = controller "C" {}
  local n = navigation "N" { c }
  local d <const> = delegate(allowing)
  c.presentation_controller.delegate = d
  present(n)
  settle()
  user:swipe_down()
  settle()
  expect(orders.named("warning")):to_contain "warning delegate_on_inner_controller C"
  expect(orders.named("view_will_disappear", "view_did_disappear", "should_dismiss", "will_dismiss", "did_dismiss",
    "did_attempt_to_dismiss", "dismissed")):to_equal {
    "view_will_disappear N", "view_will_disappear C", "view_did_disappear N", "view_did_disappear C",
    "dismissed N (swipe)",
  }
  expect(d):to_be_truthy()
end)

it("S12 a style set after the presentation controller was touched comes too late", function()
  local p = sheet "P" {}
  local d <const> = delegate(allowing)
  p.presentation_controller.delegate = d
  p.modal_presentation_style = "full_screen"
  present(p)
  settle()
  expect(orders.named("warning")):to_equal { "warning style_after_controller P" }
  -- A page sheet leaves the presenter alone and can be pulled.
  expect(orders.of("root", "view_will_disappear", "view_did_disappear")):to_be_empty()
  trace:clear()
  user:swipe_down()
  settle()
  orders.expect_whole { orders.pulled("P", asked), "dismissing P (swipe)", orders.ending("P", "swipe", {
    "did_dismiss P" }) }
  expect(d):to_be_truthy()
end)

it("S14 the flag of a navigation controller's visible child refuses the swipe", function()
  local c = controller "C" { is_modal_in_presentation = true }
  local n = navigation "N" { c }
  local d <const> = delegate { did_attempt_to_dismiss = listen }
  n.presentation_controller.delegate = d
  present(n)
  settle()
  trace:clear()
  user:swipe_down()
  settle()
  orders.expect_whole { orders.refused_pull "N", "did_attempt_to_dismiss N (swipe)" }
  expect(d):to_be_truthy()
end)

it("S16 unsaved changes: the attempt asks, and Discard takes both away without the delegate", function()
  local text = binding("", "text")
  local p
  p = sheet "P" {
    is_modal_in_presentation = text:map { get = function(value) return value ~= "" end },
    will_dismiss = listen,
    did_dismiss = listen,
    did_attempt_to_dismiss = function()
      present(confirmation_dialog "Unsaved" {
        button("Discard", function() p:dismiss() end, { role = "destructive" }),
        button("Cancel", nil, { role = "cancel" }),
      }, { from = p })
    end,
    text_field("body", text),
  }
  present(p)
  settle()
  user:type("body", "hello")
  settle()
  trace:clear()
  user:swipe_down()
  settle()
  user:tap "Discard"
  settle()
  orders.expect_whole {
    orders.refused_pull "P", "did_attempt_to_dismiss P (swipe)", orders.arriving("Unsaved", "P"), 'tap "Discard"',
    orders.leaving("Unsaved", "action"), orders.ending("Unsaved", "action"), "focus P body (restored)",
    'action Unsaved "Discard"',
    orders.leaving("P", "script"), orders.ending("P", "script"),
  }
  expect(scene):to_show()
end)

it("S17 a second refused swipe is another attempt, with another token", function()
  local attempts = {}
  shown(nil, { is_modal_in_presentation = true, did_attempt_to_dismiss = function(attempt)
    attempts[#attempts + 1] = attempt
  end })
  for _ = 1, 2 do
    user:swipe_down()
    settle()
  end
  local once = { orders.refused_pull "P", "did_attempt_to_dismiss P (swipe)" }
  orders.expect_whole { once, once }
  expect(attempts[1].token):not_to_equal(attempts[2].token)
  expect(attempts[1].count):to_equal(1)
  expect(attempts[2].count):to_equal(2)
end)

it("S18 a full screen has no pull, and trying is no attempt", function()
  local p, d <const> = shown(allowing, { style = "full_screen" })
  user:swipe_down()
  user:drag(0.9)
  settle()
  orders.expect_whole { "no_effect swipe_down P", "no_effect drag P" }
  expect(scene.top):to_be(p)
  expect(d):to_be_truthy()
end)
