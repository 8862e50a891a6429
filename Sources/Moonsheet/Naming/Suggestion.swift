import LuaRuntime

/// What a message adds when a name is not known: the Lua spelling of a Swift name, or the nearest known name.
enum Suggestion {
  /// ` (Lua spells it 'x')`, ` (did you mean 'x'?)`, or nothing when no known name is near.
  static func suffix(for unknown: String, among known: [String]) -> String {
    let spelled = LuaName.spelling(of: unknown)
    if spelled != unknown, known.contains(spelled) { return " (Lua spells it '\(spelled)')" }
    guard let near = nearestName(to: unknown, among: known) else { return "" }
    return " (did you mean '\(near)'?)"
  }
}
