-- SwiftUI's half: the stories S61 to S90 of docs/MODEL.md.
local orders = require "lib.orders"

local function allow() return true end
local function listen() end

-- A root with a sheet P by the flag `s`; `options` are P's.
local function flagged(options)
  local s = binding(false, "s")
  root:sheet { is_presented = s, on_dismiss = listen, content = function()
    local made = {}
    for key, value in pairs(options or {}) do made[key] = value end
    return sheet "P" (made)
  end }
  return s
end

local function opened(options)
  local s = flagged(options)
  s:set(true)
  settle()
  trace:clear()
  return s
end

-- Sheets by the item `i`; its values are their names.
local function itemized(options)
  local i = item(nil, { name = "i" })
  options = options or {}
  options.item, options.on_dismiss = i, listen
  options.content = function(value) return sheet(value) {} end
  root:sheet(options)
  return i
end

it("S61 a swipe writes the flag at the end, and on_dismiss comes after it", function()
  local s = opened { should_dismiss = allow, will_dismiss = listen, did_dismiss = listen }
  user:swipe_down()
  settle()
  orders.expect_whole {
    orders.pulled("P", { "should_dismiss P -> true", "will_dismiss P" }), "dismissing P (swipe)",
    orders.ending("P", "swipe", { "did_dismiss P", "binding s = false (system)", "on_dismiss P" }, "on_disappear P"),
  }
  expect(s:get()):to_be_false()
end)

it("S62 dismiss of the environment writes the flag first, and on_dismiss comes once", function()
  local s = binding(true, "s")
  root:sheet { is_presented = s, on_dismiss = listen, content = function()
    local dismiss = environment.dismiss
    return sheet "P" { button("Done", function() dismiss() end) }
  end }
  settle()
  trace:clear()
  user:tap "Done"
  settle()
  orders.expect_whole {
    'tap "Done"', 'action P "Done"', "binding s = false (system)", orders.leaving("P", "script"),
    orders.ending("P", "script", "on_dismiss P", "on_disappear P"),
  }
end)

it("S64 a pull that springs back leaves SwiftUI alone", function()
  local s = opened()
  user:drag(0.25)
  user:release()
  settle()
  orders.expect_whole { orders.pulled "P", orders.springing_back "P" }
  expect(s:get()):to_be_true()
end)

describe("S65 content that disables the user's dismissal refuses the swipe, not the binding", function()
  it("the swipe", function()
    local s = opened { interactive_dismiss_disabled = true }
    user:swipe_down()
    settle()
    orders.expect_whole { orders.refused_pull "P", "warning silent_block P" }
    expect(s:get()):to_be_true()
  end)

  it("the binding", function()
    local s = opened { interactive_dismiss_disabled = true }
    s:set(false)
    settle()
    orders.expect_whole {
      "binding s = false (script)", "dismissing P (binding)", "warning unsaved_lost P", "view_will_disappear P",
      "dismissal_transition_will_begin P", orders.ending("P", "binding", "on_dismiss P", "on_disappear P"),
    }
  end)
end)

describe("S67 disabled in a navigation stack, on its root view or on itself, the swipe is refused", function()
  local function in_stack(on_stack, on_root)
    local s = binding(true, "s")
    root:sheet { is_presented = s, content = function()
      return navigation "N" { interactive_dismiss_disabled = on_stack, controller "C" {
        interactive_dismiss_disabled = on_root } }
    end }
    settle()
    trace:clear()
    user:swipe_down()
    settle()
    return s
  end

  it("on its root view", function()
    expect(in_stack(false, true):get()):to_be_true()
    expect(orders.named("dismissing", "dismissed", "binding")):to_be_empty()
  end)

  it("on itself", function()
    expect(in_stack(true, false):get()):to_be_true()
    expect(orders.named("dismissing", "dismissed", "binding")):to_be_empty()
  end)

  it("on neither it is not", function()
    expect(in_stack(false, false):get()):to_be_false()
    expect(orders.named("dismissing", "binding")):to_equal { "dismissing N (swipe)", "binding s = false (system)" }
  end)
end)

it("S68 a drag to a smaller detent writes the selection, and the pull below it is refused", function()
  local selection = binding("large", "selection")
  opened { detents = { "medium", "large" }, selected_detent = selection, interactive_dismiss_disabled = true }
  user:swipe_down()
  settle()
  expect(orders.named("binding", "detent", "dismissing")):to_equal {
    "detent P = medium (user)", "binding selection = medium (system)" }
  trace:clear()
  user:swipe_down()
  settle()
  orders.expect_whole { orders.refused_pull "P", "warning silent_block P" }
  expect(selection:get()):to_equal "medium"
end)

describe("S69 a delegate in the place of SwiftUI's ends SwiftUI's part, unless it forwards", function()
  local function replaced(forwarding)
    local s = opened()
    local d = delegate { should_dismiss = allow, forwarding = forwarding }
    scene.top.presentation_controller.delegate = d
    trace:clear()
    user:swipe_down()
    settle()
    return s, d
  end

  it("without forwarding", function()
    local s, d <const> = replaced(false)
    expect(scene):to_show()
    expect(orders.named("binding", "on_dismiss")):to_be_empty()
    expect(s:get()):to_be_true()
    trace:clear()
    s:set(true)
    settle()
    expect(orders.named("presenting")):to_be_empty()
    s:set(false)
    settle()
    s:set(true)
    settle()
    expect(orders.named("presenting")):to_equal { "presenting P on root" }
    expect(d):to_be_truthy()
  end)

  it("with forwarding", function()
    local s, d <const> = replaced(true)
    expect(orders.named("should_dismiss", "dismissing", "binding", "on_dismiss")):to_equal {
      "should_dismiss P -> true", "dismissing P (swipe)", "binding s = false (system)", "on_dismiss P" }
    expect(s:get()):to_be_false()
    expect(d):to_be_truthy()
  end)
end)

it("S70 another item replaces the first, with no nil between", function()
  local i = itemized()
  i:set "A"
  settle()
  trace:clear()
  i:set "B"
  settle()
  orders.expect_whole {
    "binding i = B (script)", orders.leaving("A", "replaced"),
    orders.ending("A", "replaced", "on_dismiss A", "on_disappear A"), orders.arriving("B", "root", "on_appear B"),
  }
end)

describe("S72 an item that is set while the swiped sheet goes out is lost before 16.4, and shown from then on",
  function()
  local function reopened(profile)
    scene.profile = profile
    local i = itemized()
    i:set "A"
    settle()
    user:swipe_down()
    clock:advance(100)
    trace:clear()
    i:set "B"
    settle()
    return i
  end

  it("in 16.3", function()
    local i = reopened "ios16"
    expect(orders.named("binding", "dismissed", "on_dismiss", "presenting", "warning")):to_equal {
      "binding i = B (script)", "dismissed A (swipe)", "binding i = nil (system)", "warning presentation_lost i",
      "on_dismiss A" }
    expect(i:get()):to_be_nil()
    expect(scene):to_show()
  end)

  it("in 16.4", function()
    local i = reopened "ios16.4"
    expect(orders.named("binding", "dismissed", "on_dismiss", "presenting", "warning")):to_equal {
      "binding i = B (script)", "dismissed A (swipe)", "on_dismiss A", "presenting B on root" }
    expect(i:get()):to_equal "B"
    expect(orders.shown()):to_equal { "B" }
  end)
end)

describe("S74 what on_dismiss asks for is presented", function()
  for _, profile in ipairs { "ios14.5", "ios15", "ios16", "ios16.4", "ios17.4", "ios18", "ios26" } do
    it("in " .. profile, function()
      scene.profile = profile
      local s, t = binding(true, "s"), binding(false, "t")
      root:sheet { is_presented = s, on_dismiss = function() t:set(true) end,
        content = function() return sheet "P" {} end }
      root:sheet { is_presented = t, content = function() return sheet "Q" {} end }
      settle()
      trace:clear()
      user:swipe_down()
      settle()
      expect(orders.named("dismissed", "binding", "on_dismiss", "presenting", "presented", "refused")):to_equal {
        "dismissed P (swipe)", "binding s = false (system)", "on_dismiss P", "binding t = true (script)",
        "presenting Q on root", "presented Q" }
    end)
  end
end)

it("S75 of two flags at once the first is shown, and the second when that one has gone", function()
  local a, b = binding(false, "a"), binding(false, "b")
  root:sheet { is_presented = a, on_dismiss = listen, content = function() return sheet "A" {} end }
  root:sheet { is_presented = b, content = function() return sheet "B" {} end }
  a:set(true)
  b:set(true)
  settle()
  orders.expect_whole { "binding a = true (script)", "binding b = true (script)", "presenting A on root",
    "warning presentation_waiting root", { table.unpack(orders.flat(orders.arriving("A", "root", "on_appear A")), 2) } }
  expect(orders.messages("presentation_waiting")[1]):to_contain("Currently, only presenting a single sheet is "
    .. "supported. The next sheet will be presented when the currently presented sheet gets dismissed.")
  trace:clear()
  user:swipe_down()
  settle()
  expect(orders.named("dismissed", "binding", "on_dismiss", "on_closed", "presenting", "presented")):to_equal {
    "dismissed A (swipe)", "binding a = false (system)", "on_dismiss A", "on_closed A (swipe)", "presenting B on root",
    "presented B" }
end)

describe("S77 one flag on the sheet of every row presents the first, and from 17.4 on nothing", function()
  local function rows(profile)
    scene.profile = profile
    local s = binding(false, "s")
    local views = {}
    for row = 1, 3 do
      views[row] = text("row " .. row):sheet { is_presented = s, content = function() return sheet("P" .. row) {} end }
    end
    root(views)
    s:set(true)
    settle()
  end

  it("in 16.4, where the others are refused", function()
    rows "ios16.4"
    expect(orders.named("presenting", "refused")):to_equal { "presenting P1 on root",
      "refused transition_in_progress root", "refused transition_in_progress root" }
  end)

  it("in 17.4, where that is said", function()
    rows "ios17.4"
    expect(orders.named("presenting", "refused", "warning")):to_equal { "warning binding_shared s" }
  end)
end)

it("S80 a view that is popped takes its sheet along, and it does not come again", function()
  local s = binding(false, "s")
  local v = controller "V" {}
  local n = navigation "N" { style = "full_screen", controller "Home" {} }
  present(n)
  settle()
  v:sheet { is_presented = s, content = function() return sheet "P" {} end }
  n:push(v)
  settle()
  s:set(true)
  settle()
  expect(orders.shown()):to_equal { "N", "P" }
  trace:clear()
  n:pop()
  s:set(false)
  settle()
  expect(orders.named("presenting", "dismissing", "refused")):to_equal { "dismissing P (presenter_removed)" }
  expect(orders.shown()):to_equal { "N" }
  expect(n.top_view_controller.name):to_equal "Home"
end)

it("S81 a lower flag takes the upper sheet along, whose modifier hears nothing", function()
  local s, t = binding(true, "s"), binding(false, "t")
  root:sheet { is_presented = s, on_dismiss = listen, content = function()
    return sheet "P" { view("body", {}):sheet { is_presented = t, on_dismiss = listen, content = function()
      return sheet "Q" {}
    end } }
  end }
  settle()
  t:set(true)
  settle()
  trace:clear()
  local begun = clock.now
  s:set(false)
  settle()
  orders.expect_whole {
    "binding s = false (script)", "dismissing Q (ancestor)", "dismissing P (binding)", "view_will_disappear Q",
    "dismissal_transition_will_begin Q", "view_will_disappear P", "dismissal_transition_will_begin P",
    orders.ending("Q", "ancestor", nil, "on_disappear Q"), orders.ending("P", "binding", "on_dismiss P",
      "on_disappear P"),
  }
  expect(clock.now - begun):to_equal(500)
  expect(t:get()):to_be_true()
end)

describe("S83 dismiss belongs to where it is read", function()
  local s, outer, inner, pushed, n
  before_each(function()
    s = binding(true, "s")
    root { content = function()
      outer = environment.dismiss
      return { view("body", {}):sheet { is_presented = s, content = function()
        n = navigation "N" { controller "C" { content = function()
          inner = environment.dismiss
          return { text "c" }
        end } }
        return n
      end } }
    end }
    settle()
    n:push(controller "D" { content = function()
      pushed = environment.dismiss
      return { text "d" }
    end })
    settle()
    trace:clear()
  end)

  it("read in the presenter it does nothing at the root, and the sheet stays", function()
    outer()
    settle()
    expect(orders.named("dismissing", "binding", "view_will_disappear")):to_be_empty()
    expect(orders.named("no_effect")):to_have_length(1)
    expect(orders.shown()):to_equal { "N" }
  end)

  it("read in a pushed view it pops that view", function()
    pushed()
    settle()
    expect(n.top_view_controller.name):to_equal "C"
    expect(orders.shown()):to_equal { "N" }
    expect(orders.named("dismissing", "binding")):to_be_empty()
  end)

  it("read at the root of the sheet's stack it takes the sheet", function()
    pushed()
    settle()
    inner()
    settle()
    expect(orders.named("binding", "dismissing", "on_closed")):to_equal { "binding s = false (system)",
      "dismissing N (script)", "on_closed N (script)" }
  end)
end)

it("S84 dismiss ends at a navigation controller that UIKit presents", function()
  local dismiss
  local n = navigation "N" { controller "C" {} }
  present(n)
  settle()
  n:push(controller "D" { content = function()
    dismiss = environment.dismiss
    return { text "d" }
  end })
  settle()
  trace:clear()
  dismiss()
  settle()
  expect(orders.named("dismissing", "view_will_disappear", "will_move")):to_be_empty()
  expect(orders.named("no_effect")):to_have_length(1)
  expect(n.top_view_controller.name):to_equal "D"
end)

describe("S85 a sheet by a flag can open with the state of before, the first time", function()
  local x, seen
  before_each(function() x, seen = binding("old", "x"), {} end)
  local function made()
    seen[#seen + 1] = x:get()
    return sheet "P" { text(x:get()) }
  end

  it("and the second time it is right", function()
    local s = binding(false, "s")
    root:sheet { is_presented = s, content = made }
    x:set "new"
    s:set(true)
    settle()
    expect(seen):to_equal { "old" }
    expect(orders.named("presented", "warning")):to_equal { "warning stale_content x", "presented P" }
    s:set(false)
    settle()
    seen = {}
    s:set(true)
    settle()
    expect(seen):to_equal { "new" }
  end)

  it("unless the presenter reads it, too", function()
    local s = binding(false, "s")
    root { content = function() return { text(x:get()):sheet { is_presented = s, content = made } } end }
    settle()
    x:set "new"
    s:set(true)
    settle()
    expect(seen):to_equal { "new" }
  end)

  it("and by an item it is right at once", function()
    local i = item(nil, { name = "i" })
    root:sheet { item = i, content = made }
    x:set "new"
    i:set "A"
    settle()
    expect(seen):to_equal { "new" }
    expect(orders.named("warning")):to_be_empty()
  end)
end)

it("S87 a popover has no on_dismiss, and its flag is written at the end", function()
  device "ipad"
  local s, seen = binding(false, "s"), {}
  root { content = function()
    return { button("Open", listen):popover { is_presented = s, content = function()
      return popover "P" { anchor = "Open" }
    end } }
  end }
  root:on_change(s, function(new) seen[#seen + 1] = new end)
  s:set(true)
  settle()
  trace:clear()
  user:tap_outside()
  settle()
  orders.expect_whole { "tap_outside", orders.leaving("P", "outside"),
    orders.ending("P", "outside", "binding s = false (system)", "on_disappear P") }
  expect(seen):to_equal { true, false }
end)

describe("S88 the presenter's on_appear and on_disappear come under a cover, and not under a sheet", function()
  local heard
  before_each(function()
    heard = {}
    root:on_appear(function() heard[#heard + 1] = "appear" end)
    root:on_disappear(function() heard[#heard + 1] = "disappear" end)
    settle()
    heard = {}
  end)
  local function open_and_close(kind, made)
    local s = binding(false, "s")
    root[kind](root, { is_presented = s, content = function() return made end })
    s:set(true)
    settle()
    s:set(false)
    settle()
  end

  it("under a cover", function()
    open_and_close("cover", cover "C" {})
    expect(heard):to_equal { "disappear", "appear" }
  end)

  it("under a sheet", function()
    open_and_close("sheet", sheet "P" {})
    expect(heard):to_be_empty()
  end)
end)

describe("S90 behind a sheet that may be touched up to a detent touches get through there, and not above it", function()
  local fired
  before_each(function()
    fired = 0
    root { button("Behind", function() fired = fired + 1 end) }
    local low = detent.height(120)
    opened { detents = { low, "large" }, largest_undimmed_detent = low, selected_detent = low }
  end)

  it("there", function()
    user:tap "Behind"
    settle()
    expect(fired):to_equal(1)
    expect(orders.named("dismissing", "refused")):to_be_empty()
    expect(orders.shown()):to_equal { "P" }
  end)

  it("above it, where a tap outside dismisses", function()
    user:drag_to_detent "large"
    settle()
    trace:clear()
    user:tap_outside()
    settle()
    expect(orders.named("dismissing", "binding")):to_equal { "dismissing P (outside)", "binding s = false (system)" }
    expect(fired):to_equal(0)
  end)
end)
