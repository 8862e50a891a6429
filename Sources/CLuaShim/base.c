// The base library: Lua's own, less what reaches files or addresses, and with protected calls that a spent limit
// passes through. C because these raise, yield and continue.
#include <string.h>

#include "internal.h"

// NB: a script's stack ends where the host refuses a larger one, which Lua takes for want of memory. Names what it was, in
// the place of the error on top, after a failure with this status; the fault is told, and forgotten. May raise.
void ms_name_refusal(lua_State *L, int status) {
  ms_host *h = host_of(L);
  if (status != LUA_ERRMEM || !h->stack_refused) return;
  static const char text[] = "stack overflow";
  lua_pop(L, 1);
  ms_push_located(L, &h->memory_site, text, sizeof text - 1);
  h->stack_refused = h->memory_site.line = 0;
}

// Continues a protected call. Stack on entry: what was below the call, then results or the error value.
static int finish_pcall(lua_State *L, int status, lua_KContext extra) {
  if (host_of(L)->expired) return ms_raise_expired(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    ms_charge(L, 30);  // unwinding costs about that many instructions
    ms_name_refusal(L, status);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  ms_guard_stack(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

// The script's message handler, unless a limit is spent: Lua runs handlers of errors from a hook with hooks off.
static int guarded_message_handler(lua_State *L) {
  if (host_of(L)->expired) return 1;
  ms_guard_stack(L);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int base_xpcall(lua_State *L) {
  int n = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  ms_guard_stack(L);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_message_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, n - 2, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}

int ms_print(lua_State *L) {
  ms_host *h = host_of(L);
  int n = lua_gettop(L);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (int i = 1; i <= n; i++) {
    if (i > 1) luaL_addchar(&b, '\t');
    ms_tolstring(L, i, NULL);
    luaL_addvalue(&b);
  }
  luaL_pushresult(&b);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  ms_charge(L, (int64_t)length / 32);
  int32_t was = h->in_lua;
  h->in_lua = 0;
  h->calls.print(h->context, text, length);
  h->in_lua = was;
  return 0;
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  ms_tolstring(L, 1, NULL);
  return 1;
}

// As Lua's, but scripts may have no finalisers: they would run with hooks off, at times a snapshot cannot know.
static int base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  if (type != LUA_TNIL && type != LUA_TTABLE) return luaL_typeerror(L, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "finalizers (__gc) are not available");
    lua_pop(L, 1);
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static int base_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (ms_is_locked(L, 1)) return luaL_error(L, "attempt to modify a protected table");
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  if (lua_rawequal(L, 1, -1) && lua_getmetatable(L, -1)) {
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    lua_insert(L, 1);
    lua_settable(L, 2);
    return 1;
  }
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 1;
}

static int base_rawget(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  ms_unlock(L, 1);
  lua_rawget(L, 1);
  return 1;
}

// A full collection, charged by what there is to look at; the other options do nothing.
static int base_collectgarbage(lua_State *L) {
  static const char *const options[] = {"collect", "count", "stop", "restart", "step", "isrunning",
                                        "incremental", "generational", "setpause", "setstepmul", NULL};
  ms_host *h = host_of(L);
  switch (luaL_checkoption(L, 1, "collect", options)) {
    case 0:
      ms_charge(L, 100 + h->used / 64);
      lua_gc(L, LUA_GCCOLLECT);
      lua_pushinteger(L, 0);
      return 1;
    case 1:
      ms_note_history(L, MS_HISTORY_MEMORY);
      lua_pushnumber(L, (lua_Number)h->used / 1024.0);
      return 1;
    case 5: lua_pushboolean(L, 1); return 1;
    default: lua_pushinteger(L, 0); return 1;
  }
}

// Remembers the names of the functions in the table on top as "prefix.name", for messages and serials.
void ms_name_functions(lua_State *L, const char *prefix) {
  int table = lua_gettop(L);
  ms_registry_push(L, &ms_key_names);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_iscfunction(L, -1)) {
      lua_pushvalue(L, -1);
      lua_pushfstring(L, "%s%s", prefix, lua_tostring(L, -3));
      lua_rawset(L, table + 1);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// Refuses a write to a library table. Raises.
static int refuse_write(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
  return luaL_error(L, "cannot assign field '%s' of a protected table", name);
}

// Pushes a stand-in for the table at index through which it can be read only. Host mode.
void ms_lock(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, refuse_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  ms_registry_push(L, &ms_key_locked);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, index);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

int ms_is_locked(lua_State *L, int index) {
  index = lua_absindex(L, index);
  ms_registry_push(L, &ms_key_locked);
  lua_pushvalue(L, index);
  int result = lua_rawget(L, -2) == LUA_TTABLE;
  lua_pop(L, 2);
  return result;
}

// Replaces a stand-in at index by the library table itself.
void ms_unlock(lua_State *L, int index) {
  index = lua_absindex(L, index);
  ms_registry_push(L, &ms_key_locked);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TTABLE) lua_replace(L, index);
  else lua_pop(L, 1);
  lua_pop(L, 1);
}

void ms_note_library(lua_State *L, const char *name) {
  ms_registry_push(L, &ms_key_libraries);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

// Pushes the name of the function of that value in one of the libraries; nil for none. Host mode.
static void find_name(lua_State *L, int function) {
  ms_registry_push(L, &ms_key_libraries);
  int libraries = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, libraries); lua_pop(L, 1))
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
      if (lua_rawequal(L, -1, function)) {
        lua_pushfstring(L, "%s.%s", lua_tostring(L, libraries + 1), lua_tostring(L, -2));
        lua_replace(L, libraries);
        lua_settop(L, libraries);
        return;
      }
  lua_pushnil(L);
  lua_replace(L, libraries);
}

// Pushes the name of the builtin function at index, such as "string.format", which stays alive; nil for another value.
// Looked for when it is asked for: most hosts never name a function. Host mode, so that it cannot fail.
int ms_push_function_name(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TFUNCTION || !lua_iscfunction(L, index)) {
    lua_pushnil(L);
    return 0;
  }
  ms_host *h = host_of(L);
  int32_t was = h->in_lua;
  h->in_lua = 0;
  index = lua_absindex(L, index);
  lua_checkstack(L, 12);
  ms_registry_push(L, &ms_key_names);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    find_name(L, index);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -2);
    if (lua_isnil(L, -1)) lua_pushboolean(L, 0), lua_replace(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
  h->in_lua = was;
  return lua_type(L, -1) == LUA_TSTRING;
}

// Makes the library table on top a global and pops it; scripts cannot change it, unless they have stock libraries.
void ms_seal_library(lua_State *L, const char *name) {
  ms_note_library(L, name);
  if (!host_of(L)->is_stock) ms_lock(L, -1);
  else lua_pushvalue(L, -1);
  lua_setglobal(L, name);
  lua_pop(L, 1);
}

static const luaL_Reg base_functions[] = {
    {"pcall", base_pcall},   {"xpcall", base_xpcall},   {"print", ms_print},
    {"rawset", base_rawset}, {"rawget", base_rawget},   {"tostring", base_tostring},
    {"dofile", NULL},        {"loadfile", NULL},        {"setmetatable", base_setmetatable},
    {"load", NULL},          {"require", NULL},         {"collectgarbage", base_collectgarbage},
    {NULL, NULL}};

void ms_open_base(lua_State *L) {
  luaL_requiref(L, "_G", luaopen_base, 0);
  for (const luaL_Reg *f = base_functions; f->name; f++) {
    if (f->func) lua_pushcfunction(L, f->func);
    else lua_pushnil(L);
    lua_setfield(L, -2, f->name);
  }
  lua_pop(L, 1);
}

// Names the globals once all of them are there.
void ms_name_globals(lua_State *L) {
  lua_pushglobaltable(L);
  ms_name_functions(L, "");
  lua_pop(L, 1);
}
