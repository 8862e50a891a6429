-- The words of spec files, and what each does when its turn comes.
local use, host = ...

local function noop() end

local test_start, test_end = { "test", "start" }, { "test", "end" }

-- The status of what ended as `status` and then as `other`.
local function joined(status, other)
  if status == "success" or (status == "pending" and other ~= "success") then return other end
  return status
end

-- Puts the scene back to what load and setup left; see the host's marks.
local function restore(mark)
  if mark then host.restore(mark) end
end

-- Registers busted's words with a core. `recorder` hears of tests; see runner.lua.
return function(busted, recorder)
  local block = use("busted_block")(busted)
  local context = busted.context

  local function run_block(element)
    local parent = context.parents[element]
    local descriptor = element.descriptor
    if descriptor == "file" and element.run ~= busted.own_chunk then busted.wrap(element.run) end
    if busted.safe_publish(descriptor, { descriptor, "start" }, element, parent) then
      block.execute(descriptor, element)
    end
    busted.safe_publish(descriptor, { descriptor, "end" }, element, parent)
    -- NB: a lazy setup may have moved the mark meanwhile.
    restore(parent and parent.mark)
  end

  -- The test proper, between its hooks.
  local function run_body(element, parent)
    local finally
    local env = element.env
    env.finally = function(fn) finally = fn end
    env.pending = busted.pending
    local status = "error"
    if busted.safe_publish("test", test_start, element, parent) then
      status = busted.run("it", block.body(element), element)
      if finally then
        block.reject("pending", element)
        status = joined(status, (busted.run("finally", finally, element)))
      end
      if recorder.check(element) then status = joined(status, "failure") end
    end
    busted.safe_publish("test", test_end, element, parent, status)
    return status
  end

  local function run_test(element)
    local parent = context.parents[element]
    if not recorder.wants(element) then return end
    if element.attributes.reason then return recorder.skip(element) end
    restore(parent.mark)
    if not block.lazySetup(parent) then return end
    recorder.begin(element)
    block.rejectAll(element)
    local is_fine, ancestor = block.execAll("before_each", parent, true)
    recorder.finish(element, is_fine and run_body(element, parent) or "error")
    block.dexecAll("after_each", ancestor, true)
    recorder.close(element)
    restore(parent.mark)
  end

  local function run_pending(element)
    local parent = context.parents[element]
    if not recorder.wants(element) then return end
    recorder.begin(element)
    local status = "pending"
    if not busted.safe_publish("it", test_start, element, parent) then status = "error" end
    busted.safe_publish("it", test_end, element, parent, status)
    recorder.finish(element, status)
    recorder.close(element)
  end

  busted.register("file", run_block, { envmode = "insulate" })
  busted.register("describe", run_block)
  busted.register("insulate", "describe", { envmode = "insulate" })
  busted.register("expose", "describe", { envmode = "expose" })
  busted.register("it", run_test)
  busted.register("pending", run_pending, { default_fn = noop })
  for _, hook in ipairs {
    "before_each", "after_each", "lazy_setup", "lazy_teardown", "strict_setup", "strict_teardown",
  } do
    busted.register(hook, { envmode = "unwrap" })
  end
  busted.register("setup", "strict_setup")
  busted.register("teardown", "strict_teardown")
  busted.register("context", "describe")
  busted.register("spec", "it")
  busted.register("test", "it")
  busted.hide("file")
  use("busted_context").rejections.randomize = function()
    error("'randomize' not supported inside current context block", 2)
  end

  local assert = use("luassert")
  busted.export("assert", assert)
  for name, file in pairs { spy = "luassert_spy", stub = "luassert_stub", mock = "luassert_mock", match = "luassert_match" } do
    busted.exportLater(name, file)
  end
  for _, name in ipairs { "publish", "subscribe", "unsubscribe", "bindfenv", "fail", "gettime", "monotime", "sleep",
    "version" } do
    busted.exportApi(name, busted[name])
  end
  busted.exportApi("parent", context.parent)
  busted.exportApi("children", context.children)
  getmetatable(assert).hooks.fail = busted.fail

  return block
end
