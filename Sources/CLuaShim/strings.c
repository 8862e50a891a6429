#include "internal.h"
void ms_open_strings(lua_State *L) {
  luaL_requiref(L, "string", luaopen_string, 0);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  ms_seal_library(L, "string");
  luaL_requiref(L, "utf8", luaopen_utf8, 0);
  ms_seal_library(L, "utf8");
}
