import CSpecLua
import LuaRuntime
import SpecBytecode

/// A table that Lua gets, field by field, in this order.
struct LuaTable: LuaEncodable {
  var fields: [(String, any LuaEncodable)]

  init(_ fields: [(String, any LuaEncodable)]) { self.fields = fields }

  func push(to frame: LuaFrame) {
    frame.newTable(fields: fields.count)
    for (name, value) in fields {
      value.push(to: frame)
      frame.rawSet(-2, key: name)
    }
  }
}

/// The embedded files of the vocabulary.
enum VocabularySource {
  /// - Returns: a file's text; nil when there is none of that name.
  static func text(of name: String) -> [UInt8]? {
    var length = 0
    guard let bytes = ms_spec_lua(name, &length) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// A file as it was compiled with the tool, which loads in a sixth of the time; nil when there is none of that name, or when
  /// another Lua runs than the one that compiled it.
  ///
  /// NB: for stock libraries only. In the sandbox what a host holds may not depend on what it was made from.
  static func compiled(_ name: String) -> [UInt8]? { SpecBytecode.chunk(name, for: LuaHost.identity) }
}
