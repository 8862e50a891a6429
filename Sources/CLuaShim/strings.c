// The string and utf8 libraries: Lua's own functions where they are bounded, others bounded or without addresses here.
// C because library functions raise.
#include <math.h>
#include <string.h>

#include "internal.h"

static int string_rep(lua_State *L) {
  size_t length, separator;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *between = luaL_optlstring(L, 3, "", &separator);
  if (n <= 0 || length + separator == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  lua_Integer limit = host_of(L)->limits.max_block;
  if (n > limit / (lua_Integer)(length + separator) + 1) return luaL_error(L, "resulting string too large");
  size_t total = (size_t)n * length + (size_t)(n - 1) * separator;
  if ((lua_Integer)total > limit) return luaL_error(L, "resulting string too large");
  ms_charge(L, (int64_t)(total / 32) + n / 8);
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, total);
  for (lua_Integer i = 0; i < n; i++) {
    memcpy(out, text, length);
    out += length;
    if (i + 1 == n) break;
    memcpy(out, between, separator);
    out += separator;
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

// Turns the arguments for %s into text by our tostring, then leaves the rest to Lua's format (upvalue 1): that one
// would write addresses. %p is refused.
static int string_format(lua_State *L) {
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
  int argument = 1, top = lua_gettop(L);
  while (at < end) {
    if (*at++ != '%') continue;
    if (at < end && *at == '%') {
      at++;
      continue;
    }
    while (at < end && strchr("-+ #0123456789.", *at) && *at) at++;
    if (at >= end) break;
    if (++argument > top) break;
    if (*at == 'p') return luaL_error(L, "invalid conversion '%%p' to 'format': addresses are not available");
    if (*at == 's' && lua_type(L, argument) != LUA_TSTRING) {
      ms_tolstring(L, argument, NULL);
      lua_replace(L, argument);
    }
    // NB: which sign a NaN has differs from one processor to the next.
    if (strchr("aAeEfFgG", *at) && lua_type(L, argument) == LUA_TNUMBER && isnan(lua_tonumber(L, argument))) {
      lua_pushnumber(L, (lua_Number)NAN);
      lua_replace(L, argument);
    }
    at++;
  }
  ms_charge(L, (int64_t)length / 16);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

// Charges for the length of the first argument, then goes on as Lua's own function (upvalue 1), in this frame, so that
// messages name the caller.
static int charged(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) ms_charge(L, (int64_t)lua_rawlen(L, 1) / 8);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static void wrap_field(lua_State *L, const char *name, lua_CFunction f) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, name);
}

void ms_open_strings(lua_State *L) {
  luaL_requiref(L, "string", luaopen_string, 0);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pushcfunction(L, string_rep);
  lua_setfield(L, -2, "rep");
  wrap_field(L, "format", string_format);
  wrap_field(L, "unpack", charged);
  ms_open_patterns(L);
  // NB: methods are found in the string metatable's table, which is the same one; both must be out of reach.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  ms_seal_library(L, "string");
  luaL_requiref(L, "utf8", luaopen_utf8, 0);
  wrap_field(L, "len", charged);
  wrap_field(L, "offset", charged);
  wrap_field(L, "codepoint", charged);
  ms_seal_library(L, "utf8");
}
