// Lua's own headers, found through pkg-config.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
