// What Swift does to a stack in host mode. C for the variadic and macro parts of Lua's API, and because a push must
// not raise: when the memory is used up, nil takes the place and the host function's caller raises instead.
#include <string.h>

#include "internal.h"

static int room(lua_State *L, size_t bytes) {
  ms_host *h = host_of(L);
  lua_checkstack(L, 8);
  if (bytes < 256 ? h->used <= h->limits.memory + (2 << 20) : ms_region_has_room(h, bytes)) return 1;
  h->overrun = 1;
  h->refusals++;
  return 0;
}

void ms_push_string(lua_State *L, const char *bytes, size_t length) {
  if (room(L, length)) lua_pushlstring(L, bytes, length);
  else lua_pushnil(L);
}

void ms_push_key(lua_State *L, const char *bytes, size_t length) { ms_push_string(L, bytes, length); }

void ms_push_function(lua_State *L, void *box) {
  lua_checkstack(L, 8);
  lua_pushlightuserdata(L, box);
  lua_pushcclosure(L, ms_trampoline, 1);
}

void ms_push_table(lua_State *L, int32_t array, int32_t fields) {
  size_t bytes = (size_t)(array < 0 ? 0 : array) * 16 + (size_t)(fields < 0 ? 0 : fields) * 40;
  if (!room(L, bytes)) array = fields = 0;
  lua_createtable(L, array < 0 ? 0 : array, fields < 0 ? 0 : fields);
}

int32_t ms_raw_get(lua_State *L, int32_t table, const char *key, size_t length) {
  lua_checkstack(L, 8);
  table = lua_absindex(L, table);
  if (!lua_istable(L, table)) {
    lua_pushnil(L);
    return LUA_TNIL;
  }
  ms_push_key(L, key, length);
  return lua_rawget(L, table);
}

// Pops the value. A key or a growth that there is no room for leaves the table as it is.
void ms_raw_set(lua_State *L, int32_t table, const char *key, size_t length) {
  table = lua_absindex(L, table);
  if (!lua_istable(L, table) || !room(L, length)) {
    lua_pop(L, 1);
    return;
  }
  lua_pushlstring(L, key, length);
  lua_insert(L, -2);
  lua_rawset(L, table);
}

void ms_raw_seti(lua_State *L, int32_t table, int64_t index) {
  table = lua_absindex(L, table);
  if (!lua_istable(L, table) || !room(L, 16)) lua_pop(L, 1);
  else lua_rawseti(L, table, index);
}

int32_t ms_ref(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }
void ms_unref(lua_State *L, int32_t ref) { luaL_unref(L, LUA_REGISTRYINDEX, ref); }
void ms_push_ref(lua_State *L, int32_t ref) {
  lua_checkstack(L, 8);
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
}

static void remember_table(lua_State *L, const void *key) {
  if (!key) return;
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void ms_registry_table(lua_State *L, const void *key, const char *name, const char *mode) {
  lua_checkstack(L, 8);
  if (key) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
    lua_pop(L, 1);
  }
  lua_pushfstring(L, "host.%s", name);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, LUA_REGISTRYINDEX) == LUA_TTABLE) {
    lua_remove(L, -2);
    remember_table(L, key);
    return;
  }
  lua_pop(L, 1);
  ms_number_apart(host_of(L), 1);
  lua_newtable(L);
  if (mode) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_insert(L, -2);
  lua_pushvalue(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
  remember_table(L, key);
  ms_number_apart(host_of(L), 0);
}

// Pushes the table of callbacks and the like that belongs to one of our objects; nil when there is none at index.
void ms_user_value(lua_State *L, int32_t index) {
  lua_checkstack(L, 8);
  index = lua_absindex(L, index);
  if (!ms_object_at(L, index)) {
    lua_pushnil(L);
    return;
  }
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  lua_pop(L, 1);
  ms_number_apart(host_of(L), 1);
  lua_newtable(L);
  ms_number_apart(host_of(L), 0);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}

int32_t ms_push_ordered_keys(lua_State *L, int32_t index) {
  lua_checkstack(L, 16);
  index = lua_absindex(L, index);
  if (!lua_istable(L, index)) {
    lua_newtable(L);
    return 0;
  }
  ms_ordered_keys(L, index, 0);
  return (int32_t)lua_rawlen(L, -1);
}

// --- Places ---------------------------------------------------------------------------------------------------------

static const char *chunk_name(const lua_Debug *ar) {
  return ar->source[0] == '@' || ar->source[0] == '=' ? ar->source + 1 : ar->short_src;
}

static void copy_site(const lua_Debug *ar, ms_site *out) {
  const char *name = chunk_name(ar);
  size_t length = strlen(name);
  if (length >= sizeof out->chunk) length = sizeof out->chunk - 1;
  memcpy(out->chunk, name, length);
  out->chunk[length] = 0;
  out->line = ar->currentline;
}

int32_t ms_find_place(ms_host *h, lua_State *L, int32_t level) {
  lua_Debug ar;
  for (; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    int is_same = strncmp(chunk_name(&ar), h->last_place.chunk, sizeof h->last_place.chunk - 1) == 0;
    if (is_same) h->last_place.line = ar.currentline;
    else copy_site(&ar, &h->last_place);
    return is_same ? MS_PLACE_SAME_CHUNK : MS_PLACE_OTHER_CHUNK;
  }
  return MS_PLACE_NONE;
}

int32_t ms_innermost_site(lua_State *L, int32_t level, ms_site *out) {
  lua_Debug ar;
  for (; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    copy_site(&ar, out);
    return 1;
  }
  return 0;
}

void ms_push_located(lua_State *L, const ms_site *site, const char *text, size_t length) {
  if (site->line <= 0 || !room(L, length + sizeof site->chunk)) {
    ms_push_string(L, text, length);
    return;
  }
  char whole[1024], digits[12];
  size_t chunk = strlen(site->chunk);
  if (chunk + length + sizeof digits + 3 > sizeof whole) {
    lua_pushfstring(L, "%s:%d: ", site->chunk, (int)site->line);
    lua_pushlstring(L, text, length);
    lua_concat(L, 2);
    return;
  }
  // One string instead of three: errors are raised often.
  char *at = whole + chunk, *digit = digits + sizeof digits;
  memcpy(whole, site->chunk, chunk);
  *at++ = ':';
  for (int32_t line = site->line; line > 0; line /= 10) *--digit = (char)('0' + line % 10);
  size_t count = (size_t)(digits + sizeof digits - digit);
  memcpy(at, digit, count);
  at += count;
  *at++ = ':';
  *at++ = ' ';
  memcpy(at, text, length);
  lua_pushlstring(L, whole, (size_t)(at - whole) + length);
}

int32_t ms_frame_at(lua_State *L, int32_t level, ms_frame_info *out) {
  lua_Debug ar;
  if (!lua_getstack(L, level, &ar)) return 0;
  lua_getinfo(L, "Sln", &ar);
  copy_site(&ar, &out->site);
  out->is_native = *ar.what == 'C';
  const char *name = ar.name ? ar.name : *ar.what == 'm' ? "main chunk" : "";
  size_t length = strlen(name);
  if (length >= sizeof out->name) length = sizeof out->name - 1;
  memcpy(out->name, name, length);
  out->name[length] = 0;
  return 1;
}

// --- Protected operations -------------------------------------------------------------------------------------------

static int do_tostring(lua_State *L) {
  ms_tolstring(L, 1, NULL);
  return 1;
}
static int do_length(lua_State *L) {
  lua_len(L, 1);
  return 1;
}
static int do_compare(lua_State *L) {
  lua_pushboolean(L, lua_compare(L, 1, 2, (int)lua_tointeger(L, 3)));
  return 1;
}
static int do_get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}
static int do_set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

ms_outcome ms_protected_tostring(ms_host *h, lua_State *L, int32_t index) {
  lua_checkstack(L, 8);
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_tostring);
  lua_pushvalue(L, index);
  return ms_call(h, L, 1, 1, -1, "inside tostring");
}

ms_outcome ms_protected_length(ms_host *h, lua_State *L, int32_t index) {
  lua_checkstack(L, 8);
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_length);
  lua_pushvalue(L, index);
  return ms_call(h, L, 1, 1, -1, "inside the length operator");
}

ms_outcome ms_protected_compare(ms_host *h, lua_State *L, int32_t a, int32_t b, int32_t op) {
  lua_checkstack(L, 8);
  a = lua_absindex(L, a);
  b = lua_absindex(L, b);
  lua_pushcfunction(L, do_compare);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_pushinteger(L, op);
  return ms_call(h, L, 3, 1, -1, "inside a comparison");
}

// Replaces the key on top by the field's value.
ms_outcome ms_protected_get(ms_host *h, lua_State *L, int32_t table) {
  lua_checkstack(L, 8);
  table = lua_absindex(L, table);
  lua_pushcfunction(L, do_get);
  lua_insert(L, -2);
  lua_pushvalue(L, table);
  lua_insert(L, -2);
  return ms_call(h, L, 2, 1, -1, "inside a field access");
}

// Pops the key and the value.
ms_outcome ms_protected_set(ms_host *h, lua_State *L, int32_t table) {
  lua_checkstack(L, 8);
  table = lua_absindex(L, table);
  lua_pushcfunction(L, do_set);
  lua_insert(L, -3);
  lua_pushvalue(L, table);
  lua_insert(L, -3);
  return ms_call(h, L, 3, 0, -1, "inside a field assignment");
}
