-- Reports about delegates, the app around a flow, and the Lua side (docs/CONFORMANCE.md, O-29 to O-47).
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
local function refused(name)
  return { "should_dismiss " .. name .. " -> false", "did_attempt_to_dismiss " .. name .. " (swipe)" }
end

local function shown(controller)
  present(controller)
  settle()
  trace:clear()
  return controller
end

local function swiped()
  user:swipe_down()
  settle()
end

local function tapped(label)
  user:tap(label)
  settle()
end

-- The entry with this code, or of this name.
local function entry_of(word)
  for _, entry in ipairs(trace.entries) do
    if entry.code == word or entry.name == word then return entry end
  end
end

describe("O-29 another library's delegate on a SwiftUI sheet ends SwiftUI's part, unless it forwards", function()
  local function replaced(forwarding)
    local s = binding(true, "s")
    root:sheet { is_presented = s, on_dismiss = listen, content = function() return sheet "S" {} end }
    settle()
    trace:clear()
    local analytics = delegate { did_dismiss = listen, forwarding = forwarding }
    scene.top.presentation_controller.delegate = analytics
    swiped()
    return s, analytics
  end

  it("without forwarding, and both owners are named", function()
    local s, analytics <const> = replaced(false)
    expect_tale { "warning delegate_replaced S", "dismissing S (swipe)", "dismissed S (swipe)", "did_dismiss S",
      "warning binding_out_of_step s", "on_closed S (swipe)" }
    expect(entry_of("delegate_replaced").detail):to_contain "SwiftUI"
    expect(s:get()):to_be_true()
    trace:clear()
    s:set(true)
    settle()
    expect(orders.named("presenting")):to_be_empty()
    expect(#scene.stack):to_equal(0)
    expect(analytics):to_be_truthy()
  end)

  it("with forwarding", function()
    local s, analytics <const> = replaced(true)
    expect(orders.named("dismissing", "dismissed", "did_dismiss", "binding", "on_dismiss", "on_closed")):to_equal {
      "dismissing S (swipe)", "dismissed S (swipe)", "did_dismiss S", "binding s = false (system)", "on_dismiss S",
      "on_closed S (swipe)" }
    s:set(true)
    settle()
    expect(#scene.stack):to_equal(1)
    expect(analytics):to_be_truthy()
  end)
end)

describe("O-30 a delegate that nobody holds dies, and callbacks of the sheet itself do not", function()
  it("an assigned one", function()
    local s = sheet "S" {}
    do
      local d = delegate { should_dismiss = refuse, did_dismiss = listen }
      s.presentation_controller.delegate = d
    end
    shown(s)
    swiped()
    expect(orders.named("warning", "should_dismiss", "dismissing", "dismissed", "did_dismiss")):to_equal {
      "warning delegate_released S", "dismissing S (swipe)", "dismissed S (swipe)" }
  end)

  it("callbacks given to the sheet", function()
    shown(sheet "S" { should_dismiss = refuse, did_attempt_to_dismiss = listen })
    collectgarbage()
    collectgarbage()
    swiped()
    expect_tale { refused "S" }
  end)
end)

describe("O-31 when a navigation controller is presented its policy counts, and not that of the page inside", function()
  it("a policy on the page inside is not asked, which is diagnosed", function()
    local nav = navigation "Nav" { controller "Edit" { should_dismiss = refuse } }
    present(nav)
    settle()
    expect(orders.named("warning")):to_equal { "warning delegate_on_inner_controller Edit" }
    expect(entry_of("delegate_on_inner_controller").detail):to_contain "Nav"
    trace:clear()
    swiped()
    expect(orders.named("should_dismiss", "dismissing", "dismissed")):to_equal { "dismissing Nav (swipe)",
      "dismissed Nav (swipe)" }
  end)

  it("a policy on the navigation controller is asked", function()
    shown(navigation "Nav" { should_dismiss = refuse, did_attempt_to_dismiss = listen, controller "Edit" {} })
    swiped()
    expect_tale { refused "Nav" }
  end)

  it("the modal flag of the page inside counts", function()
    shown(navigation "Nav" { did_attempt_to_dismiss = listen, controller "Edit" { is_modal_in_presentation = true } })
    swiped()
    expect_tale { "did_attempt_to_dismiss Nav (swipe)" }
  end)
end)

describe("O-33 a link that arrives can clear what is up first, or wait for it", function()
  it("while a sheet is up can clear it first, and then go where it points", function()
    local open, screens = binding(true, "open"), {}
    root:sheet { is_presented = open, on_dismiss = listen, content = function() return sheet "A" {} end }
    settle()
    trace:clear()
    app.on_open_url = function(url)
      local top = scene.top
      open:set(false)
      await(top)
      screens[#screens + 1] = url .. " after " .. #trace.entries
    end
    app:open_url "app://room/1"
    settle()
    expect(orders.named("open_url", "binding", "dismissing", "dismissed", "on_dismiss", "on_closed")):to_equal {
      "open_url app://room/1", "binding open = false (script)", "dismissing A (binding)", "dismissed A (binding)",
      "on_dismiss A", "on_closed A (binding)" }
    expect(screens):to_equal { "app://room/1 after " .. #trace.entries }
  end)

  it("under a forced sheet can wait until that is over", function()
    local consent = sheet "Consent" { forced = true, button("Agree", function(self) self:dismiss() end) }
    local screens = {}
    shown(consent)
    app.on_open_url = function(url)
      await(consent)
      screens[#screens + 1] = url
    end
    app:open_url "app://room/2"
    settle()
    expect(orders.named("open_url", "warning")):to_equal { "open_url app://room/2", "warning link_waits Consent" }
    swiped()
    expect(screens):to_be_empty()
    expect(orders.shown()):to_equal { "Consent" }
    tapped "Agree"
    expect(screens):to_equal { "app://room/2" }
  end)

  it("during a transition or under an alert is told as one that waits", function()
    app.on_open_url = listen
    shown(alert "Error" { button("OK") })
    app:open_url "app://room/3"
    settle()
    expect(orders.named("warning")):to_equal { "warning link_waits Error" }
  end)
end)

describe("O-34 in the background a dismissal runs to its end, and nothing goes by itself", function()
  it("a dismissal runs to its end, and nothing is left that takes touches", function()
    local taps = 0
    root { button("Home", function() taps = taps + 1 end) }
    shown(sheet "Menu" {})
    app.on_background = function() root:dismiss { animated = true } end
    app:background()
    clock:advance(60000)
    app:foreground()
    settle()
    expect(orders.named("dismissing", "dismissed", "on_closed")):to_equal(going("Menu", "script"))
    expect(scene.is_idle):to_be_true()
    tapped "Home"
    expect(taps):to_equal(1)
  end)

  it("a sheet stays", function()
    shown(sheet "Login" {})
    app:background()
    clock:advance(60000)
    app:foreground()
    settle()
    expect(orders.shown()):to_equal { "Login" }
    expect(orders.named("dismissing", "dismissed", "view_will_disappear")):to_be_empty()
  end)

  it("a presentation with an animation is warned about", function()
    app:background()
    present(sheet "Late" {})
    settle()
    expect(orders.named("warning")):to_equal { "warning animated_in_background Late" }
  end)
end)

describe("O-35 the question about discarding needs an anchor on iPad where it is an action sheet", function()
  local asked_at
  local function post(anchor)
    return sheet "Post" { should_dismiss = refuse, did_attempt_to_dismiss = function(attempt)
      asked_at = orders.here() + 1
      present(confirmation_dialog "Ask" { anchor = anchor, button("Discard"),
        button("Keep", nil, { role = "cancel" }) }, { from = attempt.controller })
    end, button("Cancel", listen) }
  end

  it("without one it is an error at its line, and the sheet stays", function()
    device "ipad"
    shown(post())
    swiped()
    expect_tale { refused "Post", "error did_attempt_to_dismiss Post" }
    local entry = entry_of "error"
    expect(trace):to_contain(entry.text)
    expect(entry.text):to_contain "Ask"
    expect(entry.line):to_equal(asked_at)
    expect(orders.shown()):to_equal { "Post" }
  end)

  it("with one it is a popover, and a tap outside is its cancel", function()
    device "ipad"
    shown(post "Cancel")
    swiped()
    trace:clear()
    user:tap_outside()
    settle()
    expect_tale { going("Ask", "outside"), 'action Ask "Keep"' }
    expect(orders.shown()):to_equal { "Post" }
  end)

  it("on an iPhone it needs none", function()
    for _, anchor in ipairs { false, "Cancel" } do
      local p = shown(post(anchor or nil))
      swiped()
      expect(orders.named("error")):to_be_empty()
      expect(orders.named("presented")):to_have_length(1)
      close(p)
      settle()
    end
  end)
end)

it("O-36 a popover that becomes a sheet and back is one presentation, and its policy holds in both", function()
  device "ipad"
  root { button("More", listen) }
  present(popover "P" { anchor = "More", should_dismiss = refuse, did_attempt_to_dismiss = listen })
  settle()
  user:tap_outside()
  device:resize { width = "compact" }
  settle()
  swiped()
  device:resize { width = "regular" }
  settle()
  -- A refused tap outside is no attempt (C-2); a refused swipe is.
  expect_tale { coming("P", "root"), "should_dismiss P -> false", "adapted P popover -> form_sheet", refused "P",
    "adapted P form_sheet -> popover" }
end)

it("O-37 from the tall height a pull shrinks and asks nobody; from the smallest it asks", function()
  local selected = binding("large", "selected")
  shown(sheet "S" { detents = { "medium", "large" }, selected_detent = selected, should_dismiss = refuse,
    did_attempt_to_dismiss = listen })
  swiped()
  expect(selected:get()):to_equal "medium"
  expect(orders.named("should_dismiss", "detent", "did_attempt_to_dismiss")):to_equal { "detent S = medium (user)" }
  trace:clear()
  swiped()
  expect_tale { refused "S" }
  expect(selected:get()):to_equal "medium"
end)

it("O-38 the system's question waits for the wizard's own end, and is asked once", function()
  local function wizard()
    return sheet "Wizard" {
      on_closed = function(outcome)
        if outcome.reason == "script" then
          present(system_prompt "notifications" { button("Allow"), button("Don't Allow") })
        end
      end,
      button("Finish", function(self) self:dismiss() end),
    }
  end
  local function prompts()
    local count = 0
    for _, entry in ipairs(trace.entries) do
      if entry.name == "system_prompt" and entry.text:find "shown" then count = count + 1 end
    end
    return count
  end
  present(wizard())
  settle()
  swiped()
  expect(prompts()):to_equal(0)
  present(wizard())
  settle()
  tapped "Finish"
  expect(prompts()):to_equal(1)
  tapped "Allow"
  present(wizard())
  settle()
  tapped "Finish"
  expect(prompts()):to_equal(1)
  expect(orders.named("warning")):to_equal { "warning prompt_already_answered notifications#2" }
end)

it("O-39 announcements come one after the other by priority, and one whose condition is gone is left out", function()
  local launches, history = 1, {}
  local queue = {
    { name = "rate", priority = 10, holds = function() return launches >= 3 end },
    { name = "whatsnew", priority = 50, holds = allow },
    { name = "onboarding", priority = 100, holds = allow },
  }
  table.sort(queue, function(a, b) return a.priority > b.priority end)
  start(function()
    for _, entry in ipairs(queue) do
      if entry.holds() then
        history[#history + 1] = entry.name
        show(sheet(entry.name) {})
      end
    end
  end)
  settle()
  swiped()
  swiped()
  expect(history):to_equal { "onboarding", "whatsnew" }
  expect_tale {
    coming("onboarding", "root"), going("onboarding", "swipe"), coming("whatsnew", "root"), going("whatsnew", "swipe"),
  }
end)

describe("O-40 VoiceOver's escape on a sheet that takes it goes through the policy", function()
  it("dismisses one with nothing to lose, as the user", function()
    local outcome
    shown(sheet "Clean" { performs_escape = true, should_dismiss = allow, will_dismiss = listen, did_dismiss = listen,
      on_closed = function(result) outcome = result end })
    user:perform_escape()
    settle()
    expect_tale { "should_dismiss Clean -> true", "will_dismiss Clean", "dismissing Clean (accessibility_escape)",
      "dismissed Clean (accessibility_escape)", "did_dismiss Clean", "on_closed Clean (accessibility_escape)" }
    expect(outcome.by_user):to_be_true()
  end)

  it("is refused by one with something to lose, as an attempt", function()
    shown(sheet "Post" { performs_escape = true, should_dismiss = refuse, did_attempt_to_dismiss = listen })
    user:perform_escape()
    settle()
    expect_tale { "should_dismiss Post -> false", "did_attempt_to_dismiss Post (escape)" }
    expect(orders.shown()):to_equal { "Post" }
  end)
end)

-- The policy of S failed and the user was refused: the error is told with its place, then the answer, then the attempt.
local function expect_failed_policy(text)
  expect_tale { "error should_dismiss S", "should_dismiss S -> false", "did_attempt_to_dismiss S (swipe)" }
  local entry = entry_of "error"
  expect(trace):to_contain(entry.text)
  expect(entry.text):to_contain "S"
  expect(entry.text):to_contain(text)
  expect(entry.text):to_contain "reports_world_spec.lua:"
  expect(orders.shown()):to_equal { "S" }
end

it("O-41 a policy that never returns is stopped at its line, counts as no, and the sheet still works", function()
  local hangs = true
  shown(sheet "S" { should_dismiss = function()
    while hangs do end
    return true
  end, did_attempt_to_dismiss = listen })
  swiped()
  expect_failed_policy "out of fuel"
  hangs = false
  trace:clear()
  swiped()
  expect_tale { "should_dismiss S -> true", going("S", "swipe") }
end)

describe("O-42 the limit is not escaped by pcall or by a coroutine", function()
  it("by pcall in a loop", function()
    shown(sheet "S" { should_dismiss = function()
      while true do pcall(function() while true do end end) end
    end, did_attempt_to_dismiss = listen })
    swiped()
    expect_failed_policy "out of fuel"
  end)

  it("by a coroutine", function()
    shown(sheet "S" { should_dismiss = function()
      return coroutine.wrap(function() while true do end end)()
    end, did_attempt_to_dismiss = listen })
    swiped()
    expect_failed_policy "out of fuel"
  end)
end)

it("O-43 one call for far too much memory is an error that a script can catch, and work goes on", function()
  local holds, message = pcall(string.rep, "x", 1 << 40)
  expect(holds):to_be_false()
  expect(message):to_be_truthy()
  shown(sheet "S" {})
  swiped()
  expect_tale { going("S", "swipe") }
end)

describe("O-44 waiting is refused in a policy and inside the library, and allowed in the attempt", function()
  it("in a policy and in the attempt", function()
    shown(sheet "S" {
      should_dismiss = function()
        wait(1000)
        return true
      end,
      did_attempt_to_dismiss = function()
        wait(1000)
        present(alert "Ask" { button("Leave"), button("Stay") })
      end,
    })
    user:swipe_down()
    clock:advance(0)
    local begun = clock.now
    settle()
    expect(orders.tale()):to_equal(orders.flat { "error should_dismiss S", refused "S", coming("Ask", "S") })
    local entry = entry_of "error"
    expect(trace):to_contain(entry.text)
    expect(entry.text):to_contain "'wait' cannot wait inside should_dismiss of sheet 'S'"
    for _, told in ipairs(trace.entries) do
      if told.name == "presenting" then expect(told.time - begun):to_equal(1000) end
    end
  end)

  it("inside the library, as an error at its line", function()
    local line
    local holds, message = pcall(function()
      line = orders.here() + 1
      ;("a b"):gsub("%w", function() wait(1) end)
    end)
    expect(holds):to_be_false()
    expect(message):to_contain("reports_world_spec.lua:" .. line)
    expect(message):to_contain "cannot wait"
  end)
end)

describe("O-45 a slip of the pen does not switch protection off", function()
  it("an unknown option is an error that names the near one", function()
    expect(function() sheet "S" { shoud_dismiss = refuse } end):to_raise "did you mean 'should_dismiss'"
  end)

  it("an undefined name in a policy is an error, and the user is refused", function()
    -- luacheck: push ignore drity
    shown(sheet "S" { should_dismiss = function() return not drity end, did_attempt_to_dismiss = listen })
    -- luacheck: pop
    swiped()
    expect_failed_policy "undefined global 'drity'"
  end)

  it("a policy that answers nothing is an error, and the user is refused", function()
    local function saved() end
    shown(sheet "S" { should_dismiss = function() saved() end, did_attempt_to_dismiss = listen })
    swiped()
    expect_failed_policy "not true or false"
  end)
end)

it("O-46 an error in a callback names file, line, callback and sheet", function()
  local line
  shown(sheet "S" { should_dismiss = refuse, did_attempt_to_dismiss = function()
    line = orders.here() + 2
    local x = nil -- luacheck: ignore
    x.y = 1
  end })
  swiped()
  expect_tale { refused "S", "error did_attempt_to_dismiss S" }
  local entry = entry_of "error"
  expect(trace):to_contain(entry.text)
  expect(entry.text):to_match("^error did_attempt_to_dismiss S: .*nil.*%(.*reports_world_spec.lua:" .. line .. "%)$")
  expect(entry.text):never():to_contain "[string"
end)

it("O-47 names in other scripts come through unharmed", function()
  shown(sheet "编辑页" {})
  swiped()
  expect_tale { going("编辑页", "swipe") }
  shown(alert "確認🙂" { button("好") })
  tapped "好"
  expect_tale { going("確認🙂", "action"), 'action 確認🙂 "好"' }
end)
