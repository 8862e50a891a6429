// The C side of LuaRuntime: everything that may raise, jump, allocate under a limit or hook the VM.
//
// Swift frames are never jumped over: Swift calls only functions of this header (and non-raising lua_* functions)
// while `in_lua` is 0, and the allocator does not fail in that mode. Lua calls Swift through `ms_callbacks`, whose
// functions return a sentinel instead of raising; the C caller raises after the Swift frames are gone.
#ifndef CLUA_SHIM_H
#define CLUA_SHIM_H

#pragma clang diagnostic ignored "-Wnullability-completeness"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

// Why an entry was ended from outside the script.
enum {
  MS_EXPIRED_NONE = 0,
  MS_EXPIRED_FUEL = 1,
  MS_EXPIRED_TIME = 2,
  MS_EXPIRED_INTERRUPT = 3,
  MS_EXPIRED_MEMORY = 4,
};

// What tells a script how it got where it is.
enum { MS_HISTORY_RANDOM = 1, MS_HISTORY_SERIALS = 2, MS_HISTORY_MEMORY = 4 };

// What `ms_callbacks.call` returns besides a count of results.
enum { MS_RAISE = -1, MS_YIELD = -2 };

// A place in a chunk; `line` is 0 when there is none.
typedef struct ms_site {
  char chunk[256];
  int32_t line;
} ms_site;

typedef struct ms_host ms_host;

// The functions Swift gives to a host; none may raise, each returns with the stack as documented.
typedef struct ms_callbacks {
  // Runs the host function `box` on L's frame: a count of results on top, MS_RAISE (error value on top) or MS_YIELD.
  int32_t (*call)(lua_State *_Nonnull L, void *_Nonnull box);
  void (*print)(void *context, const char *text, size_t length);
  void (*warn)(void *context, const char *text, int32_t more);
  // Looks at the error value on top of L and at L's stack from `level` on, and pops nothing.
  void (*raised)(void *context, lua_State *L, int32_t level);
  // The virtual time in milliseconds.
  int64_t (*clock)(void *context);
} ms_callbacks;

typedef struct ms_limits {
  int64_t memory;      // bytes of live heap
  int64_t max_block;   // bytes of one block
  int32_t depth;       // nested host <-> Lua entries
  int64_t fuel;        // VM instructions per outermost entry
  int64_t wall_ms;     // milliseconds per outermost entry; negative: none
} ms_limits;

// One running coroutine, on the C stack of whoever resumed it.
typedef struct ms_link {
  struct ms_link *up;
  lua_State *co;
  lua_State *from;
  const char *what;
  int32_t kind;
  int32_t flow;
  uint64_t serial;
} ms_link;

enum { MS_LINK_FLOW = 1, MS_LINK_ROUTINE = 2, MS_LINK_CALL = 3, MS_LINK_CLOSE = 4 };

typedef struct ms_block {
  struct ms_block *next;
} ms_block;
typedef struct ms_run {
  struct ms_run *next;
  size_t bytes;
} ms_run;

enum { MS_CLASSES = 64, MS_OBJECT_TYPES = 9, MS_RELEASES = 64 };

// Lives at the start of its region, so that a copy of the region is a copy of everything mutable on the C side.
struct ms_host {
  lua_State *L;        // main thread
  lua_State *current;  // thread on which host code runs
  void *context;
  uint64_t id;   // of the host, in the process
  void *callee;  // box of the host function that runs now
  ms_callbacks calls;
  ms_limits limits;
  const int32_t *interrupt;  // outside, set from any thread
  ms_link *chain;            // innermost running coroutine
  lua_State *found;          // thread of the flow that was looked for last, while it is there
  uint64_t found_serial;
  const char *stack_floor;   // as low as the C stack of the outermost entry's thread may get

  int32_t in_lua;    // 1: the allocator enforces the limits and may fail
  int32_t depth;     // host functions and entries on the C stack
  int32_t entries;   // entries on the C stack
  int32_t closes;    // nested coroutine closes
  int32_t expired;   // MS_EXPIRED_…, sticky until the outermost entry returns
  int32_t refusals;  // of memory, in this outermost entry
  int64_t external;  // bytes outside that the embedder has charged
  int32_t overrun;   // host mode wanted more memory than there is
  int32_t host_yield;  // a coroutine yielded for the host
  int32_t inject;      // the resumed value is an error to raise at the yield point
  int32_t knows_stack;   // the running thread's Lua stack can be told from other blocks
  int32_t knows_tables;   // the slots of a table can be counted
  int32_t knows_seed;     // strings are hashed alike in every host
  int32_t knows_code;     // the instruction that runs can be read
  uint32_t hooks;         // how often the hook was called
  uint64_t first_births, later_births;  // functions born up to the one, or from the other on, are certainly valid
  char *newborn;          // the main thread while Lua creates it
  size_t newborn_bytes;
  int32_t stack_refused;  // the last refusal was a larger Lua stack
  int32_t is_stock;     // Lua's own libraries, no fuel and no time
  int32_t is_closing;   // lua_close runs the script's finalisers
  int32_t counts_lines;
  int32_t watches_history;  // note what scripts read that depends on how they got where they are
  int32_t history;          // MS_HISTORY_…, what they read
  ms_site history_site;     // where the first of it was
  struct ms_lines *lines;  // outside the region: what was counted outlives a restore
  int64_t fuel;
  int64_t given;       // fuel of the innermost entry, for messages
  int64_t spent;       // the fuel given to the entry that last ran out
  int64_t deadline_ms;
  ms_site expired_site;
  ms_site memory_site;
  ms_site last_place;
  char boundary[96];

  uint64_t serials[MS_OBJECT_TYPES];  // objects created, by Lua type
  uint64_t apart[MS_OBJECT_TYPES];     // the same of what comes to be when it is first used; see ms_keep_apart
  int32_t keeps_apart, apart_depth;
  uint64_t builtins[MS_OBJECT_TYPES];  // those of them that were there before any script
  uint64_t random[4];
  uint64_t seed;

  // Region.
  size_t region_bytes;
  size_t top;        // offset of the first byte never used
  int64_t used;      // live bytes as Lua counts them
  int64_t peak;      // the most there ever were
  char *bump, *bump_end;
  ms_run *runs;
  ms_block *free[MS_CLASSES];

  // Userdata whose finaliser ran, waiting for Swift: pairs (class << 32 | slot, generation) in a growing Lua-free array.
  uint64_t *releases;
  size_t release_count, release_room;
};

// The payload of every full userdata that a script can see.
typedef struct ms_object {
  uint64_t tag;  // MS_TAG, and the class in the lower half
  uint32_t slot;
  uint32_t generation;
  uint64_t serial;
} ms_object;

// --- Host -----------------------------------------------------------------------------------------------------------
// A stock host has Lua's own libraries, and of the limits only that on memory.
ms_host *ms_host_create(const ms_limits *limits, uint64_t seed, const int32_t *interrupt, int32_t is_stock);
// Opens the libraries. Call once, after `context` and `calls` are set. Returns 0, or -1 when memory does not suffice.
int32_t ms_host_open(ms_host *h);
void ms_host_destroy(ms_host *h);
// A thread's extra space holds its host, which begins a page, and in the lowest bits whether the host owns the thread (it
// is a flow, or waits for the host), and whether a spent limit ended it.
enum { MS_THREAD_WAITING = 1, MS_THREAD_SPENT = 2, MS_THREAD_BITS = 3 };
static inline ms_host *_Nonnull ms_host_of(lua_State *_Nonnull L) {
  return (ms_host *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)MS_THREAD_BITS);
}
void ms_flag_set(int32_t *flag, int32_t value);
int32_t ms_flag_get(const int32_t *flag);

// --- Snapshots, of a host at rest; none raises ----------------------------------------------------------------------
size_t ms_snapshot_bytes(const ms_host *h);
void ms_snapshot_save(ms_host *h, void *to);
// Writes what differs from a saved base, and answers how many bytes that are; 0 where there is no room for it.
size_t ms_snapshot_diff(ms_host *h, const void *base, size_t base_bytes, void *to, size_t room);
// Puts back what was saved, and over it what differed from that in a point of `used` bytes.
void ms_snapshot_restore(ms_host *h, const void *from, size_t bytes, const void *_Nullable diff, size_t diff_bytes,
                         size_t used);
// Whether the heap is byte for byte what was saved.
int32_t ms_snapshot_equals(ms_host *h, const void *saved, size_t bytes);

// What the Lua that runs says of itself, its release included: compiled chunks are for one release only. Never raises.
const char *ms_lua_identity(void);

// How often the process loaded a shared library. Never raises.
uint64_t ms_library_loads(void);
// From now on what its children leave running counts as this process's own. Never raises.
void ms_adopt_orphans(void);
// Whether a child still runs; those that have ended are let go. Never raises.
int32_t ms_has_children(void);
// Whether a child still runs; those that have ended are left for whoever waits for them. Never raises.
int32_t ms_children_run(void);
// Lets the numbers of objects go on from one that has not been reached. Never raises.
void ms_number_objects(ms_host *h, uint64_t first);
// Lets what comes to be when a script first uses it have numbers of its own, from here on; those of others, which go on
// from `first`, then do not tell who used it first. Never raises.
void ms_keep_apart(ms_host *h, uint64_t first);
// Around what makes such things; nests. Never raises.
void ms_number_apart(ms_host *h, int32_t begins);

// --- Fingerprints ---------------------------------------------------------------------------------------------------
// Two lanes of a hash with a fixed key.
typedef struct ms_hash {
  uint64_t high, low;
} ms_hash;
static inline uint64_t ms_hash_fold(uint64_t a, uint64_t b) {
  __uint128_t product = (__uint128_t)(a | 1) * b;
  return (uint64_t)(product >> 64) ^ (uint64_t)product ^ (a << 32 | a >> 32);
}
static inline void ms_hash_add(ms_hash *_Nonnull h, uint64_t word) {
  h->high = ms_hash_fold(h->high ^ word, 0xA0761D6478BD642Fu);
  h->low = ms_hash_fold(h->low + word + 0x2D358DCCAA6C78A5u, 0xE7037ED1A0B428DBu) ^ h->high;
}
// A walk through what scripts have made, in order of reach. None of these raises, or changes anything in Lua.
typedef struct ms_walk ms_walk;
// Whether this Lua looks as the walk expects it.
int32_t ms_walk_check(void);
typedef struct ms_walk_names {
  // The object of a slot, by ms_walk_key; objects of one name are one.
  uint64_t (*object)(void *context, uint32_t class_id, uint32_t slot, uint32_t generation);
  // What tells a host function from others in every process.
  uint64_t (*function)(void *context, const void *box);
} ms_walk_names;
ms_walk *ms_walk_create(ms_host *h, void *context, const ms_walk_names *names);
void ms_walk_destroy(ms_walk *w);
static inline uint64_t ms_walk_key(uint32_t kind, uint64_t id) { return ((uint64_t)kind << 48 | id) << 1 | 1; }
void ms_walk_begin(ms_walk *w);
static inline ms_hash *_Nonnull ms_walk_hash(ms_walk *_Nonnull w) { return (ms_hash *)w; }
// Adds the number of something that the embedder names.
uint32_t ms_walk_refer(ms_walk *w, uint32_t kind, uint64_t id);
// A word to be added as it is, or, where `kind` is not 0, the number of something that the embedder names.
typedef struct ms_word {
  uint32_t kind;
  uint64_t bits;
} ms_word;
void ms_walk_words(ms_walk *w, const ms_word *words, size_t count);
// Adds the value on top of a stack; a thread; the globals and modules; the user value of an object.
void ms_walk_top(ms_walk *w, lua_State *L);
const void *ms_walk_object_on_top(lua_State *L);
void ms_walk_thread(ms_walk *w, lua_State *co);
void ms_walk_globals(ms_walk *w);
void ms_walk_random(ms_walk *w);
void ms_walk_user_value(ms_walk *w, const void *object);
// Goes on with what was met, to the next thing that the embedder named; 0 at the end.
int32_t ms_walk_next(ms_walk *w, uint64_t *key, const void **object);
// What there is now is the same in every host, and is not changed by scripts.
void ms_note_builtins(ms_host *h);

// --- Lines ----------------------------------------------------------------------------------------------------------
// Counts the lines that run from now on, in every coroutine, or stops counting. Never raises.
void ms_count_lines(ms_host *h, int32_t on);
// The hits of the chunk at a position, by line; 0 when there is none. Valid until more are counted.
typedef struct ms_chunk_lines {
  const char *name;
  const int64_t *hits;
  size_t lines;  // hits[0] is unused
} ms_chunk_lines;
int32_t ms_lines_of(const ms_host *h, size_t position, ms_chunk_lines *out);
// Counts from 0 again.
void ms_clear_lines(ms_host *h);
void ms_forget_lines(ms_host *h);
// Lua's compiled form of the function at index, to be freed; NULL when it is none in Lua. Never raises.
uint8_t *ms_dump(lua_State *L, int32_t index, size_t *length);
void ms_free(void *memory);

// --- Entries: host -> Lua -------------------------------------------------------------------------------------------
typedef struct ms_outcome {
  int32_t status;   // LUA_OK, LUA_YIELD or an error status; -1: nested too deeply, nothing was run
  int32_t results;  // of a resume: values on top of the thread; 1, the error value, after an error
  int32_t expired;
} ms_outcome;
// Pops function and arguments from L; on return results, or the error value, are on top. Never raises.
// The message handler that ms_begin pushed must be below the function for ms_call_prepared, and stays there.
// Both return the top above which the function belongs; the second has pushed the function of a reference already.
int32_t ms_begin(lua_State *L);
int32_t ms_begin_ref(lua_State *L, int32_t ref);
ms_outcome ms_call_prepared(ms_host *h, lua_State *L, int32_t function, int32_t arguments, int32_t results,
                            int64_t fuel, const char *what);
ms_outcome ms_call(ms_host *h, lua_State *L, int32_t arguments, int32_t results, int64_t fuel, const char *what);
ms_outcome ms_resume(ms_host *h, lua_State *co, int32_t arguments, int32_t flow, uint64_t serial);
// Closes a suspended or failed thread: pending to-be-closed variables run with `fuel`.
ms_outcome ms_close_thread(ms_host *h, lua_State *co, int64_t fuel);
// The state of a flow in the table of a reference, and its thread.
enum { MS_FLOW_GONE = 0, MS_FLOW_NEW = 1, MS_FLOW_WAITING = 2, MS_FLOW_OTHER = 3, MS_FLOW_FAILED = 4 };
int32_t ms_find_flow(ms_host *h, int32_t flows, uint64_t serial, lua_State **co);
void ms_forget_flow(ms_host *h, int32_t flows, uint64_t serial);
lua_State *ms_new_flow(ms_host *h, lua_State *L, int32_t anchor, int32_t values, uint64_t serial);
ms_outcome ms_close_flow(ms_host *h, lua_State *co, int64_t fuel);
ms_outcome ms_load(ms_host *h, lua_State *L, const char *source, size_t length, const char *name);
// NULL when code running on L may wait, or else what it is that cannot be interrupted.
const char *ms_wait_barrier(ms_host *h, lua_State *L);
// The thread in which a flow waits: the innermost coroutine that was passed up.
lua_State *ms_innermost(ms_host *h, lua_State *co);
// Collects all garbage. Then the next collection begins when `growth` times as much memory as is left is in use; with 0, when
// Lua's own setting says.
void ms_collect(ms_host *h, int growth);
// Ends the running entries: sticky until the outermost one returns. Never raises.
void ms_expire(lua_State *L, int32_t kind);

// --- Stack (host mode; none raises) ---------------------------------------------------------------------------------
void ms_push_string(lua_State *L, const char *bytes, size_t length);
void ms_push_function(lua_State *L, void *box);
void ms_push_table(lua_State *L, int32_t array, int32_t fields);
void ms_push_key(lua_State *L, const char *bytes, size_t length);
int32_t ms_raw_get(lua_State *L, int32_t table, const char *key, size_t length);
void ms_raw_set(lua_State *L, int32_t table, const char *key, size_t length);
void ms_raw_seti(lua_State *L, int32_t table, int64_t index);
int32_t ms_ref(lua_State *L);
void ms_unref(lua_State *L, int32_t ref);
void ms_push_ref(lua_State *L, int32_t ref);
// Pushes the registry table of that name, made on first use; `mode` as in __mode, or NULL. `key` is an address that always
// means this name, so that it is found without hashing it; or NULL.
void ms_registry_table(lua_State *L, const void *key, const char *name, const char *mode);
void ms_user_value(lua_State *L, int32_t index);
// Replaces the stand-in of a library that scripts can only read, at index, by the library itself.
void ms_unlock(lua_State *L, int index);
// Pushes a table of the keys of the table at index, in the order of `pairs`.
int32_t ms_push_ordered_keys(lua_State *L, int32_t index);
uint64_t ms_serial(lua_State *L, int32_t index);
// Reads on entry the frame at `level`; returns 0 when there is none.
typedef struct ms_frame_info {
  ms_site site;
  char name[64];
  int32_t is_native;
} ms_frame_info;
int32_t ms_frame_at(lua_State *L, int32_t level, ms_frame_info *out);
int32_t ms_innermost_site(lua_State *L, int32_t level, ms_site *out);
// Finds the innermost place in Lua from a level on: 0 for none; else it is in `last_place`, and 2 says that its chunk is
// another than before.
enum { MS_PLACE_NONE = 0, MS_PLACE_SAME_CHUNK = 1, MS_PLACE_OTHER_CHUNK = 2 };
int32_t ms_find_place(ms_host *h, lua_State *L, int32_t level);
// Pushes "chunk:line: text"; the text alone without a site.
void ms_push_located(lua_State *L, const ms_site *site, const char *text, size_t length);
// Protected operations: push one result; return 0, or a status with the error value pushed instead.
ms_outcome ms_protected_tostring(ms_host *h, lua_State *L, int32_t index);
ms_outcome ms_protected_length(ms_host *h, lua_State *L, int32_t index);
ms_outcome ms_protected_compare(ms_host *h, lua_State *L, int32_t a, int32_t b, int32_t op);
ms_outcome ms_protected_get(ms_host *h, lua_State *L, int32_t table);
ms_outcome ms_protected_set(ms_host *h, lua_State *L, int32_t table);
static inline int32_t ms_upvalue_index(int32_t i) { return lua_upvalueindex(i); }
static inline int32_t ms_registry_index(void) { return LUA_REGISTRYINDEX; }

// --- Objects --------------------------------------------------------------------------------------------------------
#define MS_TAG ((uint64_t)0x4d4f4f4e << 32)
static inline uint64_t ms_tag(uint32_t class_id) { return MS_TAG | class_id; }
// Makes the metatable of a class: fields and setters map a name to a box (light userdata) or a function. Expects the
// two tables on top and pops them. Returns a reference to two tables: live objects by slot, and the metatable. `missing`
// is asked for what the tables lack, with an object, a key and whether it is written, and pushes what they are to have.
typedef struct ms_class {
  int32_t live, metatable;
} ms_class;
ms_class ms_class_create(lua_State *L, const char *name, void *missing, void *call, void *describe);
void ms_push_object(lua_State *L, ms_class c, uint64_t tag, uint32_t slot, uint32_t generation);
// The object at index, or NULL when it is none of ours.
const ms_object *ms_object_at(lua_State *L, int32_t index);
// The object at index, or NULL when it has another tag.
static inline const ms_object *_Nullable ms_tagged_object(lua_State *_Nonnull L, int32_t index, uint64_t tag) {
  if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
  const ms_object *o = (const ms_object *)lua_touserdata(L, index);
  return o->tag == tag ? o : NULL;
}
// Pushes the live userdata of a slot; returns 0 and pushes nothing when there is none of that generation.
int32_t ms_push_live_object(lua_State *_Nonnull L, int32_t live, uint32_t slot, uint32_t generation);

// --- Globals --------------------------------------------------------------------------------------------------------
// Expects the table of primitives on top and pops it.
void ms_protect_globals(lua_State *L, void *undefined, void *defined);
// Pushes a table that asks `box` for what it lacks, with itself and the key, and keeps the answer.
void ms_push_lazy_table(lua_State *L, void *box);
// Replaces the table on top by one through which it can be read only; `refusal` is called as __newindex.
void ms_push_view(lua_State *L, void *refusal);
// Sets a global without asking anyone. Pops the value.
void ms_set_global(lua_State *L, const char *name, size_t length);
void ms_set_require(lua_State *L, void *loader);

#endif
