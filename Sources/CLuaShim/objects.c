// Userdata of host classes: field lookup in C, Swift only for what a field does. C because these are metamethods.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const ms_object *ms_object_at(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(ms_object)) return NULL;
  const ms_object *o = lua_touserdata(L, index);
  return o->tag >> 32 == MS_TAG >> 32 ? o : NULL;
}

// Asks the host for a field that Lua does not have yet, keeps what it gives in the table of the first upvalue, and leaves
// that on top: a function, or the box of a getter or setter. Stack: an object, a key, whether it is written, and what
// the caller has above. Raises when there is no such field.
__attribute__((noinline, cold)) static void find_field(lua_State *L) {
  ms_host *h = host_of(L);
  ms_invoke(L, lua_touserdata(L, lua_upvalueindex(2)));
  // NB: in host mode, since the field was always there as far as the script can tell.
  int32_t was = h->in_lua;
  h->in_lua = 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(1));
  h->in_lua = was;
}

// __index, called with an object and a key. Upvalues: fields, box for names that are not among them. The boxes look at
// the object, so that nothing has to be checked here. Raises, may yield.
static int object_index(lua_State *L) {
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(1));
  if (type == LUA_TNIL) {
    lua_settop(L, 2);
    lua_pushboolean(L, 0);
    find_field(L);
    lua_remove(L, 3);
    type = lua_type(L, 3);
  }
  return type == LUA_TLIGHTUSERDATA ? ms_invoke(L, lua_touserdata(L, -1)) : 1;
}

// __newindex, called with an object, a key and a value. Upvalues as above, with setters for fields. The setter's frame
// holds the value, then the object.
static int object_newindex(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TLIGHTUSERDATA) {
    lua_settop(L, 3);
    lua_pushboolean(L, 1);
    lua_insert(L, 3);
    find_field(L);
    lua_remove(L, 3);
  }
  void *box = lua_touserdata(L, -1);
  lua_copy(L, 1, 2);
  lua_copy(L, 3, 1);
  lua_settop(L, 2);
  return ms_invoke(L, box);
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
  h->releases[h->release_count++] = o->tag << 32 | o->slot;
  h->releases[h->release_count++] = o->generation;
  return 0;
}

static void set_closure(lua_State *L, int mt, const char *event, lua_CFunction f, int fields, void *missing) {
  lua_pushvalue(L, fields);
  lua_pushlightuserdata(L, missing);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, mt, event);
}

// Host mode, so it does not raise. Pops fields and setters.
ms_class ms_class_create(lua_State *L, const char *name, void *missing, void *call, void *describe) {
  lua_checkstack(L, 16);
  int setters = lua_gettop(L), fields = setters - 1, mt = setters + 1;
  lua_createtable(L, 0, 7);
  set_closure(L, mt, "__index", object_index, fields, missing);
  set_closure(L, mt, "__newindex", object_newindex, setters, missing);
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
  ms_class c;
  c.metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &ms_key_weak);
  lua_setmetatable(L, -2);
  c.live = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_settop(L, fields - 1);
  return c;
}

void ms_push_object(lua_State *L, ms_class c, uint64_t tag, uint32_t slot, uint32_t generation) {
  ms_host *h = host_of(L);
  lua_checkstack(L, 8);
  ms_object *o = lua_newuserdatauv(L, sizeof *o, 1);
  *o = (ms_object){tag, slot, generation, h->serials[LUA_TUSERDATA]};
  lua_rawgeti(L, LUA_REGISTRYINDEX, c.metatable);
  lua_setmetatable(L, -2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, c.live);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)slot + 1);
  lua_settop(L, -2);
}

// NB: the caller sees to room for two values.
int32_t ms_push_live_object(lua_State *L, int32_t live, uint32_t slot, uint32_t generation) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, live);
  if (lua_rawgeti(L, -1, (lua_Integer)slot + 1) == LUA_TUSERDATA) {
    const ms_object *o = lua_touserdata(L, -1);
    if (o->generation == generation) {
      lua_copy(L, -1, -2);
      lua_settop(L, -2);
      return 1;
    }
  }
  lua_settop(L, -3);
  return 0;
}

// --- Globals --------------------------------------------------------------------------------------------------------

// __index of a table whose values are made when they are first read. Upvalue: box. Raises.
static int lazy_index(lua_State *L) {
  ms_host *h = host_of(L);
  lua_settop(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING || ms_invoke(L, lua_touserdata(L, lua_upvalueindex(1))) == 0) return 0;
  // NB: in host mode, since the value was always there as far as the script can tell.
  int32_t was = h->in_lua;
  h->in_lua = 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  h->in_lua = was;
  return 1;
}

void ms_push_lazy_table(lua_State *L, void *box) {
  lua_checkstack(L, 8);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushlightuserdata(L, box);
  lua_pushcclosure(L, lazy_index, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void ms_push_view(lua_State *L, void *refusal) {
  lua_checkstack(L, 8);
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_rotate(L, -3, -1);
  lua_setfield(L, -2, "__index");
  ms_push_function(L, refusal);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

// __index of the globals. Upvalues: primitives, box for undefined names. Raises.
static int globals_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_gettable(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
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
