// The Lua files of the vocabulary, as bytes. C because only C can embed a file without a copy of it in the source, and at no cost
// to the build.
#include "spec_lua.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char boot[] = {
#embed "../MoonsheetSpec/Lua/boot.lua"
};
static const unsigned char busted_block[] = {
#embed "../MoonsheetSpec/Lua/busted_block.lua"
};
static const unsigned char busted_compatibility[] = {
#embed "../MoonsheetSpec/Lua/busted_compatibility.lua"
};
static const unsigned char busted_context[] = {
#embed "../MoonsheetSpec/Lua/busted_context.lua"
};
static const unsigned char busted_core[] = {
#embed "../MoonsheetSpec/Lua/busted_core.lua"
};
static const unsigned char busted_done[] = {
#embed "../MoonsheetSpec/Lua/busted_done.lua"
};
static const unsigned char busted_environment[] = {
#embed "../MoonsheetSpec/Lua/busted_environment.lua"
};
static const unsigned char busted_execute[] = {
#embed "../MoonsheetSpec/Lua/busted_execute.lua"
};
static const unsigned char busted_fixtures[] = {
#embed "../MoonsheetSpec/Lua/busted_fixtures.lua"
};
static const unsigned char busted_helper[] = {
#embed "../MoonsheetSpec/Lua/busted_helper.lua"
};
static const unsigned char busted_languages[] = {
#embed "../MoonsheetSpec/Lua/busted_languages.lua"
};
static const unsigned char busted_output[] = {
#embed "../MoonsheetSpec/Lua/busted_output.lua"
};
static const unsigned char busted_status[] = {
#embed "../MoonsheetSpec/Lua/busted_status.lua"
};
static const unsigned char busted_utils[] = {
#embed "../MoonsheetSpec/Lua/busted_utils.lua"
};
static const unsigned char busted_vocabulary[] = {
#embed "../MoonsheetSpec/Lua/busted_vocabulary.lua"
};
static const unsigned char difference[] = {
#embed "../MoonsheetSpec/Lua/difference.lua"
};
static const unsigned char each[] = {
#embed "../MoonsheetSpec/Lua/each.lua"
};
static const unsigned char lfs[] = {
#embed "../MoonsheetSpec/Lua/lfs.lua"
};
static const unsigned char expect[] = {
#embed "../MoonsheetSpec/Lua/expect.lua"
};
static const unsigned char luassert[] = {
#embed "../MoonsheetSpec/Lua/luassert.lua"
};
static const unsigned char luassert_array[] = {
#embed "../MoonsheetSpec/Lua/luassert_array.lua"
};
static const unsigned char luassert_assert[] = {
#embed "../MoonsheetSpec/Lua/luassert_assert.lua"
};
static const unsigned char luassert_assertions[] = {
#embed "../MoonsheetSpec/Lua/luassert_assertions.lua"
};
static const unsigned char luassert_binarystring[] = {
#embed "../MoonsheetSpec/Lua/luassert_binarystring.lua"
};
static const unsigned char luassert_formatters[] = {
#embed "../MoonsheetSpec/Lua/luassert_formatters.lua"
};
static const unsigned char luassert_match[] = {
#embed "../MoonsheetSpec/Lua/luassert_match.lua"
};
static const unsigned char luassert_matchers[] = {
#embed "../MoonsheetSpec/Lua/luassert_matchers.lua"
};
static const unsigned char luassert_mock[] = {
#embed "../MoonsheetSpec/Lua/luassert_mock.lua"
};
static const unsigned char luassert_modifiers[] = {
#embed "../MoonsheetSpec/Lua/luassert_modifiers.lua"
};
static const unsigned char luassert_namespaces[] = {
#embed "../MoonsheetSpec/Lua/luassert_namespaces.lua"
};
static const unsigned char luassert_spy[] = {
#embed "../MoonsheetSpec/Lua/luassert_spy.lua"
};
static const unsigned char luassert_state[] = {
#embed "../MoonsheetSpec/Lua/luassert_state.lua"
};
static const unsigned char luassert_stub[] = {
#embed "../MoonsheetSpec/Lua/luassert_stub.lua"
};
static const unsigned char luassert_texts[] = {
#embed "../MoonsheetSpec/Lua/luassert_texts.lua"
};
static const unsigned char luassert_util[] = {
#embed "../MoonsheetSpec/Lua/luassert_util.lua"
};
static const unsigned char mediator[] = {
#embed "../MoonsheetSpec/Lua/mediator.lua"
};
static const unsigned char modal[] = {
#embed "../MoonsheetSpec/Lua/modal.lua"
};
static const unsigned char modules[] = {
#embed "../MoonsheetSpec/Lua/modules.lua"
};
static const unsigned char places[] = {
#embed "../MoonsheetSpec/Lua/places.lua"
};
static const unsigned char runner[] = {
#embed "../MoonsheetSpec/Lua/runner.lua"
};
static const unsigned char stand_ins[] = {
#embed "../MoonsheetSpec/Lua/stand_ins.lua"
};
static const unsigned char say[] = {
#embed "../MoonsheetSpec/Lua/say.lua"
};
static const unsigned char written[] = {
#embed "../MoonsheetSpec/Lua/written.lua"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} files[] = {
    {"boot", boot, sizeof boot},
    {"busted_block", busted_block, sizeof busted_block},
    {"busted_compatibility", busted_compatibility, sizeof busted_compatibility},
    {"busted_context", busted_context, sizeof busted_context},
    {"busted_core", busted_core, sizeof busted_core},
    {"busted_done", busted_done, sizeof busted_done},
    {"busted_environment", busted_environment, sizeof busted_environment},
    {"busted_execute", busted_execute, sizeof busted_execute},
    {"busted_fixtures", busted_fixtures, sizeof busted_fixtures},
    {"busted_helper", busted_helper, sizeof busted_helper},
    {"busted_languages", busted_languages, sizeof busted_languages},
    {"busted_output", busted_output, sizeof busted_output},
    {"busted_status", busted_status, sizeof busted_status},
    {"busted_utils", busted_utils, sizeof busted_utils},
    {"busted_vocabulary", busted_vocabulary, sizeof busted_vocabulary},
    {"difference", difference, sizeof difference},
    {"each", each, sizeof each},
    {"lfs", lfs, sizeof lfs},
    {"expect", expect, sizeof expect},
    {"luassert", luassert, sizeof luassert},
    {"luassert_array", luassert_array, sizeof luassert_array},
    {"luassert_assert", luassert_assert, sizeof luassert_assert},
    {"luassert_assertions", luassert_assertions, sizeof luassert_assertions},
    {"luassert_binarystring", luassert_binarystring, sizeof luassert_binarystring},
    {"luassert_formatters", luassert_formatters, sizeof luassert_formatters},
    {"luassert_match", luassert_match, sizeof luassert_match},
    {"luassert_matchers", luassert_matchers, sizeof luassert_matchers},
    {"luassert_mock", luassert_mock, sizeof luassert_mock},
    {"luassert_modifiers", luassert_modifiers, sizeof luassert_modifiers},
    {"luassert_namespaces", luassert_namespaces, sizeof luassert_namespaces},
    {"luassert_spy", luassert_spy, sizeof luassert_spy},
    {"luassert_state", luassert_state, sizeof luassert_state},
    {"luassert_stub", luassert_stub, sizeof luassert_stub},
    {"luassert_texts", luassert_texts, sizeof luassert_texts},
    {"luassert_util", luassert_util, sizeof luassert_util},
    {"mediator", mediator, sizeof mediator},
    {"modal", modal, sizeof modal},
    {"modules", modules, sizeof modules},
    {"places", places, sizeof places},
    {"runner", runner, sizeof runner},
    {"stand_ins", stand_ins, sizeof stand_ins},
    {"say", say, sizeof say},
    {"written", written, sizeof written},
};

const unsigned char *ms_spec_lua(const char *name, size_t *length) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *length = files[i].length;
    return files[i].bytes;
  }
  return NULL;
}
