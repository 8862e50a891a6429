-- `require "busted.modules.helper_loader"`: runs what `--helper` names, a Lua file or a module.
local _, host = ...

return function()
  return function(_, helper, options)
    local saved = rawget(globals, "arg")
    local arguments = options and options.arguments or {}
    if debug then
      arguments[0] = arguments[0] or saved and saved[0]
      globals.arg = arguments
    end
    if string.find(helper, "%.lua$") then
      local text = host.read(helper)
      if not text then error("cannot read the helper '" .. helper .. "'", 0) end
      if string.sub(text, 1, 1) == "#" then text = "--" .. text end
      local chunk, problem = load(text, "@" .. helper, debug and "bt" or "t", globals)
      if not chunk then error(problem, 0) end
      -- NB: busted gives the arguments in `arg` alone.
      if debug then chunk() else chunk(table.unpack(arguments)) end
    else
      globals.require(helper)
    end
    if debug then globals.arg = saved end
    return true
  end
end
