-- What is lost without the pattern, and the state machine that keeps it: one shown, one waiting.
local sheet_item_state = require "moonsheet.patterns.sheet_item_state"

local profiles = { "ios14.5", "ios18" }

---What was presented, replaced and ended, in order.
local function story()
  local lines = {}
  for _, entry in ipairs(trace.entries) do
    if entry.name == "presenting" or entry.name == "dismissed" or entry.name == "on_dismiss" then
      lines[#lines + 1] = entry.text
    end
  end
  return lines
end

---@type any[], sheet_item_state
local dropped, picked

local function install()
  dropped = {}
  picked = sheet_item_state { name = "picked", on_dropped = function(value) dropped[#dropped + 1] = value end }
  root:sheet(picked:modifier { content = function(value) return sheet(value) {} end })
  settle()
end

describe("a plain item", function()
  it("loses what is set while its sheet slides away, before 16.4", function()
    scene.profile = "ios14.5"
    local plain = item(nil, { name = "plain" })
    root:sheet { item = plain, content = function(value) return sheet(value) {} end }
    plain:set("a")
    settle()
    user:swipe_down()
    plain:set("b")
    settle()
    expect(scene):to_show()
    expect(plain:get()):to_be_nil()
    expect(trace):to_contain_in_order { { name = "warning", code = "presentation_lost" } }
  end)

  it("does nothing for an equal value, as its identity is the same", function()
    local plain = item("a", { name = "plain" })
    root:sheet { item = plain, content = function(value) return sheet(value) {} end }
    settle()
    plain:set("a")
    settle()
    expect(story()):to_equal { "presenting a on root" }
  end)
end)

describe("the pattern", function()
  it.each(profiles)("presents what is set while idle, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    expect(scene):to_show("a")
    expect(picked:get()):to_equal("a")
    expect(picked:waiting()):to_be_nil()
  end)

  it.each(profiles)("keeps what is set while one slides away, and presents it after on_dismiss, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    user:swipe_down()
    picked:set("b")
    expect(picked:waiting()):to_equal("b")
    settle()
    expect(story()):to_equal { "presenting a on root", "dismissed a (swipe)", "on_dismiss a", "presenting b on root" }
    expect(picked:waiting()):to_be_nil()
  end)

  it.each(profiles)("keeps what is set while one is shown until that is over, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    picked:set("b")
    settle()
    expect(scene):to_show("a")
    user:swipe_down()
    settle()
    expect(scene):to_show("b")
  end)

  it.each(profiles)("keeps what is set while nil closes the sheet, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    picked:set(nil)
    clock:advance(100)
    picked:set("b")
    expect(picked:get()):to_be_nil()
    expect(picked:waiting()):to_equal("b")
    settle()
    expect(story()):to_equal { "presenting a on root", "dismissed a (binding)", "on_dismiss a", "presenting b on root" }
  end)

  it.each(profiles)("drops the third, and says so, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    user:swipe_down()
    picked:set("b")
    picked:set("c")
    settle()
    expect(dropped):to_equal { "c" }
    expect(scene):to_show("b")
    user:swipe_down()
    settle()
    expect(scene):to_show()
  end)

  it.each(profiles)("replaces at once when nil is written while the slot is full, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    picked:set("b")
    picked:set(nil)
    expect(picked:get()):to_equal("b")
    expect(picked:waiting()):to_be_nil()
    settle()
    expect(story()):to_equal { "presenting a on root", "dismissed a (replaced)", "on_dismiss a", "presenting b on root" }
  end)

  it.each(profiles)("leaves the slot alone when nil is written while one slides away, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    settle()
    user:swipe_down()
    picked:set("b")
    picked:set(nil)
    settle()
    expect(scene):to_show("b")
  end)

  it.each(profiles)("presents an equal value again, on %s", function(profile)
    scene.profile = profile
    install()
    picked:set("a")
    picked:set("a")
    settle()
    picked:set(nil)
    settle()
    expect(story()):to_equal { "presenting a on root", "dismissed a (replaced)", "on_dismiss a", "presenting a on root" }
  end)

  it.each(profiles)("hears of a dismissal by the content, on %s", function(profile)
    scene.profile = profile
    local state = sheet_item_state { name = "state" }
    root:sheet(state:modifier {
      content = function(value)
        local dismiss = environment.dismiss
        return sheet(value) { button("Done", function() dismiss() end) }
      end,
    })
    state:set("a")
    settle()
    user:tap "Done"
    state:set("b")
    settle()
    expect(scene):to_show("b")
  end)

  it.each(profiles)("works for a cover, too, on %s", function(profile)
    scene.profile = profile
    local state = sheet_item_state { name = "state" }
    root:cover(state:modifier { content = function(value) return cover(value) {} end })
    state:set("a")
    settle()
    state:set(nil)
    state:set("b")
    settle()
    expect(scene):to_show("b")
  end)

  it("tells its own on_dismiss after it has looked for what waits, which then may be set", function()
    local state = sheet_item_state { name = "state" }
    local seen = {}
    root:sheet(state:modifier {
      on_dismiss = function(self)
        seen[#seen + 1] = self.name .. ", then " .. tostring(state:get())
        if self.name == "a" then state:set("c") end
      end,
      content = function(value) return sheet(value) {} end,
    })
    state:set("a")
    settle()
    state:set("b")
    user:swipe_down()
    settle()
    expect(state:waiting()):to_equal("c")
    user:swipe_down()
    settle()
    expect(seen):to_equal { "a, then b", "b, then c" }
    expect(scene):to_show("c")
  end)

  it("warns of what it drops when nobody else is told", function()
    local state = sheet_item_state()
    state:set("a")
    state:set("b")
    local said = {}
    local warned = stub(_G, "warn", function(...) said[#said + 1] = table.concat { ... } end)
    state:set("c")
    warned:revert()
    expect(said):to_equal { "sheet_item_state: c was dropped: a is shown, and b waits already" }
  end)

  it("checks what it is called with", function()
    ---@type any
    local state = sheet_item_state()
    expect(function() sheet_item_state { nam = "x" } end):to_raise("has no option 'nam'")
    expect(function() state:modifier {} end):to_raise("needs 'content'")
    expect(function() state:modifier { content = 1 } end):to_raise("wants a function, got number")
  end)
end)

describe("the literal form of a delegate beside it", function()
  local interactive_dismiss_disabled = require "moonsheet.patterns.interactive_dismiss_disabled"

  local function play(profile)
    scene.profile = profile
    picked = sheet_item_state { name = "picked" }
    local lock = interactive_dismiss_disabled { disabled = false, forwarding = false }
    root:sheet(picked:modifier { content = function(value) return sheet(value) { lock } end })
    settle()
    picked:set("a")
    settle()
    user:swipe_down()
    picked:set("b")
    settle()
  end

  it("changes nothing before SwiftUI owns the slot", function()
    play("ios14.5")
    expect(scene):to_show("b")
  end)

  it("leaves what waits waiting once SwiftUI owns the slot: on_dismiss never comes", function()
    play("ios18")
    expect(scene):to_show()
    expect(picked:get()):to_equal("a")
    expect(picked:waiting()):to_equal("b")
  end)
end)
