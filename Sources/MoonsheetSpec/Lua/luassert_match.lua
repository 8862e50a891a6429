-- `require "luassert.match"`: chains like those of `assert`, that end in a matcher instead of a verdict.
local use = ...
local namespaces = use("luassert_namespaces")
local util = use("luassert_util")

local matcher_metatable = {}

function matcher_metatable.__call(self, value) return self.callback(value) == self.mod end

local function apply_modifiers(self, keys, ...)
  for _, key in ipairs(keys) do
    local modifier = namespaces.modifier[key]
    if modifier then modifier.callback(self, ...) end
  end
end

local chain_metatable = {}

function chain_metatable.__call(self, ...)
  use("luassert_matchers")
  local keys = util.extract_keys("matcher", self.tokens)
  self.tokens = {}
  local matcher
  for _, key in ipairs(keys) do matcher = namespaces.matcher[key] or matcher end
  local arguments = util.make_arglist(...)
  if not matcher then
    apply_modifiers(self, keys, arguments, util.errorlevel())
    return self
  end
  apply_modifiers(self, keys)
  local callback = matcher.callback(self, arguments, util.errorlevel())
  local made = { name = matcher.name, mod = self.mod, callback = callback, arguments = arguments }
  return setmetatable(made, matcher_metatable)
end

function chain_metatable.__index(self, key)
  for token in string.gmatch(string.lower(key), "[^_]+") do table.insert(self.tokens, token) end
  return self
end

local match = {}

-- Matches everything.
match._ = setmetatable({ mod = true, callback = function() return true end }, matcher_metatable)

function match.state() return setmetatable({ mod = true, tokens = {} }, chain_metatable) end

function match.is_matcher(object) return type(object) == "table" and getmetatable(object) == matcher_metatable end

function match.is_ref_matcher(object) return match.is_matcher(object) and object.name == "ref" end

return setmetatable(match, { __index = function(self, key) return rawget(self, key) or self.state()[key] end })
