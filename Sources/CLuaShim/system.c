// math's random numbers and a stand-in for os, both of which depend on the seed and the host's clock only. C because
// library functions raise.
#include <string.h>
#include <time.h>

#include "internal.h"

static uint64_t rotate_left(uint64_t x, int n) { return x << n | x >> (64 - n); }

// xoshiro256**.
static uint64_t next_random(ms_host *h) {
  uint64_t *s = h->random, result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate_left(s[3], 45);
  return result;
}

// Fills the state from one number by splitmix64, so that no seed gives the all-zero state.
static void seed_random(ms_host *h, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    h->random[i] = z ^ z >> 31;
  }
}

static int math_random(lua_State *L) {
  ms_host *h = host_of(L);
  ms_note_history(L, MS_HISTORY_RANDOM);
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0: lua_pushnumber(L, (lua_Number)(next_random(h) >> 11) * 0x1p-53); return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)next_random(h));
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default: return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, 1, "interval is empty");
  uint64_t range = (uint64_t)high - (uint64_t)low, mask = range, value;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  do value = next_random(h) & mask;
  while (value > range);
  lua_pushinteger(L, (lua_Integer)((uint64_t)low + value));
  return 1;
}

// Without arguments the seed is the host's own. Returns what the state was made from.
static int math_randomseed(lua_State *L) {
  ms_host *h = host_of(L);
  lua_Integer first = (lua_Integer)h->seed, second = 0;
  if (!lua_isnone(L, 1)) {
    first = luaL_checkinteger(L, 1);
    second = luaL_optinteger(L, 2, 0);
  }
  seed_random(h, (uint64_t)first ^ rotate_left((uint64_t)second, 32));
  lua_pushinteger(L, first);
  lua_pushinteger(L, second);
  return 2;
}

static int64_t host_time(lua_State *L) {
  ms_host *h = host_of(L);
  int32_t was = h->in_lua;
  h->in_lua = 0;
  int64_t t = h->calls.clock(h->context);
  h->in_lua = was;
  return t;
}

static int os_clock(lua_State *L) {
  lua_pushnumber(L, (lua_Number)host_time(L) / 1000.0);
  return 1;
}

static int time_field(lua_State *L, const char *name, int missing) {
  lua_getfield(L, 1, name);
  int exact = 0;
  lua_Integer value = lua_tointegerx(L, -1, &exact);
  if (!exact) {
    if (!lua_isnil(L, -1)) return luaL_error(L, "field '%s' is not an integer", name);
    if (missing < 0) return luaL_error(L, "field '%s' missing in date table", name);
    value = missing;
  }
  if (value < -100000 || value > 100000) return luaL_error(L, "field '%s' is out-of-bound", name);
  lua_pop(L, 1);
  return (int)value;
}

// Seconds since 1970 by the host's clock, or of a table of UTC fields.
static int os_time(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, host_time(L) / 1000);
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  struct tm t;
  memset(&t, 0, sizeof t);
  t.tm_year = time_field(L, "year", -1) - 1900;
  t.tm_mon = time_field(L, "month", -1) - 1;
  t.tm_mday = time_field(L, "day", -1);
  t.tm_hour = time_field(L, "hour", 12);
  t.tm_min = time_field(L, "min", 0);
  t.tm_sec = time_field(L, "sec", 0);
  lua_pushinteger(L, (lua_Integer)timegm(&t));
  return 1;
}

static void set_field(lua_State *L, const char *name, int value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

// Always UTC, English names.
static int os_date(lua_State *L) {
  const char *format = luaL_optstring(L, 1, "%c");
  time_t seconds = (time_t)(lua_isnoneornil(L, 2) ? host_time(L) / 1000 : luaL_checkinteger(L, 2));
  struct tm t;
  if (*format == '!') format++;
  if (!gmtime_r(&seconds, &t)) return luaL_error(L, "date out of range");
  if (strncmp(format, "*t", 2) == 0) {
    lua_createtable(L, 0, 9);
    set_field(L, "year", t.tm_year + 1900);
    set_field(L, "month", t.tm_mon + 1);
    set_field(L, "day", t.tm_mday);
    set_field(L, "hour", t.tm_hour);
    set_field(L, "min", t.tm_min);
    set_field(L, "sec", t.tm_sec);
    set_field(L, "wday", t.tm_wday + 1);
    set_field(L, "yday", t.tm_yday + 1);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "isdst");
    return 1;
  }
  if (strlen(format) > 200) return luaL_argerror(L, 1, "format too long");
  char text[4096], one[3] = "%?";
  size_t used = 0;
  for (; *format && used < sizeof text - 64; format++) {
    if (*format != '%') {
      text[used++] = *format;
      continue;
    }
    one[1] = *++format;
    if (!one[1] || !strchr("aAbBcdDFHIjmMnprStTuwxXyYZ%", one[1]))
      return luaL_argerror(L, 1, "invalid conversion specifier");
    used += strftime(text + used, 64, one, &t);
  }
  lua_pushlstring(L, text, used);
  return 1;
}

static int os_difftime(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(luaL_checkinteger(L, 1) - luaL_checkinteger(L, 2)));
  return 1;
}

static const luaL_Reg os_functions[] = {
    {"clock", os_clock}, {"time", os_time}, {"date", os_date}, {"difftime", os_difftime}, {NULL, NULL}};

void ms_open_system(lua_State *L) {
  seed_random(host_of(L), host_of(L)->seed);
  luaL_requiref(L, "math", luaopen_math, 0);
  lua_pushcfunction(L, math_random);
  lua_setfield(L, -2, "random");
  lua_pushcfunction(L, math_randomseed);
  lua_setfield(L, -2, "randomseed");
  ms_seal_library(L, "math");
  luaL_newlib(L, os_functions);
  ms_seal_library(L, "os");
}
