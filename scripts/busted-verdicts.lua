-- An output handler for busted that writes one line a test: `verdict TAB name`; see scripts/compare-busted.
return function()
  local busted = require "busted"
  local handler = require "busted.outputHandlers.base"()
  local words = { success = "passed", failure = "failed", error = "errored", pending = "pending" }

  local function write(verdict, name) io.write("@@", verdict, "\t", (name:gsub("[\t\n]", " ")), "\n") end

  local started = {}

  local function test_start(element)
    started[element] = true
    return nil, true
  end

  local function test_end(element, _, status)
    write(words[status], handler.getFullName(element))
    return nil, true
  end

  -- NB: of a test that busted cannot even begin, it tells nothing but the error.
  local function problem(element)
    if element.descriptor ~= "it" then
      write("issue", element.name and handler.getFullName(element) or "")
    elseif not started[element] then
      write("errored", handler.getFullName(element))
    end
    return nil, true
  end

  busted.subscribe({ "test", "start" }, test_start)
  busted.subscribe({ "test", "end" }, test_end)
  busted.subscribe({ "error" }, problem)
  busted.subscribe({ "failure" }, problem)
  return handler
end
