-- SwiftUI's `interactive_dismiss_disabled` refuses in silence. This one tells of each refused try.
local moonsheet = require "moonsheet"
local options = require "moonsheet.patterns.options"

---@class interactive_dismiss_disabled.options
---@field disabled? boolean|binding|fun(): boolean whether the user is refused, asked at each try; true when it is not given
---@field attempts? binding gets a new token at each refused try, so that two equal tries are two changes
---@field forwarding? boolean false is the literal form, which takes the delegate slot and hands nothing on; true when it is not given

local known = { disabled = "boolean|binding|function", attempts = "binding", forwarding = "boolean" }

---A view for the content of a sheet. Make it once, outside of a content function: it owns the delegate, which the
---presentation controller holds weakly.
---
---```lua
---local attempts = binding(nil, "attempts")
---local lock = interactive_dismiss_disabled { disabled = is_dirty, attempts = attempts }
---attempts:on_change(function() ask("Discard?", { "Discard", "Keep" }) end)
---present(sheet "Editor" { lock })
---```
---@param given interactive_dismiss_disabled.options
---@return view
return function(given)
  options.check("interactive_dismiss_disabled", given, known)
  local disabled = given.disabled == nil and true or given.disabled
  local attempts = given.attempts
  local heard = attempts and function() attempts:set(moonsheet.token()) end
  local forwarding = given.forwarding ~= false
  local keeper = moonsheet.delegate {
    forwarding = forwarding,
    should_dismiss = function() return options.verdict(options.answer(disabled), forwarding) end,
    did_attempt_to_dismiss = heard or nil,
  }

  local function take_slot(view)
    local controller = view:parent_view_controller()
    if not controller then return end
    local presented = options.outermost(controller)
    if presented.presenting_view_controller then presented.presentation_controller.delegate = keeper end
  end

  return moonsheet.representable {
    -- NB: in `make` the view is in no hierarchy yet, so there is no controller to be found.
    make = function() end,
    update = function(view)
      local controller = view:parent_view_controller()
      local presented = controller and options.outermost(controller)
      if presented and presented.presenting_view_controller and presented.presentation_controller.delegate == keeper then
        return
      end
      moonsheet.after(0, function() take_slot(view) end)
    end,
  }
end
