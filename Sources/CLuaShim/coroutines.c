// The coroutine library, with host-level waits passed up: when a coroutine of the script yields for the host, the
// resume that ran it yields too, and carries the answer down later. C because it yields and continues.
#include "internal.h"

static int is_routine(lua_State *L) {
  ms_link *k = host_of(L)->chain;
  return k && k->co == L && k->kind == MS_LINK_ROUTINE;
}

static lua_State *check_coroutine(lua_State *L, int index) {
  lua_State *co = lua_tothread(L, index);
  if (!co) luaL_typeerror(L, index, "coroutine");
  return co;
}

// Whether the thread at index waits for the host, or belongs to it. Never raises.
static int is_waiting(lua_State *L, int index) {
  lua_State *co = lua_tothread(L, index);
  return co && ms_is_waiting(co);
}

// Notes (or forgets) that the coroutine at 1 waits for the host inside L. Host mode, so that it cannot fail half-way.
static void set_waiting(lua_State *L, int waiting) {
  ms_host *h = host_of(L);
  int32_t was = h->in_lua;
  h->in_lua = 0;
  ms_set_waiting(lua_tothread(L, 1), waiting);
  lua_checkstack(L, 8);
  ms_registry_push(L, &ms_key_inner);
  lua_pushthread(L);
  if (waiting) lua_pushvalue(L, 1);
  else lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  h->in_lua = was;
}

static int continue_resume(lua_State *L, int status, lua_KContext wraps);

static int resume_failed(lua_State *L, lua_KContext wraps) {
  if (wraps) return lua_error(L);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

// Closes a coroutine's variables, and leaves its error, if there is one, on top of it. Returns the status. Raises.
// NB: 5.4.4 crashes when closes nest some 30,000 deep, since each begins a new count of C levels.
static int close_routine(lua_State *L, lua_State *co) {
  ms_host *h = host_of(L);
  if (h->closes >= 100 || ms_stack_is_low()) return luaL_error(L, "coroutine.close nested too deeply");
  ms_link k;
  ms_link_push(h, &k, MS_LINK_CLOSE, co, L);
  h->closes++;
  int result = ms_reset_thread(co, L);
  h->closes--;
  h->chain = k.up;
  if (h->expired) return ms_raise_expired(L);
  return result;
}

// Runs the coroutine at 1 with the arguments above it; returns its results, raises or returns its error, or yields.
static int run(lua_State *L, lua_KContext wraps) {
  ms_host *h = host_of(L);
  lua_State *co = lua_tothread(L, 1);
  int arguments = lua_gettop(L) - 1, results = 0;
  if (ms_stack_is_low() || !lua_checkstack(co, arguments + 1)) {
    lua_pushliteral(L, "C stack overflow");
    return resume_failed(L, wraps);
  }
  int dead = lua_status(co) != LUA_OK && lua_status(co) != LUA_YIELD;
  if (co == L || dead || (lua_status(co) == LUA_OK && lua_gettop(co) == 0)) {
    lua_pushstring(L, co == L ? "cannot resume non-suspended coroutine" : "cannot resume dead coroutine");
    if (wraps) return luaL_error(L, "%s", lua_tostring(L, -1));
    return resume_failed(L, wraps);
  }
  lua_xmove(L, co, arguments);
  ms_match_hook(co);
  ms_link k;
  ms_link_push(h, &k, MS_LINK_ROUTINE, co, L);
  int status = lua_resume(co, L, arguments, &results);
  h->chain = k.up;
  if (status > LUA_YIELD) ms_failed(co, status);
  if (h->expired) return ms_raise_expired(L);
  if (status == LUA_YIELD && h->host_yield) {
    set_waiting(L, 1);
    return lua_yieldk(L, 0, wraps, continue_resume);
  }
  if (status > LUA_YIELD) {
    if (wraps) close_routine(L, co);
    lua_xmove(co, L, 1);
    ms_name_refusal(L, status);
    return resume_failed(L, wraps);
  }
  luaL_checkstack(L, results + 1, "too many results to resume");
  lua_xmove(co, L, results);
  if (wraps) return results;
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int continue_resume(lua_State *L, int status, lua_KContext wraps) {
  (void)status;
  set_waiting(L, 0);
  return run(L, wraps);
}

static int coroutine_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int coroutine_resume(lua_State *L) {
  check_coroutine(L, 1);
  if (is_waiting(L, 1)) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "cannot resume a coroutine that waits for the host");
    return 2;
  }
  return run(L, 0);
}

// The function made by wrap. Upvalue: the coroutine.
static int wrapped(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  if (is_waiting(L, 1)) return luaL_error(L, "cannot resume a coroutine that waits for the host");
  return run(L, 1);
}

static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

static int coroutine_yield(lua_State *L) {
  if (!is_routine(L)) return luaL_error(L, "attempt to yield from outside a coroutine");
  return lua_yield(L, lua_gettop(L));
}

static const char *status_of(lua_State *L, int index) {
  lua_State *co = check_coroutine(L, index);
  lua_Debug ar;
  if (co == L) return "running";
  switch (lua_status(co)) {
    case LUA_YIELD: return is_waiting(L, index) ? "normal" : "suspended";
    case LUA_OK:
      if (lua_getstack(co, 0, &ar)) return "normal";
      if (lua_gettop(co) == 0) return "dead";
      return is_waiting(L, index) ? "normal" : "suspended";
    default: return "dead";
  }
}

static int coroutine_status(lua_State *L) {
  lua_pushstring(L, status_of(L, 1));
  return 1;
}

static int coroutine_running(lua_State *L) {
  lua_pushthread(L);
  lua_pushboolean(L, !is_routine(L));
  return 2;
}

static int coroutine_isyieldable(lua_State *L) {
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, co == L ? is_routine(L) && lua_isyieldable(L) : lua_isyieldable(co));
  return 1;
}

static int coroutine_close(lua_State *L) {
  lua_State *co = check_coroutine(L, 1);
  const char *status = status_of(L, 1);
  if (is_waiting(L, 1) && lua_status(co) == LUA_YIELD)
    return luaL_error(L, "cannot close a coroutine that waits for the host");
  if (*status != 'd' && *status != 's') return luaL_error(L, "cannot close a %s coroutine", status);
  int result = close_routine(L, co);
  lua_pushboolean(L, result == LUA_OK);
  if (result == LUA_OK) return 1;
  lua_xmove(co, L, 1);
  return 2;
}

static const luaL_Reg functions[] = {{"create", coroutine_create},   {"resume", coroutine_resume},
                                     {"wrap", coroutine_wrap},       {"yield", coroutine_yield},
                                     {"status", coroutine_status},   {"running", coroutine_running},
                                     {"close", coroutine_close},     {"isyieldable", coroutine_isyieldable},
                                     {NULL, NULL}};

void ms_open_coroutines(lua_State *L) {
  luaL_newlib(L, functions);
  ms_seal_library(L, "coroutine");
}
