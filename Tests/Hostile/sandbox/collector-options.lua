-- ends: fine
for _, o in ipairs {'stop', 'restart', 'step', 'incremental', 'generational', 'setpause'} do collectgarbage(o) end
