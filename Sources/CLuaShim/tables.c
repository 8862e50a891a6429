#include "internal.h"
void ms_open_tables(lua_State *L) {
  luaL_requiref(L, "table", luaopen_table, 0);
  ms_seal_library(L, "table");
}
