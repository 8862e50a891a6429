// How often the process loaded a shared library: what Lua's `require` may do with stock libraries. C because glibc
// declares the question for those only who ask for its own extensions.
#define _GNU_SOURCE
#include <link.h>

#include "clua_shim.h"

static int note_loads(struct dl_phdr_info *info, size_t size, void *loads) {
  (void)size;
  *(uint64_t *)loads = info->dlpi_adds;
  return 1;
}

uint64_t ms_library_loads(void) {
  uint64_t loads = 0;
  dl_iterate_phdr(note_loads, &loads);
  return loads;
}
