#include "clua_preload.h"
#include "internal.h"

// C because the table of loaded modules is the shim's own. Stack: -1. Raises nothing in host mode.
void ms_preload(lua_State *L, const char *name, size_t length) {
  lua_checkstack(L, 8);
  if (host_of(L)->is_stock) lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  else ms_registry_push(L, &ms_key_loaded);
  lua_insert(L, -2);
  ms_raw_set(L, -2, name, length);
  lua_pop(L, 1);
}
