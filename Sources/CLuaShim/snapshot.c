// Saves and restores a host at rest by copying what is used of its region. C because the allocator's free blocks are
// poisoned under the address sanitizer, and because the host lies in the region itself.
#include <string.h>

#include "internal.h"

// NB: the last chunk is used only as far as blocks were cut from it.
static size_t used_bytes(const ms_host *h) {
  const char *top = (const char *)h + h->top;
  return h->bump_end == top ? (size_t)(h->bump - (const char *)h) : h->top;
}

size_t ms_snapshot_bytes(const ms_host *h) { return used_bytes(h); }

void ms_snapshot_save(ms_host *h, void *to) {
  ms_region_unpoison(h, h->top);
  memcpy(to, h, used_bytes(h));
  ms_region_poison_free(h);
}

void ms_snapshot_restore(ms_host *h, const void *from, size_t bytes) {
  const ms_host now = *h;
  const ms_host *saved = from;
  ms_region_unpoison(h, h->top > saved->top ? h->top : saved->top);
  memcpy(h, from, bytes);
  // What belongs to the embedder, or lies outside the region, is as it was.
  h->context = now.context;
  h->limits = now.limits;
  h->lines = now.lines;
  h->counts_lines = now.counts_lines;
  h->watches_history = now.watches_history;
  h->history = now.history;
  h->history_site = now.history_site;
  h->releases = now.releases;
  h->release_room = now.release_room;
  h->release_count = 0;
  h->first_births = now.first_births;
  h->later_births = now.later_births;
  h->last_place = now.last_place;
  h->stack_floor = now.stack_floor;
  ms_region_poison_free(h);
  ms_match_hook(h->L);
}

int32_t ms_snapshot_equals(ms_host *h, const void *saved, size_t bytes) {
  ms_region_unpoison(h, h->top);
  size_t head = sizeof(ms_host);
  int equal = used_bytes(h) == bytes && memcmp((const char *)h + head, (const char *)saved + head, bytes - head) == 0;
  ms_region_poison_free(h);
  return equal;
}
