-- Where a guardian hears the gesture and where it does not, and what a boolean cannot tell.
local dismiss_guardian = require "moonsheet.patterns.dismiss_guardian"

local profiles = { "ios14.5", "ios18" }

local function pull()
  user:swipe_down()
  settle()
end

local function told_by(flag)
  local told = {}
  flag:on_change(function(new) told[#told + 1] = new end)
  return told
end

describe("inside a navigation controller", function()
  it.each(profiles)("a guardian refuses what UIKit code presents through it, on %s", function(profile)
    scene.profile = profile
    local attempted = binding(false, "attempted")
    local told = told_by(attempted)
    local guardian = dismiss_guardian { attempted = attempted }
    root:add_child(navigation "Nav" { guardian })
    guardian:present(sheet "Editor" {})
    settle()
    pull()
    expect(scene):to_show("Editor")
    expect(told):to_equal { true }
  end)

  it.each(profiles)("a guardian refuses what its own modifiers present, and asks at each pull, on %s", function(profile)
    scene.profile = profile
    local is_shown, locked, dismissed = binding(true, "is_shown"), binding(true, "locked"), 0
    local guardian = dismiss_guardian { prevent_dismissal = locked, attempted = binding(false, "attempted") }
    guardian:sheet {
      is_presented = is_shown,
      on_dismiss = function() dismissed = dismissed + 1 end,
      content = function() return sheet "Editor" {} end,
    }
    root:add_child(navigation "Nav" { guardian })
    settle()
    pull()
    expect(scene):to_show("Editor")
    locked:set(false)
    pull()
    expect(scene):to_show()
    expect(is_shown:get()):to_equal(false)
    expect(dismissed):to_equal(1)
  end)
end)

describe("around a navigation controller", function()
  it.each(profiles)("a guardian is passed over by UIKit code, and that is told, on %s", function(profile)
    scene.profile = profile
    local screen = controller "Screen" {}
    root:add_child(dismiss_guardian { attempted = binding(false, "attempted"), navigation "Nav" { screen } })
    screen:present(sheet "Editor" {})
    settle()
    expect(trace):to_contain_in_order { { name = "warning", code = "guardian_not_reached", subject = "Guardian" } }
    pull()
    expect(scene):to_show()
  end)

  it.each(profiles)("a guardian is passed over by modifiers further in, and that is told, on %s", function(profile)
    scene.profile = profile
    local is_shown = binding(true, "is_shown")
    local screen = controller "Screen" {}
    screen:sheet { is_presented = is_shown, content = function() return sheet "Editor" {} end }
    root:add_child(dismiss_guardian { attempted = binding(false, "attempted"), navigation "Nav" { screen } })
    settle()
    expect(trace):to_contain_in_order { { name = "warning", code = "guardian_not_reached", subject = "Guardian" } }
    pull()
    expect(scene):to_show()
  end)
end)

describe("attempted", function()
  ---@type binding, binding, controller
  local attempted, attempts, guardian

  before_each(function()
    attempted, attempts = binding(false, "attempted"), binding(nil, "attempts")
    guardian = dismiss_guardian { attempted = attempted, attempts = attempts }
    root:add_child(guardian)
    settle()
  end)

  it("is a boolean, so a second try on the same presentation changes nothing; a token does", function()
    local by_flag, by_token = told_by(attempted), told_by(attempts)
    guardian:present(sheet "Editor" {})
    settle()
    pull()
    pull()
    expect(by_flag):to_equal { true }
    expect(by_token):to_have_length(2)
    expect(by_token[1] == by_token[2]):to_equal(false)
  end)

  it("is taken back at each present", function()
    local editor = sheet "Editor" {}
    guardian:present(editor)
    settle()
    pull()
    expect(attempted:get()):to_equal(true)
    close(editor)
    settle()
    guardian:present(sheet "Other" {})
    expect(attempted:get()):to_equal(false)
  end)
end)

describe("the literal form", function()
  local function play(profile)
    scene.profile = profile
    local is_shown, dismissed = binding(true, "is_shown"), 0
    local guardian = dismiss_guardian { prevent_dismissal = false, forwarding = false }
    guardian:sheet {
      is_presented = is_shown,
      on_dismiss = function() dismissed = dismissed + 1 end,
      content = function() return sheet "Editor" {} end,
    }
    root:add_child(guardian)
    settle()
    pull()
    expect(scene):to_show()
    return is_shown:get(), dismissed
  end

  it("does no harm before SwiftUI owns the slot", function()
    local flag, dismissed = play("ios14.5")
    expect(flag):to_equal(false)
    expect(dismissed):to_equal(1)
  end)

  it("cuts SwiftUI off once the slot is SwiftUI's: the flag stays, and on_dismiss does not come", function()
    local flag, dismissed = play("ios18")
    expect(flag):to_equal(true)
    expect(dismissed):to_equal(0)
    expect(trace):to_contain_in_order { { name = "warning", code = "binding_out_of_step" } }
  end)

  it("cuts off a policy that the presented controller brought, and the other form asks it", function()
    for _, forwarding in ipairs { true, false } do
      local guardian = dismiss_guardian { prevent_dismissal = false, forwarding = forwarding }
      root:add_child(guardian)
      local editor = sheet "Editor" { forced = false, should_dismiss = function() return false end }
      guardian:present(editor)
      settle()
      pull()
      expect(scene.top == editor):to_equal(forwarding)
      dismiss_all()
      settle()
      root:remove_child(guardian)
    end
  end)

  it("cuts off a delegate that the presented controller brought, and the other form does not", function()
    for _, forwarding in ipairs { true, false } do
      local told = 0
      local guardian = dismiss_guardian { prevent_dismissal = false, forwarding = forwarding }
      root:add_child(guardian)
      guardian:present(sheet "Editor" { did_dismiss = function() told = told + 1 end })
      settle()
      pull()
      expect(told):to_equal(forwarding and 1 or 0)
      root:remove_child(guardian)
    end
  end)
end)

describe("what it is called with", function()
  ---@type any
  local wrongly = dismiss_guardian

  it("is checked", function()
    expect(function() wrongly { prevents = true } end):to_raise("has no option 'prevents'")
    expect(function() wrongly { attempted = true } end):to_raise("wants a binding, got boolean")
  end)
end)
