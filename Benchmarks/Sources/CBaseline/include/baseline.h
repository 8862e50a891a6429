// What a C program that embeds Lua would do in LuaRuntime's place: the yardstick of the benchmarks.
//
// It offers the same bounds (a count hook that spends fuel and looks at the clock, a cap on the heap) and the same host
// functions, written as directly as Lua's C API allows: a userdata is a pointer to a C struct, a host function may
// raise, field names are looked up in a table that is an upvalue.
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct baseline baseline;

// The release of the Lua that is linked, such as "Lua 5.4.4".
const char *baseline_lua_release(void);

// A state with libraries, hook and cap; NULL when there is no memory.
baseline *baseline_create(int64_t memory, int64_t fuel, int64_t wall_ms);
void baseline_close(baseline *b);

// Defines the host functions `nothing`, `add`, `echo`, `refuse`, `build`, `read`, `wait` and the global `draft`.
// Returns 0, or -1 when there is no memory.
int32_t baseline_install(baseline *b);

// Compiles and runs a chunk. Returns 0, or -1 with the message in `baseline_error`.
int32_t baseline_load(baseline *b, const char *source, size_t length);

// The functions below return a sum over `n` rounds, the same on the Swift side; or -1 with a message.
const char *baseline_error(const baseline *b);

// Calls the global function `name` with `n`.
int64_t baseline_call(baseline *b, const char *name, int64_t n);
// Asks the global function `policy` about the draft `n` times, each time in a protected call, and counts the yeses.
int64_t baseline_ask(baseline *b, int64_t n);
// Creates a coroutine of the global function `task` `n` times, runs it until it waits, and answers it.
int64_t baseline_wait(baseline *b, int64_t n);

#endif
