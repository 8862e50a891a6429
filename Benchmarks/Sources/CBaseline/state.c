// The state, its bounds, and the entries from the host into Lua.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "internal.h"

const char *baseline_lua_release(void) { return LUA_RELEASE; }

// The system's allocator under a cap.
static void *allocate(void *ud, void *ptr, size_t osize, size_t nsize) {
  baseline *b = ud;
  size_t old = ptr ? osize : 0;
  if (nsize == 0) {
    b->used -= old;
    free(ptr);
    return NULL;
  }
  if (nsize > old && b->used + (nsize - old) > b->memory) return NULL;
  void *result = realloc(ptr, nsize);
  if (result) b->used += nsize - old;
  return result;
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  baseline *b = baseline_of(L);
  b->fuel -= SLICE;
  if (b->fuel < 0) luaL_error(L, "out of fuel");
  if (now_ms() > b->deadline_ms) luaL_error(L, "out of time");
}

// The libraries that LuaRuntime has too. Raises.
static int open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},       {LUA_STRLIBNAME, luaopen_string}, {LUA_UTF8LIBNAME, luaopen_utf8},
      {LUA_TABLIBNAME, luaopen_table}, {LUA_COLIBNAME, luaopen_coroutine}, {LUA_MATHLIBNAME, luaopen_math},
      {LUA_OSLIBNAME, luaopen_os},     {NULL, NULL}};
  for (const luaL_Reg *library = libraries; library->func; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  return 0;
}

// Begins an entry from the host with all of its fuel and time.
static void enter(baseline *b) {
  b->fuel = b->fuel_per_entry;
  b->deadline_ms = now_ms() + b->wall_ms;
}

// Calls a C function that may raise and leaves nothing on the stack. Returns 0 or -1.
static int protect(baseline *b, lua_CFunction function) {
  lua_pushcfunction(b->L, function);
  return lua_pcall(b->L, 0, 0, 0) == LUA_OK ? 0 : -1;
}

baseline *baseline_create(int64_t memory, int64_t fuel, int64_t wall_ms) {
  baseline *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->memory = (size_t)memory;
  b->fuel_per_entry = fuel;
  b->wall_ms = wall_ms;
  b->L = lua_newstate(allocate, b);
  if (!b->L) {
    free(b);
    return NULL;
  }
  *(baseline **)lua_getextraspace(b->L) = b;
  enter(b);
  lua_sethook(b->L, hook, LUA_MASKCOUNT, SLICE);
  if (protect(b, open_libraries) == 0) return b;
  baseline_close(b);
  return NULL;
}

void baseline_close(baseline *b) {
  lua_close(b->L);
  free(b);
}

int32_t baseline_install(baseline *b) {
  return protect(b, baseline_open_draft) == 0 && protect(b, baseline_open_functions) == 0 ? 0 : -1;
}

const char *baseline_error(const baseline *b) { return b->error; }

// Keeps the message on top of L, which is popped. Returns -1.
static int failed(baseline *b, lua_State *L) {
  const char *message = lua_tostring(L, -1);
  snprintf(b->error, sizeof b->error, "%s", message ? message : "an error that is no string");
  lua_pop(L, 1);
  return -1;
}

int32_t baseline_load(baseline *b, const char *source, size_t length) {
  lua_State *L = b->L;
  enter(b);
  if (luaL_loadbufferx(L, source, length, "=rows.lua", "t") != LUA_OK || lua_pcall(L, 0, 0, 0) != LUA_OK)
    return failed(b, L);
  lua_getglobal(L, "policy");
  b->policy = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_getglobal(L, "task");
  b->task = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_getglobal(L, "draft");
  b->object = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int64_t baseline_call(baseline *b, const char *name, int64_t n) {
  lua_State *L = b->L;
  enter(b);
  lua_getglobal(L, name);
  lua_pushinteger(L, n);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK) return failed(b, L);
  int64_t result = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return result;
}

int64_t baseline_ask(baseline *b, int64_t n) {
  lua_State *L = b->L;
  int64_t yes = 0;
  for (int64_t i = 1; i <= n; i++) {
    b->draft.dirty = i & 1;
    enter(b);
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->policy);
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->object);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) return failed(b, L);
    yes += lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  return yes;
}

int64_t baseline_wait(baseline *b, int64_t n) {
  lua_State *L = b->L;
  int64_t sum = 0;
  int results;
  for (int64_t i = 1; i <= n; i++) {
    enter(b);
    lua_State *co = lua_newthread(L);
    lua_rawgeti(co, LUA_REGISTRYINDEX, b->task);
    if (lua_resume(co, L, 0, &results) != LUA_YIELD) return failed(b, co);
    lua_pop(co, results);
    enter(b);
    lua_pushinteger(co, i);
    if (lua_resume(co, L, 1, &results) != LUA_OK) return failed(b, co);
    sum += lua_tointeger(co, -1);
    lua_pop(L, 1);
  }
  return sum;
}
