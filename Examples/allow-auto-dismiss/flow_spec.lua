-- Who has the slot, who is asked, and what needs no asking.
local allow_auto_dismiss = require "moonsheet.patterns.allow_auto_dismiss"

local profiles = { "ios14.5", "ios18" }

local function pull()
  user:swipe_down()
  settle()
end

local function show(content)
  local is_shown, dismissed = binding(true, "is_shown"), 0
  root:sheet {
    is_presented = is_shown,
    on_dismiss = function() dismissed = dismissed + 1 end,
    content = content,
  }
  settle()
  return is_shown, function() return dismissed end
end

describe("a sheet without it", function()
  it.each(profiles)("goes at the first pull, on %s", function(profile)
    scene.profile = profile
    show(function() return sheet "Login" {} end)
    pull()
    expect(scene):to_show()
  end)
end)

describe("a delegate on the controller of the view, inside a navigation controller", function()
  it.each(profiles)("hears nothing, on %s: the outermost controller is what is presented", function(profile)
    scene.profile = profile
    local keeper = delegate { forwarding = true, should_dismiss = function() return false end }
    show(function()
      return navigation "Nav" { controller "Form" { representable {
        make = function() end,
        update = function(view) view:parent_view_controller().presentation_controller.delegate = keeper end,
      } } }
    end)
    pull()
    expect(scene):to_show()
    expect(trace):to_contain_in_order { { name = "warning", code = "delegate_on_inner_controller" } }
  end)
end)

describe("the pattern", function()
  it.each(profiles)("climbs to the outermost parent, on %s", function(profile)
    scene.profile = profile
    local stays = allow_auto_dismiss(false)
    local is_shown = show(function() return navigation "Nav" { container "Box" { controller "Form" { stays } } } end)
    pull()
    expect(scene):to_show("Nav")
    expect(is_shown:get()):to_equal(true)
  end)

  it.each(profiles)("asks a function at each gesture, and SwiftUI hears of what is allowed, on %s", function(profile)
    scene.profile = profile
    local query, asked = binding("x", "query"), 0
    local view = allow_auto_dismiss(function()
      asked = asked + 1
      return query:get() == ""
    end)
    local is_shown, dismissed = show(function() return sheet "Search" { view } end)
    pull()
    expect(scene):to_show("Search")
    expect(asked):to_equal(1)
    query:set("")
    pull()
    expect(scene):to_show()
    expect(asked):to_equal(2)
    expect(is_shown:get()):to_equal(false)
    expect(dismissed()):to_equal(1)
  end)

  it.each(profiles)("leaves a slot alone that somebody has, on %s", function(profile)
    scene.profile = profile
    local view = allow_auto_dismiss(false)
    for _, editor in ipairs {
      sheet "Inline" { should_dismiss = function() return true end, view },
      sheet "Assigned" { view },
    } do
      local keeper = delegate { should_dismiss = function() return true end }
      if editor.name == "Assigned" then editor.presentation_controller.delegate = keeper end
      present(editor)
      settle()
      pull()
      expect(scene):to_show()
      expect(keeper.owner):to_equal("script")
    end
  end)

  it("a full-screen cover needs none: it has no gesture", function()
    present(cover "Intro" {})
    settle()
    pull()
    expect(scene):to_show("Intro")
    expect(trace):to_contain_in_order { { name = "no_effect" } }
  end)
end)

describe("the literal form", function()
  it("works while the slot of a SwiftUI sheet is free", function()
    scene.profile = "ios14.5"
    local view = allow_auto_dismiss { allowed = false, forwarding = false }
    show(function() return sheet "Login" { view } end)
    pull()
    expect(scene):to_show("Login")
  end)

  it("does nothing once SwiftUI owns the slot, which then is never free", function()
    scene.profile = "ios18"
    local view = allow_auto_dismiss { allowed = false, forwarding = false }
    local is_shown = show(function() return sheet "Login" { view } end)
    expect(scene.top.presentation_controller.delegate.owner):to_equal("swiftui")
    pull()
    expect(scene):to_show()
    expect(is_shown:get()):to_equal(false)
  end)
end)

describe("what it is called with", function()
  ---@type any
  local wrongly = allow_auto_dismiss

  it("is checked", function()
    expect(function() wrongly {} end):to_raise("needs 'allowed'")
    expect(function() wrongly { allowd = true } end):to_raise("has no option 'allowd'")
    expect(function() wrongly "no" end):to_raise("wants a table of options, got string")
  end)
end)
