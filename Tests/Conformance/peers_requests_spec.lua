-- What peers' suites say about asking, refusing and forcing an end (docs/CONFORMANCE.md, series P).
local orders = require "lib.orders"

local function allow() return true end
local function refuse() return false end
local function listen() end

-- A sheet that hears everything its delegate can hear; `options` come on top.
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

-- What the delegates and the host's own callback were told, and what was refused.
local function told()
  return orders.named("should_dismiss", "will_dismiss", "did_dismiss", "did_attempt_to_dismiss", "on_closed", "refused")
end

it("P-001 a request that is allowed asks, and ends it", function()
  local p = shown(hearing "P")
  expect(request_dismiss(p)):to_be_true()
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "on_closed P (request)" }
end)

it("P-002 what was removed is not asked any more", function()
  local p = shown(hearing "P")
  p:dismiss { animated = false }
  settle()
  trace:clear()
  request_dismiss(p)
  settle()
  expect(told()):to_equal { "refused nothing_to_dismiss P" }
end)

it("P-003 what was forced to end, and is asked then, ends once", function()
  local p = shown(hearing "P")
  p:dismiss()
  settle()
  request_dismiss(p)
  settle()
  expect(told()):to_equal { "on_closed P (script)", "refused nothing_to_dismiss P" }
end)

it("P-004 what was asked and has ended is not ended again", function()
  local p = shown(hearing "P")
  request_dismiss(p)
  settle()
  close(p)
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "on_closed P (request)", "refused nothing_to_dismiss P" }
end)

it("P-005 what the user has dismissed is told once, though code closes it afterwards", function()
  local p = shown(hearing "P")
  swiped()
  close(p)
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (swipe)",
    "refused nothing_to_dismiss P" }
end)

it("P-007 forcing the end inside the question is skipped, and it ends once", function()
  local p
  p = shown(hearing("P", { should_dismiss = function()
    p:dismiss()
    return true
  end }))
  request_dismiss(p)
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "on_closed P (request)" }
  expect(orders.named("warning")):to_equal { "warning side_effect_in_policy P" }
end)

it("P-008 forcing the end inside did_dismiss ends nothing a second time", function()
  shown(hearing("P", { did_dismiss = function(self) self:dismiss() end }))
  swiped()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P",
    "refused nothing_to_dismiss P",
    "on_closed P (swipe)" }
end)

it("P-009 asking inside the question does not ask again, and it ends once", function()
  local asked = 0
  local p
  p = shown(hearing("P", { should_dismiss = function()
    asked = asked + 1
    request_dismiss(p)
    return true
  end }))
  request_dismiss(p)
  settle()
  expect(asked):to_equal(1)
  expect(told()):to_equal { "should_dismiss P -> true", "on_closed P (request)" }
  expect(orders.named("warning")):to_equal { "warning side_effect_in_policy P" }
end)

it("P-010 of three on one another each swipe takes the topmost", function()
  shown(hearing "A", hearing "B", hearing "C")
  for _ = 1, 3 do swiped() end
  expect(orders.named("should_dismiss", "did_dismiss", "on_closed")):to_equal {
    "should_dismiss C -> true", "did_dismiss C", "on_closed C (swipe)", "should_dismiss B -> true", "did_dismiss B",
    "on_closed B (swipe)", "should_dismiss A -> true", "did_dismiss A", "on_closed A (swipe)",
  }
end)

it("P-011 a refusal on top is not heard further down", function()
  shown(hearing "A", hearing "B", hearing("C", { should_dismiss = refuse }))
  swiped()
  expect(told()):to_equal { "should_dismiss C -> false", "did_attempt_to_dismiss C (swipe)" }
  expect(orders.shown()):to_equal { "A", "B", "C" }
end)

it("P-012 what comes after one that has gone gets the next swipe", function()
  local first = shown(hearing "First")
  first:dismiss()
  settle()
  shown(hearing "Second")
  swiped()
  expect(told()):to_equal { "should_dismiss Second -> true", "will_dismiss Second", "did_dismiss Second",
    "on_closed Second (swipe)" }
end)

it("P-015 content that handles the escape itself keeps the question from being asked", function()
  local handled = 0
  shown(hearing("P", { performs_escape = function()
    handled = handled + 1
    return true
  end }))
  user:perform_escape()
  settle()
  expect(handled):to_equal(1)
  expect(told()):to_be_empty()
  expect(orders.shown()):to_equal { "P" }
end)

-- Policy and act: what allows everything hears every act, what refuses everything gives way to none.
local acts = {
  escape = { on = "mac_catalyst", options = {}, act = function() user:press_escape() end },
  accessibility_escape = { on = "ipad", options = { performs_escape = true },
    act = function() user:perform_escape() end },
  outside = { on = "ipad", options = {}, act = function() user:tap_outside() end },
}
local function acted(word, is_modal)
  device(acts[word].on)
  local options = { style = "form_sheet", is_modal_in_presentation = is_modal }
  for key, value in pairs(acts[word].options) do options[key] = value end
  if is_modal then options.should_dismiss = refuse end
  shown(hearing("P", options))
  acts[word].act()
  settle()
end
local function expect_dismissed(word)
  acted(word, false)
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P",
    "on_closed P (" .. word .. ")" }
  expect(scene):to_show()
end
local function expect_kept(word, attempts)
  acted(word, true)
  expect(told()):to_equal(attempts)
  expect(orders.shown()):to_equal { "P" }
end

it("P-018 a policy that allows hears the Escape key", function() expect_dismissed "escape" end)
it("P-019 a policy that allows hears VoiceOver's escape", function() expect_dismissed "accessibility_escape" end)
it("P-020 a policy that allows hears a tap outside", function() expect_dismissed "outside" end)
it("P-024 the modal flag keeps the Escape key away", function()
  expect_kept("escape", { "did_attempt_to_dismiss P (escape)" })
end)
it("P-025 the modal flag keeps VoiceOver's escape away", function()
  expect_kept("accessibility_escape", { "did_attempt_to_dismiss P (escape)" })
end)
it("P-026 the modal flag keeps a tap outside away", function() expect_kept("outside", {}) end)

it("P-027 a request is heard where no gesture is", function()
  local p = shown(hearing("P", { style = "full_screen" }))
  swiped()
  expect(told()):to_be_empty()
  request_dismiss(p)
  settle()
  expect(told()):to_equal { "should_dismiss P -> true", "on_closed P (request)" }
end)

it("P-028 a policy that changes while it is shown counts for the next act", function()
  local locked = binding(true, "locked")
  shown(hearing("P", { is_modal_in_presentation = locked }))
  swiped()
  locked:set(false)
  swiped()
  expect(told()):to_equal { "did_attempt_to_dismiss P (swipe)", "should_dismiss P -> true", "will_dismiss P",
    "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-029 the third refusal in a row is a refusal as the first was", function()
  local p = shown(hearing("P", { should_dismiss = refuse }))
  for _ = 1, 3 do
    expect(request_dismiss(p)):to_be_false()
    settle()
  end
  local once = { "should_dismiss P -> false", "did_attempt_to_dismiss P (request)" }
  expect(told()):to_equal(orders.flat { once, once, once })
  expect(orders.shown()):to_equal { "P" }
end)

it("P-030 the result of a request is in the outcome, and stays there until another presentation has another", function()
  local p = shown(hearing "P")
  request_dismiss(p, "saved")
  settle()
  expect(await(p).result):to_equal "saved"
  p:dismiss()
  settle()
  expect(await(p).result):to_equal "saved"
  shown(p)
  request_dismiss(p, "sent")
  settle()
  expect(await(p).result):to_equal "sent"
end)

it("P-031 the result of a refused request is forgotten", function()
  local locked = true
  local outcome
  local p = hearing("P", { should_dismiss = function() return not locked end })
  start(function() outcome = show(p) end)
  settle()
  request_dismiss(p, "too early")
  settle()
  locked = false
  swiped()
  expect(outcome.reason):to_equal "swipe"
  expect(outcome.result):to_be_nil()
end)

it("P-032 the Escape key takes the inner one, and the outer one is not asked", function()
  device "mac_catalyst"
  shown(hearing("Outer", { should_dismiss = refuse }), hearing "Inner")
  user:press_escape()
  settle()
  expect(told()):to_equal { "should_dismiss Inner -> true", "will_dismiss Inner", "did_dismiss Inner",
    "on_closed Inner (escape)" }
  expect(orders.shown()):to_equal { "Outer" }
end)

it("P-033 a tap outside takes the inner one, and the outer one is not asked", function()
  device "ipad"
  shown(hearing("Outer", { style = "form_sheet", should_dismiss = refuse }), hearing("Inner", { style = "form_sheet" }))
  user:tap_outside()
  settle()
  expect(told()):to_equal { "should_dismiss Inner -> true", "will_dismiss Inner", "did_dismiss Inner",
    "on_closed Inner (outside)" }
  expect(orders.shown()):to_equal { "Outer" }
end)

it("P-034 what is asked for again while it closes ends as shown, with one end and one beginning", function()
  local s = binding(true, "s")
  root:sheet { is_presented = s, content = function() return sheet "P" {} end }
  settle()
  trace:clear()
  s:set(false)
  clock:advance(100)
  s:set(true)
  settle()
  expect(orders.named("presenting", "presented", "dismissing", "on_closed")):to_equal {
    "dismissing P (binding)", "on_closed P (binding)", "presenting P on root", "presented P" }
  expect(#scene.stack):to_equal(1)
end)

it("P-035 what lies beneath takes no touches until it is uncovered", function()
  local taps = 0
  root { button("Beneath", function() taps = taps + 1 end) }
  local p = shown(hearing "P")
  user:tap "Beneath"
  settle()
  expect(taps):to_equal(0)
  expect(told()):to_equal { "refused covered root" }
  p:dismiss()
  settle()
  user:tap "Beneath"
  expect(taps):to_equal(1)
end)

it("P-036 the field that had the keyboard has it again when what covered it has gone", function()
  local text = binding("", "text")
  shown(hearing("P", { text_field("body", text) }))
  user:focus "body"
  local q = shown(hearing "Q")
  q:dismiss()
  settle()
  expect(orders.named("focus")):to_equal { "focus P body (restored)" }
end)

it("P-038 a refused dismissal does not move the keyboard", function()
  local text = binding("", "text")
  shown(hearing("P", { should_dismiss = refuse, text_field("body", text) }))
  user:focus "body"
  trace:clear()
  swiped()
  expect(orders.named("focus", "dismiss_keyboard", "did_attempt_to_dismiss")):to_equal {
    "did_attempt_to_dismiss P (swipe)" }
end)

it("P-089 what would take a refusing one along is refused as a whole, and told once", function()
  local triggers = {}
  local lower = hearing "Lower"
  shown(lower, hearing("Middle", { should_dismiss = refuse, did_attempt_to_dismiss = function(attempt)
    triggers[#triggers + 1] = attempt.trigger .. " " .. attempt.controller.name
  end }), hearing "Upper")
  expect(request_dismiss(lower)):to_be_false()
  settle()
  expect(told()):to_equal { "should_dismiss Upper -> true", "should_dismiss Middle -> false",
    "did_attempt_to_dismiss Middle (request)" }
  expect(triggers):to_equal { "request Middle" }
  expect(orders.shown()):to_equal { "Lower", "Middle", "Upper" }
end)

it("P-090 a handler that lets the act go on is not asked again", function()
  local p = shown(hearing("P", { should_dismiss = refuse,
    did_attempt_to_dismiss = function(attempt) attempt:proceed() end }))
  swiped()
  expect(told()):to_equal { "should_dismiss P -> false", "did_attempt_to_dismiss P (swipe)", "on_closed P (script)" }
  expect(await(p).reason):to_equal "script"
end)

it("P-091 a flag that is down changes nothing", function()
  shown(hearing("P", { is_modal_in_presentation = false, interactive_dismiss_disabled = false }))
  swiped()
  expect(told()):to_equal { "should_dismiss P -> true", "will_dismiss P", "did_dismiss P", "on_closed P (swipe)" }
end)

it("P-092 the visible child of a nested stack keeps what is around it", function()
  local nav = navigation "Nav" { did_attempt_to_dismiss = listen, controller "Edit" {
    is_modal_in_presentation = true } }
  local outer = hearing "Outer"
  shown(outer, nav)
  expect(request_dismiss(outer)):to_be_false()
  settle()
  expect(told()):to_equal { "did_attempt_to_dismiss Nav (request)" }
  expect(orders.shown()):to_equal { "Outer", "Nav" }
end)

it("P-093 one that is covered still refuses to be taken along", function()
  shown(hearing("Covered", { should_dismiss = refuse }), hearing "Top")
  expect(request_dismiss_all()):to_be_false()
  settle()
  expect(told()):to_equal { "should_dismiss Top -> true", "should_dismiss Covered -> false",
    "did_attempt_to_dismiss Covered (request)" }
  expect(orders.shown()):to_equal { "Covered", "Top" }
end)

it("P-094 one that has gone refuses nothing any more", function()
  local covered = hearing("Covered", { should_dismiss = refuse, forced = false })
  shown(hearing "Lowest", covered, hearing "Top")
  close(covered)
  settle()
  trace:clear()
  expect(request_dismiss_all()):to_be_true()
  settle()
  expect(told()):to_equal { "should_dismiss Lowest -> true", "on_closed Lowest (request)" }
end)

-- Each kind of sheet answers a request as its policy says.
local kinds = { page = {}, form = { style = "form_sheet" }, detents = { detents = { "medium", "large" } } }
local function expect_answer(kind, answer)
  local options = { should_dismiss = function() return answer end }
  for key, value in pairs(kinds[kind]) do options[key] = value end
  local p = shown(hearing("P", options))
  expect(request_dismiss(p)):to_be(answer)
  settle()
  expect(told()):to_equal(answer and { "should_dismiss P -> true", "on_closed P (request)" }
    or { "should_dismiss P -> false", "did_attempt_to_dismiss P (request)" })
  expect(#scene.stack):to_equal(answer and 0 or 1)
end

it("P-114 a page sheet answers a request with yes, and ends", function() expect_answer("page", true) end)
it("P-115 a page sheet answers a request with no, and stays", function() expect_answer("page", false) end)
it("P-118 a form sheet answers a request with yes, and ends", function() expect_answer("form", true) end)
it("P-119 a form sheet answers a request with no, and stays", function() expect_answer("form", false) end)
it("P-122 a sheet with detents answers a request with yes, and ends", function() expect_answer("detents", true) end)
it("P-123 a sheet with detents answers a request with no, and stays", function() expect_answer("detents", false) end)

it("P-126 a swipe gives its reason and no result", function()
  local p = shown(hearing "P")
  swiped()
  local outcome = await(p)
  expect(outcome.reason):to_equal "swipe"
  expect(outcome.by_user):to_be_true()
  expect(outcome.result):to_be_nil()
end)
