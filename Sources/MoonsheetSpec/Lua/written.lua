-- Values as text that is the same in every run: for snapshots.
local use = ...

local written = {}

local function quoted(text)
  return (string.gsub(string.gsub(string.format("%q", text), "\\\n", "\\n"), "\r", "\\r"))
end

local function is_name(key) return type(key) == "string" and string.find(key, "^[%a_][%w_]*$") ~= nil end

local function of_table(value, indent, open)
  if open[value] then return "{ … }" end
  if next(value) == nil then return "{}" end
  open[value] = true
  local inner = indent .. "  "
  local lines = { "{" }
  local length = #value
  for _, key in ipairs(use("luassert_formatters").sorted_keys(value)) do
    local name = ""
    if math.type(key) ~= "integer" or key < 1 or key > length then
      name = (is_name(key) and key or "[" .. written.of(key, inner, open) .. "]") .. " = "
    end
    lines[#lines + 1] = inner .. name .. written.of(value[key], inner, open) .. ","
  end
  open[value] = nil
  return table.concat(lines, "\n") .. "\n" .. indent .. "}"
end

-- The value as a Lua constructor would have it; what has none shows its kind.
function written.of(value, indent, open)
  local kind = type(value)
  if kind == "string" then return quoted(value) end
  if kind == "number" then return use("luassert_formatters").number_text(value) end
  if kind == "boolean" or kind == "nil" then return tostring(value) end
  local metatable = metatable_of(value)
  if metatable and metatable.__tostring then return "<" .. tostring(value) .. ">" end
  if kind == "table" then return of_table(value, indent or "", open or {}) end
  return "<" .. kind .. ">"
end

-- A snapshot's text: a string as it is, anything else written out.
function written.snapshot(value) return type(value) == "string" and value or written.of(value) end

return written
