#include "clua_preload.h"
#include "internal.h"

// C because the table of loaded modules is the shim's own. Stack: -1. Raises nothing in host mode.
void ms_preload(lua_State *L, const char *name, size_t length) {
  ms_registry_push(L, &ms_key_loaded);
  lua_insert(L, -2);
  ms_raw_set(L, -2, name, length);
  lua_pop(L, 1);
}
