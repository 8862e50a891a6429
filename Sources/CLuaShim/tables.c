// The table library, charged by the element: a fake __len must not make one call run for ever. sort is a merge sort: it is
// stable, and Lua's own picks pivots by the clock. C because library functions raise and call metamethods.
#include <limits.h>

#include "internal.h"

enum { READS = 1, WRITES = 2, LENGTH = 4 };

static void check_method(lua_State *L, int index, const char *event) {
  if (luaL_getmetafield(L, index, event) == LUA_TNIL) luaL_typeerror(L, index, "table");
  lua_pop(L, 1);
}

static void check_table(lua_State *L, int index, int needs) {
  if (lua_istable(L, index)) return;
  if (needs & READS) check_method(L, index, "__index");
  if (needs & WRITES) check_method(L, index, "__newindex");
  if (needs & LENGTH) check_method(L, index, "__len");
}

// What a fake __len says is not believed before it is seen: each element is charged when its turn comes.
static void charge_element(lua_State *L) { ms_charge(L, 1); }

static int table_insert(lua_State *L) {
  check_table(L, 1, READS | WRITES | LENGTH);
  lua_Integer end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1u), at = end;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3:
      at = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)at - 1u < (lua_Unsigned)end, 2, "position out of bounds");
      for (lua_Integer i = end; i > at; i--) {
        charge_element(L);
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
      }
      break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, at);
  return 0;
}

static int table_remove(lua_State *L) {
  check_table(L, 1, READS | WRITES | LENGTH);
  lua_Integer size = luaL_len(L, 1), at = luaL_optinteger(L, 2, size);
  if (at != size) luaL_argcheck(L, (lua_Unsigned)at - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
  lua_geti(L, 1, at);
  for (; at < size; at++) {
    charge_element(L);
    lua_geti(L, 1, at + 1);
    lua_seti(L, 1, at);
  }
  lua_pushnil(L);
  lua_seti(L, 1, at);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READS);
  check_table(L, target, WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer n = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - n + 1, 4, "destination wrap around");
    int overlaps = to > first && to <= last && (target == 1 || lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer k = 0; k < n; k++) {
      lua_Integer i = overlaps ? n - 1 - k : k;
      charge_element(L);
      lua_geti(L, 1, first + i);
      lua_seti(L, target, to + i);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

static int table_concat(lua_State *L) {
  size_t length;
  check_table(L, 1, READS | LENGTH);
  lua_Integer size = luaL_len(L, 1);
  const char *separator = luaL_optlstring(L, 2, "", &length);
  lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, size);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (lua_Integer i = first; i <= last; i++) {
    charge_element(L);
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1))
      return luaL_error(
          L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
    luaL_addvalue(&b);
    if (i == last) break;
    luaL_addlstring(&b, separator, length);
  }
  luaL_pushresult(&b);
  return 1;
}

static int table_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned n = (lua_Unsigned)last - (lua_Unsigned)first;
  if (n >= 1000000u || !lua_checkstack(L, (int)(n + 1))) return luaL_error(L, "too many results to unpack");
  ms_charge(L, (int64_t)n + 1);
  for (lua_Integer i = first; i < last; i++) lua_geti(L, 1, i);
  lua_geti(L, 1, last);
  return (int)n + 1;
}

// Whether the value at a comes before the one at b; indices from the top. The comparator is at 2, or nil there.
static int comes_before(lua_State *L, int a, int b) {
  if (lua_isnil(L, 2)) return lua_compare(L, a, b, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  int result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

// Merges left…middle-1 and middle…right-1 of the table at `from` into the one at `to`.
static void merge(lua_State *L, int from, int to, lua_Integer left, lua_Integer middle, lua_Integer right) {
  lua_Integer i = left, j = middle;
  for (lua_Integer k = left; k < right; k++) {
    int takes_right = i >= middle;
    if (i < middle && j < right) {
      lua_rawgeti(L, from, i);
      lua_rawgeti(L, from, j);
      takes_right = comes_before(L, -1, -2);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, takes_right ? j++ : i++);
    lua_rawseti(L, to, k);
  }
}

static int table_sort(lua_State *L) {
  check_table(L, 1, READS | WRITES | LENGTH);
  lua_Integer n = luaL_len(L, 1);
  if (n > 1) {
    luaL_argcheck(L, n < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  }
  lua_settop(L, 2);
  if (n < 2) return 0;
  // Two copies of the list: before anything is made for one that is not there, its fuel is.
  ms_charge(L, n);
  ms_guard_stack(L);
  lua_createtable(L, (int)n, 0);
  lua_createtable(L, (int)n, 0);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_geti(L, 1, i);
    lua_rawseti(L, 3, i);
  }
  int from = 3, to = 4;
  for (lua_Integer width = 1; width < n; width *= 2) {
    ms_charge(L, n);
    for (lua_Integer left = 1; left <= n; left += 2 * width) {
      lua_Integer middle = left + width < n + 1 ? left + width : n + 1;
      lua_Integer right = middle + width < n + 1 ? middle + width : n + 1;
      merge(L, from, to, left, middle, right);
    }
    int swap = from;
    from = to;
    to = swap;
  }
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, from, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

static const luaL_Reg functions[] = {{"insert", table_insert}, {"remove", table_remove}, {"move", table_move},
                                     {"concat", table_concat}, {"unpack", table_unpack}, {"sort", table_sort},
                                     {NULL, NULL}};

void ms_open_tables(lua_State *L) {
  luaL_requiref(L, "table", luaopen_table, 0);
  luaL_setfuncs(L, functions, 0);
  ms_seal_library(L, "table");
}
