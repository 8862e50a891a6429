-- What goes wrong without the pattern, and that it does not with it.
local interactive_dismiss_disabled = require "moonsheet.patterns.interactive_dismiss_disabled"

local profiles = { "ios14.5", "ios18" }

local function show(view)
  local is_shown = binding(true, "is_shown")
  local dismissed = 0
  root:sheet {
    is_presented = is_shown,
    on_dismiss = function() dismissed = dismissed + 1 end,
    content = function() return sheet "Editor" { view } end,
  }
  settle()
  return is_shown, function() return dismissed end
end

local function pull()
  user:swipe_down()
  settle()
end

local function names(name)
  local count = 0
  for _, entry in ipairs(trace.entries) do if entry.name == name then count = count + 1 end end
  return count
end

describe("SwiftUI's own modifier", function()
  it.each(profiles)("refuses in silence on %s: nobody hears of the try", function(profile)
    scene.profile = profile
    show(text("form"):interactive_dismiss_disabled())
    pull()
    expect(scene):to_show("Editor")
    expect(names("did_attempt_to_dismiss")):to_equal(0)
    expect(trace):to_contain_in_order { { name = "warning", code = "silent_block" } }
  end)
end)

describe("a delegate set in make", function()
  it.each(profiles)("comes too early on %s: there is no controller yet, and the pull closes the sheet", function(profile)
    scene.profile = profile
    ---@type any
    local found = "make was not called"
    local keeper = delegate { should_dismiss = function() return false end }
    show(representable {
      make = function(view)
        found = view:parent_view_controller()
        if found then found.presentation_controller.delegate = keeper end
      end,
    })
    expect(found):to_be_nil()
    pull()
    expect(scene):never():to_show("Editor")
  end)
end)

describe("the pattern", function()
  it.each(profiles)("takes the slot one turn after the first update, on %s", function(profile)
    scene.profile = profile
    local is_shown = show(interactive_dismiss_disabled { disabled = true })
    expect(scene.top.presentation_controller.delegate.owner):to_equal("script")
    pull()
    expect(scene):to_show("Editor")
    expect(is_shown:get()):to_equal(true)
  end)

  it.each(profiles)("tells of each try, since each has a token of its own, on %s", function(profile)
    scene.profile = profile
    local attempts, told = binding(nil, "attempts"), {}
    root:on_change(attempts, function(new) told[#told + 1] = new end)
    show(interactive_dismiss_disabled { attempts = attempts })
    pull()
    pull()
    expect(#told):to_equal(2)
    expect(told[1] == told[2]):to_equal(false)
  end)

  it("with a boolean in the token's place the second try would be no change", function()
    local attempted, told = binding(false, "attempted"), 0
    root:on_change(attempted, function() told = told + 1 end)
    local keeper = delegate {
      forwarding = true,
      should_dismiss = function() return false end,
      did_attempt_to_dismiss = function() attempted:set(true) end,
    }
    show(text "form")
    scene.top.presentation_controller.delegate = keeper
    pull()
    pull()
    expect(names("did_attempt_to_dismiss")):to_equal(2)
    expect(told):to_equal(1)
  end)

  it.each(profiles)("asks at each try, and what is allowed reaches SwiftUI, on %s", function(profile)
    scene.profile = profile
    local locked = binding(true, "locked")
    local is_shown, dismissed = show(interactive_dismiss_disabled { disabled = locked })
    pull()
    locked:set(false)
    pull()
    expect(scene):never():to_show("Editor")
    expect(is_shown:get()):to_equal(false)
    expect(dismissed()):to_equal(1)
    expect(names("warning")):to_equal(1) -- silent_block at the first pull: this lock has no `attempts`
  end)

  it("stands on the outermost controller: a navigation controller is asked, not what it shows", function()
    local is_shown = binding(true, "is_shown")
    local lock = interactive_dismiss_disabled { disabled = true }
    root:sheet { is_presented = is_shown, content = function() return navigation "Nav" { controller "Form" { lock } } end }
    settle()
    pull()
    expect(scene):to_show("Nav")
  end)

  it("hands on to the delegate before it what it does not answer", function()
    local told = 0
    local editor = sheet "Editor" {
      did_dismiss = function() told = told + 1 end,
      interactive_dismiss_disabled { disabled = false },
    }
    present(editor)
    settle()
    pull()
    expect(told):to_equal(1)
  end)
end)

describe("what it is asked", function()
  it("may be a binding, whose every value but nil and false is yes", function()
    local reason = binding("unsaved", "reason")
    show(interactive_dismiss_disabled { disabled = reason })
    pull()
    expect(scene):to_show("Editor")
    reason:set(nil)
    pull()
    expect(scene):to_show()
  end)

  it("refuses when a function answers neither true nor false, and says so", function()
    ---@type any
    local wrongly = interactive_dismiss_disabled
    show(wrongly { disabled = function() end })
    pull()
    expect(scene):to_show("Editor")
    expect(trace):to_contain_in_order { { name = "error", code = "should_dismiss" } }
  end)
end)

describe("a policy that the sheet has of its own", function()
  local function pulled(forwarding)
    local editor = sheet "Editor" {
      should_dismiss = function() return false end,
      interactive_dismiss_disabled { disabled = false, forwarding = forwarding },
    }
    present(editor)
    settle()
    pull()
    return scene.top
  end

  it("decides what the pattern allows", function() expect(pulled(true).name):to_equal("Editor") end)

  it("is cut off by the literal form", function() expect(pulled(false)):to_be(root) end)
end)

describe("the literal form", function()
  it("does no harm where SwiftUI keeps its hands off the slot", function()
    scene.profile = "ios14.5"
    local is_shown, dismissed = show(interactive_dismiss_disabled { disabled = false, forwarding = false })
    pull()
    expect(is_shown:get()):to_equal(false)
    expect(dismissed()):to_equal(1)
  end)

  it("cuts SwiftUI off where the slot is SwiftUI's: the flag stays, and on_dismiss does not come", function()
    scene.profile = "ios18"
    local is_shown, dismissed = show(interactive_dismiss_disabled { disabled = false, forwarding = false })
    pull()
    expect(scene):never():to_show("Editor")
    expect(is_shown:get()):to_equal(true)
    expect(dismissed()):to_equal(0)
    expect(trace):to_contain_in_order {
      { name = "warning", code = "delegate_replaced" }, { name = "warning", code = "binding_out_of_step" },
    }
  end)
end)

describe("what it is called with", function()
  ---@type any
  local wrongly = interactive_dismiss_disabled

  it("is checked", function()
    expect(function() wrongly { disable = true } end):to_raise("has no option 'disable'")
    expect(function() wrongly { attempts = true } end):to_raise("wants a binding, got boolean")
    expect(function() wrongly { disabled = "yes" } end):to_raise("wants a boolean or binding or function, got string")
    expect(function() wrongly(true) end):to_raise("wants a table of options, got boolean")
  end)
end)
