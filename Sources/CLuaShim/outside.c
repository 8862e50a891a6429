// What a script with stock libraries can have done to the process: loaded libraries, started others. C because glibc
// declares the questions for those only who ask for its own extensions.
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "clua_shim.h"

static int note_loads(struct dl_phdr_info *info, size_t size, void *loads) {
  (void)size;
  *(uint64_t *)loads = info->dlpi_adds;
  return 1;
}

const char *ms_lua_identity(void) { return lua_ident; }

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

// Whether a process has not ended; true where that cannot be told.
static int runs(int pid) {
  char path[32], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "re");
  if (!file) return 1;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  // The name stands in brackets, and may hold some.
  const char *name_end = strrchr(text, ')');
  return !name_end || !name_end[1] || !strchr("ZX", name_end[2]);
}

int32_t ms_children_run(void) {
  siginfo_t info;
  info.si_pid = 0;
  if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;
  if (info.si_pid == 0) return 1;
  // One has ended. Are there others?
  FILE *children = fopen("/proc/thread-self/children", "re");
  if (!children) return 1;
  int pid, found = 0;
  while (!found && fscanf(children, "%d", &pid) == 1) found = runs(pid);
  fclose(children);
  return found;
}
