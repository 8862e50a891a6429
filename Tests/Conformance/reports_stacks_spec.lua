-- Reports about two presentations at once, stacks, and state that changes under a sheet (docs/CONFORMANCE.md,
-- O-14 to O-28).
local orders = require "lib.orders"
local expect_tale = orders.expect_tale

local function listen() end
local function allow() return true end
local function refuse() return false end

local function coming(name, presenter) return { "presenting " .. name .. " on " .. presenter, "presented " .. name } end
local function going(name, reason)
  return { "dismissing " .. name .. " (" .. reason .. ")", "dismissed " .. name .. " (" .. reason .. ")",
    "on_closed " .. name .. " (" .. reason .. ")" }
end

local function shown(controller, options)
  present(controller, options)
  settle()
end

local function swiped()
  user:swipe_down()
  settle()
end

local function tapped(label)
  user:tap(label)
  settle()
end

-- The place of the first entry of this kind.
local function line_of(name, subject)
  for _, entry in ipairs(trace.entries) do
    if entry.name == name and entry.subject == subject then return entry.line end
  end
end

describe("O-14 impatient taps are refused, and stack copies where they present on what is topmost", function()
  it("from one presenter", function()
    local function open() present(sheet "D" {}, { from = root }) end
    open()
    clock:advance(100)
    open()
    settle()
    expect_tale { "presenting D on root", "refused transition_in_progress D#2", "presented D" }
    expect(#scene.stack):to_equal(1)
  end)

  it("on what is topmost, with a warning", function()
    local function open_on_top() shown(sheet "D" {}, { from = scene.top }) end
    open_on_top()
    open_on_top()
    expect(orders.named("presenting", "presented", "refused")):to_equal(orders.flat { coming("D", "root"), coming("D#2",
      "D") })
    expect(orders.named("warning")):to_equal { "warning same_sheet_stacked D#2" }
    expect(#scene.stack):to_equal(2)
  end)
end)

it("O-15 an error sheet in one breath with hiding the spinner never comes; in the completion it does", function()
  shown(sheet "Loading" {})
  trace:clear()
  root:dismiss()
  present(sheet "Error" {}, { from = root })
  settle()
  expect_tale { "dismissing Loading (script)", "refused transition_in_progress Error", "dismissed Loading (script)",
    "on_closed Loading (script)" }
  expect(orders.messages("transition_in_progress")[1]):to_contain "completion"
  expect(#scene.stack):to_equal(0)
  trace:clear()
  shown(sheet "Spinner" {})
  root:dismiss { completion = function() present(sheet "Failure" {}, { from = root }) end }
  settle()
  expect_tale { coming("Spinner", "root"), going("Spinner", "script"), coming("Failure", "root") }
  expect(#scene.stack):to_equal(1)
end)

it("O-16 an alert on a busy root is refused, with the name of what is in the way", function()
  shown(sheet "Settings" {})
  trace:clear()
  local oops = alert "Oops" { button("OK") }
  present(oops, { from = root })
  present(oops, { from = scene.top })
  settle()
  tapped "OK"
  expect_tale { "refused already_presenting Oops", coming("Oops", "Settings"), going("Oops", "action"),
    'action Oops "OK"' }
  expect(orders.messages("already_presenting")[1]):to_contain "already presenting <Settings>"
  expect(orders.shown()):to_equal { "Settings" }
end)

it("O-17 of two flags the second waits, visibly, and comes when the first has gone", function()
  local a, b = binding(false, "a"), binding(false, "b")
  local function made(name)
    return function() return sheet(name) { did_dismiss = listen } end
  end
  root:sheet { is_presented = a, on_dismiss = listen, content = made "A" }
  root:sheet { is_presented = b, content = made "B" }
  a:set(true)
  b:set(true)
  settle()
  expect_tale { "binding a = true (script)", "binding b = true (script)", "presenting A on root",
    "warning presentation_waiting root", "presented A" }
  expect(#scene.stack):to_equal(1)
  expect(b:get()):to_be_true()
  trace:clear()
  swiped()
  expect_tale { "dismissing A (swipe)", "dismissed A (swipe)", "did_dismiss A", "binding a = false (system)",
    "on_dismiss A", "on_closed A (swipe)", coming("B", "root") }
end)

it("O-18 presenting before the presenter is there is refused, and on_presented is the right moment", function()
  local a, b = sheet "A" {}, sheet "B" {}
  present(b, { from = a })
  present(a)
  present(b, { from = a })
  clock:advance(100)
  present(b, { from = a })
  settle()
  expect_tale { "refused not_in_window B", "presenting A on root", "refused not_in_window B",
    "refused transition_in_progress B", "presented A" }
  a:dismiss()
  settle()
  trace:clear()
  on_presented(a, function() present(b, { from = a }) end)
  shown(a)
  expect_tale { coming("A", "root"), coming("B", "A") }
  expect(#scene.stack):to_equal(2)
end)

describe("O-19 a close that is asked for while it is still opening is refused to code, and kept for its flag",
  function()
  it("by code", function()
    shown(sheet "Outer" {})
    trace:clear()
    present(sheet "Spin" { is_modal_in_presentation = true, forced = true, text "Loading" }, { from = scene.top })
    clock:advance(50)
    scene.stack[1]:dismiss()
    settle()
    expect_tale { "presenting Spin on Outer", "refused dismiss_in_transition Outer", "presented Spin" }
    expect(orders.shown()):to_equal { "Outer", "Spin" }
  end)

  it("by its flag", function()
    local s = binding(false, "s")
    root:sheet { is_presented = s, on_dismiss = listen, content = function() return sheet "S" {} end }
    s:set(true)
    clock:advance(50)
    s:set(false)
    settle()
    expect_tale { "binding s = true (script)", "presenting S on root", "binding s = false (script)", "presented S",
      "dismissing S (binding)", "dismissed S (binding)", "on_dismiss S", "on_closed S (binding)" }
  end)
end)

it("O-20 closing the lowest of three tells each once, from the top, and no delegate, in one transition", function()
  for _, name in ipairs { "A", "B", "C" } do shown(sheet(name) { will_dismiss = listen, did_dismiss = listen }) end
  trace:clear()
  local begun = clock.now
  root:dismiss()
  settle()
  expect_tale {
    "dismissing C (ancestor)", "dismissing B (ancestor)", "dismissing A (script)", "dismissed C (ancestor)",
    "on_closed C (ancestor)", "dismissed B (ancestor)", "on_closed B (ancestor)", "dismissed A (script)",
      "on_closed A (script)",
  }
  expect(clock.now - begun):to_equal(500)
end)

it("O-21 dismiss on a sheet that presents takes what it presents; close takes it along", function()
  local b, c = sheet "B" {}, sheet "C" {}
  shown(b)
  shown(c)
  trace:clear()
  b:dismiss()
  settle()
  expect(orders.shown()):to_equal { "B" }
  b:dismiss()
  settle()
  expect_tale { going("C", "script"), going("B", "script") }
  expect(orders.shown()):to_equal {}
  shown(b)
  shown(c)
  trace:clear()
  close(b)
  settle()
  expect_tale { "dismissing C (ancestor)", "dismissing B (script)", "dismissed C (ancestor)", "on_closed C (ancestor)",
    "dismissed B (script)", "on_closed B (script)" }
end)

it("O-22 a child's did_dismiss that dismisses the parent makes one gesture close two, and the line is known", function()
  local p = sheet "P" {}
  local dismissed_at
  local c = sheet "C" { did_dismiss = function()
    dismissed_at = orders.here() + 1
    p:dismiss()
  end }
  shown(p)
  shown(c)
  trace:clear()
  swiped()
  expect_tale {
    "dismissing C (swipe)", "dismissed C (swipe)", "did_dismiss C", "dismissing P (script)", "on_closed C (swipe)",
    "dismissed P (script)", "on_closed P (script)",
  }
  expect(line_of("dismissing", "P")):to_equal(dismissed_at)
  expect(orders.named("did_dismiss")):to_have_length(1)
end)

it("O-23 a picker's callback that dismisses upwards takes an edit with it, which is told as lost", function()
  local dirty = true
  local edit
  edit = sheet "Edit" { should_dismiss = function() return not dirty end }
  local photos = sheet "Photos" { button("Pick", function(self)
    self:dismiss { completion = function() edit:dismiss() end }
  end) }
  shown(edit)
  shown(photos)
  trace:clear()
  tapped "Pick"
  expect_tale {
    'action Photos "Pick"', going("Photos", "script"), "dismissing Edit (script)", "warning unsaved_lost Edit",
    "dismissed Edit (script)", "on_closed Edit (script)",
  }
  expect(line_of("warning", "Edit")):to_equal(line_of("dismissing", "Edit"))
end)

it("O-24 three deep: asking all stops at the first no and closes nothing, dismissing all asks nobody", function()
  local edit = sheet "Edit" { should_dismiss = refuse, did_attempt_to_dismiss = listen }
  shown(sheet "List" { should_dismiss = allow })
  shown(edit)
  shown(sheet "Picker" { should_dismiss = allow })
  trace:clear()
  request_dismiss_all()
  settle()
  expect_tale { "should_dismiss Picker -> true", "should_dismiss Edit -> false",
    "did_attempt_to_dismiss Edit (request)" }
  expect(orders.shown()):to_equal { "List", "Edit", "Picker" }
  trace:clear()
  local begun = clock.now
  dismiss_all()
  settle()
  expect(orders.named("should_dismiss", "dismissed", "on_closed")):to_equal {
    "dismissed Picker (ancestor)", "on_closed Picker (ancestor)", "dismissed Edit (ancestor)",
      "on_closed Edit (ancestor)",
    "dismissed List (script)", "on_closed List (script)",
  }
  expect(orders.named("warning")):to_equal { "warning unsaved_lost Edit" }
  expect(clock.now - begun):to_equal(500)
  expect(orders.shown()):to_equal {}
end)

local function cards(seen)
  local i = item(nil, { name = "i" })
  root:sheet { item = i, on_dismiss = listen, content = function(value)
    seen[#seen + 1] = value.title
    return sheet("Card" .. value.id) { should_dismiss = allow }
  end }
  return i
end

it("O-25 another item while it is open closes the one, tells, and opens the other", function()
  local i = cards {}
  i:set { id = 1 }
  settle()
  trace:clear()
  i:set { id = 2 }
  settle()
  expect(orders.named("should_dismiss", "dismissing", "dismissed", "on_dismiss", "on_closed", "presenting",
    "presented")):to_equal(
    orders.flat { "dismissing Card1 (replaced)", "dismissed Card1 (replaced)", "on_dismiss Card1",
      "on_closed Card1 (replaced)", coming("Card2", "root") })
  expect(orders.named("binding")):to_have_length(1)
end)

it("O-26 the same item with new content updates the sheet, and does not open it again", function()
  local seen = {}
  local i = item(nil, { name = "i" })
  root:sheet { item = i, name = "Card", content = function(value)
    seen[#seen + 1] = value.title
    return { text(value.title) }
  end }
  i:set { id = 1, title = "old" }
  settle()
  i:set { id = 1, title = "new" }
  settle()
  expect(orders.named("presenting", "presented", "dismissing", "content_updated")):to_equal(
    orders.flat { coming("Card", "root"), "content_updated Card" })
  expect(seen[1]):to_equal "old"
  expect(seen[#seen]):to_equal "new"
  expect(#scene.stack):to_equal(1)
end)

describe("O-27 while it slides away a sheet of an item shows its last value, and one by a flag goes blank", function()
  it("by an item", function()
    local seen = {}
    local i = item(nil, { name = "i" })
    root:sheet { item = i, name = "Card", content = function(value)
      seen[#seen + 1] = value and value.title or "blank"
      return { text(value.title) }
    end }
    i:set { id = 1, title = "Tea" }
    settle()
    trace:clear()
    i:set(nil)
    clock:advance(250)
    expect(orders.named("content_updated", "error", "dismissing", "dismissed")):to_equal { "dismissing Card (binding)" }
    settle()
    expect(orders.named("content_updated", "error", "dismissed")):to_equal { "dismissed Card (binding)" }
    for _, title in ipairs(seen) do expect(title):to_equal "Tea" end
  end)

  it("by a flag, with a warning", function()
    local data, s = binding("Tea", "data"), binding(true, "s")
    root:sheet { is_presented = s, content = function()
      return sheet "S" { content = function() return { data:get() and text(data:get()) or nil } end }
    end }
    settle()
    trace:clear()
    s:set(false)
    data:set(nil)
    clock:advance(250)
    expect(orders.named("content_updated", "warning", "dismissing", "dismissed")):to_equal { "content_updated S",
      "warning content_vanished S", "dismissing S (binding)" }
  end)
end)

describe("O-28 a flag that on_dismiss raises again opens the sheet again, and loops where nobody touches it", function()
  -- L by a flag that goes up again at each of its first `rounds` ends.
  local function looping(rounds, content)
    local flag = binding(false, "flag")
    root:sheet { is_presented = flag, on_dismiss = function()
      rounds = rounds - 1
      flag:set(rounds >= 0)
    end, content = content or function() return sheet "L" {} end }
    return flag
  end

  it("once for each swipe", function()
    looping(10):set(true)
    settle()
    trace:clear()
    swiped()
    expect_tale {
      "dismissing L (swipe)", "dismissed L (swipe)", "binding flag = false (system)", "on_dismiss L",
      "binding flag = true (script)", "on_closed L (swipe)", coming("L", "root"),
    }
    expect(#scene.stack):to_equal(1)
  end)

  it("with a warning at the third round", function()
    local flag
    flag = looping(5, function() return sheet "L" { view_did_appear = function() flag:set(false) end } end)
    flag:set(true)
    settle()
    -- Five rounds by itself after the first: the third time that it comes back is told, once.
    expect(orders.named("presenting")):to_have_length(6)
    expect(orders.named("warning")):to_equal { "warning reopen_loop L" }
    expect(scene):to_show()
  end)
end)
