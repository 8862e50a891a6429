// What a script with stock libraries can have done to the process: loaded libraries, started others. C because glibc
// declares the questions for those only who ask for its own extensions.
#define _GNU_SOURCE
#include <link.h>
#include <sys/prctl.h>
#include <sys/wait.h>

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

void ms_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int32_t ms_has_children(void) {
  for (;;) {
    pid_t child = waitpid(-1, NULL, WNOHANG);
    if (child <= 0) return child == 0;
  }
}
