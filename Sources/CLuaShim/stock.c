// The libraries of a stock host: Lua's own, so that scripts written for `lua` run as they do there, with coroutines
// that pass the host's waits up, and with the host's modules. C because library functions raise.
#include <stdio.h>

#include "internal.h"

// A searcher of `require`: asks the host's modules. Results: a loader and the chunk's name, or nothing. Raises.
static int search_modules(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &ms_key_loader);
  lua_pushcclosure(L, ms_trampoline, 1);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 2);  // source, chunk name
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  size_t length;
  const char *source = lua_tolstring(L, 2, &length), *chunk = lua_tostring(L, 3);
  if (luaL_loadbufferx(L, source, length, chunk, NULL) != LUA_OK)
    return luaL_error(L, "error loading module '%s':\n\t%s", name, lua_tostring(L, -1));
  lua_pushstring(L, chunk + 1);
  return 2;
}

// Puts the host's modules before the folders of `package.path`. Stack effect: none.
static void add_searcher(lua_State *L) {
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "searchers");
  for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i >= 2; i--) {
    lua_rawgeti(L, -1, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushcfunction(L, search_modules);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 2);
}

// `print` goes to the host, which writes after what the script has written to its files.
static int print_in_order(lua_State *L) {
  fflush(stdout);
  return ms_print(L);
}

static const char *const libraries[] = {"string", "table", "math", "utf8", "os", "io", "debug", "package", NULL};

void ms_open_stock(lua_State *L) {
  luaL_openlibs(L);
  ms_open_coroutines(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getglobal(L, LUA_COLIBNAME);
  lua_setfield(L, -2, LUA_COLIBNAME);
  lua_pop(L, 1);
  lua_register(L, "print", print_in_order);
  add_searcher(L);
  for (const char *const *name = libraries; *name; name++) {
    lua_getglobal(L, *name);
    ms_note_library(L, *name);
    lua_pop(L, 1);
  }
  ms_name_globals(L);
}
