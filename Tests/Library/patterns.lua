-- Random patterns on random texts, valid or not: what Lua's own matcher answers, ours does. scripts/check-lua compares.
local pieces = {
  "a", "b", ".", "%a", "%d", "%s", "%w", "%A", "%D", "%x", "%p", "%u", "%l", "%c", "%g", "%z", "%S", "%W", "%%", "%.",
  "[abc]", "[^ab]", "[a-c%d]", "[%w_]", "[]]", "[^]]", "[a-]", "[\128-\255]", "(", ")", "()", "*", "+", "-", "?", "^", "$",
  "%b()", "%bab", "%f[%w]", "%f[^a]", "%1", "%2", "[", "]", "%", "\0", "é",
}
local characters = { "a", "b", "c", "A", "1", "2", " ", "\n", "(", ")", "_", ".", "%", "\0", "é", "]", "-", "^" }

local state

local function roll(sides)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % sides + 1
end

local function make(parts, longest)
  local chosen = {}
  for i = 1, roll(longest) - 1 do chosen[i] = parts[roll(#parts)] end
  return table.concat(chosen)
end

local function told(...)
  local values = table.pack(...)
  for i = 1, values.n do values[i] = string.format("%q", values[i] == nil and "nil" or values[i]) end
  return table.concat(values, ",")
end

local function all(text, pattern)
  local found = {}
  for first, second in text:gmatch(pattern) do
    found[#found + 1] = tostring(first) .. tostring(second)
    if #found > 20 then break end
  end
  return table.concat(found, "|")
end

for seed = 1, 3 do
  state = seed
  for number = 1, 10000 do
    local text, pattern = make(characters, 14), make(pieces, 7)
    local line = table.concat({
      told(pcall(string.find, text, pattern, roll(4) - 2)), told(pcall(string.match, text, pattern)),
      told(pcall(string.gsub, text, pattern, "<%0>", roll(5))), told(pcall(string.gsub, text, pattern, "%1-%2")),
      told(pcall(string.gsub, text, pattern, { a = "X", b = false })), told(pcall(all, text, pattern)),
    }, ";")
    line = line:gsub("patterns%.lua:%d+: ", "")
    print(seed, number, (line:gsub("[\0-\31\127-\255]", function(c) return "\\" .. c:byte() end)))
  end
end
