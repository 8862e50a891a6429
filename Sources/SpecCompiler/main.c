// Compiles the Lua files of the vocabulary while the tool is built: writes a Swift file with their compiled chunks.
//
// usage: SpecCompiler OUTPUT FILE.lua…
#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A literal of Swift that is being written: seven bytes are eight characters below 128, the lowest bits first.
typedef struct literal {
  FILE *file;
  uint64_t waiting;
  int bytes;
  size_t length;
} literal;

static void end_group(literal *to) {
  for (int i = 0; i < 8; i++) {
    int character = (int)(to->waiting >> (7 * i) & 0x7F);
    if (character >= ' ' && character < 0x7F && character != '"' && character != '\\') {
      putc(character, to->file);
    } else {
      fprintf(to->file, "\\u{%X}", character);
    }
  }
  to->waiting = 0;
  to->bytes = 0;
}

static int write_bytes(lua_State *L, const void *bytes, size_t length, void *data) {
  (void)L;
  literal *to = data;
  for (const unsigned char *at = bytes; at < (const unsigned char *)bytes + length; at++) {
    to->waiting |= (uint64_t)*at << (8 * to->bytes);
    if (++to->bytes == 7) end_group(to);
  }
  to->length += length;
  return ferror(to->file);
}

static void fail(const char *what, const char *why) {
  fprintf(stderr, "SpecCompiler: %s: %s\n", what, why);
  exit(1);
}

// A whole file, left on the stack as a string.
static void push_file(lua_State *L, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path, "cannot be read");
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  size_t count;
  do {
    char *room = luaL_prepbuffer(&buffer);
    count = fread(room, 1, LUAL_BUFFERSIZE, file);
    luaL_addsize(&buffer, count);
  } while (count > 0);
  fclose(file);
  luaL_pushresult(&buffer);
}

static void write_chunk(lua_State *L, const char *path, FILE *output) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  push_file(L, path);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  // The name that the text would be loaded by: errors in the vocabulary have their place.
  lua_pushfstring(L, "=[moonsheet]/%s", name);
  if (luaL_loadbufferx(L, text, length, lua_tostring(L, -1), "t") != LUA_OK) fail(path, lua_tostring(L, -1));
  fprintf(output, "    case \"%.*s\": (\"", (int)strcspn(name, "."), name);
  literal chunk = {.file = output};
  if (lua_dump(L, write_bytes, &chunk, 0) != 0) fail(path, "cannot be written");
  if (chunk.bytes > 0) end_group(&chunk);
  fprintf(output, "\", %zu)\n", chunk.length);
  lua_settop(L, 0);
}

int main(int count, char **arguments) {
  if (count < 2) fail("arguments", "a path to write to is missing");
  FILE *output = fopen(arguments[1], "wb");
  lua_State *L = luaL_newstate();
  if (!output || !L) fail(arguments[1], "cannot be written");
  fprintf(output, "extension SpecBytecode {\n  static let maker = #\"%s\"#\n\n", lua_ident);
  fprintf(output, "  static func literal(_ name: String) -> (text: StaticString, length: Int)? {\n    switch name {\n");
  for (int i = 2; i < count; i++) write_chunk(L, arguments[i], output);
  fprintf(output, "    default: nil\n    }\n  }\n}\n");
  lua_close(L);
  if (fclose(output) != 0) fail(arguments[1], "cannot be written");
  return 0;
}
