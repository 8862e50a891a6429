-- Detents, scroll views, touches outside and adaptation: the stories S20 to S32 of docs/MODEL.md.
local orders = require "lib.orders"

local function allow() return true end
local function refuse() return false end
local function listen() end

local asked = { "should_dismiss P -> true", "will_dismiss P" }

-- A sheet with two detents, on the root; what the options say comes on top.
local function two_detents(options)
  options.detents = { "medium", "large" }
  options.did_attempt_to_dismiss = listen
  options.did_change_selected_detent_identifier = listen
  local p = sheet "P" (options)
  present(p)
  settle()
  trace:clear()
  return p
end

it("S20 under the modal flag a pull from large to medium changes the detent, and is no attempt", function()
  two_detents { selected_detent = "large", is_modal_in_presentation = true }
  user:drag_to_detent "medium"
  settle()
  orders.expect_whole { orders.refused_pull "P", "detent P = medium (user)", "did_change_selected_detent_identifier P" }
end)

it("S21 under the modal flag a pull below medium is one attempt, and the detent stays", function()
  local p = two_detents { selected_detent = "medium", is_modal_in_presentation = true }
  user:drag(0.7)
  user:release()
  settle()
  orders.expect_whole { orders.refused_pull "P", "did_attempt_to_dismiss P (swipe)" }
  expect(scene.top):to_be(p)
end)

it("S22 code changes the detent without the delegate", function()
  local selected = binding("medium", "selected")
  two_detents { selected_detent = selected }
  selected:set "large"
  settle()
  orders.expect_whole { "binding selected = large (script)", "detent P = large (script)" }
end)

describe("S24 a pull on content scrolls it, and at its top moves the sheet", function()
  local function scrolled(options)
    options.should_dismiss, options.will_dismiss, options.did_dismiss = allow, listen, listen
    options[1] = scroll_view("list", { text "row" })
    local p = sheet "P" (options)
    present(p)
    settle()
    user:scroll(-200)
    trace:clear()
    return p
  end

  it("when it is scrolled down", function()
    local p = scrolled {}
    user:scroll(150)
    settle()
    orders.expect_whole { "scroll P list = 50" }
    expect(scene.top):to_be(p)
  end)

  it("at its top", function()
    scrolled {}
    user:scroll(200)
    trace:clear()
    user:scroll(500)
    settle()
    orders.expect_whole { orders.pulled("P", asked), "dismissing P (swipe)", orders.ending("P", "swipe", {
      "did_dismiss P" }) }
  end)

  it("at its top, where the flag refuses", function()
    scrolled { is_modal_in_presentation = true, did_attempt_to_dismiss = listen }
    user:scroll(200)
    trace:clear()
    user:scroll(500)
    settle()
    expect(orders.named("should_dismiss", "did_attempt_to_dismiss", "dismissing")):to_equal {
      "did_attempt_to_dismiss P (swipe)" }
  end)
end)

it("S26 a tap outside a form sheet on iPad dismisses as a swipe does", function()
  device "ipad"
  present(sheet "P" { style = "form_sheet", should_dismiss = allow, will_dismiss = listen, did_dismiss = listen,
    did_attempt_to_dismiss = listen })
  settle()
  trace:clear()
  user:tap_outside()
  settle()
  orders.expect_whole { "tap_outside", asked, orders.leaving("P", "outside"),
    orders.ending("P", "outside", { "did_dismiss P" }) }
end)

it("S27 under the modal flag a tap outside does nothing, and is no attempt", function()
  device "ipad"
  local p = sheet "P" { style = "form_sheet", is_modal_in_presentation = true, did_attempt_to_dismiss = listen }
  present(p)
  settle()
  trace:clear()
  user:tap_outside()
  settle()
  orders.expect_whole { "tap_outside", "no_effect tap_outside P" }
  expect(scene.top):to_be(p)
end)

describe("S29 behind a sheet that does not dim a button fires, unless the modal flag is up", function()
  local fired
  local function behind(options)
    fired = 0
    root { button("Behind", function() fired = fired + 1 end) }
    options.largest_undimmed_detent = "medium"
    return two_detents(options)
  end

  it("with the flag down", function()
    local p = behind { should_dismiss = refuse }
    user:tap "Behind"
    settle()
    orders.expect_whole { 'tap "Behind"', 'action root "Behind"' }
    expect(fired):to_equal(1)
    expect(scene.top):to_be(p)
  end)

  it("with the flag up", function()
    local p = behind { is_modal_in_presentation = true }
    user:tap "Behind"
    settle()
    expect(fired):to_equal(0)
    expect(orders.named("action", "should_dismiss", "did_attempt_to_dismiss", "dismissing")):to_be_empty()
    expect(scene.top):to_be(p)
  end)
end)

it("S30 a tap outside a popover dismisses as a swipe does", function()
  device "ipad"
  root { button("Open", listen) }
  present(popover "P" { anchor = "Open", should_dismiss = allow, will_dismiss = listen, did_dismiss = listen })
  settle()
  trace:clear()
  user:tap_outside()
  settle()
  orders.expect_whole { "tap_outside", asked, orders.leaving("P", "outside"),
    orders.ending("P", "outside", { "did_dismiss P" }) }
end)

it("S32 a delegate that answers none keeps a popover a popover in compact width", function()
  root { button("Open", listen) }
  present(popover "P" { anchor = "Open", will_present = listen,
    adaptive_presentation_style = function() return "none" end })
  settle()
  orders.expect_whole {
    "presenting P on root", "view_did_load P", "adaptive_presentation_style P -> none", "will_present P (none)",
    "presentation_transition_will_begin P", "view_will_appear P", "view_is_appearing P",
    "presentation_transition_did_end P true", "view_did_appear P", "presented P",
  }
  trace:clear()
  -- A popover has an outside and no pull.
  user:swipe_down()
  user:tap_outside()
  settle()
  orders.expect_whole { "no_effect swipe_down P", "tap_outside", orders.leaving("P", "outside"),
    orders.ending("P", "outside") }
end)
