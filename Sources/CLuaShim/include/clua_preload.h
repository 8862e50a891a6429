#pragma once

#include "clua_shim.h"

// Makes the value on top what `require` returns for a name, and pops it.
void ms_preload(lua_State *L, const char *name, size_t length);
