// Shared by the C files of this target.
#ifndef MS_INTERNAL_H
#define MS_INTERNAL_H

#include "clua_shim.h"

#define MS_SLICE 200  // the most instructions between two calls of the hook
#define MS_SEED 0x6d6f6f6eu  // of the hashes of strings
#define MS_CALL_COST 10  // fuel of a call of a host function
#define MS_RAISE_COST 100  // of an error that one raises
#define MS_REPORT_COST 500  // of a traceback
// The time of an entry begins when it is first looked at, so that short entries do without the clock.
#define MS_NOT_SET INT64_MIN

extern const char ms_key_names, ms_key_libraries, ms_key_order, ms_key_weak, ms_key_locked, ms_key_loaded,
    ms_key_loader, ms_key_inner;

static inline ms_host *host_of(lua_State *L) { return ms_host_of(L); }

static inline int ms_is_waiting(lua_State *co) { return *(uintptr_t *)lua_getextraspace(co) & MS_THREAD_WAITING; }
static inline void ms_set_waiting(lua_State *co, int waiting) {
  uintptr_t *space = lua_getextraspace(co);
  *space = (*space & ~(uintptr_t)MS_THREAD_WAITING) | (waiting ? MS_THREAD_WAITING : 0);
}

// Whether another level on the C stack would be unsafe, in the thread of the outermost entry.
static inline int stack_is_low(const ms_host *h) {
  return (const char *)__builtin_frame_address(0) < h->stack_floor;
}

// The start of what Lua keeps of a call, in every 5.4; the instruction is there for functions written in Lua.
typedef struct call_head {
  char *func, *top;
  struct call_head *previous, *next;
  const uint32_t *next_instruction;
} call_head;

void *ms_region_alloc(void *ud, void *ptr, size_t osize, size_t nsize);
ms_host *ms_region_create(const ms_limits *limits);
void ms_region_destroy(ms_host *h);
int ms_region_check_stack(lua_State *L);
int ms_region_check_seed(lua_State *L);
int ms_region_has_room(ms_host *h, size_t bytes);

void ms_region_unpoison(ms_host *h, size_t bytes);
void ms_region_poison_free(ms_host *h);

void ms_hook(lua_State *L, lua_Debug *ar);
void ms_set_hook(lua_State *L, int count);
void ms_match_hook(lua_State *L);
void ms_note_line(lua_State *L, lua_Debug *ar);
void ms_note_history(lua_State *L, int32_t kind);
int ms_raise_expired(lua_State *L);
void ms_look_at_limits(lua_State *L, ms_host *h);
int64_t ms_now(void);
void ms_charge(lua_State *L, int64_t amount);
void ms_guard_stack(lua_State *L);
void ms_name_refusal(lua_State *L, int status);
int ms_stack_is_low(void);
int ms_load_text(lua_State *L, const char *source, size_t length, const char *name);
int ms_trampoline(lua_State *L);
int ms_invoke(lua_State *L, void *box);
void ms_registry_push(lua_State *L, const void *key);
void ms_lock(lua_State *L, int index);
void ms_failed(lua_State *co, int status);
int ms_reset_thread(lua_State *co, lua_State *from);
int ms_check_tables(lua_State *L);
int ms_check_code(void);
int64_t ms_sampled_work(lua_State *L, lua_Debug *ar);
int64_t ms_table_slots(lua_State *L, int index);
void ms_report(lua_State *L, int32_t level);
int ms_message_handler(lua_State *L);
void ms_link_push(ms_host *h, ms_link *k, int32_t kind, lua_State *co, lua_State *from);

const char *ms_tolstring(lua_State *L, int index, size_t *length);
int ms_length(lua_State *L, int index, lua_Integer *out);
void ms_ordered_keys(lua_State *L, int table, lua_Integer after);
int ms_is_locked(lua_State *L, int index);

void ms_name_functions(lua_State *L, const char *prefix);
int ms_print(lua_State *L);
void ms_note_library(lua_State *L, const char *name);
int ms_push_function_name(lua_State *L, int index);
void ms_seal_library(lua_State *L, const char *name);
void ms_name_globals(lua_State *L);
void ms_name_iterators(lua_State *L);

void ms_open_stock(lua_State *L);
void ms_open_base(lua_State *L);
void ms_open_order(lua_State *L);
void ms_open_strings(lua_State *L);
void ms_open_patterns(lua_State *L);
void ms_open_tables(lua_State *L);
void ms_open_coroutines(lua_State *L);
void ms_open_system(lua_State *L);
void ms_open_loading(lua_State *L);

#endif
