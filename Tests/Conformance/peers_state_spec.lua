-- What peers' suites say about presenting by state (docs/CONFORMANCE.md, series P).
local orders = require "lib.orders"

local function listen() end

local function swiped()
  user:swipe_down()
  settle()
end

local function tapped(label)
  user:tap(label)
  settle()
end

local function coming(name, presenter) return { "presenting " .. name .. " on " .. presenter, "presented " .. name } end

-- What is presented, what ends and what SwiftUI's modifier and bindings are told.
local function told()
  return orders.named("binding", "presenting", "presented", "dismissing", "on_dismiss", "on_closed", "refused",
    "warning")
end

-- A sheet on `host` by a flag of this name, which is down.
local function flag_sheet(host, flag, name)
  local b = binding(false, flag)
  host:sheet { is_presented = b, on_dismiss = listen, content = function() return sheet(name) { text "content" } end }
  return b
end

-- Sheets by an item, each named as its value; `made` sees every value that content is made for.
local function item_sheet(host, made)
  local i = item(nil, { name = "i" })
  host:sheet { item = i, on_dismiss = listen, content = function(value)
    if made then made[#made + 1] = value end
    return sheet(value) {}
  end }
  return i
end

local function set(b, value)
  b:set(value)
  settle()
end

it("P-057 a flag presents its content and takes it away, and on_dismiss comes once", function()
  local s = flag_sheet(root, "s", "P")
  set(s, true)
  set(s, false)
  expect(told()):to_equal(orders.flat { "binding s = true (script)", coming("P", "root"), "binding s = false (script)",
    "dismissing P (binding)", "on_dismiss P", "on_closed P (binding)" })
end)

it("P-058 an item presents its content and takes it away, and on_dismiss comes once", function()
  local made = {}
  local i = item_sheet(root, made)
  set(i, "P")
  set(i, nil)
  expect(told()):to_equal(orders.flat { "binding i = P (script)", coming("P", "root"), "binding i = nil (script)",
    "dismissing P (binding)", "on_dismiss P", "on_closed P (binding)" })
  for _, value in ipairs(made) do expect(value):to_equal "P" end
end)

it("P-060 dismiss of the environment takes flag and item away alike", function()
  local s, i = binding(true, "s"), item(nil, { name = "i" })
  local function content(name)
    local dismiss = environment.dismiss
    return sheet(name) { button("Done", function() dismiss() end) }
  end
  root:sheet { is_presented = s, on_dismiss = listen, content = function() return content "F" end }
  root:sheet { item = i, on_dismiss = listen, content = content }
  settle()
  trace:clear()
  tapped "Done"
  expect(told()):to_equal { "binding s = false (system)", "dismissing F (script)", "on_dismiss F",
    "on_closed F (script)" }
  set(i, "I")
  trace:clear()
  tapped "Done"
  expect(told()):to_equal { "binding i = nil (system)", "dismissing I (script)", "on_dismiss I",
    "on_closed I (script)" }
end)

it("P-061 a flag that is up before its view is on screen presents when it has come, and not before", function()
  local s = binding(true, "s")
  local v = controller "V" { style = "page_sheet" }
  v:sheet { is_presented = s, content = function() return sheet "P" {} end }
  settle()
  expect(told()):to_be_empty()
  present(v)
  settle()
  expect(told()):to_equal(orders.flat { coming("V", "root"), coming("P", "V") })
end)

it("P-062 with another identity what is shown is the new one", function()
  local i = item_sheet(root)
  set(i, "A")
  set(i, "B")
  expect(orders.shown()):to_equal { "B" }
  expect(orders.named("on_dismiss", "on_closed")):to_equal { "on_dismiss A", "on_closed A (replaced)" }
end)

it("P-063 another leaf inside a presented one is replaced, and the rest stays", function()
  local s, leaf = binding(true, "s"), item(nil, { name = "leaf" })
  root:sheet { is_presented = s, content = function()
    return sheet "P" { view("body", {}):sheet { item = leaf, content = function(value) return sheet(value) {} end } }
  end }
  settle()
  for _, value in ipairs { "A", "B", "C" } do leaf:set(value) settle() end
  expect(orders.shown()):to_equal { "P", "C" }
  expect(orders.named("on_closed")):to_equal { "on_closed A (replaced)", "on_closed B (replaced)" }
end)

-- Three sheets, each by a flag in the content of the one before it.
local function nested()
  local flags = { binding(true, "one"), binding(true, "two"), binding(true, "three") }
  local function level(number)
    return function()
      if number == 3 then return sheet "P3" {} end
      return sheet("P" .. number) { view("body", {}):sheet { is_presented = flags[number + 1], on_dismiss = listen,
        content = level(number + 1) } }
    end
  end
  root:sheet { is_presented = flags[1], on_dismiss = listen, content = level(1) }
  settle()
  trace:clear()
  return table.unpack(flags)
end

it("P-064 a leaf that goes leaves its parent where it is", function()
  local _, _, three = nested()
  expect(orders.shown()):to_equal { "P1", "P2", "P3" }
  set(three, false)
  expect(told()):to_equal { "binding three = false (script)", "dismissing P3 (binding)", "on_dismiss P3",
    "on_closed P3 (binding)" }
  expect(orders.shown()):to_equal { "P1", "P2" }
end)

it("P-065 the flag of the middle one takes two, and the first stays", function()
  local one, two, three = nested()
  set(two, false)
  expect(told()):to_equal { "binding two = false (script)", "dismissing P3 (ancestor)", "dismissing P2 (binding)",
    "on_closed P3 (ancestor)", "on_dismiss P2", "on_closed P2 (binding)" }
  expect(orders.shown()):to_equal { "P1" }
  expect(one:get()):to_be_true()
  expect(three:get()):to_be_true()
end)

it("P-066 a pop inside a presented stack leaves the item that presented it", function()
  local i = item(nil, { name = "i" })
  local nav
  root:sheet { item = i, on_dismiss = listen, content = function(value)
    nav = navigation(value) { controller "Home" {} }
    return nav
  end }
  set(i, "Nav")
  nav:push(controller "Detail" {})
  settle()
  trace:clear()
  nav:pop()
  settle()
  expect(told()):to_be_empty()
  expect(i:get()):to_equal "Nav"
  expect(nav.top_view_controller.name):to_equal "Home"
end)

it("P-067 when the one is shown and then the other, only the first one's on_dismiss comes", function()
  local a, b = flag_sheet(root, "a", "A"), flag_sheet(root, "b", "B")
  set(a, true)
  trace:clear()
  a:set(false)
  b:set(true)
  settle()
  expect(told()):to_equal(orders.flat { "binding a = false (script)", "binding b = true (script)",
    "dismissing A (binding)",
    "on_dismiss A", "on_closed A (binding)", coming("B", "root") })
  expect(orders.shown()):to_equal { "B" }
end)

it("P-068 when the presenting view goes SwiftUI tells nobody", function()
  local there, s = binding(true, "there"), binding(true, "s")
  local calls = 0
  root { content = function()
    if not there:get() then return { text "empty" } end
    return { text("host"):sheet { is_presented = s, on_dismiss = function() calls = calls + 1 end,
      content = function() return sheet "P" {} end } }
  end }
  settle()
  trace:clear()
  set(there, false)
  expect(told()):to_equal { "binding there = false (script)", "dismissing P (presenter_removed)",
    "on_closed P (presenter_removed)" }
  expect(calls):to_equal(0)
  expect(scene):to_show()
end)

it("P-069 dismissing where nothing is presented is a diagnostic", function()
  local completions = 0
  root:dismiss { completion = function() completions = completions + 1 end }
  settle()
  expect(told()):to_equal { "refused nothing_to_dismiss root" }
  expect(completions):to_equal(0)
end)

it("P-072 an action of what is presented runs first, and what it changes is told to the parent after", function()
  local heard = {}
  local count = binding(0, "count")
  local s = binding(true, "s")
  root:on_change(count, function(new) heard[#heard + 1] = "parent " .. new end)
  root:sheet { is_presented = s, content = function()
    return sheet "P" { button("Add", function()
      heard[#heard + 1] = "child"
      count:set(count:get() + 1)
      count:set(count:get() + 1)
    end) }
  end }
  settle()
  tapped "Add"
  expect(heard):to_equal { "child", "parent 2" }
end)

-- A sheet whose content counts the seconds that it is shown, from 0.
local function ticking(ticks)
  local i = item(nil, { name = "i" })
  root:sheet { item = i, content = function(value)
    return sheet(value) { text("clock"):task(function()
      local seconds = 0
      while true do
        wait(1000)
        seconds = seconds + 1
        ticks[#ticks + 1] = value .. " " .. seconds
      end
    end) }
  end }
  return i
end

it("P-073 what ticks in a sheet stops when the sheet goes", function()
  local ticks = {}
  local i = ticking(ticks)
  i:set "A"
  clock:advance(2600)
  expect(ticks):to_equal { "A 1", "A 2" }
  i:set(nil)
  clock:advance(5000)
  expect(#ticks):to_be_at_most(3)
  local seen = #ticks
  clock:advance(5000)
  expect(#ticks):to_equal(seen)
  expect(orders.named("task_started", "task_cancelled")):to_equal { "task_started clock", "task_cancelled clock" }
end)

it("P-074 with another identity the old one's ticking ends and the new one's begins at zero", function()
  local ticks = {}
  local i = ticking(ticks)
  i:set "A"
  clock:advance(2600)
  trace:clear()
  i:set "B"
  clock:advance(2600)
  -- A goes out for half a second, and then B begins to appear and to count.
  expect(orders.named("task_cancelled", "task_started")):to_equal { "task_cancelled clock", "task_started clock" }
  expect(ticks):to_equal { "A 1", "A 2", "A 3", "B 1", "B 2" }
  i:set(nil)
  settle()
end)

it("P-075 dismiss takes the one that reads it, and not the one below", function()
  local dismissals = {}
  local s, t = binding(true, "s"), binding(true, "t")
  root:sheet { is_presented = s, on_dismiss = listen, content = function()
    dismissals.child = environment.dismiss
    return sheet "Child" { view("body", {}):sheet { is_presented = t, on_dismiss = listen, content = function()
      dismissals.grandchild = environment.dismiss
      return sheet "Grandchild" {}
    end } }
  end }
  settle()
  expect(orders.shown()):to_equal { "Child", "Grandchild" }
  trace:clear()
  dismissals.grandchild()
  settle()
  expect(told()):to_equal { "binding t = false (system)", "dismissing Grandchild (script)", "on_dismiss Grandchild",
    "on_closed Grandchild (script)" }
  trace:clear()
  dismissals.child()
  settle()
  expect(told()):to_equal { "binding s = false (system)", "dismissing Child (script)", "on_dismiss Child",
    "on_closed Child (script)" }
end)

it("P-076 an alert that was given no button can be dismissed all the same", function()
  local a = binding(true, "a")
  root:alert { is_presented = a, content = function() return alert "Done" {} end }
  settle()
  tapped "OK"
  expect(a:get()):to_be_false()
  expect(scene):to_show()
end)

it("P-077 set to another identity at once it ends with the new one", function()
  local i = item_sheet(root)
  set(i, "A")
  i:set(nil)
  i:set "B"
  settle()
  expect(orders.shown()):to_equal { "B" }
  expect(orders.named("on_closed")):to_equal { "on_closed A (replaced)" }
end)

it("P-078 dismissing nothing is told with the line and with what to look at", function()
  root:dismiss()
  settle()
  for _, entry in ipairs(trace.entries) do
    if entry.code == "nothing_to_dismiss" then
      expect(entry.file):to_match "peers_state_spec.lua$"
      expect(entry.line):to_be_a "integer"
      expect(#entry.detail):to_be_greater_than(20)
    end
  end
  expect(told()):to_equal { "refused nothing_to_dismiss root" }
end)

it("P-080 no wish where nothing is shown does nothing", function()
  local made = {}
  local i = item_sheet(root, made)
  set(i, nil)
  orders.expect_whole { "binding i = nil (script)" }
  expect(made):to_be_empty()
end)

it("P-081 an equal wish leaves what is shown as it is, and content is not made again", function()
  local made = {}
  local i = item_sheet(root, made)
  set(i, "A")
  local count = #made
  trace:clear()
  set(i, "A")
  orders.expect_whole { "binding i = A (script)" }
  expect(#made):to_equal(count)
end)

it("P-083 a wish during a transition changes nothing now, and is applied at its end", function()
  local i = item_sheet(root)
  i:set "A"
  clock:advance(100)
  trace:clear()
  i:set "B"
  clock:advance(300)
  orders.expect_whole { "binding i = B (script)" }
  settle()
  expect(orders.named("presented", "dismissing", "on_closed", "presenting", "refused")):to_equal {
    "presented A", "dismissing A (replaced)", "on_closed A (replaced)", "presenting B on root", "presented B" }
end)

it("P-084 of two wishes during one transition the last is applied", function()
  local i = item_sheet(root)
  i:set "A"
  clock:advance(100)
  i:set "B"
  clock:advance(100)
  i:set "C"
  settle()
  expect(orders.named("presented")):to_equal { "presented A", "presented C" }
  expect(orders.shown()):to_equal { "C" }
end)

it("P-085 a dismissal that is cancelled is not told as one", function()
  local closings = 0
  present(sheet "P" { did_dismiss = listen, on_closed = function() closings = closings + 1 end })
  settle()
  user:drag(0.3)
  user:release()
  settle()
  expect(orders.named("did_dismiss", "dismissed", "on_closed", "view_did_disappear")):to_be_empty()
  expect(orders.named("dismissal_cancelled")):to_equal { "dismissal_cancelled P" }
  expect(closings):to_equal(0)
end)

it("P-086 content that is nothing presents nothing", function()
  local s = binding(false, "s")
  root:sheet { is_presented = s, on_dismiss = listen, content = function() return nil end }
  set(s, true)
  expect(told()):to_equal { "binding s = true (script)", "warning content_vanished root" }
  expect(scene):to_show()
end)

it("P-087 who wants to hear of it hears once each, in the order of asking", function()
  local heard = {}
  local p = sheet "P" { on_closed = function() heard[#heard + 1] = "closed" end }
  for number = 1, 3 do on_presented(p, function() heard[#heard + 1] = "presented " .. number end) end
  present(p, { completion = function() heard[#heard + 1] = "completion" end })
  settle()
  swiped()
  expect(heard):to_equal { "presented 1", "presented 2", "presented 3", "completion", "closed" }
end)
