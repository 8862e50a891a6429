-- What is set while a sheet closes is lost before iOS 16.4. This state keeps one value in a slot beside, and shows it next.
local moonsheet = require "moonsheet"
local options = require "moonsheet.patterns.options"

---@class sheet_item_state.options
---@field name? string the name that the trace shows; what waits shows as `NAME.next`
---@field on_dropped? fun(value: any) told of a value for which there was no room; `warn` when it is not given

---@class sheet_item_state.modifier
---@field content fun(value: any): controller makes the sheet for a value, a new one each time
---@field on_dismiss? fun(self: controller) as of `:sheet`
---@field name? string as of `:sheet`

---@class sheet_item_state
---@field item binding what is shown: an entry whose `value` was set; each set has an identity of its own
---@field next binding the entry that waits
local methods = {}
methods.__index = methods

local known = { name = "string", on_dropped = "function" }
local modifier_options = { content = "function", on_dismiss = "function", name = "string" }

---An entry shows as its value, and equals no other.
local shown_as = { __tostring = function(entry) return tostring(entry.value) end }

local function entry(value) return setmetatable({ id = moonsheet.token(), value = value }, shown_as) end

---Whether the sheet of this state is on screen or on its way.
---@param self sheet_item_state
local function is_out(self)
  return self.controller ~= nil and self.controller.presenting_view_controller ~= nil
end

---What is shown, or asked for; nil when nothing is.
---@return any
function methods:get()
  local shown = self.item:get()
  return shown and shown.value
end

---What will be shown when that is over; nil when the slot is free.
---@return any
function methods:waiting()
  local waiting = self.next:get()
  return waiting and waiting.value
end

---Shows a value; while one is shown or closing it waits, if the slot is free, and is dropped if it is not. Nil closes what
---is shown, or replaces it at once by what waits.
---@param value any
function methods:set(value)
  local shown, waiting = self.item:get(), self.next:get()
  if value == nil then
    -- What is closing already closes for this nil, too, and what waits comes after it.
    if is_out(self) and self.controller.is_being_dismissed then return end
    self.item:set(waiting)
    if waiting then self.next:set(nil) end
  elseif shown == nil and not is_out(self) then
    self.item:set(entry(value))
  elseif waiting == nil then
    self.next:set(entry(value))
  else
    self.on_dropped(value)
  end
end

---The options for `:sheet` or `:cover`: `root:sheet(state:modifier { content = … })`.
---@param given sheet_item_state.modifier
---@return table
function methods:modifier(given)
  options.check("sheet_item_state:modifier", given, modifier_options)
  if not given.content then error("'sheet_item_state:modifier' needs 'content', what makes the sheet", 2) end
  return {
    item = self.item,
    name = given.name,
    content = function(shown)
      self.controller = given.content(shown.value)
      return self.controller
    end,
    on_dismiss = function(controller)
      local waiting = self.next:get()
      if waiting and self.item:get() == nil then
        self.next:set(nil)
        self.item:set(waiting)
      end
      if given.on_dismiss then given.on_dismiss(controller) end
    end,
  }
end

---Makes a state for `item =` of a presentation modifier, with one slot for what comes too early.
---
---```lua
---local picked = sheet_item_state { name = "picked" }
---root:sheet(picked:modifier { content = function(book) return sheet(book) end })
---picked:set("Dune")
---```
---@param given? sheet_item_state.options
---@return sheet_item_state
return function(given)
  given = options.check("sheet_item_state", given or {}, known)
  local name = given.name or "sheet_item_state"
  local state = setmetatable({
    item = moonsheet.item(nil, { name = name, id = function(shown) return shown.id end }),
    next = moonsheet.binding(nil, name .. ".next"),
  }, methods)
  state.on_dropped = given.on_dropped or function(value)
    warn(name, ": ", tostring(value), " was dropped: ", tostring(state:get()), " is shown, and ", tostring(state:waiting()),
      " waits already")
  end
  return state
end
