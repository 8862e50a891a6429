import LuaRuntime

/// What a message adds when a name is not known: the Lua spelling of a Swift name, or the nearest known name.
enum Suggestion {
  /// A longer name is no misspelling of anything.
  private static let longestName = 80

  /// A name as a message quotes it: whole, or its beginning.
  static func quoted(_ name: String) -> String {
    guard name.utf8.count > longestName else { return "'\(name)'" }
    return "'\(name.prefix(longestName / 2))…'"
  }

  /// ` (Lua spells it 'x')`, ` (did you mean 'x'?)`, or nothing when no known name is near.
  static func suffix(for unknown: String, among known: [String]) -> String {
    guard unknown.utf8.count <= longestName else { return "" }
    let spelled = LuaName.spelling(of: unknown)
    if spelled != unknown, known.contains(spelled) { return " (Lua spells it '\(spelled)')" }
    guard let near = nearestName(to: unknown, among: known) else { return "" }
    return " (did you mean '\(near)'?)"
  }
}
