/// The Lua side of the rows: the same text for C and for Swift.
///
/// Each function returns a sum that depends on every call it makes, so that the two sides can be seen to do the same.
let script = """
  local nothing, add, echo, refuse, build, read, wait, draft = nothing, add, echo, refuse, build, read, wait, draft
  local short, long = "twelve bytes", ("x"):rep(40)

  function loop(n) local sum = 0 for i = 1, n do sum = sum + i end return sum end
  function call(n) for _ = 1, n do nothing() end return n end
  function sum(n) local sum = 0 for i = 1, n do sum = add(sum, i) end return sum end
  function echo_short(n) local sum = 0 for _ = 1, n do sum = sum + #echo(short) end return sum end
  function echo_long(n) local sum = 0 for _ = 1, n do sum = sum + #echo(long) end return sum end

  function get(n) draft.count = 3 local sum = 0 for _ = 1, n do sum = sum + draft.count end return sum end
  function set(n) for i = 1, n do draft.count = i end return draft.count end
  function method(n) draft.count = 0 local sum = 0 for i = 1, n do sum = sum + draft:advance(i) end return sum end

  local function try() refuse() end
  function catch(n)
    local caught = 0
    for _ = 1, n do
      local ok, message = pcall(try)
      if not ok then caught = caught + #message end
    end
    return caught
  end

  function build_tables(n) local sum = 0 for _ = 1, n do sum = sum + build().width end return sum end
  function read_tables(n)
    local options, sum = build(), 0
    for _ = 1, n do sum = sum + read(options) end
    return sum
  end

  local text = ("key = value; other = 12345, (nested (deeper) end) "):rep(20)
  function find_patterns(n)
    local sum = 0
    for _ = 1, n do
      for key, value in text:gmatch("(%w+)%s*=%s*(%w+)") do sum = sum + #key + #value end
      sum = sum + select(2, text:gsub("[%d%s]+", "<%0>")) + #text:match("%b()") + #text:match("^(.-);.*$")
      sum = sum + (text:find("%f[%a]end%)%s$") or 0)
    end
    return sum
  end

  function policy(draft) return not draft.dirty end
  function task() return (wait()) end
  """
