// Entries from the host into Lua: calls, flows, what they charge, and what they leave. C because errors are raised and caught
// here.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

#include "internal.h"

// The lowest address this thread's C stack may reach before Lua is refused another level. Never raises.
static _Thread_local const char *floor_address;

static const char *find_stack_floor(void) {
  pthread_attr_t attributes;
  void *base = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &base, &size);
    pthread_attr_destroy(&attributes);
  }
  if (!base || size < 65536) {
    size = 262144;
    base = (char *)__builtin_frame_address(0) - size;
  }
  size_t margin = size / 4 < 524288 ? size / 4 : 524288;
  floor_address = (char *)base + margin;
  return floor_address;
}

static inline const char *stack_floor(void) { return floor_address ? floor_address : find_stack_floor(); }

int ms_stack_is_low(void) { return (char *)__builtin_frame_address(0) < stack_floor(); }

// Raises when another level on the C stack would be unsafe; own nests (a close in a close) escape Lua's own count.
void ms_guard_stack(lua_State *L) {
  if (ms_stack_is_low()) luaL_error(L, "C stack overflow");
}

typedef struct entry {
  int64_t fuel, given, deadline;
  int32_t in_lua;
  ms_link *chain;
  void *callee;
} entry;

// Begins an entry with at most `cap` of what is left (negative: all of it). Returns 0 when nested too deeply.
static int enter(ms_host *h, entry *e, int64_t cap) {
  if (h->entries == 0) h->stack_floor = stack_floor();
  if (h->depth >= h->limits.depth || stack_is_low(h)) return 0;
  e->in_lua = h->in_lua;
  e->chain = h->chain;
  e->callee = h->callee;
  h->callee = NULL;
  if (h->entries == 0) {
    h->expired = 0;
    h->expired_site.line = h->memory_site.line = h->stack_refused = h->refusals = 0;
    h->host_yield = 0;
    h->fuel = h->is_stock ? INT64_MAX / 2 : h->limits.fuel;
    h->deadline_ms = h->is_stock || h->limits.wall_ms < 0 ? -1 : MS_NOT_SET;
  }
  e->fuel = h->fuel;
  e->given = h->given;
  e->deadline = h->deadline_ms;
  if (cap >= 0 && cap < h->fuel && !h->is_stock) h->fuel = cap;
  h->given = cap >= 0 && cap < h->limits.fuel ? cap : h->limits.fuel;
  h->entries++;
  h->depth++;
  h->in_lua = 1;
  return 1;
}

// Ends an entry: charges its caller, and lets a limit of its own that the caller still has be forgotten.
static void leave(ms_host *h, entry *e, int64_t start, ms_outcome *out) {
  h->in_lua = e->in_lua;
  h->chain = e->chain;
  h->callee = e->callee;
  h->depth--;
  h->entries--;
  out->expired = h->expired;
  h->fuel = e->fuel - (start - h->fuel);
  h->given = e->given;
  if (h->entries > 0) {
    if (h->expired == MS_EXPIRED_FUEL && h->fuel >= 0) h->expired = 0;
    return;
  }
  if (h->expired == MS_EXPIRED_INTERRUPT && h->interrupt) ms_flag_set((int32_t *)h->interrupt, 0);
}

void ms_link_push(ms_host *h, ms_link *k, int32_t kind, lua_State *co, lua_State *from) {
  *k = (ms_link){.up = h->chain, .co = co, .from = from, .kind = kind};
  h->chain = k;
}

// Lets Swift see the error value on top of L and the stack above `level` before it is unwound. Never raises.
void ms_report(lua_State *L, int32_t level) {
  ms_host *h = host_of(L);
  lua_State *was = h->current;
  int32_t was_in = h->in_lua;
  h->in_lua = 0;
  h->current = L;
  h->fuel -= MS_REPORT_COST;
  h->calls.raised(h->context, L, level);
  h->current = was;
  h->in_lua = was_in;
}

// Message handler of the host's calls; level 0 is this function. Stack: the error value stays. Never raises.
int ms_message_handler(lua_State *L) {
  ms_report(L, 1);
  return 1;
}

// Removes the links that lead to a coroutine that waited for the host. Host mode.
static void ms_forget_inner(ms_host *h, lua_State *inner) {
  lua_State *L = h->L;
  lua_checkstack(L, 8);
  ms_registry_push(L, &ms_key_inner);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_tothread(L, -1) == inner) {
      lua_pop(L, 1);
      lua_pushnil(L);
      lua_rawset(L, -3);
      break;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  ms_set_waiting(inner, 0);
}

int32_t ms_begin(lua_State *L) {
  lua_checkstack(L, 16);
  lua_pushcfunction(L, ms_message_handler);
  return lua_gettop(L);
}

int32_t ms_begin_ref(lua_State *L, int32_t ref) {
  int32_t top = ms_begin(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  return top;
}

ms_outcome ms_call_prepared(ms_host *h, lua_State *L, int32_t function, int32_t arguments, int32_t results,
                            int64_t fuel, const char *what) {
  ms_outcome out = {-1, 0, 0};
  entry e;
  if (!enter(h, &e, fuel)) {
    lua_settop(L, function - 1);
    return out;
  }
  int64_t start = h->fuel;
  if (!what) what = fuel < 0 ? "inside a call of the host" : "inside a query";
  ms_link k = {.up = h->chain, .co = L, .what = what, .kind = MS_LINK_CALL};
  h->chain = &k;
  if (h->fuel < MS_SLICE) ms_set_hook(L, (int)h->fuel + 1);
  out.status = lua_pcallk(L, arguments, results, function - 1, 0, NULL);
  out.results = out.status != LUA_OK;
  leave(h, &e, start, &out);
  return out;
}

ms_outcome ms_call(ms_host *h, lua_State *L, int32_t arguments, int32_t results, int64_t fuel, const char *what) {
  int function = lua_gettop(L) - arguments;
  ms_begin(L);
  lua_insert(L, function);
  ms_outcome out = ms_call_prepared(h, L, function + 1, arguments, results, fuel, what);
  lua_remove(L, function);
  return out;
}

ms_outcome ms_resume(ms_host *h, lua_State *co, int32_t arguments, int32_t flow, uint64_t serial) {
  ms_outcome out = {-1, 0, 0};
  entry e;
  if (!enter(h, &e, -1)) {
    lua_settop(co, -arguments - 1);
    return out;
  }
  int64_t start = h->fuel;
  ms_link k;
  ms_link_push(h, &k, MS_LINK_FLOW, co, h->current);
  k.flow = flow;
  k.serial = serial;
  ms_match_hook(co);
  if (h->fuel < MS_SLICE) ms_set_hook(co, (int)h->fuel + 1);
  int results = 0;
  out.status = lua_resume(co, h->current, arguments, &results);
  h->host_yield = 0;
  h->inject = 0;
  if (out.status > LUA_YIELD) {
    ms_failed(co, out.status);
    results = 1;
  }
  out.results = results;
  leave(h, &e, start, &out);
  return out;
}

// Lets Swift see why a coroutine failed, whose stack still stands.
void ms_failed(lua_State *co, int status) {
  if (host_of(co)->expired) *(uintptr_t *)lua_getextraspace(co) |= MS_THREAD_SPENT;
  else if (status == LUA_ERRRUN) ms_report(co, 0);
}

// Closes a thread's pending variables. NB: when a hook's error has ended a thread, Lua leaves the thread's hooks off, and
// what it then runs would have no limits; the variables of such a thread stay as they are.
int ms_reset_thread(lua_State *co, lua_State *from) {
  if (*(uintptr_t *)lua_getextraspace(co) & MS_THREAD_SPENT) return LUA_ERRRUN;
#if LUA_VERSION_RELEASE_NUM >= 50406
  return lua_closethread(co, from);
#else
  (void)from;
  return lua_resetthread(co);
#endif
}

// NB: before 5.4.6 the call is lua_resetthread, which starts a C-stack count of its own; hence `closes` and the
// stack guard. The thread's variables see a fresh budget, whatever ended the thread.
ms_outcome ms_close_thread(ms_host *h, lua_State *co, int64_t fuel) {
  ms_outcome out = {-1, 0, 0};
  if (h->closes >= 100 || ms_stack_is_low()) return out;
  int64_t was_fuel = h->fuel, was_given = h->given, was_deadline = h->deadline_ms;
  int32_t was_expired = h->expired, was_in = h->in_lua;
  ms_site was_site = h->expired_site;
  h->expired = 0;
  h->stack_floor = stack_floor();
  h->fuel = h->given = h->is_stock ? INT64_MAX / 2 : fuel;
  h->deadline_ms = h->is_stock ? -1 : ms_now() + 1000;
  h->entries++;
  h->depth++;
  h->closes++;
  h->in_lua = 1;
  ms_link k;
  ms_link_push(h, &k, MS_LINK_CLOSE, co, h->current);
  out.status = ms_reset_thread(co, h->current);
  h->chain = k.up;
  h->in_lua = was_in;
  h->closes--;
  h->depth--;
  h->entries--;
  out.expired = h->expired;
  h->expired = was_expired;
  h->expired_site = was_site;
  h->fuel = was_fuel;
  h->given = was_given;
  h->deadline_ms = was_deadline;
  return out;
}

ms_outcome ms_load(ms_host *h, lua_State *L, const char *source, size_t length, const char *name) {
  ms_outcome out = {-1, 0, 0};
  entry e;
  lua_checkstack(L, 8);
  if (!enter(h, &e, -1)) return out;
  int64_t start = h->fuel;
  out.status = ms_load_text(L, source, length, name);
  h->in_lua = 0;
  out.results = 1;
  leave(h, &e, start, &out);
  return out;
}

// Makes a flow: its thread, anchored in the table at index under its serial, with the function and arguments on top of
// L moved to it. Pops those. Host mode.
lua_State *ms_new_flow(ms_host *h, lua_State *L, int32_t anchor, int32_t values, uint64_t serial) {
  lua_State *co = lua_newthread(L);
  ms_set_waiting(co, 1);
  lua_rawseti(L, anchor, (lua_Integer)serial);
  if (values > LUA_MINSTACK - 8) lua_checkstack(co, values + 8);
  lua_xmove(L, co, values);
  h->found = co;
  h->found_serial = serial;
  return co;
}

int32_t ms_find_flow(ms_host *h, int32_t flows, uint64_t serial, lua_State **co) {
  if (h->found_serial != serial || !h->found) {
    lua_State *L = h->L;
    ms_push_ref(L, flows);
    lua_rawgeti(L, -1, (lua_Integer)serial);
    h->found = lua_tothread(L, -1);
    h->found_serial = serial;
    lua_settop(L, -3);
  }
  *co = h->found;
  if (!h->found) return MS_FLOW_GONE;
  lua_Debug ar;
  switch (lua_status(*co)) {
    case LUA_YIELD: return MS_FLOW_WAITING;
    case LUA_OK: return !lua_getstack(*co, 0, &ar) && lua_gettop(*co) > 0 ? MS_FLOW_NEW : MS_FLOW_OTHER;
    default: return MS_FLOW_FAILED;
  }
}

void ms_forget_flow(ms_host *h, int32_t flows, uint64_t serial) {
  lua_State *L = h->L;
  if (h->found_serial == serial) h->found = NULL;
  ms_push_ref(L, flows);
  lua_pushnil(L);
  lua_rawseti(L, -2, (lua_Integer)serial);
  lua_settop(L, -2);
}

// Closes a flow's thread and the script's coroutines it waits in, the innermost first.
ms_outcome ms_close_flow(ms_host *h, lua_State *co, int64_t fuel) {
  lua_State *inner;
  while ((inner = ms_innermost(h, co)) != co) {
    ms_close_thread(h, inner, fuel);
    ms_forget_inner(h, inner);
  }
  return ms_close_thread(h, co, fuel);
}

void ms_collect(ms_host *h, int growth) {
  int pause = growth ? lua_gc(h->L, LUA_GCSETPAUSE, growth * 100) : 0;
  lua_gc(h->L, LUA_GCCOLLECT);
  if (growth) lua_gc(h->L, LUA_GCSETPAUSE, pause);
}
