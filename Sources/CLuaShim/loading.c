// load and require: text only, bounded, and require through the host's modules. C because they call and continue.
#include <string.h>

#include "internal.h"

static const char *const binary_message = "%s: this is a compiled Lua chunk; only source text can be run";

typedef struct line_reader {
  const char *at;
  size_t left;
  int lines;
} line_reader;

static const char *next_line(lua_State *L, void *data, size_t *length) {
  (void)L;
  line_reader *r = data;
  if (r->left == 0) return NULL;
  const char *line = r->at, *end = memchr(line, '\n', r->left);
  *length = end ? (size_t)(end + 1 - line) : r->left;
  r->at += *length;
  r->left -= *length;
  r->lines++;
  return line;
}

// Loads text as luaL_loadbufferx does. NB: of a text that nests too deeply Lua tells no line, since no function of Lua's
// runs; so the text is read again, line by line.
int ms_load_text(lua_State *L, const char *source, size_t length, const char *name) {
  int status = luaL_loadbufferx(L, source, length, name, "t");
  if (status != LUA_ERRRUN || strcmp(lua_tostring(L, -1), "C stack overflow") != 0) return status;
  line_reader r = {source, length, 0};
  lua_pop(L, 1);
  status = lua_load(L, next_line, &r, name, "t");
  if (status != LUA_ERRRUN) return status;
  // What Lua calls the chunk stands at the head of any other error.
  luaL_loadbufferx(L, "?", 1, name, "t");
  const char *other = lua_tostring(L, -1), *end = NULL;
  for (const char *at = other; at && (at = strstr(at, ":1: ")); at++) end = at;
  if (end) {
    lua_pushlstring(L, other, (size_t)(end - other));
    lua_pushfstring(L, "%s:%d: %s", lua_tostring(L, -1), r.lines, lua_tostring(L, -3));
    lua_replace(L, -4);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return LUA_ERRSYNTAX;
}

static int load_failed(lua_State *L) {
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

// Returns the whole text that the reader function at 1 gives.
static int read_all(lua_State *L) {
  ms_host *h = host_of(L);
  lua_Integer total = 0;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (;;) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) break;
    if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
    size_t length;
    lua_tolstring(L, -1, &length);
    if (length == 0) break;
    total += (lua_Integer)length;
    if (total > h->limits.max_block) luaL_error(L, "chunk too large");
    ms_charge(L, (int64_t)length / 16 + 8);
    luaL_addvalue(&b);
  }
  lua_pop(L, 1);
  luaL_pushresult(&b);
  return 1;
}

static int base_load(lua_State *L) {
  int has_environment = lua_gettop(L) >= 4;
  int is_text = lua_isstring(L, 1);
  if (is_text) lua_tolstring(L, 1, NULL);
  const char *mode = luaL_optstring(L, 3, "bt");
  const char *name = luaL_optstring(L, 2, is_text ? lua_tostring(L, 1) : "=(load)");
  if (!is_text) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 4);
  if (is_text) {
    lua_pushvalue(L, 1);
  } else {
    ms_guard_stack(L);
    lua_pushcfunction(L, read_all);
    lua_pushvalue(L, 1);
    int status = lua_pcall(L, 1, 1, 0);
    if (host_of(L)->expired) return ms_raise_expired(L);
    ms_name_refusal(L, status);
    if (status != LUA_OK) return load_failed(L);
  }
  size_t length;
  const char *source = lua_tolstring(L, 5, &length);
  if (length > 0 && source[0] == LUA_SIGNATURE[0]) {
    lua_pushfstring(L, binary_message, is_text && name == lua_tostring(L, 1) ? "load" : name);
    return load_failed(L);
  }
  if (!strchr(mode, 't')) {
    lua_pushfstring(L, "attempt to load a text chunk (mode is '%s')", mode);
    return load_failed(L);
  }
  ms_charge(L, (int64_t)length + 50);
  if (luaL_loadbufferx(L, source, length, name, "t") != LUA_OK) return load_failed(L);
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

// --- require --------------------------------------------------------------------------------------------------------

static int is_module_name(const char *name, size_t length) {
  if (length == 0 || length > 128) return 0;
  int start = 1;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)name[i];
    int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (c == '.') {
      if (start) return 0;
      start = 1;
      continue;
    }
    if (!letter && (start || c < '0' || c > '9')) return 0;
    start = 0;
  }
  return !start;
}

// Stores the module's value (true for none), or forgets the attempt. Stack: 1 name, 2 loaded, 3 chain, then results.
static int finish_require(lua_State *L, int status, lua_KContext context) {
  (void)context;
  int failed = status != LUA_OK && status != LUA_YIELD;
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  lua_rawset(L, 3);
  if (failed) return host_of(L)->expired ? ms_raise_expired(L) : lua_error(L);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);
  return 1;
}

// Raises the error that names the cycle ending in the name at 1. The modules being loaded are in the table at 3,
// each with its place in the order of beginning.
static int raise_cycle(lua_State *L) {
  lua_Integer from = lua_tointeger(L, -1), count = 0;
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    count++;
    lua_pop(L, 1);
  }
  lua_pushliteral(L, "");
  for (lua_Integer i = from; i <= count; i++) {
    lua_pushnil(L);
    while (lua_next(L, 3)) {
      if (lua_tointeger(L, -1) == i) {
        lua_pushfstring(L, "%s%s -> ", lua_tostring(L, -3), lua_tostring(L, -2));
        lua_replace(L, -4);
      }
      lua_pop(L, 1);
    }
  }
  return luaL_error(L, "modules require each other: %s%s", lua_tostring(L, -1), lua_tostring(L, 1));
}

// Gives the function on top an environment of its own: globals are read through it, and what is assigned stays in it.
// Where globals ask before the first assignment, it asks as well. Raises.
static void set_environment(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_createtable(L, 0, 3);
  lua_pushglobaltable(L);
  if (lua_getmetatable(L, -1)) {
    lua_getfield(L, -1, "__newindex");
    lua_setfield(L, -4, "__newindex");
    lua_pop(L, 1);
  }
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
}

static int base_require(lua_State *L) {
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  lua_settop(L, 1);
  ms_registry_push(L, &ms_key_loaded);
  lua_rawgeti(L, 2, 0);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL) return 1;
  lua_settop(L, 3);
  if (!is_module_name(name, length)) return luaL_error(L, "'%s' is not a module name", name);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 3) != LUA_TNIL) return raise_cycle(L);
  lua_settop(L, 3);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &ms_key_loader);
  void *loader = lua_touserdata(L, -1);
  lua_settop(L, 3);
  lua_pushlightuserdata(L, loader);
  lua_pushcclosure(L, ms_trampoline, 1);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 2);  // source, chunk name
  if (lua_type(L, 4) != LUA_TSTRING) return luaL_error(L, "no module '%s'", name);
  size_t size;
  const char *source = lua_tolstring(L, 4, &size);
  const char *chunk = lua_tostring(L, 5);
  if (size > 0 && source[0] == LUA_SIGNATURE[0]) return luaL_error(L, binary_message, chunk + 1);
  ms_charge(L, (int64_t)size + 50);
  if (ms_load_text(L, source, size, chunk) != LUA_OK) return lua_error(L);
  set_environment(L);
  lua_Integer place = 1;
  for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1)) place++;
  lua_pushvalue(L, 1);
  lua_pushinteger(L, place);
  lua_rawset(L, 3);
  lua_pushcfunction(L, ms_message_handler);
  lua_replace(L, 4);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 5);
  return finish_require(L, lua_pcallk(L, 2, 1, 4, 0, finish_require), 0);
}

void ms_open_loading(lua_State *L) {
  lua_pushcfunction(L, base_load);
  lua_setglobal(L, "load");
  lua_pushcfunction(L, base_require);
  lua_setglobal(L, "require");
  ms_registry_push(L, &ms_key_loaded);
  lua_newtable(L);
  lua_rawseti(L, -2, 0);
  lua_pop(L, 1);
}
