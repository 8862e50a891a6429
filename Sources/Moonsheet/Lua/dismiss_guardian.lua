-- A hosting controller that becomes the delegate of whatever is presented through it.
local moonsheet = require "moonsheet"
local options = require "moonsheet.patterns.options"

---@class dismiss_guardian.options
---@field name? string the name that the trace shows; `Guardian` when it is not given
---@field prevent_dismissal? boolean|binding|fun(): boolean whether the user is refused, asked at each try; true when it is not given
---@field attempted? binding false at each present, true at a refused try: a second try on the same presentation changes nothing
---@field attempts? binding gets a new token at each refused try, so that each is a change
---@field forwarding? boolean false is the literal form, which takes the delegate slot and hands nothing on; true when it is not given

local known = {
  name = "string", prevent_dismissal = "boolean|binding|function", attempted = "binding", attempts = "binding",
  forwarding = "boolean",
}

---A container whose `present` is overridden. Modifiers and `present` calls have to come through it: put it inside of a
---navigation controller. Around one it is passed over, with the warning `guardian_not_reached`.
---
---```lua
---local attempted = binding(false, "attempted")
---local guardian = dismiss_guardian { prevent_dismissal = is_dirty, attempted = attempted, text "list" }
---root:add_child(navigation "Nav" { guardian })
---guardian:present(sheet "Editor")
---```
---@param given dismiss_guardian.options|(view|controller)[] named options, and in the array part what it shows
---@return controller
return function(given)
  options.check("dismiss_guardian", given, known)
  local prevents = given.prevent_dismissal == nil and true or given.prevent_dismissal
  local attempted, attempts = given.attempted, given.attempts
  local forwarding = given.forwarding ~= false
  local keeper = moonsheet.delegate {
    forwarding = forwarding,
    should_dismiss = function() return options.verdict(options.answer(prevents), forwarding) end,
    did_attempt_to_dismiss = (attempted or attempts) and function()
      if attempted then attempted:set(true) end
      if attempts then attempts:set(moonsheet.token()) end
    end or nil,
  }
  local configuration = {
    present = function(_, what, how, original)
      if attempted then attempted:set(false) end
      what.presentation_controller.delegate = keeper
      original(what, how)
    end,
  }
  table.move(given, 1, #given, 1, configuration)
  return moonsheet.container(given.name or "Guardian")(configuration)
end
