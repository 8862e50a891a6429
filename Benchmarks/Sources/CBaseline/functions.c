// The host functions and the class `draft`. All of these run inside Lua and may raise.
#include <string.h>

#include "internal.h"

static int host_nothing(lua_State *L) {
  (void)L;
  return 0;
}

static int host_add(lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1) + luaL_checkinteger(L, 2));
  return 1;
}

// Takes a string into the host and gives it back, as a setter and a getter of a text would.
static int host_echo(lua_State *L) {
  baseline *b = baseline_of(L);
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_argcheck(L, length < sizeof b->text, 1, "too long");
  memcpy(b->text, text, length);
  lua_pushlstring(L, b->text, length);
  return 1;
}

static int host_refuse(lua_State *L) { return luaL_error(L, "refused"); }

static int host_build(lua_State *L) {
  lua_createtable(L, 0, 5);
  lua_pushliteral(L, "Editor");
  lua_setfield(L, -2, "title");
  lua_pushliteral(L, "large");
  lua_setfield(L, -2, "detent");
  lua_pushinteger(L, 540);
  lua_setfield(L, -2, "width");
  lua_pushinteger(L, 620);
  lua_setfield(L, -2, "height");
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "dirty");
  return 1;
}

static lua_Integer integer_field(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  lua_Integer value = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return value;
}

static lua_Integer text_field(lua_State *L, const char *key) {
  size_t length;
  lua_getfield(L, 1, key);
  luaL_checklstring(L, -1, &length);
  lua_pop(L, 1);
  return (lua_Integer)length;
}

static int host_read(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer sum = text_field(L, "title") + text_field(L, "detent");
  sum += integer_field(L, "width") + integer_field(L, "height");
  lua_getfield(L, 1, "dirty");
  sum += lua_toboolean(L, -1);
  lua_pushinteger(L, sum);
  return 1;
}

static int host_wait(lua_State *L) { return lua_yield(L, 0); }

int baseline_open_functions(lua_State *L) {
  static const luaL_Reg functions[] = {{"nothing", host_nothing}, {"add", host_add},     {"echo", host_echo},
                                       {"refuse", host_refuse},   {"build", host_build}, {"read", host_read},
                                       {"wait", host_wait},       {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  return 0;
}

// --- The class ------------------------------------------------------------------------------------------------------

// What a field does when it is read or written; NULL when it does not.
typedef struct property {
  int (*get)(lua_State *L, draft *d);
  void (*set)(lua_State *L, draft *d, int value);
} property;

static draft *check_draft(lua_State *L) { return *(draft **)luaL_checkudata(L, 1, DRAFT); }

static int get_count(lua_State *L, draft *d) {
  lua_pushinteger(L, d->count);
  return 1;
}

static void set_count(lua_State *L, draft *d, int value) { d->count = luaL_checkinteger(L, value); }

static int get_dirty(lua_State *L, draft *d) {
  lua_pushboolean(L, d->dirty);
  return 1;
}

static int draft_advance(lua_State *L) {
  draft *d = check_draft(L);
  d->count += luaL_checkinteger(L, 2);
  lua_pushinteger(L, d->count);
  return 1;
}

static const property count = {get_count, set_count};
static const property dirty = {get_dirty, NULL};

static int no_field(lua_State *L) { return luaL_error(L, "no field '%s' on draft", luaL_tolstring(L, 2, NULL)); }

// __index. Upvalue: a table of properties (light userdata) and methods (functions) by name.
static int draft_index(lua_State *L) {
  draft *d = check_draft(L);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
    case LUA_TLIGHTUSERDATA: return ((const property *)lua_touserdata(L, -1))->get(L, d);
    case LUA_TNIL: return no_field(L);
    default: return 1;
  }
}

// __newindex. Upvalue as above.
static int draft_newindex(lua_State *L) {
  draft *d = check_draft(L);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  const property *p = lua_islightuserdata(L, -1) ? lua_touserdata(L, -1) : NULL;
  if (!p || !p->set) return no_field(L);
  p->set(L, d, 3);
  return 0;
}

int baseline_open_draft(lua_State *L) {
  draft **object = lua_newuserdatauv(L, sizeof *object, 0);
  *object = &baseline_of(L)->draft;
  luaL_newmetatable(L, DRAFT);
  lua_createtable(L, 0, 3);
  lua_pushlightuserdata(L, (void *)&count);
  lua_setfield(L, -2, "count");
  lua_pushlightuserdata(L, (void *)&dirty);
  lua_setfield(L, -2, "dirty");
  lua_pushcfunction(L, draft_advance);
  lua_setfield(L, -2, "advance");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, draft_newindex, 1);
  lua_setfield(L, -3, "__newindex");
  lua_pushcclosure(L, draft_index, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setglobal(L, "draft");
  return 0;
}
