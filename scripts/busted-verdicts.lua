-- An output handler for busted that writes one line a test: `verdict TAB name`; see scripts/compare-busted.
return function()
  local busted = require "busted"
  local handler = require "busted.outputHandlers.base"()
  local words = { success = "passed", failure = "failed", error = "errored", pending = "pending" }

  local function write(verdict, name) io.write("@@", verdict, "\t", (name:gsub("[\t\n]", " ")), "\n") end

  local function test_end(element, _, status)
    write(words[status], handler.getFullName(element))
    return nil, true
  end

  local function problem(element)
    if element.descriptor ~= "it" then write("issue", element.name and handler.getFullName(element) or "") end
    return nil, true
  end

  busted.subscribe({ "test", "end" }, test_end)
  busted.subscribe({ "error" }, problem)
  busted.subscribe({ "failure" }, problem)
  return handler
end
