// What scripts call of the host: functions, which may wait. C because errors are raised over the frames of Lua alone.
#include "internal.h"

// Host functions are called on the running C function's frame, and then what their sentinel asks is done: this is the
// only place where a Swift failure becomes a Lua error, and no Swift frame is left by then.

static int after_yield(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  ms_host *h = host_of(L);
  if (!h->inject) return lua_gettop(L);
  h->inject = 0;
  return lua_error(L);
}

// What is left to do after a host function that did not simply return. Raises, yields.
static int after_call(lua_State *L, int32_t result) {
  ms_host *h = host_of(L);
  if (result == MS_RAISE) h->fuel -= MS_RAISE_COST;
  if (h->fuel < 0 || *h->interrupt) ms_look_at_limits(L, h);
  if (h->expired) return ms_raise_expired(L);
  if (h->overrun) {
    h->overrun = 0;
    return luaL_error(L, "not enough memory");
  }
  if (result >= 0) return result;
  if (result == MS_RAISE) return lua_error(L);
  lua_settop(L, 0);
  h->host_yield = 1;
  return lua_yieldk(L, 0, 0, after_yield);
}

static int refuse_call(lua_State *L) {
  return luaL_error(L, host_of(L)->is_closing ? "the Lua host is closed" : "nested too deeply");
}

int ms_invoke(lua_State *L, void *box) {
  ms_host *h = host_of(L);
  if (h->depth >= h->limits.depth || h->is_closing || stack_is_low(h)) return refuse_call(L);
  // NB: in a stock host, a script's finaliser may come here out of a push of Swift's; hence `in_lua` is kept.
  int32_t was_in = h->in_lua;
  lua_State *was = h->current;
  void *was_callee = h->callee;
  h->current = L;
  h->callee = box;
  h->in_lua = 0;
  h->depth++;
  h->fuel -= MS_CALL_COST;
  int32_t result = h->calls.call(L, box);
  h->depth--;
  h->in_lua = was_in;
  h->callee = was_callee;
  h->current = was;
  int is_plain = result >= 0 && !(h->expired | h->overrun | *h->interrupt) && h->fuel >= 0;
  return is_plain ? result : after_call(L, result);
}

// The only lua_CFunction of host functions; the box is its upvalue.
int ms_trampoline(lua_State *L) { return ms_invoke(L, lua_touserdata(L, lua_upvalueindex(1))); }

// --- Waiting --------------------------------------------------------------------------------------------------------

// Names the C function below the running one that called Lua without being able to continue later.
static const char *name_boundary(ms_host *h, lua_State *L) {
  lua_Debug ar;
  lua_checkstack(L, 8);
  for (int level = 1; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sf", &ar);
    if (*ar.what != 'C') {
      lua_pop(L, 1);
      continue;
    }
    ms_push_function_name(L, -1);
    const char *name = lua_tostring(L, -1);
    int is_boundary = name && strcmp(name, "pcall") && strcmp(name, "xpcall") && strcmp(name, "require") &&
                      strcmp(name, "pairs") && strncmp(name, "coroutine.", 10);
    if (is_boundary) snprintf(h->boundary, sizeof h->boundary, "inside %s", name);
    lua_pop(L, 2);
    if (is_boundary) return h->boundary;
  }
  return "inside a function that cannot be interrupted";
}

const char *ms_wait_barrier(ms_host *h, lua_State *L) {
  lua_State *co = L;
  for (ms_link *k = h->chain; k; k = k->up) {
    if (k->kind == MS_LINK_CALL) return k->what;
    if (k->kind == MS_LINK_CLOSE) return "inside a variable that is being closed";
    if (!lua_isyieldable(co)) return name_boundary(h, co);
    if (k->kind == MS_LINK_FLOW) return NULL;
    co = k->from;
  }
  return "outside a flow";
}

lua_State *ms_innermost(ms_host *h, lua_State *co) {
  lua_State *L = h->L;
  lua_checkstack(L, 8);
  for (;;) {
    ms_registry_push(L, &ms_key_inner);
    lua_checkstack(co, 2);
    lua_pushthread(co);
    lua_xmove(co, L, 1);
    lua_rawget(L, -2);
    lua_State *inner = lua_tothread(L, -1);
    lua_pop(L, 2);
    if (!inner) return co;
    co = inner;
  }
}
