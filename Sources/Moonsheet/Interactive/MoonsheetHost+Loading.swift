import LuaRuntime

extension MoonsheetHost {
  /// Loads an input: what Lua gets is `text`, what messages quote is `source`.
  package func loadInput(_ text: [UInt8], as name: String, source: [UInt8]) throws(LuaError) -> LuaFunction {
    sources[name] = source
    return try lua.load(LuaChunk(name: name, source: text))
  }

  /// From here on messages about a chunk quote this text.
  package func quote(_ source: [UInt8], as name: String) { sources[name] = source }

  /// The text of a chunk that was loaded.
  package func source(of chunk: String) -> [UInt8]? { sources[chunk] }
}
