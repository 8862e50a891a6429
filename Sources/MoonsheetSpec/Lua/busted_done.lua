-- `require "busted.done"`: signing off by tokens, in order or not.
local done = {}

local function check(token, level)
  if type(token) ~= "string" then error("Wait tokens must be strings. Got " .. type(token), level + 1) end
end

function done:wait(...)
  for _, token in ipairs { ... } do
    check(token, 2)
    table.insert(self.tokens, token)
  end
end

function done:wait_unordered(...)
  self.ordered = false
  self:wait(...)
end

function done:wait_ordered(...)
  self.ordered = true
  self:wait(...)
end

local function quoted(tokens) return "'" .. table.concat(tokens, "', '") .. "'" end

function done:tokenlist()
  local received = "No tokens received."
  if #self.tokens_done > 0 then
    received = "Tokens received (" .. #self.tokens_done .. "): " .. quoted(self.tokens_done) .. "."
  end
  if #self.tokens == 0 then return received .. " No more tokens expected." end
  return received .. " Tokens not received (" .. #self.tokens .. "): " .. quoted(self.tokens) .. "."
end

local function place_of(self, token)
  if self.ordered then return self.tokens[1] == token and 1 or nil end
  for index, waiting in ipairs(self.tokens) do
    if waiting == token then return index end
  end
end

local function refuse(self, token, level)
  local list = self:tokenlist()
  if not self.ordered then error("Unknown token '" .. token .. "'. " .. list, level) end
  if not self.tokens[1] then error("Bad token (no more tokens expected) got '" .. token .. "'. " .. list, level) end
  error("Bad token, expected '" .. self.tokens[1] .. "' got '" .. token .. "'. " .. list, level)
end

function done:_done(token)
  if token then
    check(token, 3)
    local place = place_of(self, token)
    if not place then refuse(self, token, 4) end
    table.insert(self.tokens_done, table.remove(self.tokens, place))
  end
  if not next(self.tokens) then self.done_cb() end
end

function done:done(...) self:_done(...) end

function done.new(callback)
  local object = { tokens = {}, tokens_done = {}, done_cb = callback, ordered = true }
  return setmetatable(object, { __index = done, __call = function(self, ...) self:_done(...) end })
end

return done
