import CPatternLua
import LuaRuntime

/// The modules that come with the host, as text: written in Lua on nothing but the primitives.
package enum PatternSources {
  /// What a script may require, in the order of the documentation.
  static let patterns = ["interactive_dismiss_disabled", "sheet_item_state", "dismiss_guardian", "allow_auto_dismiss"]
  /// Those, and what they have in common.
  package static let names = patterns + ["options"]

  /// The text of a module; nil when there is none of that name.
  package static func source(of name: String) -> [UInt8]? {
    var length = 0
    guard let bytes = ms_pattern_lua(name, &length) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }
}

/// Finds `moonsheet.patterns.…` before all other modules.
struct PatternModules: LuaModuleSource {
  private static let prefix = "moonsheet.patterns."

  /// Where everything else is found.
  let others: (any LuaModuleSource)?

  func chunk(named name: String) throws -> LuaChunk? {
    guard name.hasPrefix(Self.prefix) else { return try others?.chunk(named: name) }
    let file = String(name.dropFirst(Self.prefix.count))
    if let source = PatternSources.source(of: file) {
      return LuaChunk(name: "moonsheet/patterns/\(file).lua", source: source)
    }
    throw LuaError(
      "no module '\(name)'" + Suggestion.suffix(for: file, among: PatternSources.patterns) + "; there are "
        + PatternSources.patterns.joined(separator: ", "))
  }
}
