// The limits of an entry, and the hook that looks at them. C because hooks and raising functions may not have Swift frames
// above them.
#define _GNU_SOURCE
#include <time.h>

#include "internal.h"

int64_t ms_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

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

void ms_look_at_limits(lua_State *L, ms_host *h) {
  if (h->fuel < 0) ms_expire(L, MS_EXPIRED_FUEL);
  else if (h->interrupt && ms_flag_get(h->interrupt)) ms_expire(L, MS_EXPIRED_INTERRUPT);
  else if (h->deadline_ms == MS_NOT_SET) h->deadline_ms = ms_now() + h->limits.wall_ms;
  else if (h->deadline_ms >= 0 && ms_now() > h->deadline_ms) ms_expire(L, MS_EXPIRED_TIME);
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
    ms_look_at_limits(L, h);
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
  if (!h->expired && (h->fuel < 0 || amount > 1024)) ms_look_at_limits(L, h);
  if (h->expired) ms_raise_expired(L);
}
