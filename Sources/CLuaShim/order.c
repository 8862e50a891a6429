// What addresses and hash seeds decide in stock Lua: the order of pairs and next, and the names of objects. Here both
// follow from the program: numbers ascending, strings bytewise, objects by creation. C because it is on hot paths and
// because metamethods may be called.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// The creation serial of the object at index; 0 for what is no object. Never raises.
uint64_t ms_serial(lua_State *L, int32_t index) {
  switch (lua_type(L, index)) {
    case LUA_TTABLE: return *(const uint64_t *)((const char *)lua_topointer(L, index) - 8);
    case LUA_TTHREAD: return *(const uint64_t *)((const char *)lua_topointer(L, index) - LUA_EXTRASPACE - 8);
    case LUA_TUSERDATA: {
      const ms_object *o = ms_object_at(L, index);
      return o ? o->serial : 0;
    }
    case LUA_TFUNCTION:
      // NB: a C function without upvalues is no object; its pointer is the code.
      if (lua_iscfunction(L, index) && !lua_getupvalue(L, index, 1)) return 0;
      if (lua_iscfunction(L, index)) lua_pop(L, 1);
      return *(const uint64_t *)((const char *)lua_topointer(L, index) - 8);
    default: return 0;
  }
}

// Pushes "table: #12", "Sheet: #3" or "function: builtin print". Raises only for want of memory.
static void push_object_name(lua_State *L, int index) {
  int top = lua_gettop(L);
  int is_named = luaL_getmetafield(L, index, "__name") == LUA_TSTRING;
  const char *name = is_named ? lua_tostring(L, -1) : luaL_typename(L, index);
  if (ms_push_function_name(L, index))
    lua_pushfstring(L, "function: builtin %s", lua_tostring(L, -1));
  else {
    ms_note_history(L, MS_HISTORY_SERIALS);
    lua_pushfstring(L, "%s: #%I", name, (LUAI_UACINT)ms_serial(L, index));
  }
  lua_insert(L, top + 1);
  lua_settop(L, top + 1);
}

// Pushes and returns the text of the value at index, as tostring gives it. Raises, runs __tostring.
const char *ms_tolstring(lua_State *L, int index, size_t *length) {
  if (host_of(L)->is_stock) return luaL_tolstring(L, index, length);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, NULL);
  if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    ms_guard_stack(L);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (!lua_isinteger(L, index) && isnan(lua_tonumber(L, index))) lua_pushliteral(L, "nan");
      else lua_pushvalue(L, index);
      break;
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    default: push_object_name(L, index); break;
  }
  return lua_tolstring(L, -1, length);
}

// --- Order ----------------------------------------------------------------------------------------------------------

typedef struct key {
  int rank;  // 0 integers and floats, 1 strings, 2 booleans, 3… objects by type
  int is_float;
  lua_Integer integer;
  lua_Number number;
  const char *text;
  size_t length;
  uint64_t serial;
  int index;
} key;

static int compare_numbers(const key *a, const key *b) {
  if (!a->is_float && !b->is_float) return a->integer < b->integer ? -1 : a->integer > b->integer;
  lua_Number x = a->is_float ? a->number : (lua_Number)a->integer, y = b->is_float ? b->number : (lua_Number)b->integer;
  if (x != y) return x < y ? -1 : 1;
  return a->is_float - b->is_float;
}

static int compare_keys(const void *left, const void *right) {
  const key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  switch (a->rank) {
    case 0: return compare_numbers(a, b);
    case 1: {
      size_t n = a->length < b->length ? a->length : b->length;
      int r = memcmp(a->text, b->text, n);
      return r ? r : (a->length > b->length) - (a->length < b->length);
    }
    case 2: return (int)a->integer - (int)b->integer;
    default: return (a->serial > b->serial) - (a->serial < b->serial);
  }
}

static void read_key(lua_State *L, int index, int position, key *out) {
  memset(out, 0, sizeof *out);
  out->index = position;
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      out->is_float = !lua_isinteger(L, index);
      if (out->is_float) out->number = lua_tonumber(L, index);
      else out->integer = lua_tointeger(L, index);
      return;
    case LUA_TSTRING:
      out->rank = 1;
      out->text = lua_tolstring(L, index, &out->length);
      return;
    case LUA_TBOOLEAN:
      out->rank = 2;
      out->integer = lua_toboolean(L, index);
      return;
    default:
      out->rank = 3 + lua_type(L, index);
      out->serial = ms_serial(L, index);
      if (out->serial) return;
      // A builtin function: by its name, before all created ones.
      if (ms_push_function_name(L, index)) {
        out->rank = 3;
        out->text = lua_tolstring(L, -1, &out->length);
      }
      lua_pop(L, 1);
  }
}

static int compare_any(const void *left, const void *right) {
  const key *a = left, *b = right;
  if (a->rank == 3 && b->rank == 3) {
    key x = *a, y = *b;
    x.rank = y.rank = 1;
    return compare_keys(&x, &y);
  }
  return compare_keys(a, b);
}

// Pushes a sequence of the table's keys in order, without the integers 1…after. The run of integers from after+1 on
// comes first. Raises only for want of memory (before anything outside the heap is taken).
void ms_ordered_keys(lua_State *L, int table, lua_Integer after) {
  luaL_checkstack(L, 8, NULL);
  lua_newtable(L);
  int keys = lua_gettop(L), count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= after) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
  }
  if (count < 2) return;
  lua_createtable(L, count, 0);
  key *all = malloc(sizeof *all * (size_t)count);
  if (!all) {
    luaL_error(L, "not enough memory");
    return;
  }
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, keys, i + 1);
    read_key(L, -1, i + 1, &all[i]);
    lua_pop(L, 1);
  }
  qsort(all, (size_t)count, sizeof *all, compare_any);
  int first = 0;
  lua_Integer next = after + 1;
  while (first < count && (all[first].rank != 0 || all[first].is_float || all[first].integer != next)) {
    if (all[first].rank != 0) first = count;
    else first++;
  }
  int run = first;
  while (run < count && all[run].rank == 0 && !all[run].is_float && all[run].integer == next) {
    run++;
    next++;
  }
  int at = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++)
      if ((i >= first && i < run) == (pass == 0)) {
        lua_rawgeti(L, keys, all[i].index);
        lua_rawseti(L, keys + 1, ++at);
      }
  free(all);
  lua_remove(L, keys);
}

// The start of Lua's own table object, in every 5.4.
typedef struct table_head {
  void *next;
  uint8_t type, marked, flags, log_nodes;
  uint32_t array;
} table_head;

static int64_t slots_of(const void *table) {
  const table_head *head = table;
  int64_t array = 1;
  while (array < (int64_t)head->array) array *= 2;
  return array + ((int64_t)1 << (head->log_nodes & 31));
}

// Whether the above holds for this Lua: looked at in each new state, so that all of them create the same objects.
int ms_check_tables(lua_State *L) {
  lua_createtable(L, 64, 32);
  int result = slots_of(lua_topointer(L, -1)) == 96;
  lua_pop(L, 1);
  return result;
}

// How many slots a traversal of the table passes, empty ones included: the length does not tell that. It is only used
// to charge; where this Lua's tables look different, the length has to do. Never raises.
int64_t ms_table_slots(lua_State *L, int index) {
  return host_of(L)->knows_tables ? slots_of(lua_topointer(L, index)) : (int64_t)lua_rawlen(L, index);
}

static void charge_keys(lua_State *L, int table) {
  if (host_of(L)->in_lua) ms_charge(L, ms_table_slots(L, table) / 2);
}

// The iterator of pairs. Upvalues: position, keys (nil while in the array part), count of the array part. The state
// is in the closure, so that a loop costs O(n log n) in all.
static int pairs_step(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (lua_getmetatable(L, 1)) {
    lua_pop(L, 1);
    ms_unlock(L, 1);
  }
  lua_Integer position = lua_tointeger(L, lua_upvalueindex(1)) + 1;
  if (lua_isnil(L, lua_upvalueindex(2))) {
    if (lua_rawgeti(L, 1, position) != LUA_TNIL) {
      lua_pushinteger(L, position);
      lua_copy(L, -1, lua_upvalueindex(1));
      lua_insert(L, -2);
      return 2;
    }
    lua_settop(L, 1);
    charge_keys(L, 1);
    ms_ordered_keys(L, 1, position - 1);
    ms_charge(L, (int64_t)lua_rawlen(L, -1));
    lua_replace(L, lua_upvalueindex(2));
    position = 1;
  }
  for (;; position++) {
    lua_settop(L, 1);
    lua_pushinteger(L, position);
    lua_replace(L, lua_upvalueindex(1));
    if (lua_rawgeti(L, lua_upvalueindex(2), position) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;
  }
}

static int after_pairs(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

static int base_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, after_pairs);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushinteger(L, 0);
  lua_pushnil(L);
  lua_pushcclosure(L, pairs_step, 2);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

// Pushes the smallest key and its value; pushes nil alone for an empty table.
static int first_pair(lua_State *L) {
  if (lua_rawgeti(L, 1, 1) != LUA_TNIL) {
    lua_pushinteger(L, 1);
    lua_insert(L, -2);
    return 2;
  }
  lua_settop(L, 1);
  lua_pushnil(L);
  int64_t seen = 0;
  key best, candidate;
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    read_key(L, -1, 0, &candidate);
    if (seen++ == 0) {
      lua_pushvalue(L, -1);
      lua_insert(L, 2);
      best = candidate;
    } else if (compare_any(&candidate, &best) < 0) {
      lua_pushvalue(L, -1);
      lua_replace(L, 2);
      best = candidate;
    }
  }
  ms_charge(L, seen / 4 + ms_table_slots(L, 1) / 8);
  if (seen == 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  return 2;
}

// Raises unless the key at 3 is, or was, one of the table at 2. NB: Lua's own next knows a field that was cleared as long
// as the table was not rebuilt, which is what a loop needs.
static int raw_next(lua_State *L) {
  lua_settop(L, 2);
  return lua_next(L, 1) ? 2 : 0;
}
static void check_key(lua_State *L) {
  lua_pushcfunction(L, raw_next);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) luaL_error(L, "invalid key to 'next'");
}

// Pushes the order of the table at 2, with the key at 3 in it: a loop may have cleared the field it was just given.
// Host mode while the key is put back, so that nothing can fail in between. Raises before that.
static void order_with_key(lua_State *L) {
  ms_host *h = host_of(L);
  lua_pushvalue(L, 3);
  int is_cleared = lua_rawget(L, 2) == LUA_TNIL;
  lua_pop(L, 1);
  if (!is_cleared) {
    ms_ordered_keys(L, 2, 0);
    return;
  }
  luaL_argcheck(L, lua_type(L, 3) != LUA_TNUMBER || lua_tonumber(L, 3) == lua_tonumber(L, 3), 2, "key is NaN");
  if (!ms_region_has_room(h, (size_t)ms_table_slots(L, 2) * 128)) luaL_error(L, "not enough memory");
  h->in_lua = 0;
  lua_pushvalue(L, 3);
  lua_pushboolean(L, 1);
  lua_rawset(L, 2);
  ms_ordered_keys(L, 2, 0);
  lua_pushvalue(L, 3);
  lua_pushnil(L);
  lua_rawset(L, 2);
  h->in_lua = 1;
}

// The order of a table under traversal by `next` is kept (weakly) until its end; index 0 holds the last position.
static int base_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  ms_unlock(L, 1);
  ms_registry_push(L, &ms_key_order);
  lua_insert(L, 1);  // 1 cache, 2 table, 3 key
  if (lua_isnil(L, 3)) {
    lua_pushvalue(L, 2);
    lua_pushnil(L);
    lua_rawset(L, 1);
    lua_remove(L, 1);
    lua_settop(L, 1);
    return first_pair(L);
  }
  for (int attempt = 0; attempt < 2; attempt++) {
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    if (attempt > 0 || lua_rawget(L, 1) != LUA_TTABLE) {
      lua_settop(L, 3);
      charge_keys(L, 2);
      check_key(L);
      order_with_key(L);
      ms_charge(L, (int64_t)lua_rawlen(L, 4));
      lua_pushinteger(L, 1);
      lua_rawseti(L, 4, 0);
      lua_pushvalue(L, 2);
      lua_pushvalue(L, 4);
      lua_rawset(L, 1);
      attempt = 1;
    }
    lua_rawgeti(L, 4, 0);
    lua_Integer hint = lua_tointeger(L, -1), n = (lua_Integer)lua_rawlen(L, 4);
    lua_pop(L, 1);
    for (lua_Integer i = 0; i < n; i++) {
      lua_Integer at = (hint - 1 + i) % n + 1;
      lua_rawgeti(L, 4, at);
      int found = lua_rawequal(L, 3, -1);
      lua_pop(L, 1);
      if (!found) continue;
      if (i > 64) ms_charge(L, i);
      for (at++; at <= n; at++) {
        lua_rawgeti(L, 4, at);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 2) != LUA_TNIL) {
          lua_pushinteger(L, at);
          lua_rawseti(L, 4, 0);
          return 2;
        }
        lua_pop(L, 2);
      }
      lua_pushvalue(L, 2);
      lua_pushnil(L);
      lua_rawset(L, 1);
      lua_pushnil(L);
      return 1;
    }
    ms_charge(L, n);
  }
  return luaL_error(L, "invalid key to 'next'");
}

// Names the function that a call of the library function `name` on the value on top returns first; pops the value.
static void name_iterator(lua_State *L, const char *library, const char *name) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_pushvalue(L, -3);
  lua_call(L, 1, 1);
  ms_registry_push(L, &ms_key_names);
  lua_insert(L, -2);
  lua_pushfstring(L, "%s iterator", name);
  lua_rawset(L, -3);
  lua_pop(L, 3);
}

// Functions that only iteration shows have names too, since names give builtin functions their order.
void ms_name_iterators(lua_State *L) {
  lua_newtable(L);
  name_iterator(L, LUA_GNAME, "ipairs");
  lua_pushliteral(L, "");
  name_iterator(L, LUA_UTF8LIBNAME, "codes");
}

void ms_open_order(lua_State *L) {
  lua_pushcfunction(L, base_pairs);
  lua_setglobal(L, "pairs");
  lua_pushcfunction(L, base_next);
  lua_setglobal(L, "next");
}
