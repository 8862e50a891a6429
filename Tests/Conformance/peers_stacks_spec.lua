-- What the suites of re-implementations and routers say, and what SCXML says about delayed events (docs/CONFORMANCE.md,
-- series P).
local orders = require "lib.orders"

local function refuse() return false end
local function listen() end

local function shown(...)
  for _, controller in ipairs { ... } do
    present(controller)
    settle()
  end
  trace:clear()
  return ...
end

local function tapped(label)
  user:tap(label)
  settle()
end

local function swiped()
  user:swipe_down()
  settle()
end

local function coming(name, presenter) return { "presenting " .. name .. " on " .. presenter, "presented " .. name } end

local function appearance()
  return orders.named("view_will_appear", "view_did_appear", "view_will_disappear", "view_did_disappear")
end

describe("P-129 on the way in the presenter's callbacks enclose those of a full screen, and do not come otherwise",
  function()
  it("full screen", function()
    present(cover "P" {})
    settle()
    expect(appearance()):to_equal { "view_will_disappear root", "view_will_appear P", "view_did_appear P",
      "view_did_disappear root" }
  end)

  for style, on in pairs { form_sheet = "iphone", popover = "ipad" } do
    it(style, function()
      device(on)
      root { button("Open", listen) }
      present(controller "P" { style = style, anchor = style == "popover" and "Open" or nil })
      settle()
      expect(appearance()):to_equal { "view_will_appear P", "view_did_appear P" }
    end)
  end
end)

describe("P-130 on the way back the presenter's callbacks come for a full screen, and do not otherwise", function()
  it("full screen", function()
    local p = shown(cover "P" {})
    p:dismiss()
    settle()
    expect(appearance()):to_equal { "view_will_disappear P", "view_will_appear root", "view_did_appear root",
      "view_did_disappear P" }
  end)

  it("form sheet", function()
    local p = shown(sheet "P" { style = "form_sheet" })
    p:dismiss()
    settle()
    expect(appearance()):to_equal { "view_will_disappear P", "view_did_disappear P" }
  end)
end)

it("P-131 the links are cut before view_did_disappear and the completion", function()
  local seen = {}
  local p
  p = sheet "P" { view_did_disappear = function(self)
    seen[#seen + 1] = { "disappear", self.presenting_view_controller == nil, root.presented_view_controller == nil,
      self.is_being_dismissed }
  end }
  shown(p)
  p:dismiss { completion = function()
    seen[#seen + 1] = { "completion", p.presenting_view_controller == nil, root.presented_view_controller == nil,
      p.is_being_dismissed }
  end }
  settle()
  expect(seen):to_equal { { "disappear", true, true, true }, { "completion", true, true, false } }
end)

it("P-132 a second one on a busy presenter is ignored, with a message that names both", function()
  shown(sheet "First" {})
  present(sheet "Second" {}, { from = root })
  settle()
  expect(orders.tale()):to_equal { "refused already_presenting Second" }
  local message = orders.messages("already_presenting")[1]
  expect(message):to_contain "<First>"
  expect(message):to_contain "<Second>"
  expect(orders.shown()):to_equal { "First" }
end)

it("P-133 presenting what is presented already raises, however busy the presenter is", function()
  local p = shown(sheet "P" {})
  local q = shown(sheet "Q" {})
  for _, presenter in ipairs { root, q } do
    expect(function() presenter:present(p) end):to_raise "already being presented by <root>"
  end
  settle()
  expect(orders.tale()):to_be_empty()
  expect(orders.shown()):to_equal { "P", "Q" }
end)

it("P-135 the callback of the latest update is the one that is called, also when it is none", function()
  local heard = {}
  local n = binding(1, "n")
  root { content = function()
    local number = n:get()
    return { button("Go", number < 3 and function() heard[#heard + 1] = number end or nil) }
  end }
  settle()
  for number = 1, 3 do
    n:set(number)
    settle()
    tapped "Go"
  end
  expect(heard):to_equal { 1, 2 }
end)

it("P-136 asking for it again does not cancel its way out", function()
  local s = binding(true, "s")
  root:sheet { is_presented = s, content = function() return sheet "P" {} end }
  settle()
  trace:clear()
  s:set(false)
  clock:advance(100)
  s:set(true)
  clock:advance(400)
  expect(orders.named("dismissing", "dismissal_cancelled", "dismissed")):to_equal { "dismissing P (binding)",
    "dismissed P (binding)" }
  settle()
  expect(orders.shown()):to_equal { "P" }
end)

it("P-137 pulled away while its state still asks for it, it ends once", function()
  scene.profile = "ios16"
  local s = binding(true, "s")
  root:sheet { is_presented = s, on_dismiss = listen, content = function() return sheet "P" {} end }
  settle()
  trace:clear()
  user:swipe_down()
  clock:advance(100)
  s:set(true)
  settle()
  expect(orders.named("dismissed", "on_dismiss", "on_closed", "presenting")):to_equal { "dismissed P (swipe)",
    "on_dismiss P", "on_closed P (swipe)" }
  expect(s:get()):to_be_false()
end)

it("P-138 when the presenter goes the modifier's callback does not come", function()
  local there, s, calls = binding(true, "there"), binding(true, "s"), 0
  root { content = function()
    return { there:get() and view("host", {}):sheet { is_presented = s, on_dismiss = function() calls = calls + 1 end,
      content = function() return sheet "P" {} end } or text "gone" }
  end }
  settle()
  trace:clear()
  there:set(false)
  settle()
  expect(orders.named("on_dismiss", "on_closed", "did_dismiss")):to_equal { "on_closed P (presenter_removed)" }
  expect(calls):to_equal(0)
end)

it("P-139 the trace tells of each transition who comes or goes, and on whom", function()
  local p = sheet "P" {}
  present(p)
  settle()
  present(sheet "Q" {})
  settle()
  p:dismiss()
  settle()
  p:dismiss()
  settle()
  expect(orders.named("presenting", "dismissing")):to_equal { "presenting P on root", "presenting Q on P",
    "dismissing Q (script)", "dismissing P (script)" }
  for _, entry in ipairs(trace.entries) do
    if entry.name == "presenting" then expect(entry.detail):to_contain(entry.subject == "P" and "root" or "P") end
  end
end)

-- A presented navigation controller, with a sheet on it.
local function modal_on_stack()
  local nav = navigation "Nav" { style = "full_screen", controller "Home" {} }
  shown(nav)
  nav:push(controller "List" {})
  settle()
  shown(sheet "Modal" {})
  return nav
end

it("P-140 from a modal to a page: the modal goes, and then the page is pushed", function()
  local nav = modal_on_stack()
  scene.top:dismiss { completion = function() nav:push(controller "Page" {}) end }
  settle()
  expect(orders.named("dismissed", "did_move")):to_equal { "dismissed Modal (script)", "did_move Page to Nav" }
  expect(nav.top_view_controller.name):to_equal "Page"
  expect(orders.shown()):to_equal { "Nav" }
end)

it("P-141 clearing all: the modal goes, and then the stack pops to its root", function()
  local nav = modal_on_stack()
  scene.top:dismiss { completion = function() nav:pop_to_root() end }
  settle()
  expect(orders.named("dismissed", "did_move")):to_equal { "dismissed Modal (script)", "did_move List to nil" }
  expect(nav.top_view_controller.name):to_equal "Home"
end)

it("P-142 an alert over a modal is presented by the modal, and as it is", function()
  modal_on_stack()
  present(alert "Sure?" { button("OK") })
  settle()
  expect(orders.named("presenting")):to_equal { "presenting Sure? on Modal" }
  expect(scene.top.parent):to_be_nil()
end)

it("P-144 a page that allows no gesture has the modal flag up, and by default it is down", function()
  local p = sheet "P" {}
  expect(p.is_modal_in_presentation):to_be_false()
  shown(p)
  p.is_modal_in_presentation = true
  swiped()
  expect(orders.named("dismissing")):to_be_empty()
  p.is_modal_in_presentation = false
  swiped()
  expect(orders.named("dismissing")):to_equal { "dismissing P (swipe)" }
end)

it("P-145 several screens come one at a time, each when the one before it is there", function()
  local names, presented = { "A", "B", "C" }, 0
  local function step()
    presented = presented + 1
    if names[presented] then present(sheet(names[presented]) {}, { completion = step }) end
  end
  step()
  settle()
  expect(orders.tale()):to_equal(orders.flat { coming("A", "root"), coming("B", "A"), coming("C", "B") })
end)

it("P-146 several pushed pages are popped at once", function()
  local nav = navigation "Nav" { controller "Home" {} }
  shown(nav)
  for _, name in ipairs { "One", "Two", "Three" } do
    nav:push(controller(name) {}, { animated = false })
    settle()
  end
  trace:clear()
  local begun = clock.now
  nav:pop_to_root()
  settle()
  expect(clock.now - begun):to_equal(350)
  -- Only what was visible disappears.
  expect(appearance()):to_equal { "view_will_disappear Three", "view_will_appear Home", "view_did_disappear Three",
    "view_did_appear Home" }
  expect(nav.top_view_controller.name):to_equal "Home"
end)

it("P-148 several sheets are dismissed in one transition", function()
  shown(sheet "A" {}, sheet "B" {}, sheet "C" {})
  local begun = clock.now
  dismiss_all()
  settle()
  expect(clock.now - begun):to_equal(500)
  expect(orders.named("on_closed")):to_equal { "on_closed C (ancestor)", "on_closed B (ancestor)",
    "on_closed A (script)" }
end)

it("P-151 another screen on top: the old top goes, the new one comes, what is below stays", function()
  local a = shown(sheet "A" {}, sheet "B" {})
  a:dismiss { completion = function() a:present(sheet "C" {}) end }
  settle()
  expect(orders.tale()):to_equal(orders.flat { "dismissing B (script)", "dismissed B (script)", "on_closed B (script)",
    coming("C", "A") })
  expect(orders.shown()):to_equal { "A", "C" }
end)

it("P-152 the same state again does nothing", function()
  local s = binding(true, "s")
  root:sheet { is_presented = s, content = function() return sheet "P" {} end }
  settle()
  trace:clear()
  s:set(true)
  settle()
  orders.expect_whole { "binding s = true (script)" }
end)

it("P-153 dismissing what was never presented has no effect, and is told", function()
  local never = sheet "Never" {}
  shown(sheet "P" {})
  never:dismiss()
  close(never)
  settle()
  expect(orders.tale()):to_equal { "refused nothing_to_dismiss Never", "refused nothing_to_dismiss Never" }
  expect(orders.shown()):to_equal { "P" }
end)

it("P-155 the scene is busy while a transition runs", function()
  local busy = {}
  local function look() busy[#busy + 1] = not scene.is_idle end
  look()
  local p = sheet "P" {}
  present(p)
  clock:advance(499)
  look()
  settle()
  look()
  p:dismiss()
  clock:advance(499)
  look()
  settle()
  look()
  expect(busy):to_equal { false, true, false, true, false }
end)

it("P-156 what is shown gets its data, and what it answers comes back", function()
  local outcome
  local function editor(value)
    return sheet "Editor" { button("Done", function(self) request_dismiss(self, value .. " edited") end) }
  end
  start(function() outcome = show(editor "draft") end)
  settle()
  tapped "Done"
  expect(outcome.reason):to_equal "request"
  expect(outcome.result):to_equal "draft edited"
end)

describe("P-159 a refused swipe asks, and a button leaves", function()
  for _, word in ipairs { "navigation", "tabs" } do
    it("in a " .. word .. " controller", function()
      local page = controller "Page" { button("Close", function(self) self:dismiss() end) }
      local make = word == "navigation" and navigation or tabs
      shown(make "Outer" { should_dismiss = refuse, did_attempt_to_dismiss = function(attempt)
        present(alert "Unsaved" { button("OK") }, { from = attempt.controller })
      end, page })
      swiped()
      tapped "OK"
      expect(orders.shown()):to_equal { "Outer" }
      trace:clear()
      tapped "Close"
      expect(orders.named("should_dismiss", "did_attempt_to_dismiss", "dismissing", "on_closed")):to_equal {
        "dismissing Outer (script)", "on_closed Outer (script)" }
    end)
  end
end)

it("P-166 delayed calls come in the order of their times, not of their writing", function()
  local heard = {}
  after(300, function() heard[#heard + 1] = "late at " .. clock.now end)
  after(100, function() heard[#heard + 1] = "early at " .. clock.now end)
  settle()
  expect(heard):to_equal { "early at 100", "late at 300" }
end)

it("P-167 delayed calls of one time come in the order of their writing", function()
  local heard = {}
  for number = 1, 3 do after(50, function() heard[#heard + 1] = number end) end
  settle()
  expect(heard):to_equal { 1, 2, 3 }
end)

it("P-168 a call without delay comes after what is running, at the same time", function()
  local heard = {}
  after(0, function()
    after(0, function() heard[#heard + 1] = "inner at " .. clock.now end)
    heard[#heard + 1] = "outer at " .. clock.now
  end)
  heard[#heard + 1] = "script at " .. clock.now
  settle()
  expect(heard):to_equal { "script at 0", "outer at 0", "inner at 0" }
end)

it("P-169 a delayed call that is cancelled does not come, and the others do", function()
  local heard = {}
  local first = after(100, function() heard[#heard + 1] = "first" end)
  after(200, function() heard[#heard + 1] = "second" end)
  after(50, function() first:cancel() end)
  settle()
  expect(heard):to_equal { "second" }
end)
