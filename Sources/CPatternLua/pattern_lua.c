// The pattern modules, as bytes. C because only C can embed a file without a copy of it in the source, and at no cost to the
// build.
#include "pattern_lua.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char allow_auto_dismiss[] = {
#embed "../Moonsheet/Lua/allow_auto_dismiss.lua"
};
static const unsigned char dismiss_guardian[] = {
#embed "../Moonsheet/Lua/dismiss_guardian.lua"
};
static const unsigned char interactive_dismiss_disabled[] = {
#embed "../Moonsheet/Lua/interactive_dismiss_disabled.lua"
};
static const unsigned char options[] = {
#embed "../Moonsheet/Lua/options.lua"
};
static const unsigned char sheet_item_state[] = {
#embed "../Moonsheet/Lua/sheet_item_state.lua"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} files[] = {
    {"allow_auto_dismiss", allow_auto_dismiss, sizeof allow_auto_dismiss},
    {"dismiss_guardian", dismiss_guardian, sizeof dismiss_guardian},
    {"interactive_dismiss_disabled", interactive_dismiss_disabled, sizeof interactive_dismiss_disabled},
    {"options", options, sizeof options},
    {"sheet_item_state", sheet_item_state, sizeof sheet_item_state},
};

const unsigned char *ms_pattern_lua(const char *name, size_t *length) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *length = files[i].length;
    return files[i].bytes;
  }
  return NULL;
}
