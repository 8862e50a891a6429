// Creation, the hook, and the limits. C because hooks and raising functions may not have Swift frames above them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "internal.h"

const char ms_key_names, ms_key_libraries, ms_key_order, ms_key_weak, ms_key_inner, ms_key_locked, ms_key_loaded,
    ms_key_loader;

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

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

// --- Limits ---------------------------------------------------------------------------------------------------------

void ms_expire(lua_State *L, int32_t kind) {
  ms_host *h = host_of(L);
  if (h->expired) return;
  h->expired = kind;
  h->spent = h->given;
  ms_innermost_site(L, 0, &h->expired_site);
}

// Pushes the message of the limit that ended the entry and raises it. Never returns.
int ms_raise_expired(lua_State *L) {
  ms_host *h = host_of(L);
  h->in_lua = 0;
  lua_checkstack(L, 8);
  if (h->expired_site.line > 0)
    lua_pushfstring(L, "%s:%d: ", h->expired_site.chunk, (int)h->expired_site.line);
  else
    lua_pushliteral(L, "");
  switch (h->expired) {
    case MS_EXPIRED_FUEL:
      lua_pushfstring(L, "out of fuel: %I instructions in one entry", (LUAI_UACINT)h->given);
      break;
    case MS_EXPIRED_TIME:
      lua_pushfstring(L, "out of time: %I ms in one entry", (LUAI_UACINT)h->limits.wall_ms);
      break;
    case MS_EXPIRED_MEMORY: lua_pushliteral(L, "not enough memory"); break;
    default: lua_pushliteral(L, "interrupted"); break;
  }
  lua_concat(L, 2);
  h->in_lua = 1;
  return lua_error(L);
}

static void look_at_limits(lua_State *L, ms_host *h) {
  if (h->fuel < 0) ms_expire(L, MS_EXPIRED_FUEL);
  else if (h->interrupt && ms_flag_get(h->interrupt)) ms_expire(L, MS_EXPIRED_INTERRUPT);
  else if (h->deadline_ms == MS_NOT_SET) h->deadline_ms = now_ms() + h->limits.wall_ms;
  else if (h->deadline_ms >= 0 && now_ms() > h->deadline_ms) ms_expire(L, MS_EXPIRED_TIME);
}

static int hook_mask(const ms_host *h) {
  return (h->is_stock ? 0 : LUA_MASKCOUNT) | (h->counts_lines ? LUA_MASKLINE : 0);
}

void ms_set_hook(lua_State *L, int count) {
  int mask = hook_mask(host_of(L));
  lua_sethook(L, mask ? ms_hook : NULL, mask, count);
}

// Gives L the hooks that its host wants now: it may be older than the wish. Never raises.
void ms_match_hook(lua_State *L) {
  if (lua_gethookmask(L) != hook_mask(host_of(L))) ms_set_hook(L, MS_SLICE);
}

// How many instructions there are between two calls of the hook. NB: a prime, and not always the same one, so that a loop
// has none of its instructions where the hook never looks.
static int slice(const ms_host *h) {
  static const uint8_t primes[] = {199, 197, 193, 191};
  return primes[h->hooks / 64 % 4];
}

// The count hook of every coroutine. After the end it fires at every instruction, so that no protected call of the
// script can swallow the error. Raises.
void ms_hook(lua_State *L, lua_Debug *ar) {
  if (ar->event == LUA_HOOKLINE) {
    ms_note_line(L, ar);
    return;
  }
  ms_host *h = host_of(L);
  int count = lua_gethookcount(L);
  if (!h->expired) {
    h->hooks++;
    if (count != slice(h)) ms_set_hook(L, slice(h));
    int64_t work = ms_sampled_work(L, ar);
    h->fuel = work > h->fuel / count ? -1 : h->fuel - count * (work + 1);
    look_at_limits(L, h);
    if (!h->expired) return;
  }
  if (count != 1) ms_set_hook(L, 1);
  ms_raise_expired(L);
}

// Charges work that a library function is about to do; raises when it is too much.
void ms_charge(lua_State *L, int64_t amount) {
  ms_host *h = host_of(L);
  // NB: refused work is not done, and so not spent.
  h->fuel = amount > h->fuel ? -1 : h->fuel - amount;
  if (!h->expired && (h->fuel < 0 || amount > 1024)) look_at_limits(L, h);
  if (h->expired) ms_raise_expired(L);
}

// --- Entries --------------------------------------------------------------------------------------------------------

typedef struct entry {
  int64_t fuel, given, deadline;
  int32_t in_lua;
  ms_link *chain;
  void *callee;
} entry;

static inline int stack_is_low(const ms_host *h) {
  return (const char *)__builtin_frame_address(0) < h->stack_floor;
}

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
  h->deadline_ms = h->is_stock ? -1 : now_ms() + 1000;
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

void ms_collect(ms_host *h) { lua_gc(h->L, LUA_GCCOLLECT); }

// --- Host functions -------------------------------------------------------------------------------------------------

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
  if (h->fuel < 0 || *h->interrupt) look_at_limits(L, h);
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
