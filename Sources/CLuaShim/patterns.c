#include "internal.h"
void ms_open_patterns(lua_State *L) { (void)L; }
