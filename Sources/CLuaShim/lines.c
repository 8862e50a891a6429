// Counts the lines that run, and tells which can. C because a hook may have no Swift frame above it, and because
// Lua gives its compiled form to a C function.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct chunk {
  char *name;
  int64_t *hits;
  size_t lines;
} chunk;

struct ms_lines {
  chunk *chunks;
  size_t count, room;
  size_t last;  // the chunk that was hit last
};

void ms_count_lines(ms_host *h, int32_t on) {
  h->counts_lines = on;
  if (on && !h->lines) h->lines = calloc(1, sizeof *h->lines);
  ms_match_hook(h->L);
  ms_match_hook(h->current);
}

// The chunk of that name, new if need be; NULL without memory.
static chunk *chunk_named(struct ms_lines *all, const char *name) {
  if (all->count > 0 && strcmp(all->chunks[all->last].name, name) == 0) return &all->chunks[all->last];
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->chunks[i].name, name) == 0) {
      all->last = i;
      return &all->chunks[i];
    }
  if (all->count == all->room) {
    size_t room = all->room ? all->room * 2 : 8;
    chunk *grown = realloc(all->chunks, room * sizeof *grown);
    if (!grown) return NULL;
    all->chunks = grown;
    all->room = room;
  }
  char *copy = strdup(name);
  if (!copy) return NULL;
  all->last = all->count++;
  all->chunks[all->last] = (chunk){copy, NULL, 0};
  return &all->chunks[all->last];
}

// Counts the line that is about to run. Texts that a script loads without a name are left out. Never raises.
void ms_note_line(lua_State *L, lua_Debug *ar) {
  struct ms_lines *all = host_of(L)->lines;
  if (!all || !lua_getinfo(L, "S", ar) || *ar->source != '@' || ar->currentline < 1) return;
  chunk *c = chunk_named(all, ar->source + 1);
  size_t line = (size_t)ar->currentline;
  if (!c) return;
  if (line >= c->lines) {
    size_t lines = line + 1 + line / 2;
    int64_t *grown = realloc(c->hits, lines * sizeof *grown);
    if (!grown) return;
    memset(grown + c->lines, 0, (lines - c->lines) * sizeof *grown);
    c->hits = grown;
    c->lines = lines;
  }
  c->hits[line]++;
}

int32_t ms_lines_of(const ms_host *h, size_t position, ms_chunk_lines *out) {
  if (!h->lines || position >= h->lines->count) return 0;
  const chunk *c = &h->lines->chunks[position];
  *out = (ms_chunk_lines){c->name, c->hits, c->lines};
  return 1;
}

void ms_clear_lines(ms_host *h) {
  for (size_t i = 0; h->lines && i < h->lines->count; i++) {
    chunk *c = &h->lines->chunks[i];
    if (c->hits) memset(c->hits, 0, c->lines * sizeof *c->hits);
  }
}

void ms_forget_lines(ms_host *h) {
  if (!h->lines) return;
  for (size_t i = 0; i < h->lines->count; i++) {
    free(h->lines->chunks[i].name);
    free(h->lines->chunks[i].hits);
  }
  free(h->lines->chunks);
  free(h->lines);
  h->lines = NULL;
}

void ms_free(void *memory) { free(memory); }

// --- Compiled form --------------------------------------------------------------------------------------------------

typedef struct bytes {
  uint8_t *start;
  size_t count, room;
} bytes;

static int append(lua_State *L, const void *data, size_t length, void *ud) {
  (void)L;
  bytes *b = ud;
  if (b->count + length > b->room) {
    size_t room = (b->count + length) * 2;
    uint8_t *grown = realloc(b->start, room);
    if (!grown) return 1;
    b->start = grown;
    b->room = room;
  }
  if (length > 0) memcpy(b->start + b->count, data, length);
  b->count += length;
  return 0;
}

uint8_t *ms_dump(lua_State *L, int32_t index, size_t *length) {
  bytes b = {NULL, 0, 0};
  if (!lua_isfunction(L, index) || lua_iscfunction(L, index)) return NULL;
  lua_checkstack(L, 8);
  lua_pushvalue(L, index);
  int failed = lua_dump(L, append, &b, 0);
  lua_pop(L, 1);
  if (failed) {
    free(b.start);
    return NULL;
  }
  *length = b.count;
  return b.start;
}
