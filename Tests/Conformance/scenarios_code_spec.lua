-- Dismissal by code, chains, refusals, containment, escapes and alerts: the stories S33 to S60 of docs/MODEL.md.
local orders = require "lib.orders"

local function allow() return true end
local function listen() end

-- Presents each on the one before it, and forgets how they came.
local function stacked(...)
  for _, controller in ipairs { ... } do
    present(controller)
    settle()
  end
  trace:clear()
end

local lifecycle = { "view_did_load", "view_will_appear", "view_is_appearing", "view_did_appear", "view_will_disappear",
  "view_did_disappear" }

it("S33 dismissal by code tells the delegate nothing, flag or not", function()
  local p = sheet "P" { is_modal_in_presentation = true, will_dismiss = listen, did_dismiss = listen,
    did_attempt_to_dismiss = listen }
  stacked(p)
  local completed = 0
  p:dismiss { completion = function() completed = completed + 1 end }
  settle()
  -- The flag would have refused the user, so what is lost is told.
  orders.expect_whole { "dismissing P (script)", "warning unsaved_lost P", "view_will_disappear P",
    "dismissal_transition_will_begin P", orders.ending("P", "script"), "completion dismiss P" }
  expect(completed):to_equal(1)
end)

it("S35 a page sheet leaves its presenter alone, coming and going", function()
  local p = sheet "P" {}
  present(p)
  settle()
  p:dismiss()
  settle()
  orders.expect_whole { orders.arriving("P", "root"), orders.leaving("P", "script"), orders.ending("P", "script") }
  expect(orders.of("root", table.unpack(lifecycle))):to_be_empty()
end)

it("S36 under a full screen the presenter disappears after the new one has appeared", function()
  present(cover "P" {}, { completion = listen })
  settle()
  orders.expect_whole {
    "presenting P on root", "view_did_load P", "will_present P (none)", "presentation_transition_will_begin P",
    "view_will_disappear root", "view_will_appear P", "view_is_appearing P", "presentation_transition_did_end P true",
    "view_did_appear P", "view_did_disappear root", "presented P", "completion present P",
  }
end)

it("S39 dismissing at the bottom takes all above at once, the topmost first, and completes once", function()
  local told = 0
  local function tell() told = told + 1 end
  local p = sheet "P" { will_dismiss = tell, did_dismiss = tell }
  local g = sheet "G" { will_dismiss = tell, did_dismiss = tell }
  stacked(p, g)
  local begun, completions = clock.now, 0
  root:dismiss { completion = function() completions = completions + 1 end }
  settle()
  orders.expect_whole {
    "dismissing G (ancestor)", "dismissing P (script)", "view_will_disappear G", "dismissal_transition_will_begin G",
    "view_will_disappear P", "dismissal_transition_will_begin P", orders.ending("G", "ancestor"),
    orders.ending("P", "script"), "completion dismiss P",
  }
  expect(clock.now - begun):to_equal(500)
  expect(completions):to_equal(1)
  expect(told):to_equal(0)
end)

it("S40 dismissing in the middle takes only what is above", function()
  local p, g = sheet "P" {}, sheet "G" {}
  stacked(p, g)
  p:dismiss()
  settle()
  orders.expect_whole { orders.leaving("G", "script"), orders.ending("G", "script") }
  expect(orders.shown()):to_equal { "P" }
end)

it("S41 dismissing twice at once takes the receiver too, the upper one first", function()
  local r, p = sheet "R" {}, sheet "P" {}
  stacked(r, p)
  r:dismiss()
  r:dismiss()
  settle()
  orders.expect_whole {
    orders.leaving("P", "script"), "warning dismiss_forwarded R", orders.leaving("R", "script"),
    orders.ending("P", "script"), orders.ending("R", "script"),
  }
  expect(scene):to_show()
end)

it("S43 presenting from what was swiped away is refused as not in the window", function()
  local p = sheet "P" {}
  present(p)
  settle()
  user:swipe_down()
  settle()
  trace:clear()
  local completions = 0
  present(sheet "X" {}, { from = p, completion = function() completions = completions + 1 end })
  settle()
  expect(orders.named("presenting", "presented", "view_did_load", "completion")):to_be_empty()
  expect(orders.named("refused")):to_equal { "refused not_in_window X" }
  expect(orders.messages("not_in_window")[1]):to_contain(
    "Attempt to present <X> on <P> (from <P>) whose view is not in the window hierarchy.")
  expect(completions):to_equal(0)
end)

it("S44 a child of a tab bar controller asks that one, which presents already", function()
  local child = controller "Child" {}
  local t = tabs "T" { child }
  stacked(t)
  local completions = 0
  child:present(sheet "P" {})
  settle()
  expect(orders.named("presenting")):to_equal { "presenting P on T" }
  trace:clear()
  child:present(alert "A" { button("OK") }, { completion = function() completions = completions + 1 end })
  settle()
  expect(orders.named("presenting", "presented", "completion", "refused")):to_equal { "refused already_presenting A" }
  expect(orders.messages("already_presenting")[1]):to_contain(
    "Attempt to present <A> on <T> (from <Child>) which is already presenting <P>.")
  expect(completions):to_equal(0)
end)

describe("S46 presenting right after dismissing is refused, and works in the completion", function()
  it("at once", function()
    stacked(sheet "P" {})
    root:dismiss()
    root:present(sheet "Q" {})
    settle()
    orders.expect_whole { orders.leaving("P", "script"), "refused transition_in_progress Q", orders.ending("P",
      "script") }
    expect(orders.messages("transition_in_progress")[1]):to_contain "while a presentation is in progress."
  end)

  it("in the completion", function()
    stacked(sheet "P" {})
    root:dismiss { completion = function() root:present(sheet "Q" {}) end }
    settle()
    orders.expect_whole { orders.leaving("P", "script"), orders.ending("P", "script"), "completion dismiss P",
      orders.arriving("Q", "root") }
  end)
end)

it("S47 dismissing what comes in is ignored", function()
  local p = sheet "P" {}
  present(p)
  clock:advance(100)
  trace:clear()
  root:dismiss()
  settle()
  orders.expect_whole { "refused dismiss_in_transition root", "presentation_transition_did_end P true",
    "view_did_appear P", "presented P" }
  expect(orders.messages("dismiss_in_transition")[1]):to_contain(
    "Trying to dismiss the presentation controller while transitioning already. (<P>)")
  expect(scene.top):to_be(p)
end)

it("S48 a detached controller may present, with UIKit's warning", function()
  local x = controller "X" {}
  root:add_subview(x)
  trace:clear()
  x:present(sheet "P" {})
  settle()
  orders.expect_whole { "warning detached_presenter X", orders.arriving("P", "root") }
  expect(orders.messages("detached_presenter")[1]):to_contain(
    "Presenting view controllers on detached view controllers is discouraged <X>.")
end)

it("S50 of the four containment calls UIKit makes two and the container owes two", function()
  local k, c = container "K" {}, controller "C" {}
  k:add_child(c)
  k:remove_child(c)
  -- Adding a view loads it.
  orders.expect_whole { "will_move C to K", "view_did_load C", "did_move C to K", "will_move C to nil",
    "did_move C to nil" }
end)

it("S51 VoiceOver's escape does nothing to a bare sheet", function()
  local p = sheet "P" { should_dismiss = allow, will_dismiss = listen, did_dismiss = listen,
    did_attempt_to_dismiss = listen }
  stacked(p)
  user:perform_escape()
  settle()
  orders.expect_whole { "accessibility_escape", "no_effect perform_escape P" }
  expect(scene.top):to_be(p)
end)

describe("S53 the Escape key on a Mac is a user's dismissal, which the modal flag refuses", function()
  before_each(function() device "mac_catalyst" end)

  it("with the flag up", function()
    local p = sheet "P" { is_modal_in_presentation = true, did_attempt_to_dismiss = listen }
    stacked(p)
    user:press_escape()
    settle()
    expect(orders.named("did_attempt_to_dismiss", "dismissing", "should_dismiss")):to_equal {
      "did_attempt_to_dismiss P (escape)" }
    expect(scene.top):to_be(p)
  end)

  it("with the flag down", function()
    stacked(sheet "P" { should_dismiss = allow, will_dismiss = listen, did_dismiss = listen })
    user:press_escape()
    settle()
    expect(orders.named("should_dismiss", "will_dismiss", "dismissing", "view_will_disappear", "view_did_disappear",
      "dismissed", "did_dismiss", "on_closed")):to_equal {
      "should_dismiss P -> true", "will_dismiss P", "dismissing P (escape)", "view_will_disappear P",
      "view_did_disappear P", "dismissed P (escape)", "did_dismiss P", "on_closed P (escape)",
    }
  end)
end)

it("S54 an alert's action runs when the alert has gone, and may present", function()
  stacked(alert "A" { button("OK", function() present(sheet "Q" {}) end) })
  user:tap "OK"
  settle()
  orders.expect_whole { 'tap "OK"', orders.leaving("A", "action"), orders.ending("A", "action"), 'action A "OK"',
    orders.arriving("Q", "root") }
end)

it("S56 in iOS 26 a phone's dialog is a popover without a cancel, and a tap outside is one", function()
  scene.profile = "ios26"
  local deleting = binding(false, "deleting")
  root { content = function()
    return { button("Delete", listen):confirmation_dialog { is_presented = deleting, content = function()
      return confirmation_dialog "Sure?" { anchor = "Delete",
        button("Erase", listen, { role = "destructive" }), button("Keep", listen, { role = "cancel" }) }
    end } }
  end }
  deleting:set(true)
  settle()
  local labels = {}
  for _, act in ipairs(user:actions()) do
    if act.act == "tap" then labels[#labels + 1] = act.label end
  end
  expect(labels):to_equal { "Erase" }
  trace:clear()
  user:tap_outside()
  settle()
  expect(deleting:get()):to_be_false()
  expect(orders.named("dismissing", "dismissed", "binding")):to_equal { "dismissing Sure? (outside)",
    "dismissed Sure? (outside)", "binding deleting = false (system)" }
end)

describe("S58 an alert that hangs on a covered view waits, one on the sheet's content shows", function()
  local open, asking
  before_each(function()
    open, asking = binding(false, "open"), binding(false, "asking")
  end)
  local function question() return alert "A" { button("OK") } end

  it("on the covered view, until the sheet has gone", function()
    root:sheet { is_presented = open, content = function() return sheet "P" {} end }
    root:alert { is_presented = asking, content = question }
    open:set(true)
    settle()
    trace:clear()
    asking:set(true)
    settle()
    expect(orders.named("presenting", "warning")):to_equal { "warning presentation_waiting root" }
    expect(asking:get()):to_be_true()
    expect(orders.shown()):to_equal { "P" }
    -- From 17.4 on it comes when the sheet has gone.
    open:set(false)
    settle()
    expect(orders.shown()):to_equal { "A" }
  end)

  it("on the sheet's content", function()
    root:sheet { is_presented = open, content = function()
      return sheet "P" { view("body", {}):alert { is_presented = asking, content = question } }
    end }
    open:set(true)
    settle()
    trace:clear()
    asking:set(true)
    settle()
    expect(orders.named("presenting", "presented", "refused", "warning")):to_equal { "presenting A on P",
      "presented A" }
  end)
end)

it("S60 an action sheet without an anchor raises on iPad, and links nothing", function()
  device "ipad"
  local a = confirmation_dialog "A" { button("OK") }
  expect(function() present(a) end):to_raise "You must provide location information for this popover"
  settle()
  expect(scene):to_show()
  expect(orders.named("presenting", "presented", "view_did_load")):to_be_empty()
end)
