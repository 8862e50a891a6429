-- A view that says, at each gesture, whether the user may dismiss what it is in.
local moonsheet = require "moonsheet"
local options = require "moonsheet.patterns.options"

---@class allow_auto_dismiss.options
---@field allowed boolean|binding|fun(): boolean whether the user may dismiss it, asked at each gesture
---@field forwarding? boolean false is the literal form, to which SwiftUI's own delegate is somebody else's; true when it is not given

local known = { allowed = "boolean|binding|function", forwarding = "boolean" }

---A view for the content of a sheet. It climbs to the outermost parent and takes the delegate slot there, if that is free;
---who has it keeps it. Make it once, outside of a content function: it owns the delegate. A full-screen cover needs none.
---
---```lua
---present(sheet "Login" { allow_auto_dismiss(false) })
---present(sheet "Search" { allow_auto_dismiss(function() return query:get() == "" end) })
---```
---@param given boolean|(fun(): boolean)|allow_auto_dismiss.options
---@return view
return function(given)
  if type(given) == "boolean" or options.kind(given) == "function" then given = { allowed = given } end
  options.check("allow_auto_dismiss", given, known)
  if given.allowed == nil then error("'allow_auto_dismiss' needs 'allowed', whether the user may dismiss", 2) end
  local forwarding = given.forwarding ~= false
  local keeper = moonsheet.delegate {
    forwarding = forwarding,
    should_dismiss = function() return options.verdict(not options.answer(given.allowed), forwarding) end,
  }

  ---The presentation controller around a view, where its slot may be taken.
  local function free_slot(view)
    local controller = view:parent_view_controller()
    local presented = controller and options.outermost(controller)
    if not presented or not presented.presenting_view_controller then return nil end
    local delegate = presented.presentation_controller.delegate
    local is_free = delegate == nil or forwarding and delegate.owner == "swiftui"
    return is_free and presented.presentation_controller or nil
  end

  return moonsheet.representable {
    make = function() end,
    update = function(view)
      if not free_slot(view) then return end
      moonsheet.after(0, function()
        local slot = free_slot(view)
        if slot then slot.delegate = keeper end
      end)
    end,
  }
end
