// Instructions that work long on what a script has built: a look-up through a long chain of tables, a comparison of long
// strings, a long string taken for a number. Lua calls no hook within them, so the hook looks at the instruction that is
// about to run, and charges for all since the last time what this one is about to do. C because it runs in the hook.
#include <string.h>

#include "internal.h"

// Lua's instructions, in every 5.4.
enum {
  GETTABUP = 11, GETTABLE, GETI, GETFIELD, SETTABUP, SETTABLE, SETI, SETFIELD, SELF = 20, ADD = 34, SHR = 45,
  UNM = 49, BNOT, EQ = 57, LT, LE, CALL = 68, TAILCALL, RETURN, FORPREP = 74, VARARG = 80,
  VARARGPREP
};
// What is shorter costs no more than other instructions do.
enum { LONG_CHAIN = 100, LONGEST_CHAIN = 2000, LONG_STRING = 4096 };

static uint32_t instruction(const lua_Debug *ar) {
  return ((const call_head *)(const void *)ar->i_ci)->next_instruction[-1];
}

static int operation(uint32_t i) { return (int)(i & 0x7F); }
static int a_of(uint32_t i) { return (int)(i >> 7 & 0xFF); }
static int b_of(uint32_t i) { return (int)(i >> 16 & 0xFF); }
static int c_of(uint32_t i) { return (int)(i >> 24); }

// Pushes what is in a register; pushes nothing and answers 0 when there is nothing.
static int push_register(lua_State *L, lua_Debug *ar, int index) { return lua_getlocal(L, ar, index + 1) != NULL; }

// The number of tables that a look-up for a key that is in none of them goes through; pops the first.
static int64_t chain_length(lua_State *L, const char *event) {
  int64_t length = 0;
  while (length < LONGEST_CHAIN && lua_istable(L, -1) && lua_getmetatable(L, -1)) {
    lua_pushstring(L, event);
    lua_rawget(L, -2);
    lua_replace(L, -3);
    lua_pop(L, 1);
    length++;
  }
  lua_pop(L, 1);
  return length > LONG_CHAIN ? length : 0;
}

// The text in a register where it is a long string.
static const char *long_string(lua_State *L, lua_Debug *ar, int index, size_t *length) {
  const char *text = NULL;
  if (!push_register(L, ar, index)) return NULL;
  if (lua_type(L, -1) == LUA_TSTRING) text = lua_tolstring(L, -1, length);
  lua_pop(L, 1);
  return text && *length >= LONG_STRING ? text : NULL;
}

// Strings are compared up to where they part, and in pieces between zeros.
static int64_t comparison(lua_State *L, lua_Debug *ar, uint32_t i) {
  size_t length, other_length;
  const char *text = long_string(L, ar, a_of(i), &length);
  const char *other = text ? long_string(L, ar, b_of(i), &other_length) : NULL;
  if (!other || other == text || (operation(i) == EQ && length != other_length)) return 0;
  size_t end = length < other_length ? length : other_length, same = 0;
  int64_t zeros = 0;
  for (; same < end && text[same] == other[same]; same++) zeros += text[same] == 0;
  return same < LONG_STRING ? 0 : (int64_t)same / 256 + (operation(i) == EQ ? 0 : zeros / 2);
}

// Lua reads a string that looks like a number to its end.
static int64_t conversion(lua_State *L, lua_Debug *ar, int index) {
  size_t length;
  const char *text = long_string(L, ar, index, &length);
  if (!text || strspn(text, " \t\n\r\v\f+-.xX0123456789abcdefABCDEF") < LONG_STRING / 16) return 0;
  return (int64_t)length / 32;
}

static int64_t conversions(lua_State *L, lua_Debug *ar, int first, int count) {
  int64_t work = 0;
  for (int k = 0; k < count && k < 4; k++) work += conversion(L, ar, first + k);
  return work;
}

static int64_t look_up(lua_State *L, lua_Debug *ar, int index, const char *event) {
  return push_register(L, ar, index) ? chain_length(L, event) : 0;
}

static int64_t look_up_outer(lua_State *L, lua_Debug *ar, int index, const char *event) {
  if (!lua_getinfo(L, "f", ar)) return 0;
  int64_t length = lua_getupvalue(L, -1, index + 1) ? chain_length(L, event) : 0;
  lua_pop(L, 1);
  return length;
}

// About how many other instructions take as long as the one that is about to run. Never raises.
static int64_t work_of(lua_State *L, lua_Debug *ar) {
  uint32_t i = instruction(ar);
  switch (operation(i)) {
    case GETTABUP: return look_up_outer(L, ar, b_of(i), "__index");
    case SETTABUP: return look_up_outer(L, ar, a_of(i), "__newindex");
    case GETTABLE:
    case GETI:
    case GETFIELD:
    case SELF: return look_up(L, ar, b_of(i), "__index");
    case SETTABLE:
    case SETI:
    case SETFIELD: return look_up(L, ar, a_of(i), "__newindex");
    case EQ:
    case LT:
    case LE: return comparison(L, ar, i);
    case CALL:
    case TAILCALL: return conversions(L, ar, a_of(i) + 1, b_of(i) ? b_of(i) - 1 : 4);
    case FORPREP: return conversions(L, ar, a_of(i), 3);
    case UNM:
    case BNOT: return conversion(L, ar, b_of(i));
    default: break;
  }
  if (operation(i) >= ADD && operation(i) <= SHR) return conversion(L, ar, b_of(i)) + conversion(L, ar, c_of(i));
  return operation(i) > SELF && operation(i) < ADD ? conversion(L, ar, b_of(i)) : 0;
}

int64_t ms_sampled_work(lua_State *L, lua_Debug *ar) { return ms_host_of(L)->knows_code ? work_of(L, ar) : 0; }

// --- Layout ---------------------------------------------------------------------------------------------------------

// The instructions of the sample below, as a hook sees them; some releases show the first one, which makes room.
static const uint8_t expected[] = {VARARG, GETTABUP, GETFIELD, LT, RETURN};
static _Thread_local int seen;

static void check_instruction(lua_State *L, lua_Debug *ar) {
  (void)L;
  int found = operation(instruction(ar));
  if (seen == 0 && found == VARARGPREP) return;
  if (seen >= 0 && seen < (int)sizeof expected && found == expected[seen]) seen++;
  else seen = -1;
}

static int run_sample(lua_State *L) {
  if (luaL_loadstring(L, "local a, b = ... local c = d.e if a < b then end") != LUA_OK) return lua_error(L);
  lua_createtable(L, 0, 1);
  lua_createtable(L, 0, 0);
  lua_setfield(L, -2, "d");
  lua_setupvalue(L, -2, 1);
  lua_pushinteger(L, 2);
  lua_pushinteger(L, 1);
  seen = 0;
  lua_sethook(L, check_instruction, LUA_MASKCOUNT, 1);
  lua_call(L, 2, 0);
  lua_sethook(L, NULL, 0, 0);
  return 0;
}

static int looks_as_expected(void) {
  lua_State *L = luaL_newstate();
  if (!L) return 0;
  lua_pushcfunction(L, run_sample);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) seen = -1;
  lua_close(L);
  return seen == (int)sizeof expected;
}

// Whether instructions can be read: looked at once in each process, in a state of its own. Never raises.
int ms_check_code(void) {
  static int known;
  int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!answer) {
    answer = looks_as_expected() ? 1 : -1;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
  }
  return answer > 0;
}
