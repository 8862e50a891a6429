-- `it.each`, `it.only`, `it.skip`, `it.todo` and the like: forms of the words that busted does not have.
local each = {}

-- Puts a row's values, in turn, where the name has `%s` and the like, and its fields where it has `$field`.
local function name_of(pattern, row, number)
  if type(pattern) ~= "string" then return pattern end
  local values = type(row) == "table" and row or { row }
  local name = string.gsub(pattern, "%$([%a_][%w_]*)", function(field)
    local value = type(row) == "table" and row[field]
    if value ~= nil then return tostring(value) end
  end)
  local used = 0
  name = string.gsub(name, "%%([%d%.]*[%a%%#])", function(directive)
    if directive == "%" then return "%" end
    if directive == "#" then return tostring(number) end
    used = used + 1
    local is_fine, text = pcall(string.format, "%" .. directive, values[used])
    return is_fine and text or tostring(values[used])
  end)
  return name
end

local function arguments_of(row)
  if type(row) ~= "table" then return { row, n = 1 } end
  if row.n or #row > 0 then return { n = row.n or #row, table.unpack(row, 1, row.n or #row) } end
  return { row, n = 1 }
end

-- `it.each { {1, 2}, … } ("adds %d and %d", function(a, b) … end)`.
local function each_of(word)
  return function(rows)
    if type(rows) ~= "table" then error("'each' wants a table of rows, got " .. type(rows), 2) end
    return function(pattern, fn)
      for number, row in ipairs(rows) do
        local arguments = arguments_of(row)
        word(name_of(pattern, row, number), function() return fn(table.unpack(arguments, 1, arguments.n)) end)
      end
    end
  end
end

-- Makes a word that can be called, and has the other forms as fields.
local function word_with(word, forms)
  return setmetatable(forms, { __call = function(_, ...) return word(...) end })
end

-- Adds the forms to a busted core. `declare(descriptor, name, fn, attributes)` declares directly.
function each.install(busted, declare)
  local function form(descriptor, attributes)
    return function(name, fn) declare(descriptor, name, fn or function() end, attributes) end
  end
  local function skipping(reason) return form("it", { reason = reason }) end

  local skip_block = form("describe", { skips = "skipped" })
  local only, only_block = form("it", { is_focused = true }), form("describe", { is_focused = true })
  for _, name in ipairs { "it", "spec", "test" } do
    local word = busted.executors[name]
    busted.export(name, word_with(word, {
      each = each_of(word), only = only, skip = skipping("skipped"), todo = skipping("to do"),
    }))
  end
  for _, name in ipairs { "describe", "context" } do
    local word = busted.executors[name]
    busted.export(name, word_with(word, { each = each_of(word), only = only_block, skip = skip_block }))
  end
  busted.export("fit", only)
  busted.export("xit", skipping("skipped"))
  busted.export("fdescribe", only_block)
  busted.export("xdescribe", skip_block)
end

return each
