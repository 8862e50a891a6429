-- `require "mediator"`: subscribers on a tree of channels; a message goes up the tree while they let it.
local serial = 0

local function subscriber(fn, options)
  serial = serial + 1
  return {
    id = serial,
    fn = fn,
    options = options or {},
    update = function(self, changes)
      if not changes then return end
      self.fn = changes.fn or self.fn
      self.options = changes.options or self.options
    end,
  }
end

local methods = {}
local channel_metatable = { __index = methods }

local function channel(namespace, parent)
  local self = { stopped = false, namespace = namespace, callbacks = {}, channels = {}, parent = parent }
  return setmetatable(self, channel_metatable)
end

function methods:addSubscriber(fn, options)
  local added = subscriber(fn, options)
  local place = #self.callbacks + 1
  local priority = options and options.priority
  if priority and priority >= 0 and priority < place then place = priority end
  -- NB: priority 0 stands before the list's first place; it can only mean the first.
  table.insert(self.callbacks, math.max(place, 1), added)
  return added
end

function methods:getSubscriber(id)
  for index, callback in ipairs(self.callbacks) do
    if callback.id == id then return { index = index, value = callback } end
  end
  for _, child in pairs(self.channels) do
    local found = child:getSubscriber(id)
    if found then return found end
  end
end

function methods:setPriority(id, priority)
  local found = self:getSubscriber(id)
  if not found then return end
  table.remove(self.callbacks, found.index)
  table.insert(self.callbacks, priority, found.value)
end

function methods:addChannel(namespace)
  -- NB: most come to be when something is first said in them.
  self.channels[namespace] = apart(channel, namespace, self)
  return self.channels[namespace]
end

function methods:hasChannel(namespace) return namespace and self.channels[namespace] and true end

function methods:getChannel(namespace) return self.channels[namespace] or self:addChannel(namespace) end

function methods:removeSubscriber(id)
  for index, callback in ipairs(self.callbacks) do
    if callback.id == id then return table.remove(self.callbacks, index) end
  end
  for _, child in pairs(self.channels) do
    local removed = child:removeSubscriber(id)
    if removed then return removed end
  end
end

-- A subscriber whose second result is not true keeps the message from those after it and from the channels above.
function methods:publish(results, ...)
  local index = 1
  while index <= #self.callbacks do
    local callback = self.callbacks[index]
    local predicate = callback.options.predicate
    if not predicate or predicate(...) then
      local value, continues = callback.fn(...)
      if value then table.insert(results, value) end
      if not continues then return results end
    end
    index = index + 1
  end
  if self.parent then return self.parent:publish(results, ...) end
  return results
end

local mediator_methods = {}

function mediator_methods:getChannel(path)
  local found = self.channel
  for _, namespace in ipairs(path) do found = found:getChannel(namespace) end
  return found
end

function mediator_methods:subscribe(path, fn, options) return self:getChannel(path):addSubscriber(fn, options) end

function mediator_methods:getSubscriber(id, path) return self:getChannel(path):getSubscriber(id) end

function mediator_methods:removeSubscriber(id, path) return self:getChannel(path):removeSubscriber(id) end

function mediator_methods:publish(path, ...) return self:getChannel(path):publish({}, ...) end

return setmetatable({ Channel = channel, Subscriber = subscriber }, {
  __call = function() return setmetatable({ channel = channel("root") }, { __index = mediator_methods }) end,
})
