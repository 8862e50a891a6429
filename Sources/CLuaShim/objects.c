// Userdata of host classes: field lookup in C, Swift only for what a field does. C because these are metamethods.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const ms_object *ms_object_at(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(ms_object)) return NULL;
  const ms_object *o = lua_touserdata(L, index);
  return o->magic == MS_MAGIC ? o : NULL;
}

// Raises unless the value at 1 is an object of the class in upvalue 3.
static void check_self(lua_State *L) {
  const ms_object *o = ms_object_at(L, 1);
  if (!o || o->class_id != (uint32_t)lua_tointeger(L, lua_upvalueindex(3)))
    luaL_error(L, "bad object (%s expected, got %s)", lua_tostring(L, lua_upvalueindex(4)), luaL_typename(L, 1));
}

// __index. Upvalues: fields, box for unknown names, class id, class name. Raises, may yield.
static int object_index(lua_State *L) {
  check_self(L);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
    case LUA_TLIGHTUSERDATA: {
      void *box = lua_touserdata(L, -1);
      lua_settop(L, 1);
      return ms_invoke(L, box);
    }
    case LUA_TNIL:
      lua_settop(L, 2);
      lua_pushboolean(L, 0);
      return ms_invoke(L, lua_touserdata(L, lua_upvalueindex(2)));
    default: return 1;
  }
}

// __newindex. Upvalues as above, with setters for fields. The setter's frame holds the value, then the object.
static int object_newindex(lua_State *L) {
  check_self(L);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TLIGHTUSERDATA) {
    void *box = lua_touserdata(L, -1);
    lua_settop(L, 3);
    lua_remove(L, 2);
    lua_insert(L, 1);
    return ms_invoke(L, box);
  }
  lua_settop(L, 2);
  lua_pushboolean(L, 1);
  return ms_invoke(L, lua_touserdata(L, lua_upvalueindex(2)));
}

// __gc: queues the slot for Swift. Never raises, runs no Lua code.
static int object_gc(lua_State *L) {
  ms_host *h = host_of(L);
  const ms_object *o = ms_object_at(L, 1);
  if (!o) return 0;
  if (h->release_count + 2 > h->release_room) {
    size_t room = h->release_room ? h->release_room * 2 : MS_RELEASES;
    uint64_t *grown = realloc(h->releases, room * sizeof *grown);
    if (!grown) return 0;
    h->releases = grown;
    h->release_room = room;
  }
  h->releases[h->release_count++] = (uint64_t)o->class_id << 32 | o->slot;
  h->releases[h->release_count++] = o->generation;
  return 0;
}

static void set_closure(lua_State *L, int mt, const char *event, lua_CFunction f, int fields, void *missing,
                        uint32_t class_id, const char *name) {
  lua_pushvalue(L, fields);
  lua_pushlightuserdata(L, missing);
  lua_pushinteger(L, class_id);
  lua_pushstring(L, name);
  lua_pushcclosure(L, f, 4);
  lua_setfield(L, mt, event);
}

// Host mode, so it does not raise. Pops fields and setters.
void ms_class_create(lua_State *L, uint32_t class_id, const char *name, void *missing, void *call, void *describe) {
  lua_checkstack(L, 16);
  int setters = lua_gettop(L), fields = setters - 1;
  lua_newtable(L);
  int mt = setters + 1;
  set_closure(L, mt, "__index", object_index, fields, missing, class_id, name);
  set_closure(L, mt, "__newindex", object_newindex, setters, missing, class_id, name);
  lua_pushcfunction(L, object_gc);
  lua_setfield(L, mt, "__gc");
  lua_pushstring(L, name);
  lua_setfield(L, mt, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, mt, "__metatable");
  if (call) {
    ms_push_function(L, call);
    lua_setfield(L, mt, "__call");
  }
  if (describe) {
    ms_push_function(L, describe);
    lua_setfield(L, mt, "__tostring");
  }
  ms_registry_push(L, &ms_key_classes);
  lua_pushvalue(L, mt);
  lua_rawseti(L, -2, class_id);
  lua_settop(L, fields - 1);
}

void ms_push_object(lua_State *L, uint32_t class_id, uint32_t slot, uint32_t generation) {
  ms_host *h = host_of(L);
  lua_checkstack(L, 8);
  ms_object *o = lua_newuserdatauv(L, sizeof *o, 1);
  *o = (ms_object){MS_MAGIC, class_id, slot, generation, h->serials[LUA_TUSERDATA]};
  ms_registry_push(L, &ms_key_classes);
  lua_rawgeti(L, -1, class_id);
  lua_setmetatable(L, -3);
  lua_pop(L, 1);
  ms_registry_push(L, &ms_key_live);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)((uint64_t)class_id << 32 | slot));
  lua_pop(L, 1);
}

int32_t ms_push_live_object(lua_State *L, uint32_t class_id, uint32_t slot, uint32_t generation) {
  lua_checkstack(L, 8);
  ms_registry_push(L, &ms_key_live);
  lua_rawgeti(L, -1, (lua_Integer)((uint64_t)class_id << 32 | slot));
  lua_remove(L, -2);
  const ms_object *o = ms_object_at(L, -1);
  if (o && o->generation == generation) return 1;
  lua_pop(L, 1);
  return 0;
}

// --- Globals --------------------------------------------------------------------------------------------------------

// __index of the globals. Upvalues: primitives, box for undefined names. Raises.
static int globals_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  if (lua_type(L, 2) != LUA_TSTRING) return 1;
  lua_settop(L, 2);
  lua_remove(L, 1);
  return ms_invoke(L, lua_touserdata(L, lua_upvalueindex(2)));
}

static int after_defined(lua_State *L) {
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
}

// __newindex of the globals: asks before the first assignment of a name. Upvalue: box. Raises.
static int globals_newindex(lua_State *L) {
  lua_settop(L, 3);
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushlightuserdata(L, lua_touserdata(L, lua_upvalueindex(1)));
    lua_pushcclosure(L, ms_trampoline, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 1, 0);
  }
  return after_defined(L);
}

void ms_protect_globals(lua_State *L, void *undefined, void *defined) {
  lua_checkstack(L, 8);
  lua_createtable(L, 0, 3);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, undefined);
  lua_pushcclosure(L, globals_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pushlightuserdata(L, defined);
  lua_pushcclosure(L, globals_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

void ms_set_global(lua_State *L, const char *name, size_t length) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_insert(L, -2);
  ms_raw_set(L, -2, name, length);
  lua_pop(L, 1);
}

void ms_set_require(lua_State *L, void *loader) {
  lua_pushlightuserdata(L, loader);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &ms_key_loader);
}
