-- What peers' suites say about pulls, detents, touches outside and escapes (docs/CONFORMANCE.md, series P).
local orders = require "lib.orders"

local function allow() return true end
local function refuse() return false end
local function listen() end

local function hearing(name, options)
  local made = { should_dismiss = allow, will_dismiss = listen, did_dismiss = listen, did_attempt_to_dismiss = listen }
  for key, value in pairs(options or {}) do made[key] = value end
  return sheet(name) (made)
end

local function shown(...)
  for _, controller in ipairs { ... } do
    present(controller)
    settle()
  end
  trace:clear()
  return ...
end

local function swiped()
  user:swipe_down()
  settle()
end

local function told()
  return orders.named("should_dismiss", "will_dismiss", "did_dismiss", "did_attempt_to_dismiss", "detent", "on_closed")
end

local heights = { "medium", "large" }

it("P-040 with the flag up a sheet can be made larger and smaller, which is no attempt", function()
  shown(hearing("P", { detents = heights, is_modal_in_presentation = true }))
  user:drag_to_detent "large"
  settle()
  user:drag_to_detent "medium"
  settle()
  expect(told()):to_equal { "detent P = large (user)", "detent P = medium (user)" }
end)

it("P-041 with the flag up a swipe at the smallest detent is one attempt, and it stays there", function()
  local selected = binding("medium", "selected")
  shown(hearing("P", { detents = heights, selected_detent = selected, is_modal_in_presentation = true }))
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss P (swipe)" }
  expect(selected:get()):to_equal "medium"
  expect(orders.shown()):to_equal { "P" }
end)

it("P-042 an alert that the attempt shows leaves the sheet at its detent when it goes", function()
  local selected = binding("medium", "selected")
  shown(hearing("P", { detents = heights, selected_detent = selected, is_modal_in_presentation = true,
    did_attempt_to_dismiss = function(attempt)
      present(alert "Stay?" { button("OK") }, { from = attempt.controller })
    end }))
  swiped()
  user:tap "OK"
  settle()
  expect(told()):to_equal { "did_attempt_to_dismiss P (swipe)", "on_closed Stay? (action)" }
  expect(selected:get()):to_equal "medium"
  expect(orders.shown()):to_equal { "P" }
end)

it("P-043 with the flag up a tap outside changes nothing", function()
  shown(hearing("P", { detents = heights, is_modal_in_presentation = true }))
  user:tap_outside()
  settle()
  expect(told()):to_be_empty()
  expect(orders.named("no_effect")):to_equal { "no_effect tap_outside P" }
  expect(orders.shown()):to_equal { "P" }
end)

it("P-044 with the flag down a swipe takes it, without an attempt", function()
  shown(hearing("P", { detents = heights }))
  swiped()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-045 with the flag down a tap outside takes it, without an attempt", function()
  shown(hearing("P", { detents = heights }))
  user:tap_outside()
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (outside)" }
end)

it("P-046 what the user does is told as the user's, what code does is not", function()
  local by_user = {}
  local p = hearing("P", { on_closed = function(outcome) by_user[#by_user + 1] = outcome.by_user end })
  shown(p)
  swiped()
  expect(orders.named("did_dismiss")):to_have_length(1)
  shown(p)
  p:dismiss()
  settle()
  expect(orders.named("did_dismiss", "will_dismiss", "should_dismiss")):to_be_empty()
  expect(by_user):to_equal { true, false }
end)

it("P-047 dismissed and asked for again in one turn it goes out, and comes again by itself", function()
  local s = binding(true, "s")
  local dismiss
  root:sheet { is_presented = s, content = function()
    dismiss = environment.dismiss
    return sheet "P" {}
  end }
  settle()
  trace:clear()
  dismiss()
  s:set(true)
  settle()
  expect(orders.named("binding", "dismissing", "dismissed", "presenting", "presented")):to_equal {
    "binding s = false (system)", "dismissing P (script)", "binding s = true (script)", "dismissed P (script)",
    "presenting P on root", "presented P" }
  expect(s:get()):to_be_true()
  expect(#scene.stack):to_equal(1)
  swiped()
  expect(s:get()):to_be_false()
  expect(#scene.stack):to_equal(0)
end)

it("P-048 when the third goes the second is on top again, at its large detent", function()
  local selections = {}
  for number, name in ipairs { "A", "B", "C" } do
    selections[number] = binding("medium", "selection" .. name)
    shown(hearing(name, { detents = heights, selected_detent = selections[number] }))
    user:drag_to_detent "large"
    settle()
  end
  trace:clear()
  scene.top:dismiss()
  settle()
  expect(told()):to_equal { "on_closed C (script)" }
  expect(orders.shown()):to_equal { "A", "B" }
  expect(selections[2]:get()):to_equal "large"
  -- A swipe at the large detent makes it smaller.
  swiped()
  expect(selections[2]:get()):to_equal "medium"
  expect(orders.shown()):to_equal { "A", "B" }
end)

it("P-049 of three the first takes all along, and the root can be touched again", function()
  local taps = 0
  root { button("Home", function() taps = taps + 1 end) }
  local first = shown(hearing "A", hearing "B", hearing "C")
  close(first)
  settle()
  expect(told()):to_equal { "on_closed C (ancestor)", "on_closed B (ancestor)", "on_closed A (script)" }
  user:tap "Home"
  expect(taps):to_equal(1)
end)

it("P-050 of two the first takes both along", function()
  local first = shown(hearing "A", hearing "B")
  close(first)
  settle()
  expect(told()):to_equal { "on_closed B (ancestor)", "on_closed A (script)" }
  expect(scene):to_show()
end)

it("P-051 the detent where it settles is told once, and an update does not put the first one back", function()
  local selected, n = binding("large", "selected"), binding(0, "n")
  shown(hearing("P", { detents = heights, selected_detent = selected, did_change_selected_detent_identifier = listen,
    content = function() return { text("n is " .. n:get()) } end }))
  user:drag_to_detent "medium"
  settle()
  expect(orders.named("detent", "binding", "did_change_selected_detent_identifier")):to_equal {
    "detent P = medium (user)",
    "binding selected = medium (system)", "did_change_selected_detent_identifier P" }
  trace:clear()
  n:set(1)
  settle()
  expect(orders.named("content_updated", "detent")):to_equal { "content_updated P" }
  expect(selected:get()):to_equal "medium"
end)

it("P-052 a flag that turns right before the act counts as it is then", function()
  local locked = binding(true, "locked")
  shown(hearing("P", { is_modal_in_presentation = locked }))
  locked:set(false)
  locked:set(true)
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss P (swipe)" }
  trace:clear()
  locked:set(false)
  swiped()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-053 the root of a nested stack keeps the whole stack, or lets the whole stack go", function()
  local locked = binding(true, "locked")
  local child = controller "Child" { is_modal_in_presentation = locked }
  local nav = navigation "Nav" { did_attempt_to_dismiss = listen, did_dismiss = listen, child }
  shown(nav)
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss Nav (swipe)" }
  expect(orders.shown()):to_equal { "Nav" }
  trace:clear()
  locked:set(false)
  swiped()
  expect(orders.named("view_did_disappear", "did_dismiss", "on_closed")):to_equal { "view_did_disappear Nav",
    "view_did_disappear Child", "did_dismiss Nav", "on_closed Nav (swipe)" }
end)

it("P-054 a new one begins with the policy it is given, not with what another was changed to", function()
  local function made(name) return hearing(name, {}) end
  local first = shown(made "First")
  first.is_modal_in_presentation = true
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss First (swipe)" }
  first:dismiss()
  settle()
  shown(made "Second")
  swiped()
  expect(told()):to_equal { "should_dismiss Second -> true", "will_dismiss Second", "did_dismiss Second",
    "on_closed Second (swipe)" }
end)

it("P-055 code asks no policy, also when the call reaches what is around the receiver", function()
  local child = controller "Child" { is_modal_in_presentation = true }
  shown(navigation "Nav" { should_dismiss = refuse, did_attempt_to_dismiss = listen, child })
  child:dismiss()
  settle()
  expect(told()):to_equal { "on_closed Nav (script)" }
  expect(scene):to_show()
end)

it("P-097 a policy that turns on and off is asked at each act", function()
  local locked = true
  shown(hearing("P", { should_dismiss = function() return not locked end }))
  swiped()
  locked = false
  user:drag(0.2)
  user:release()
  settle()
  locked = true
  swiped()
  locked = false
  swiped()
  local no = { "should_dismiss P -> false", "did_attempt_to_dismiss P (swipe)" }
  expect(told()):to_equal(orders.flat { no, "should_dismiss P -> true", "will_dismiss P", no,
    "should_dismiss P -> true",
    "will_dismiss P", "did_dismiss P", "on_closed P (swipe)" })
end)

it("P-099 of two views that disable it one is enough, and without both it goes", function()
  local count = binding(2, "count")
  shown(sheet "P" { did_dismiss = listen, content = function()
    local views = { text "always" }
    for number = 1, count:get() do views[number + 1] = text("veto " .. number):interactive_dismiss_disabled() end
    return views
  end })
  for _, left in ipairs { 1, 0 } do
    swiped()
    expect(orders.shown()):to_equal { "P" }
    count:set(left)
    settle()
  end
  swiped()
  expect(told()):to_equal { "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-100 a slow pull takes it beyond half its height, and not at half", function()
  shown(hearing "P")
  user:drag(0.5)
  user:release()
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P" }
  trace:clear()
  user:drag(0.51)
  user:release()
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-101 where there is no gesture nothing moves", function()
  shown(hearing("P", { style = "full_screen" }))
  user:drag(0.6)
  user:release()
  settle()
  expect(told()):to_be_empty()
  expect(orders.named("gesture", "view_will_disappear")):to_be_empty()
end)

it("P-102 what refuses follows the finger, comes back and is told of the attempt", function()
  shown(hearing("P", { should_dismiss = refuse }))
  user:drag(0.7)
  expect(scene.is_idle):to_be_false()
  user:release()
  settle()
  orders.expect_whole { orders.refused_pull("P", "should_dismiss P -> false"), "did_attempt_to_dismiss P (swipe)" }
  expect(scene.is_idle):to_be_true()
end)

it("P-103 the flag of what is presented wins over whatever is allowed inside", function()
  shown(navigation "Nav" { is_modal_in_presentation = true, should_dismiss = allow, did_attempt_to_dismiss = listen,
    controller "Child" { is_modal_in_presentation = false } })
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss Nav (swipe)" }
end)

it("P-104 while it is pulled it is neither at rest nor gone, and lifting the finger decides", function()
  local p = shown(hearing "P")
  user:drag(0.7)
  expect(scene.is_idle):to_be_false()
  expect(scene.top):to_be(p)
  expect(orders.named("dismissing", "dismissed")):to_be_empty()
  user:release()
  expect(orders.named("dismissing", "dismissed")):to_equal { "dismissing P (swipe)" }
  clock:advance(299)
  expect(orders.named("dismissed")):to_be_empty()
  clock:advance(1)
  expect(orders.named("dismissed")):to_equal { "dismissed P (swipe)" }
  expect(scene.is_idle):to_be_true()
end)

it("P-105 scrolling up makes it larger first, and back down it shrinks and goes", function()
  local selected = binding("medium", "selected")
  shown(hearing("P", { detents = heights, selected_detent = selected, scroll_view("list", { text "row" }) }))
  user:scroll(-400)
  settle()
  expect(orders.named("detent", "scroll")):to_equal { "detent P = large (user)" }
  user:scroll(-100)
  expect(orders.named("detent", "scroll")):to_equal { "detent P = large (user)", "scroll P list = 100" }
  trace:clear()
  user:scroll(100)
  expect(orders.named("detent", "scroll", "should_dismiss")):to_equal { "scroll P list = 0" }
  user:scroll(400)
  settle()
  expect(orders.named("detent", "should_dismiss")):to_equal { "detent P = medium (user)" }
  user:scroll(300)
  settle()
  expect(told()):to_equal { "detent P = medium (user)", "should_dismiss P -> true", "will_dismiss P", "did_dismiss P",
    "on_closed P (swipe)" }
end)

it("P-106 a refusal covers a swipe, VoiceOver's escape and a tap outside", function()
  device "ipad"
  shown(hearing("P", { style = "form_sheet", should_dismiss = refuse, performs_escape = true }))
  swiped()
  user:perform_escape()
  settle()
  user:tap_outside()
  settle()
  -- A refused tap outside is no attempt (C-2).
  expect(told()):to_equal { "should_dismiss P -> false", "did_attempt_to_dismiss P (swipe)",
    "should_dismiss P -> false",
    "did_attempt_to_dismiss P (escape)", "should_dismiss P -> false" }
  expect(orders.shown()):to_equal { "P" }
end)

-- A stack whose controllers note in `heard` that VoiceOver's escape reached them, and answer what `answers` says.
local function escaping(heard, answers)
  local function override(name)
    return function()
      heard[#heard + 1] = name
      return answers[name]
    end
  end
  local child = controller "Child" { performs_escape = override "Child" }
  local nav = navigation "Nav" { performs_escape = override "Nav", child }
  shown(nav)
  return nav, child
end

it("P-107 only the innermost that handles an escape hears it", function()
  local heard = {}
  escaping(heard, { Child = true, Nav = true })
  user:perform_escape()
  settle()
  expect(heard):to_equal { "Child" }
  expect(orders.named("perform_escape", "dismissing")):to_equal { "perform_escape Child -> true" }
end)

it("P-108 one that does not handle it hands it outwards", function()
  local heard = {}
  escaping(heard, { Child = false, Nav = true })
  user:perform_escape()
  settle()
  expect(heard):to_equal { "Child", "Nav" }
  expect(orders.named("perform_escape", "no_effect")):to_equal { "perform_escape Child -> false",
    "perform_escape Nav -> true" }
end)

it("P-109 one that goes away in its own call is no harm", function()
  local calls = 0
  shown(sheet "P" { performs_escape = function(self)
    calls = calls + 1
    close(self)
    return true
  end })
  user:perform_escape()
  user:perform_escape()
  settle()
  expect(calls):to_equal(1)
  expect(orders.named("on_closed", "error")):to_equal { "on_closed P (script)" }
end)

it("P-110 one that has gone, or never came, is not asked", function()
  local heard = {}
  local function override(name)
    return { performs_escape = function()
      heard[#heard + 1] = name
      return true
    end }
  end
  local gone, never = sheet "Gone" (override "Gone"), sheet "Never" (override "Never")
  shown(gone)
  gone:dismiss()
  settle()
  shown(sheet "P" (override "P"))
  user:perform_escape()
  settle()
  expect(heard):to_equal { "P" }
  expect(never.presenting_view_controller):to_be_nil()
end)

it("P-111 a pull begins, changes, and either ends or is taken away", function()
  local p = shown(sheet "P" {})
  user:drag(0.2)
  user:drag(0.4)
  user:cancel_touch()
  settle()
  expect(orders.named("gesture", "dismissing", "dismissal_cancelled")):to_equal { "gesture P began",
    "gesture P changed",
    "gesture P changed", "gesture P cancelled", "dismissal_cancelled P" }
  trace:clear()
  user:drag(0.6)
  user:release()
  settle()
  expect(orders.named("gesture", "dismissing", "dismissal_cancelled")):to_equal { "gesture P began",
    "gesture P changed",
    "gesture P ended", "dismissing P (swipe)" }
  expect(p.presenting_view_controller):to_be_nil()
end)

it("P-112 where nobody handles an escape it has no effect", function()
  local heard = {}
  escaping(heard, { Child = false, Nav = false })
  user:perform_escape()
  settle()
  expect(heard):to_equal { "Child", "Nav" }
  expect(orders.named("no_effect", "dismissing")):to_equal { "no_effect perform_escape Nav" }
  expect(orders.shown()):to_equal { "Nav" }
end)
