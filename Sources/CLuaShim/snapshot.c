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

// --- What differs ---------------------------------------------------------------------------------------------------

enum { LINE = 64 };

// Stands before bytes that differ.
typedef struct span {
  uint32_t offset, bytes;
} span;

static int differs(const char *a, const char *b) {
  uint64_t x[LINE / 8], y[LINE / 8], all = 0;
  memcpy(x, a, LINE);
  memcpy(y, b, LINE);
  for (int i = 0; i < LINE / 8; i++) all |= x[i] ^ y[i];
  return all != 0;
}

size_t ms_snapshot_diff(ms_host *h, const void *base, size_t base_bytes, void *to, size_t room) {
  ms_region_unpoison(h, h->top);
  const char *now = (const char *)h;
  size_t bytes = used_bytes(h), written = 0, at = 0, same = bytes < base_bytes ? bytes : base_bytes;
  while (at < bytes) {
    while (at + LINE <= same && !differs(now + at, (const char *)base + at)) at += LINE;
    size_t start = at;
    while (at < bytes && !(at + LINE <= same && !differs(now + at, (const char *)base + at))) at += LINE;
    if (at > bytes) at = bytes;
    if (at == start) break;
    span s = {(uint32_t)start, (uint32_t)(at - start)};
    if (written + sizeof s + s.bytes > room) {
      written = 0;
      break;
    }
    memcpy((char *)to + written, &s, sizeof s);
    memcpy((char *)to + written + sizeof s, now + start, s.bytes);
    written += sizeof s + s.bytes;
  }
  ms_region_poison_free(h);
  return written;
}

void ms_snapshot_restore(ms_host *h, const void *from, size_t bytes, const void *diff, size_t diff_bytes, size_t used) {
  const ms_host now = *h;
  ms_region_unpoison(h, h->top > used ? h->top : used);
  memcpy(h, from, bytes < used ? bytes : used);
  for (size_t at = 0; at < diff_bytes;) {
    span s;
    memcpy(&s, (const char *)diff + at, sizeof s);
    memcpy((char *)h + s.offset, (const char *)diff + at + sizeof s, s.bytes);
    at += sizeof s + s.bytes;
  }
  ms_region_unpoison(h, h->top);
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
