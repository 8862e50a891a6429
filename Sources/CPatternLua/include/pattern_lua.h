#pragma once

#include <stddef.h>

// The bytes of a file of Sources/Moonsheet/Lua, named without its ending, and their number; NULL when there is none.
const unsigned char *ms_pattern_lua(const char *name, size_t *length);
