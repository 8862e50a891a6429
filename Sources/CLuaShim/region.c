// The region: one reservation per host that never moves, holding the ms_host, the allocator's state and all of Lua's
// heap. It is C because Lua calls it, and because a copy of it must be a copy of everything.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define MS_POISONS
#define POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#endif
#endif
#ifndef POISON
#define POISON(p, n) ((void)0)
#define UNPOISON(p, n) ((void)0)
#endif

enum { HEADER = 8, PAGE = 4096, CHUNK = 65536, SMALL = 16384, SLACK = 16 << 20 };

// Size class of a block of `bytes` (header included), and the class's size. 16-byte steps up to 512, then four steps
// for each doubling. Pure; never raises.
static int class_of(size_t bytes, size_t *size) {
  if (bytes <= 512) {
    int index = (int)((bytes + 15) / 16);
    *size = (size_t)index * 16;
    return index - 1;
  }
  int index = 32;
  for (size_t base = 512; base < SMALL; base *= 2)
    for (int step = 1; step <= 4; step++, index++)
      if (bytes <= base + base / 4 * (size_t)step) {
        *size = base + base / 4 * (size_t)step;
        return index;
      }
  return -1;
}

#ifdef MS_POISONS
static size_t size_of_class(int index) {
  if (index < 32) return (size_t)(index + 1) * 16;
  size_t base = (size_t)512 << ((index - 32) / 4);
  return base + base / 4 * (size_t)((index - 32) % 4 + 1);
}
#endif

static size_t page_round(size_t bytes) { return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1); }

// Takes whole pages: first fit among the freed runs (ordered by address), else from the top. Script code may not
// touch the last SLACK bytes; they keep host mode from failing.
static char *take_run(ms_host *h, size_t bytes, int reserve) {
  for (ms_run **at = &h->runs; *at; at = &(*at)->next) {
    ms_run *run = *at;
    if (run->bytes < bytes) continue;
    if (run->bytes > bytes) {
      ms_run *rest = (ms_run *)((char *)run + bytes);
      UNPOISON(rest, sizeof *rest);
      rest->next = run->next;
      rest->bytes = run->bytes - bytes;
      *at = rest;
    } else {
      *at = run->next;
    }
    return (char *)run;
  }
  size_t limit = h->region_bytes - (reserve ? 0 : SLACK);
  if (bytes > limit || h->top > limit - bytes) return NULL;
  char *result = (char *)h + h->top;
  h->top += bytes;
  return result;
}

static void give_run(ms_host *h, char *start, size_t bytes) {
  ms_run **at = &h->runs, *before = NULL;
  while (*at && (char *)*at < start) {
    before = *at;
    at = &(*at)->next;
  }
  ms_run *run = (ms_run *)start;
  UNPOISON(run, sizeof *run);
  run->bytes = bytes;
  run->next = *at;
  *at = run;
  if (run->next && start + bytes == (char *)run->next) {
    run->bytes += run->next->bytes;
    run->next = run->next->next;
  }
  if (before && (char *)before + before->bytes == start) {
    before->bytes += run->bytes;
    before->next = run->next;
    run = before;
  }
  POISON((char *)run + sizeof *run, run->bytes - sizeof *run);
}

static void *take_block(ms_host *h, size_t nsize, int reserve) {
  size_t size;
  int index = class_of(nsize + HEADER, &size);
  char *block;
  if (index < 0) {
    block = take_run(h, page_round(nsize + HEADER), reserve);
    if (!block) return NULL;
  } else if (h->free[index]) {
    block = (char *)h->free[index];
    h->free[index] = h->free[index]->next;
  } else {
    if ((size_t)(h->bump_end - h->bump) < size) {
      char *chunk = take_run(h, CHUNK, reserve);
      if (!chunk) return NULL;
      h->bump = chunk;
      h->bump_end = chunk + CHUNK;
    }
    block = h->bump;
    h->bump += size;
  }
  UNPOISON(block, nsize + HEADER);
  *(uint64_t *)block = 0;
  return block + HEADER;
}

static void give_block(ms_host *h, void *ptr, size_t osize) {
  size_t size;
  char *block = (char *)ptr - HEADER;
  int index = class_of(osize + HEADER, &size);
  if (index < 0) {
    give_run(h, block, page_round(osize + HEADER));
    return;
  }
  ((ms_block *)block)->next = h->free[index];
  h->free[index] = (ms_block *)block;
  POISON(block + HEADER, size - HEADER);
}

// The start of Lua's own thread object, in every 5.4.
typedef struct thread_head {
  void *next;
  uint8_t type, marked, status, allowhook;
  uint16_t call_count;
  char *top;
  void *global;
  struct call_head *ci;
  char *stack_last, *stack;
} thread_head;

// The start of Lua's own global state, in every 5.4.
typedef struct global_head {
  void *alloc, *ud;
  int64_t total, debt, estimate, last_atomic;
  void *strings;
  int32_t string_count, string_room;
  uint64_t registry[2], nil[2];
  uint32_t seed;
} global_head;

// NB: Lua seeds the hashes of strings with the time and an address, and the layout of tables follows them: the border of
// a table with holes, the moment a table grows, memory in use. The seed is set between Lua's own choice and the first
// string, which is at the second allocation of a new state. Never raises.
static void plant_seed(ms_host *h, size_t head_bytes) {
  const thread_head *thread = (const thread_head *)(const void *)h->newborn;
  global_head *global = thread->global;
  h->newborn = NULL;
  if (global->alloc == (void *)ms_region_alloc && global->ud == h && global->total == (int64_t)head_bytes &&
      global->debt == 0 && !global->strings)
    global->seed = MS_SEED;
}

// Whether the seed is the planted one: looks at the hash that Lua gave a short string, and computes it. Never raises.
int ms_region_check_seed(lua_State *L) {
  const char text[] = "moon";
  uint32_t hash = MS_SEED ^ 4, found;
  for (int i = 3; i >= 0; i--) hash ^= (hash << 5) + (hash >> 2) + (uint8_t)text[i];
  memcpy(&found, lua_pushstring(L, text) - 12, sizeof found);
  lua_pop(L, 1);
  return found == hash;
}

// Whether the above holds for this Lua: looked at once, on a new state. Never raises.
int ms_region_check_stack(lua_State *L) {
  const thread_head *head = (const thread_head *)(const void *)L;
  char *before = head->top;
  lua_pushnil(L);
  int grew = head->top - before == 16;
  lua_pop(L, 1);
  return grew && head->stack < head->top && head->top < head->stack_last && head->stack_last - head->stack < 4096;
}

// The thread whose stack a growing block may be. Never raises.
static const thread_head *running_thread(const ms_host *h) {
  return (const thread_head *)(const void *)(h->chain ? h->chain->co : h->L);
}

// Whether the block is the running thread's stack. NB: a stack grows by doubling, with five slots more; some releases
// take a new block for it, some reallocate.
static int is_stack(const ms_host *h, const void *ptr, size_t nsize) {
  if (nsize < 4096 * 16 || !h->knows_stack) return 0;
  const thread_head *head = running_thread(h);
  return ptr ? ptr == head->stack : nsize == 2 * (size_t)(head->stack_last - head->stack) + 80;
}

// NB: Lua moves all arguments for each step of a chain of __call, and for each tail call with varargs: that is quadratic
// within few instructions. Arguments beyond the running function's own frame, and those that lie hidden below a function
// with varargs, are charged when the stack grows for them, and a stack of 131,072 slots is refused; Lua's own limit of a
// million would be a minute.
static void charge_arguments(ms_host *h) {
  const thread_head *head = running_thread(h);
  const call_head *call = head->ci;
  int64_t slots = (head->top - call->top) / 16;
  if (call->previous && call->func > call->previous->top) slots += (call->func - call->previous->top) / 16;
  if (slots > 1024) h->fuel -= slots * slots / 32;
}

// NB: from 5.4.5 on calls hold offsets in the place of pointers while the stack moves. Whoever asks where the script stands
// asks between two of these. Answers by how much the calls were shifted. Never raises.
static ptrdiff_t lift_calls(const thread_head *head) {
  if ((uintptr_t)head->ci->func >= (uintptr_t)head->stack) return 0;
  for (call_head *call = head->ci; call; call = call->previous) call->func += (uintptr_t)head->stack;
  return (ptrdiff_t)head->stack;
}

static void lower_calls(const thread_head *head, ptrdiff_t by) {
  for (call_head *call = head->ci; call && by; call = call->previous) call->func -= by;
}

// Whether script code may have `nsize` bytes in place of `osize`; records where it stood when not. Never raises.
static int allowed(ms_host *h, void *ptr, size_t osize, size_t nsize) {
  if (!h->in_lua || nsize <= osize) return 1;
  int stack = is_stack(h, ptr, nsize);
  if (stack) charge_arguments(h);
  int64_t used = h->used + h->external + (int64_t)(nsize - osize);
  int fits =
      !(stack && nsize > (size_t)16 << 17) && (int64_t)nsize <= h->limits.max_block && used <= h->limits.memory;
  h->fuel -= fits ? (int64_t)(nsize / 32) : 1000 + h->used / 64;
  if (h->fuel < 0 && nsize > PAGE) {
    ptrdiff_t shift = stack ? lift_calls(running_thread(h)) : 0;
    ms_expire(h->chain ? h->chain->co : h->L, MS_EXPIRED_FUEL);
    lower_calls(running_thread(h), shift);
    h->fuel = -1;  // the work is not done
    return 0;
  }
  if (fits) return 1;
  h->stack_refused = stack;
  h->refusals++;
  if ((stack || !h->memory_site.line) && h->L) {
    ptrdiff_t shift = stack ? lift_calls(running_thread(h)) : 0;
    ms_innermost_site(h->chain ? h->chain->co : h->L, 0, &h->memory_site);
    lower_calls(running_thread(h), shift);
  }
  return 0;
}

static void swap_numbers(ms_host *h) {
  uint64_t other[MS_OBJECT_TYPES];
  memcpy(other, h->apart, sizeof other);
  memcpy(h->apart, h->serials, sizeof other);
  memcpy(h->serials, other, sizeof other);
}

void ms_keep_apart(ms_host *h, uint64_t first) {
  memcpy(h->apart, h->serials, sizeof h->apart);
  h->keeps_apart = 1;
  ms_number_objects(h, first);
}

void ms_number_apart(ms_host *h, int32_t begins) {
  if (h->keeps_apart && (begins ? h->apart_depth++ == 0 : h->apart_depth > 0 && --h->apart_depth == 0)) swap_numbers(h);
}

void ms_number_objects(ms_host *h, uint64_t first) {
  // NB: an error may have left out the end of what makes such things.
  if (h->apart_depth > 0) {
    h->apart_depth = 0;
    swap_numbers(h);
  }
  for (int type = 0; type < MS_OBJECT_TYPES; type++)
    if (h->serials[type] < first) h->serials[type] = first;
}

// Lua's allocator. May return NULL (Lua then collects and raises) only in Lua mode and only when growing.
void *ms_region_alloc(void *ud, void *ptr, size_t osize, size_t nsize) {
  ms_host *h = ud;
  size_t old = ptr ? osize : 0;
  if (nsize == 0) {
    if (ptr) give_block(h, ptr, osize);
    h->used -= (int64_t)old;
    return NULL;
  }
  if (!allowed(h, ptr, old, nsize)) return NULL;
  int reserve = !h->in_lua || nsize <= old;
  if (ptr) {
    size_t a, b;
    int old_class = class_of(osize + HEADER, &a), new_class = class_of(nsize + HEADER, &b);
    int same = old_class >= 0 ? old_class == new_class
                              : new_class < 0 && page_round(osize + HEADER) == page_round(nsize + HEADER);
    if (same) {
      UNPOISON(ptr, nsize);
      h->used += (int64_t)nsize - (int64_t)old;
      return ptr;
    }
  }
  void *result = take_block(h, nsize, reserve);
  if (!result) {
    if (reserve && nsize <= old) {
      fputs("lua: the region is exhausted\n", stderr);
      abort();
    }
    return NULL;
  }
  h->used += (int64_t)nsize - (int64_t)old;
  if (h->used > h->peak) h->peak = h->used;
  if (ptr) {
    memcpy(result, ptr, old < nsize ? old : nsize);
    *(uint64_t *)((char *)result - HEADER) = *(uint64_t *)((char *)ptr - HEADER);
    give_block(h, ptr, osize);
  } else if (osize < MS_OBJECT_TYPES) {
    // NB: for a new block Lua passes the type of the object; the header keeps its creation serial, which is what
    // gives objects an order and a name that do not depend on addresses.
    *(uint64_t *)((char *)result - HEADER) = ++h->serials[osize];
  }
  if (h->newborn) plant_seed(h, h->newborn_bytes);
  if (!h->L && osize == LUA_TTHREAD && !ptr) {
    h->newborn = (char *)result + LUA_EXTRASPACE;
    h->newborn_bytes = nsize;
  }
  return result;
}

// Whether host mode may still allocate `bytes`. Never raises.
int ms_region_has_room(ms_host *h, size_t bytes) {
  size_t limit = (size_t)h->limits.memory + SLACK / 4;
  return bytes <= (size_t)h->limits.memory && (size_t)h->used + bytes <= limit &&
         h->top + page_round(bytes) + CHUNK * 4 <= h->region_bytes;
}

// Reserves addresses that begin at a multiple of 4 GiB. NB: Lua hashes an object by the lower half of its address; so
// tables with objects for keys are laid out alike in every host.
static char *reserve(size_t bytes) {
  size_t align = (size_t)1 << 32;
  char *base = mmap(NULL, bytes + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
  char *start = (char *)(((uintptr_t)base + align - 1) & ~(uintptr_t)(align - 1));
  if (start > base) munmap(base, (size_t)(start - base));
  if (base + align > start) munmap(start + bytes, (size_t)(base + align - start));
  return start;
}

// The region of the host that was destroyed last, if it was small: hosts that come and go one after the other do without
// the system's part in it.
static ms_host *spare;

// Takes the spare region if it is of that size.
static ms_host *take_spare(size_t bytes) {
  ms_host *h = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL);
  if (!h || h->region_bytes == bytes) return h;
  munmap(h, h->region_bytes);
  return NULL;
}

// Reserves a region and puts an empty host at its start; NULL when the system refuses. Never raises.
ms_host *ms_region_create(const ms_limits *limits) {
  size_t bytes = page_round((size_t)limits->memory * 2 + (SLACK * 3));
  ms_host *h = take_spare(bytes);
  if (h) memset(h, 0, sizeof *h);
  else h = (ms_host *)(void *)reserve(bytes);
  if (!h) return NULL;
  h->region_bytes = bytes;
  // The first blocks stand right behind the host: what is between them is copied with every snapshot.
  h->top = CHUNK;
  h->bump = (char *)h + ((sizeof *h + 15) & ~(size_t)15);
  h->bump_end = (char *)h + CHUNK;
  h->limits = *limits;
  return h;
}

void ms_region_destroy(ms_host *h) {
  size_t bytes = h->region_bytes;
  free(h->releases);
  UNPOISON(h, bytes);
  if (h->top <= 1 << 20) h = __atomic_exchange_n(&spare, h, __ATOMIC_ACQ_REL);
  if (h) munmap(h, h->region_bytes);
}

// --- Snapshots ------------------------------------------------------------------------------------------------------

void ms_region_unpoison(ms_host *h, size_t bytes) {
  (void)h, (void)bytes;
  UNPOISON(h, bytes);
}

// Poisons what the allocator has free, after a copy that had to see all of it.
void ms_region_poison_free(ms_host *h) {
#ifdef MS_POISONS
  for (int index = 0; index < MS_CLASSES; index++)
    for (ms_block *block = h->free[index]; block; block = block->next)
      POISON((char *)block + HEADER, size_of_class(index) - HEADER);
  for (ms_run *run = h->runs; run; run = run->next) POISON((char *)run + sizeof *run, run->bytes - sizeof *run);
#else
  (void)h;
#endif
}
