// A canonical walk through what a script has made, hashed as it goes: tables, closures, suspended coroutines, objects,
// each numbered in order of reach. It reads Lua's own structures, as they are in every 5.4 so far, and changes nothing;
// ms_walk_check looks at a fresh state first. C because of that, and because it is done for each step of a search.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// --- Lua's structures -----------------------------------------------------------------------------------------------

typedef struct value {
  union {
    const void *gc;
    uint64_t bits;
    double number;
  } of;
  uint8_t tag;
} value;

typedef struct head {
  const void *next;
  uint8_t type, marked, a, b;
  uint32_t c;
} head;

typedef struct table {
  head head;  // a: flags, b: log2 of the nodes, c: the array's limit
  const value *array;
  const struct node *nodes;
  const void *last_free;
  const struct table *metatable;
} table;

typedef struct node {
  uint64_t bits;
  uint8_t tag, key_tag;
  int32_t next;
  uint64_t key_bits;
} node;

typedef struct closure {
  head head;  // a: the number of upvalues
  const void *list;
  const void *code;  // prototype, or C function
} closure;

typedef struct upvalue {
  head head;
  const value *at;
  union {
    const struct upvalue *next;
    value closed;
  } u;
} upvalue;

typedef struct userdata {
  head head;
  size_t length;
  const table *metatable;
  const void *list;
  value user[];
} userdata;

typedef struct frame {
  const char *function, *top;
  const struct frame *previous, *next;
  uint64_t saved;  // the next instruction, or a continuation
  uint64_t old_handler;
  uint64_t context;
  uint32_t u2;
  int16_t results;
  uint16_t status;
} frame;

typedef struct thread {
  const void *next;
  uint8_t type, marked, status, allowhook;
  uint16_t frame_count;
  const char *top;
  const void *global;
  const frame *frame;
  const char *stack_last, *stack;
  const upvalue *open;
} thread;

enum { IS_C_FRAME = 2 };
enum { SLOT = 16, UPVALUE = 9, PROTO = 10 };
enum { TAG_FALSE = 0x01, TAG_TRUE = 0x11, TAG_LIGHT = 0x02, TAG_INTEGER = 0x03, TAG_FLOAT = 0x13, TAG_SHORT = 0x04,
       TAG_LONG = 0x14, TAG_TABLE = 0x05, TAG_LUA = 0x06, TAG_C = 0x16, TAG_C_CLOSURE = 0x26, TAG_USERDATA = 0x07,
       TAG_THREAD = 0x08, TAG_MASK = 0x3f };

static const closure *closure_of(const void *gc) { return gc; }
static const upvalue *const *upvalues_of(const closure *c) { return (const upvalue *const *)(const void *)(c + 1); }
static const value *values_of(const closure *c) { return (const value *)(const void *)(c + 1); }
static size_t length_of(const head *string, uint8_t tag) {
  return tag == TAG_SHORT ? string->b : *(const size_t *)(const void *)((const char *)string + 16);
}
static const char *text_of(const head *string) { return (const char *)string + 24; }

static uint32_t array_size(const table *t) {
  uint32_t limit = t->head.c;
  if (!(t->head.a & 0x80) || (limit & (limit - 1)) == 0) return limit;
  uint32_t size = 1;
  while (size < limit) size *= 2;
  return size;
}

// --- What was met ---------------------------------------------------------------------------------------------------

typedef struct item {
  uint64_t key;        // an address; or what the embedder names something, with the lowest bit set
  const void *object;  // the userdata that stands for it, where one was met
  uint8_t tag;
} item;

// The order of a table whose keys are short strings, as long as these are the same: such as that of the globals.
typedef struct kept_order {
  const table *table;
  const node *nodes;
  size_t size, count;
  struct kept_key {
    uint64_t bits;  // 0 where nothing is under it
    uint32_t hash;
    uint32_t place;  // of all that are not nothing, in order, the node
  } *keys;
  ms_hash hash;  // of the keys' texts
} kept_order;

struct ms_walk {
  ms_hash hash;  // first, so that the embedder may add to it
  ms_host *h;
  ms_walk_names names;
  void *context;
  item *items;
  size_t count, room, done;
  struct {
    uint64_t key;
    uint32_t number, round;
  } *known;
  size_t mask;
  uint32_t round;
  struct entry *entries;
  size_t entry_room;
  kept_order globals, modules;
};

ms_walk *ms_walk_create(ms_host *h, void *context, const ms_walk_names *names) {
  ms_walk *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->h = h;
  w->context = context;
  w->names = *names;
  w->room = 256;
  w->mask = 1023;
  w->items = malloc(w->room * sizeof *w->items);
  w->known = calloc(w->mask + 1, sizeof *w->known);
  if (w->items && w->known) return w;
  ms_walk_destroy(w);
  return NULL;
}

void ms_walk_destroy(ms_walk *w) {
  free(w->items);
  free(w->known);
  free(w->entries);
  free(w->globals.keys);
  free(w->modules.keys);
  free(w);
}

static void begin_hash(ms_walk *w) { w->hash = (ms_hash){0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u}; }

void ms_walk_begin(ms_walk *w) {
  w->count = w->done = 0;
  begin_hash(w);
  if (++w->round == 0) {
    memset(w->known, 0, (w->mask + 1) * sizeof *w->known);
    w->round = 1;
  }
}

static size_t place_of(const ms_walk *w, uint64_t key) {
  size_t place = (size_t)((key * 0x9E3779B97F4A7C15u) >> 32) & w->mask;
  while (w->known[place].round == w->round && w->known[place].key != key) place = (place + 1) & w->mask;
  return place;
}

// NB: an embedder cannot go on from half a walk, so the process ends where there is no memory for a list of addresses.
static void *or_end(void *memory) {
  if (!memory) abort();
  return memory;
}

static void grow(ms_walk *w) {
  w->room *= 2;
  w->items = or_end(realloc(w->items, w->room * sizeof *w->items));
  size_t size = (w->mask + 1) * 2;
  free(w->known);
  w->known = or_end(calloc(size, sizeof *w->known));
  w->mask = size - 1;
  for (size_t i = 0; i < w->count; i++) {
    size_t place = place_of(w, w->items[i].key);
    w->known[place].key = w->items[i].key;
    w->known[place].number = (uint32_t)i;
    w->known[place].round = w->round;
  }
}

// The number of something, in order of reach.
static uint32_t number_of(ms_walk *w, uint64_t key, const void *object, uint8_t tag) {
  size_t place = place_of(w, key);
  if (w->known[place].round == w->round) {
    item *found = &w->items[w->known[place].number];
    if (!found->object) found->object = object;
    return w->known[place].number;
  }
  if (w->count == w->room || w->count * 4 > w->mask) {
    grow(w);
    place = place_of(w, key);
  }
  w->known[place].key = key;
  w->known[place].number = (uint32_t)w->count;
  w->known[place].round = w->round;
  w->items[w->count] = (item){key, object, tag};
  return (uint32_t)w->count++;
}

uint32_t ms_walk_refer(ms_walk *w, uint32_t kind, uint64_t id) {
  uint32_t number = number_of(w, ms_walk_key(kind, id), NULL, 0);
  ms_hash_add(&w->hash, number);
  return number;
}

void ms_walk_words(ms_walk *w, const ms_word *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (words[i].kind == 0) ms_hash_add(&w->hash, words[i].bits);
    else ms_walk_refer(w, words[i].kind, words[i].bits & 0xFFFFFFFFFFFFu);
  }
}

// --- Values ---------------------------------------------------------------------------------------------------------

static void add(ms_walk *w, uint64_t word) { ms_hash_add(&w->hash, word); }

// Where code lies in its library, which does not depend on the process: Lua's and ours may be two.
static uint64_t code_offset(const void *code) {
  int64_t ours = (int64_t)((uintptr_t)code - (uintptr_t)ms_host_create);
  int64_t luas = (int64_t)((uintptr_t)code - (uintptr_t)lua_newstate);
  return (uint64_t)(llabs(ours) < llabs(luas) ? ours : luas);
}

static void add_text(ms_walk *w, const char *text, size_t length) {
  add(w, length);
  uint64_t word;
  for (; length >= 8; text += 8, length -= 8) {
    memcpy(&word, text, 8);
    add(w, word);
  }
  word = 0;
  memcpy(&word, text, length);
  add(w, word);
}

// Adds a reference. What was there before any script is as it was, and needs no look.
static void add_object(ms_walk *w, const void *object, uint8_t tag) {
  int type = tag & 0x0f;
  const uint64_t *serial = (const uint64_t *)((const char *)object - (type == LUA_TTHREAD ? LUA_EXTRASPACE : 0) - 8);
  if (type < MS_OBJECT_TYPES && *serial <= w->h->builtins[type]) {
    add(w, (uint64_t)type << 56 | *serial);
    return;
  }
  add(w, tag | number_of(w, (uint64_t)(uintptr_t)object, object, tag) * 256ull);
}

static void add_userdata(ms_walk *w, const userdata *u) {
  const ms_object *o = (const ms_object *)(const void *)((const char *)u + 56);
  if (u->head.a != 1 || u->length != sizeof *o || o->tag >> 32 != MS_TAG >> 32) return add_object(w, u, TAG_USERDATA);
  uint64_t key = w->names.object(w->context, (uint32_t)o->tag, o->slot, o->generation);
  add(w, TAG_USERDATA | number_of(w, key, u, TAG_USERDATA) * 256ull);
}

static void add_value(ms_walk *w, uint64_t bits, uint8_t tag) {
  tag &= TAG_MASK;
  const void *gc = (const void *)(uintptr_t)bits;
  switch (tag) {
    case TAG_INTEGER:
      add(w, tag);
      add(w, bits);
      return;
    case TAG_LIGHT:  // only inside of our own functions
      add(w, tag);
      return;
    case TAG_FLOAT: {
      double number;
      memcpy(&number, &bits, 8);
      add(w, tag);
      add(w, number != number ? 0x7ff8000000000000u : bits);
      return;
    }
    case TAG_SHORT:
    case TAG_LONG:
      add(w, TAG_SHORT);
      add_text(w, text_of(gc), length_of(gc, tag));
      return;
    case TAG_C:
      add(w, tag);
      add(w, code_offset(gc));
      return;
    case TAG_USERDATA: add_userdata(w, gc); return;
    case TAG_TABLE:
    case TAG_LUA:
    case TAG_C_CLOSURE:
    case TAG_THREAD: add_object(w, gc, tag); return;
    case TAG_FALSE:
    case TAG_TRUE: add(w, tag); return;
    default: add(w, 0); return;  // nil, in all its forms
  }
}

// --- Tables ---------------------------------------------------------------------------------------------------------

typedef struct entry {
  int rank;
  uint64_t order;
  uint64_t key_bits, bits;
  uint8_t key_tag, tag;
} entry;

static int compare_text(const entry *a, const entry *b) {
  const head *x = (const head *)(uintptr_t)a->key_bits, *y = (const head *)(uintptr_t)b->key_bits;
  size_t m = length_of(x, a->key_tag & TAG_MASK), n = length_of(y, b->key_tag & TAG_MASK);
  int r = memcmp(text_of(x), text_of(y), m < n ? m : n);
  return r ? r : (m > n) - (m < n);
}

// NB: the hash of a short string does not depend on the process; it tells most apart without a look at the text.
static int compare_entries(const void *left, const void *right) {
  const entry *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank == 0) return ((int64_t)a->order > (int64_t)b->order) - ((int64_t)a->order < (int64_t)b->order);
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  return a->rank == 2 ? compare_text(a, b) : 0;
}

static void rank(entry *e) {
  uint8_t tag = e->key_tag & TAG_MASK;
  const void *gc = (const void *)(uintptr_t)e->key_bits;
  e->order = e->key_bits;
  switch (tag) {
    case TAG_INTEGER: e->rank = 0; return;
    case TAG_FLOAT: e->rank = 1; return;
    case TAG_SHORT:
      e->rank = 2;
      e->order = ((const head *)gc)->c;
      return;
    case TAG_LONG:
      e->rank = 2;
      e->order = 1ull << 32;
      return;
    case TAG_FALSE:
    case TAG_TRUE:
      e->rank = 3;
      e->order = tag;
      return;
    case TAG_C:
      e->rank = 4;
      e->order = code_offset(gc);
      return;
    case TAG_LIGHT: e->rank = 5; return;
    default:
      // Objects by their age, as pairs gives them.
      e->rank = 6 + (tag & 0x0f);
      e->order = *(const uint64_t *)((const char *)gc - ((tag & 0x0f) == LUA_TTHREAD ? LUA_EXTRASPACE : 0) - 8);
      if ((tag & 0x0f) == LUA_TUSERDATA && ((const userdata *)gc)->head.a == 1)
        e->order = ((const ms_object *)(const void *)((const char *)gc + 56))->serial;
  }
}

static int is_nothing(uint8_t tag) { return (tag & 0x0f) == 0; }

static void sort_entries(entry *all, size_t count) {
  if (count > 12) {
    qsort(all, count, sizeof *all, compare_entries);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    entry moving = all[i];
    size_t at = i;
    for (; at > 0 && compare_entries(&all[at - 1], &moving) > 0; at--) all[at] = all[at - 1];
    all[at] = moving;
  }
}

static void add_table(ms_walk *w, const table *t) {
  uint32_t size = array_size(t);
  size_t nodes = (size_t)1 << t->head.b, count = 0;
  if (w->entry_room < size + nodes) {
    w->entry_room = (size + nodes) * 2;
    free(w->entries);
    w->entries = or_end(malloc(w->entry_room * sizeof *w->entries));
  }
  for (uint32_t i = 0; i < size; i++) {
    const value *v = &t->array[i];
    if (is_nothing(v->tag)) continue;
    w->entries[count++] = (entry){0, i + 1ull, i + 1ull, v->of.bits, TAG_INTEGER, v->tag};
  }
  size_t array = count;
  int has_integers = 0;
  for (size_t i = 0; i < nodes; i++) {
    const node *n = &t->nodes[i];
    if (is_nothing(n->tag)) continue;
    entry *e = &w->entries[count++];
    *e = (entry){0, 0, n->key_bits, n->bits, n->key_tag, n->tag};
    rank(e);
    has_integers |= e->rank == 0;
  }
  if (has_integers) sort_entries(w->entries, count);
  else sort_entries(w->entries + array, count - array);
  add(w, count);
  for (size_t i = 0; i < count; i++) {
    // NB: adding a value may find another table, which is only noted; the entries stay.
    add_value(w, w->entries[i].key_bits, w->entries[i].key_tag);
    add_value(w, w->entries[i].bits, w->entries[i].tag);
  }
  if (t->metatable) add_object(w, t->metatable, TAG_TABLE);
  else add(w, 0);
}

// --- Functions and threads ------------------------------------------------------------------------------------------

static void add_closure(ms_walk *w, const closure *c, uint8_t tag) {
  if (tag == TAG_C_CLOSURE) {
    add(w, code_offset(c->code));
    // A function of the host's is known by its name; where it is kept depends on the process, and when it was made on what
    // was called before.
    if (c->code == (const void *)(uintptr_t)ms_trampoline && c->head.a == 1) {
      add(w, w->names.function(w->context, values_of(c)[0].of.gc));
      return;
    }
    for (int i = 0; i < c->head.a; i++) add_value(w, values_of(c)[i].of.bits, values_of(c)[i].tag);
    return;
  }
  add(w, (uint64_t)((const char *)c->code - (const char *)w->h));
  for (int i = 0; i < c->head.a; i++) {
    const upvalue *u = upvalues_of(c)[i];
    if (!u) add(w, 0);
    else add(w, UPVALUE | number_of(w, (uint64_t)(uintptr_t)u, u, UPVALUE) * 256ull);
  }
}

// The frames, outermost first, each with where it stands and what lies on its part of the stack.
static void add_thread(ms_walk *w, const thread *t) {
  add(w, t->status);
  add(w, *(const uintptr_t *)(const void *)((const char *)t - LUA_EXTRASPACE) & MS_THREAD_BITS);
  const frame *innermost = t->frame, *f = innermost;
  while (f->previous) f = f->previous;
  for (;; f = f->next) {
    add(w, (uint64_t)(f->status & IS_C_FRAME) << 32 | (uint16_t)f->results);
    if (!(f->status & IS_C_FRAME)) add(w, f->saved - (uint64_t)(uintptr_t)w->h);
    else if (f->saved) {
      add(w, code_offset((const void *)(uintptr_t)f->saved));
      add(w, f->context);
    }
    const char *end = f == innermost ? t->top : f->next->function;
    add(w, (uint64_t)(end - f->function));
    for (const char *at = f->function; at < end; at += SLOT) {
      const value *v = (const value *)(const void *)at;
      add_value(w, v->of.bits, v->tag);
    }
    if (f == innermost) break;
  }
  for (const upvalue *u = t->open; u; u = u->u.next) {
    add(w, UPVALUE | number_of(w, (uint64_t)(uintptr_t)u, u, UPVALUE) * 256ull);
    add(w, (uint64_t)((const char *)u->at - t->stack));
  }
  add(w, 0);
}

static void add_item(ms_walk *w, const item *it) {
  add(w, 0xFEED0000u | it->tag);
  switch (it->tag) {
    case TAG_TABLE: add_table(w, it->object); break;
    case TAG_LUA:
    case TAG_C_CLOSURE: add_closure(w, closure_of(it->object), it->tag); break;
    case TAG_THREAD: add_thread(w, it->object); break;
    case UPVALUE: {
      const value *v = ((const upvalue *)it->object)->at;
      add_value(w, v->of.bits, v->tag);
      break;
    }
    case TAG_USERDATA: {
      // A foreign one: by its bytes.
      const userdata *u = it->object;
      add_text(w, (const char *)u + (u->head.a ? 40 + 16 * (size_t)u->head.a : 32), u->length);
      break;
    }
    default: break;
  }
}

void ms_walk_user_value(ms_walk *w, const void *object) {
  const userdata *u = object;
  if (u->head.a == 1) add_value(w, u->user[0].of.bits, u->user[0].tag);
  else add(w, 0);
}

int32_t ms_walk_next(ms_walk *w, uint64_t *key, const void **object) {
  while (w->done < w->count) {
    item it = w->items[w->done++];
    if (it.key & 1) {
      *key = it.key;
      *object = it.object;
      return 1;
    }
    add_item(w, &it);
  }
  return 0;
}

// --- Roots ----------------------------------------------------------------------------------------------------------

static const value *slot_at(lua_State *L, int offset) {
  return (const value *)(const void *)(((const thread *)(const void *)L)->top + SLOT * offset);
}

void ms_walk_top(ms_walk *w, lua_State *L) { add_value(w, slot_at(L, -1)->of.bits, slot_at(L, -1)->tag); }

const void *ms_walk_object_on_top(lua_State *L) {
  const value *v = slot_at(L, -1);
  return (v->tag & TAG_MASK) == TAG_USERDATA ? v->of.gc : NULL;
}

void ms_walk_thread(ms_walk *w, lua_State *co) { add_object(w, co, TAG_THREAD); }

static uint32_t text_hash(uint64_t bits) { return bits ? ((const head *)(uintptr_t)bits)->c : 0; }
static uint64_t key_of(const node *n) { return is_nothing(n->tag) ? 0 : n->key_bits; }

static int is_in_order(const kept_order *kept, const table *t) {
  if (kept->table != t || kept->nodes != t->nodes || kept->size != (size_t)1 << t->head.b) return 0;
  for (size_t i = 0; i < kept->size; i++)
    if (kept->keys[i].bits != key_of(&t->nodes[i]) || kept->keys[i].hash != text_hash(kept->keys[i].bits)) return 0;
  return 1;
}

// NB: hashes the keys alone, so that they need no look as long as they are the same.
static void put_in_order(ms_walk *w, kept_order *kept, const table *t) {
  size_t size = (size_t)1 << t->head.b, count = 0;
  entry *all = or_end(malloc(size * sizeof *all));
  kept->keys = or_end(realloc(kept->keys, size * sizeof *kept->keys));
  for (size_t i = 0; i < size; i++) {
    const node *n = &t->nodes[i];
    kept->keys[i].bits = key_of(n);
    kept->keys[i].hash = text_hash(kept->keys[i].bits);
    if (!kept->keys[i].bits) continue;
    all[count] = (entry){0, 0, n->key_bits, i, n->key_tag, n->tag};
    rank(&all[count++]);
  }
  sort_entries(all, count);
  const ms_hash before = w->hash;
  begin_hash(w);
  for (size_t i = 0; i < count; i++) {
    const head *key = (const head *)(uintptr_t)all[i].key_bits;
    add_text(w, text_of(key), length_of(key, TAG_SHORT));
    kept->keys[i].place = (uint32_t)all[i].bits;
  }
  kept->hash = w->hash;
  w->hash = before;
  kept->table = t;
  kept->nodes = t->nodes;
  kept->size = size;
  kept->count = count;
  free(all);
}

// Adds a table whose keys seldom change.
static void add_kept_table(ms_walk *w, kept_order *kept, const table *t) {
  int has_texts = array_size(t) == 0;
  for (size_t i = 0; has_texts && i < (size_t)1 << t->head.b; i++)
    has_texts = is_nothing(t->nodes[i].tag) || (t->nodes[i].key_tag & TAG_MASK) == TAG_SHORT;
  add(w, (uint64_t)has_texts);
  if (!has_texts) {
    add_table(w, t);
    return;
  }
  if (!is_in_order(kept, t)) put_in_order(w, kept, t);
  add(w, kept->hash.high);
  add(w, kept->hash.low);
  for (size_t i = 0; i < kept->count; i++) {
    const node *n = &t->nodes[kept->keys[i].place];
    add_value(w, n->bits, n->tag);
  }
  if (t->metatable) add_object(w, t->metatable, TAG_TABLE);
  else add(w, 0);
}

// The globals, which were there before, and the modules that were required.
void ms_walk_globals(ms_walk *w) {
  lua_State *L = w->h->L;
  lua_checkstack(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  add_kept_table(w, &w->globals, slot_at(L, -1)->of.gc);
  lua_pop(L, 1);
  ms_registry_push(L, &ms_key_loaded);
  if (lua_istable(L, -1)) add_kept_table(w, &w->modules, slot_at(L, -1)->of.gc);
  lua_pop(L, 1);
}

void ms_walk_random(ms_walk *w) {
  for (int i = 0; i < 4; i++) add(w, w->h->random[i]);
}

// Notes that code on L reads what depends on how it got here, and where the first reader is. Never raises.
void ms_note_history(lua_State *L, int32_t kind) {
  ms_host *h = host_of(L);
  if (!h->watches_history || h->history & kind) return;
  if (!h->history) ms_innermost_site(L, 0, &h->history_site);
  h->history |= kind;
}

void ms_note_builtins(ms_host *h) { memcpy(h->builtins, h->serials, sizeof h->builtins); }

// --- Whether Lua looks like this ------------------------------------------------------------------------------------

static int goes_on(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 0;
}
static int yields(lua_State *L) { return lua_yieldk(L, 0, 7, goes_on); }

static int check_values(lua_State *L) {
  lua_createtable(L, 4, 4);
  for (int i = 1; i <= 4; i++) {
    lua_pushinteger(L, i * 11);
    lua_rawseti(L, -2, i);
  }
  lua_pushnumber(L, 0.5);
  lua_setfield(L, -2, "half");
  lua_createtable(L, 0, 0);
  const void *meta = lua_topointer(L, -1);
  lua_setmetatable(L, -2);
  const table *t = lua_topointer(L, -1);
  if (slot_at(L, -1)->of.gc != t || slot_at(L, -1)->tag != (TAG_TABLE | 0x40)) return 0;
  if (array_size(t) != 4 || t->head.b != 2 || t->metatable != meta) return 0;
  for (int i = 0; i < 4; i++)
    if (t->array[i].tag != TAG_INTEGER || t->array[i].of.bits != (uint64_t)(i + 1) * 11) return 0;
  int found = 0;
  for (int i = 0; i < 4; i++) {
    const node *n = &t->nodes[i];
    if (is_nothing(n->tag)) continue;
    const head *key = (const head *)(uintptr_t)n->key_bits;
    double number;
    memcpy(&number, &n->bits, 8);
    found += n->tag == TAG_FLOAT && number == 0.5 && n->key_tag == (TAG_SHORT | 0x40) && length_of(key, TAG_SHORT) == 4 &&
             memcmp(text_of(key), "half", 4) == 0;
  }
  if (found != 1) return 0;
  char text[100];
  memset(text, 'x', sizeof text);
  lua_pushlstring(L, text, sizeof text);
  const value *v = slot_at(L, -1);
  if ((v->tag & TAG_MASK) != TAG_LONG || length_of(v->of.gc, TAG_LONG) != sizeof text) return 0;
  if (memcmp(text_of(v->of.gc), text, sizeof text) != 0) return 0;
  void *block = lua_newuserdatauv(L, sizeof(ms_object), 1);
  lua_pushinteger(L, 5);
  lua_setiuservalue(L, -2, 1);
  const userdata *u = slot_at(L, -1)->of.gc;
  return (const char *)u + 56 == block && u->head.a == 1 && u->length == sizeof(ms_object) && u->user[0].of.bits == 5;
}

static int check_closures(lua_State *L) {
  if (luaL_loadstring(L, "local a, b = 1, 2 return function() return a, b end, function() return b end") != LUA_OK) return 0;
  lua_call(L, 0, 2);
  const closure *two = lua_topointer(L, -2), *one = lua_topointer(L, -1);
  if (two->head.a != 2 || one->head.a != 1 || two->code == one->code) return 0;
  if (upvalues_of(two)[1] != lua_upvalueid(L, -2, 2) || upvalues_of(one)[0] != upvalues_of(two)[1]) return 0;
  if (upvalues_of(two)[0]->at->of.bits != 1 || upvalues_of(one)[0]->at->of.bits != 2) return 0;
  lua_pushinteger(L, 3);
  lua_pushcclosure(L, yields, 1);
  const closure *c = lua_topointer(L, -1);
  return c->head.a == 1 && c->code == (const void *)(uintptr_t)yields && values_of(c)[0].of.bits == 3;
}

// Two waits on one line are told apart, and one is like itself.
static int check_threads(lua_State *L) {
  uint64_t saved[3];
  for (int i = 0; i < 3; i++) {
    lua_State *co = lua_newthread(L);
    if (luaL_loadstring(co, "local y, n = ... local function f() return n end if n == 1 then y() else y() end f()") !=
        LUA_OK)
      return 0;
    lua_pushcfunction(co, yields);
    lua_pushinteger(co, i == 2 ? 1 : i);
    int results;
    lua_Debug ar;
    if (lua_resume(co, L, 2, &results) != LUA_YIELD || !lua_getstack(co, 1, &ar)) return 0;
    const thread *t = (const thread *)(const void *)co;
    const frame *caller = (const frame *)(const void *)ar.i_ci;
    if (t->status != LUA_YIELD || t->frame->previous != caller || !(t->frame->status & IS_C_FRAME)) return 0;
    if (caller->status & IS_C_FRAME || t->frame->saved != (uint64_t)(uintptr_t)goes_on || t->frame->context != 7)
      return 0;
    if (!caller->previous || caller->previous->previous) return 0;
    if (!t->open || t->open->at < (const value *)(const void *)caller->function || caller->next != t->frame) return 0;
    const closure *main = ((const value *)(const void *)caller->function)->of.gc;
    saved[i] = caller->saved - *(const uint64_t *)(const void *)((const char *)main->code + 64);
  }
  return saved[1] == saved[2] && saved[0] != saved[1] && saved[0] < 4096;
}

int32_t ms_walk_check(void) {
  lua_State *L = luaL_newstate();
  if (!L) return 0;
  lua_checkstack(L, 32);
  int fits = check_values(L) && check_closures(L) && check_threads(L);
  lua_close(L);
  return fits;
}
