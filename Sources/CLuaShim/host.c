// The life of a host: its state, its libraries, its end. C because Lua is set up through its macros and callbacks.
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

const char ms_key_names, ms_key_libraries, ms_key_order, ms_key_weak, ms_key_inner, ms_key_locked, ms_key_loaded,
    ms_key_loader;

void ms_flag_set(int32_t *flag, int32_t value) { __atomic_store_n(flag, value, __ATOMIC_RELAXED); }
int32_t ms_flag_get(const int32_t *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

static int panic(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  fprintf(stderr, "lua: unprotected error: %s\n", text ? text : "(no message)");
  abort();
}

static void on_warning(void *ud, const char *text, int more) {
  ms_host *h = ud;
  int32_t was = h->in_lua;
  h->in_lua = 0;
  h->calls.warn(h->context, text, more);
  h->in_lua = was;
}

// Creates a host with an empty state; NULL when there is no memory. Stack effect: none; never raises.
ms_host *ms_host_create(const ms_limits *limits, uint64_t seed, const int32_t *interrupt, int32_t is_stock) {
  ms_host *h = ms_region_create(limits);
  if (!h) return NULL;
  h->interrupt = interrupt;
  h->is_stock = is_stock;
  h->seed = seed;
  lua_State *L = lua_newstate(ms_region_alloc, h);
  if (!L) {
    ms_region_destroy(h);
    return NULL;
  }
  *(ms_host **)lua_getextraspace(L) = h;
  h->L = h->current = L;
  h->newborn = NULL;
  h->knows_seed = ms_region_check_seed(L);
  h->knows_stack = !is_stock && ms_region_check_stack(L);
  lua_atpanic(L, panic);
  lua_setwarnf(L, on_warning, h);
  // NB: set before any coroutine exists, since a coroutine inherits the hook of its creator.
  ms_set_hook(L, MS_SLICE);
  return h;
}

// Pushes a metatable for tables that are weak in `mode`.
static void push_weak(lua_State *L, const char *mode) {
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
}

// Makes registry tables under the keys, with the metatable on top if that is no nil; pops it.
static void registry_create(lua_State *L, const void *const *keys, int count) {
  for (int i = 0; i < count; i++) {
    lua_newtable(L);
    lua_pushvalue(L, -2);
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, keys[i]);
  }
  lua_pop(L, 1);
}

void ms_registry_push(lua_State *L, const void *key) { lua_rawgetp(L, LUA_REGISTRYINDEX, key); }

int32_t ms_host_open(ms_host *h) {
  lua_State *L = h->L;
  static const void *const strong[] = {&ms_key_names, &ms_key_libraries, &ms_key_loaded};
  static const void *const weak[] = {&ms_key_order, &ms_key_inner, &ms_key_locked};
  lua_pushnil(L);
  registry_create(L, strong, 3);
  push_weak(L, "k");
  registry_create(L, weak, 3);
  push_weak(L, "v");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &ms_key_weak);
  h->knows_tables = ms_check_tables(L);
  h->knows_code = !h->is_stock && ms_check_code();
  if (h->is_stock) {
    ms_open_stock(L);
    lua_settop(L, 0);
    return 0;
  }
  ms_open_base(L);
  ms_open_order(L);
  ms_open_strings(L);
  ms_open_tables(L);
  ms_open_coroutines(L);
  ms_open_system(L);
  ms_open_loading(L);
  ms_name_globals(L);
  ms_name_iterators(L);
  lua_settop(L, 0);
  return 0;
}

// NB: no lua_close in a sandbox. Finalisers are ours and only tell Swift to drop an object, which it does for all of
// them; the region goes as a whole, however deep what is in it nests. In a stock host, files want to be closed.
void ms_host_destroy(ms_host *h) {
  h->is_closing = 1;
  if (h->is_stock) lua_close(h->L);
  ms_forget_lines(h);
  ms_region_destroy(h);
}
