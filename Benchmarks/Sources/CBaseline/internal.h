// Shared by the C files of this target.
#ifndef BASELINE_INTERNAL_H
#define BASELINE_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "baseline.h"

// VM instructions between two calls of the hook: the runtime's own slice (MS_SLICE in CLuaShim/internal.h).
enum { SLICE = 200 };

#define DRAFT "draft"

// The object that scripts see as `draft`.
typedef struct draft {
  int64_t count;
  int dirty;
} draft;

struct baseline {
  lua_State *L;
  size_t used, memory;  // bytes of live heap, and their cap
  int64_t fuel, fuel_per_entry;
  int64_t deadline_ms, wall_ms;
  int policy, task, object;  // references in the registry
  draft draft;
  char text[256];  // what `echo` was given last
  char error[256];
};

static inline baseline *baseline_of(lua_State *L) { return *(baseline **)lua_getextraspace(L); }

int baseline_open_functions(lua_State *L);
int baseline_open_draft(lua_State *L);

#endif
