// Lua's patterns, with a count of steps: in stock Lua a short pattern can run for hours where no hook is called.
// C because library functions raise, and for the speed of the inner loop.
#define _GNU_SOURCE
#include <string.h>

#include "internal.h"

enum { MAX_CAPTURES = 32, MAX_DEPTH = 200, OPEN = -1, POSITION = -2, BATCH = 4096 };

typedef struct matcher {
  lua_State *L;
  const char *text, *text_end, *pattern_end;
  int64_t steps;  // until the next charge
  // The single-character item that every match begins with, if there is one; looked for before the first try.
  const char *first, *first_end;
  int knows_first;
  int depth;
  int captures;
  struct {
    const char *start;
    ptrdiff_t length;
  } capture[MAX_CAPTURES];
} matcher;

static const char *match_here(matcher *m, const char *s, const char *p);

static void charge_steps(matcher *m) {
  int64_t done = BATCH - m->steps;
  m->steps = BATCH;
  ms_charge(m->L, done / 4 + 1);
}

// Steps of the search; raises when they cost more than there is.
static inline void count_steps(matcher *m, ptrdiff_t count) {
  m->steps -= count;
  if (m->steps <= 0) charge_steps(m);
}

static inline void count_step(matcher *m) { count_steps(m, 1); }

// What characters are, as in the locale "C": an embedder's locale is no concern of a script.
enum { ALPHA = 1, CNTRL = 2, DIGIT = 4, LOWER = 8, PUNCT = 16, SPACE = 32, UPPER = 64, HEX = 128, ZERO = 256 };
static const uint16_t kinds[256] = {
    [0] = CNTRL | ZERO,
    [1 ... 8] = CNTRL,
    ['\t' ... '\r'] = CNTRL | SPACE,
    [14 ... 31] = CNTRL,
    [' '] = SPACE,
    ['!' ... '/'] = PUNCT,
    ['0' ... '9'] = DIGIT | HEX,
    [':' ... '@'] = PUNCT,
    ['A' ... 'F'] = ALPHA | UPPER | HEX,
    ['G' ... 'Z'] = ALPHA | UPPER,
    ['[' ... '`'] = PUNCT,
    ['a' ... 'f'] = ALPHA | LOWER | HEX,
    ['g' ... 'z'] = ALPHA | LOWER,
    ['{' ... '~'] = PUNCT,
    [127] = CNTRL,
};

static inline int is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the single-character item that begins at p. Raises for a malformed one.
static const char *item_end(matcher *m, const char *p) {
  char first = *p++;
  if (first == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  do {
    if (p >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%') {
      if (p >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
      p++;
    }
  } while (p >= m->pattern_end || *p != ']');
  return p + 1;
}

// The kinds of a class by its letter, in either case; 0 where the letter stands for itself.
static inline unsigned kinds_of(unsigned char class) {
  switch (class | 0x20) {
    case 'a': return ALPHA;
    case 'c': return CNTRL;
    case 'd': return DIGIT;
    case 'g': return ALPHA | DIGIT | PUNCT;
    case 'l': return LOWER;
    case 'p': return PUNCT;
    case 's': return SPACE;
    case 'u': return UPPER;
    case 'w': return ALPHA | DIGIT;
    case 'x': return HEX;
    case 'z': return ZERO;  // not in the manual any more
    default: return 0;
  }
}

static inline int in_class(int c, unsigned char class) {
  unsigned wanted = class < 'A' ? 0 : kinds_of(class);
  if (!wanted) return class == c;
  return ((kinds[c] & wanted) != 0) == ((class & 0x20) != 0);
}

// Whether c is in the set from p ('[') to last (its ']').
static int in_set(int c, const char *p, const char *last) {
  int wanted = 1;
  p++;
  if (*p == '^') {
    wanted = 0;
    p++;
  }
  for (; p < last; p++) {
    if (*p == '%') {
      p++;
      if (in_class(c, (unsigned char)*p)) return wanted;
    } else if (p + 2 < last && p[1] == '-') {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return wanted;
      p += 2;
    } else if ((unsigned char)*p == c) {
      return wanted;
    }
  }
  return !wanted;
}

// A long set is read each time that it is come to, for its end and for what is in it.
static inline void charge_set(matcher *m, const char *p, const char *end) {
  if (end - p > 64) count_steps(m, (end - p) / 2);
}

static int matches_one(matcher *m, const char *s, const char *p, const char *end) {
  if (s >= m->text_end) return 0;
  int c = (unsigned char)*s;
  switch (*p) {
    case '.': return 1;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[':
      charge_set(m, p, end);
      return in_set(c, p, end - 1);
    default: return (unsigned char)*p == c;
  }
}

// How many characters from s on the item matches. NB: long runs of a set are looked up in a table that is made for them.
static ptrdiff_t run_length(matcher *m, const char *s, const char *p, const char *end) {
  const char *at = s, *stop = m->text_end;
  char in[256];
  switch (*p) {
    case '.': return stop - s;
    case '%':
      while (at < stop && in_class((unsigned char)*at, (unsigned char)p[1])) at++;
      return at - s;
    case '[':
      while (at < stop && at - s < 128 && in_set((unsigned char)*at, p, end - 1)) at++;
      if (at - s < 128) return at - s;
      for (int c = 0; c < 256; c++) in[c] = (char)in_set(c, p, end - 1);
      while (at < stop && in[(unsigned char)*at]) at++;
      return at - s;
    default:
      while (at < stop && *at == *p) at++;
      return at - s;
  }
}

// Tries the rest of the pattern after as many repetitions as possible, then fewer.
static const char *match_most(matcher *m, const char *s, const char *p, const char *end) {
  ptrdiff_t n = run_length(m, s, p, end);
  count_steps(m, *p == '[' ? n + n * ((end - p) / 16) : n);
  for (; n >= 0; n--) {
    const char *result = match_here(m, s + n, end + 1);
    if (result) return result;
  }
  return NULL;
}

static const char *match_least(matcher *m, const char *s, const char *p, const char *end) {
  for (;; s++) {
    const char *result = match_here(m, s, end + 1);
    if (result) return result;
    if (!matches_one(m, s, p, end)) return NULL;
  }
}

static const char *match_balance(matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->text_end || *s != *p) return NULL;
  int open = p[0], close = p[1], level = 1;
  for (s++; s < m->text_end; s++) {
    count_step(m);
    if (*s == close) {
      if (--level == 0) return s + 1;
    } else if (*s == open) {
      level++;
    }
  }
  return NULL;
}

static const char *open_capture(matcher *m, const char *s, const char *p, ptrdiff_t what) {
  if (m->captures >= MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->capture[m->captures].start = s;
  m->capture[m->captures].length = what;
  m->captures++;
  const char *result = match_here(m, s, p);
  if (!result) m->captures--;
  return result;
}

static const char *close_capture(matcher *m, const char *s, const char *p) {
  int i = m->captures - 1;
  while (i >= 0 && m->capture[i].length != OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[i].length = s - m->capture[i].start;
  const char *result = match_here(m, s, p);
  if (!result) m->capture[i].length = OPEN;
  return result;
}

static const char *match_back_reference(matcher *m, const char *s, char digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->captures || m->capture[i].length == OPEN)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  ptrdiff_t length = m->capture[i].length;
  if (length == POSITION) return NULL;
  m->steps -= length / 16;
  if (m->text_end - s < length || memcmp(m->capture[i].start, s, (size_t)length) != 0) return NULL;
  return s + length;
}

static int at_frontier(matcher *m, const char *s, const char *p, const char *end) {
  int before = s == m->text ? 0 : (unsigned char)s[-1], here = s < m->text_end ? (unsigned char)*s : 0;
  return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

// Matches the pattern from p at s: the end of the match, or NULL. Each turn of the loop takes one item.
static const char *match_items(matcher *m, const char *s, const char *p) {
  while (p < m->pattern_end) {
    count_step(m);
    if (*p == '(') return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, POSITION)
                                                                : open_capture(m, s, p + 1, OPEN);
    if (*p == ')') return close_capture(m, s, p + 1);
    if (*p == '$' && p + 1 == m->pattern_end) return s == m->text_end ? s : NULL;
    if (*p == '%' && p + 1 < m->pattern_end) {
      if (p[1] == 'b') {
        s = match_balance(m, s, p + 2);
        if (!s) return NULL;
        p += 4;
        continue;
      }
      if (p[1] == 'f') {
        p += 2;
        if (p >= m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
        const char *end = item_end(m, p);
        charge_set(m, p, end);
        if (!at_frontier(m, s, p, end)) return NULL;
        p = end;
        continue;
      }
      if (is_digit(p[1])) {
        s = match_back_reference(m, s, p[1]);
        if (!s) return NULL;
        p += 2;
        continue;
      }
    }
    const char *end = item_end(m, p);
    charge_set(m, p, end);
    char suffix = end < m->pattern_end ? *end : 0;
    if (suffix == '*') return match_most(m, s, p, end);
    if (suffix == '-') return match_least(m, s, p, end);
    int one = matches_one(m, s, p, end);
    if (suffix == '+') return one ? match_most(m, s + 1, p, end) : NULL;
    if (suffix == '?') {
      if (one) {
        const char *result = match_here(m, s + 1, end + 1);
        if (result) return result;
      }
      p = end + 1;
      continue;
    }
    if (!one) return NULL;
    s++;
    p = end;
  }
  return s;
}

static const char *match_here(matcher *m, const char *s, const char *p) {
  if (++m->depth > MAX_DEPTH) luaL_error(m->L, "pattern too complex");
  const char *result = match_items(m, s, p);
  m->depth--;
  return result;
}

static void prepare(matcher *m, lua_State *L, const char *text, size_t length, const char *p, size_t pattern_length) {
  m->L = L;
  m->text = text;
  m->text_end = text + length;
  m->pattern_end = p + pattern_length;
  m->steps = BATCH / 8;
  m->depth = m->captures = m->knows_first = 0;
  m->first = m->first_end = NULL;
}

// Notes the item at p that every match begins with. Raises for a malformed one, as matching it would.
static void note_first(matcher *m, const char *p) {
  m->knows_first = 1;
  while (p + 1 < m->pattern_end && *p == '(' && p[1] != ')') p++;
  if (p >= m->pattern_end || *p == '(' || *p == ')' || (*p == '$' && p + 1 == m->pattern_end)) return;
  if (*p == '%' && p + 1 < m->pattern_end && (p[1] == 'b' || p[1] == 'f' || is_digit(p[1]))) return;
  const char *end = item_end(m, p);
  charge_set(m, p, end);
  if (end < m->pattern_end && (*end == '*' || *end == '?' || *end == '-')) return;
  m->first = p;
  m->first_end = end;
}

static inline const char *start_match(matcher *m, const char *s, const char *p) {
  if (!m->knows_first) note_first(m, p);
  if (m->first && !matches_one(m, s, m->first, m->first_end)) {
    count_step(m);
    return NULL;
  }
  m->depth = m->captures = 0;
  return match_here(m, s, p);
}

static void push_capture(matcher *m, int i, const char *s, const char *e) {
  if (i >= m->captures) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(m->L, s, (size_t)(e - s));
    return;
  }
  ptrdiff_t length = m->capture[i].length;
  if (length == OPEN) luaL_error(m->L, "unfinished capture");
  if (length == POSITION) lua_pushinteger(m->L, m->capture[i].start - m->text + 1);
  else lua_pushlstring(m->L, m->capture[i].start, (size_t)length);
}

// Pushes all captures, or the whole match if there are none (unless s is NULL).
static int push_captures(matcher *m, const char *s, const char *e) {
  int n = m->captures == 0 && s ? 1 : m->captures;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++) push_capture(m, i, s, e);
  return n;
}

static int has_specials(const char *p, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (strchr("^$*+?.([%-", p[i]) && p[i]) return 1;
  return 0;
}

// Finds plain text; charged by the length looked at. Never matches past the end.
static const char *find_plain(lua_State *L, const char *s, size_t length, const char *p, size_t pattern_length) {
  ms_charge(L, (int64_t)(length / 64 + pattern_length / 64));
  return memmem(s, length, p, pattern_length);
}

static int search(lua_State *L, int is_find) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *p = luaL_checklstring(L, 2, &pattern_length);
  lua_Integer start = luaL_optinteger(L, 3, 1);
  if (start < 0) start = -start > (lua_Integer)length ? 1 : (lua_Integer)length + start + 1;
  else if (start == 0) start = 1;
  if (start > (lua_Integer)length + 1) {
    luaL_pushfail(L);
    return 1;
  }
  const char *s = text + start - 1;
  // What says that a pattern is none is read to its end.
  if (is_find && pattern_length > 64) ms_charge(L, (int64_t)pattern_length / 8);
  if (is_find && (lua_toboolean(L, 4) || !has_specials(p, pattern_length))) {
    const char *found = find_plain(L, s, length - (size_t)(s - text), p, pattern_length);
    if (!found) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - text + 1);
    lua_pushinteger(L, found - text + (lua_Integer)pattern_length);
    return 2;
  }
  matcher m;
  int anchored = pattern_length > 0 && *p == '^';
  prepare(&m, L, text, length, p, pattern_length);
  p += anchored;
  do {
    const char *e = start_match(&m, s, p);
    if (!e) continue;
    if (!is_find) return push_captures(&m, s, e);
    lua_pushinteger(L, s - text + 1);
    lua_pushinteger(L, e - text);
    return push_captures(&m, NULL, NULL) + 2;
  } while (s++ < m.text_end && !anchored);
  luaL_pushfail(L);
  return 1;
}

static int string_find(lua_State *L) { return search(L, 1); }
static int string_match(lua_State *L) { return search(L, 0); }

// The iterator of gmatch. Upvalues: text, pattern, position, end of the last match (-1: none), all counted from 0.
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *p = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)), last = lua_tointeger(L, lua_upvalueindex(4));
  matcher m;
  prepare(&m, L, text, length, p, pattern_length);
  for (; at <= (lua_Integer)length; at++) {
    const char *e = start_match(&m, text + at, p);
    if (!e || e - text == last) continue;
    lua_pushinteger(L, e - text);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&m, text + at, e);
  }
  lua_pushinteger(L, (lua_Integer)length + 1);
  lua_replace(L, lua_upvalueindex(3));
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  lua_Integer start = luaL_optinteger(L, 3, 1);
  if (start < 0) start = -start > (lua_Integer)length ? 1 : (lua_Integer)length + start + 1;
  else if (start == 0) start = 1;
  if (start > (lua_Integer)length + 1) start = (lua_Integer)length + 2;
  lua_settop(L, 2);
  lua_pushinteger(L, start - 1);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

// Adds a replacement string, with %0…%9 expanded.
static void add_template(matcher *m, luaL_Buffer *b, const char *s, const char *e) {
  lua_State *L = m->L;
  size_t length;
  const char *r = lua_tolstring(L, 3, &length), *end = r + length;
  m->steps -= (int64_t)length / 16;
  for (; r < end; r++) {
    if (*r != '%') {
      luaL_addchar(b, *r);
      continue;
    }
    if (++r < end && *r == '%') {
      luaL_addchar(b, '%');
    } else if (r < end && *r == '0') {
      luaL_addlstring(b, s, (size_t)(e - s));
    } else if (r < end && is_digit(*r)) {
      int i = *r - '1';
      if (i >= m->captures && i != 0) luaL_error(L, "invalid capture index %%%d", i + 1);
      push_capture(m, i, s, e);
      luaL_tolstring(L, -1, NULL);  // a position
      lua_remove(L, -2);
      luaL_addvalue(b);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
}

// Adds what replaces a match; the replacement is at 3. Returns whether it changed anything.
static int add_replacement(matcher *m, luaL_Buffer *b, const char *s, const char *e) {
  lua_State *L = m->L;
  switch (lua_type(L, 3)) {
    case LUA_TFUNCTION: {
      lua_pushvalue(L, 3);
      int n = push_captures(m, s, e);
      lua_call(L, n, 1);
      break;
    }
    case LUA_TTABLE:
      push_capture(m, 0, s, e);
      lua_gettable(L, 3);
      break;
    default: add_template(m, b, s, e); return 1;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, s, (size_t)(e - s));
    return 0;
  }
  if (!lua_isstring(L, -1))
    return luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
  return 1;
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length), *s = text, *last = NULL;
  const char *p = luaL_checklstring(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  if (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TFUNCTION && type != LUA_TTABLE)
    return luaL_typeerror(L, 3, "string/function/table");
  if (type == LUA_TNUMBER) lua_tostring(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), n = 0;
  int anchored = pattern_length > 0 && *p == '^', changed = 0;
  ms_guard_stack(L);
  matcher m;
  prepare(&m, L, text, length, p, pattern_length);
  p += anchored;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  while (n < most) {
    const char *e = start_match(&m, s, p);
    if (e && e != last) {
      n++;
      changed |= add_replacement(&m, &b, s, e);
      s = last = e;
    } else if (s < m.text_end) {
      luaL_addchar(&b, *s);
      s++;
    } else {
      break;
    }
    if (anchored) break;
  }
  if (!changed) {
    lua_pushvalue(L, 1);
  } else {
    luaL_addlstring(&b, s, (size_t)(m.text_end - s));
    luaL_pushresult(&b);
  }
  lua_pushinteger(L, n);
  return 2;
}

// Stack: the string library on top, which stays.
void ms_open_patterns(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
