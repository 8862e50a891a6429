import CLuaShim

extension LuaHost {
  /// The functions that run now, innermost first, native ones included; empty when no Lua code runs.
  ///
  /// - Parameter limit: How many to look at.
  /// - Complexity: O(*n*) in the number looked at.
  public func runningFrames(limit: Int) -> [LuaError.Frame] {
    guard let L = handle?.pointee.current else { return [] }
    var frames: [LuaError.Frame] = []
    var info = ms_frame_info()
    for level in 0..<Int32(clamping: limit) {
      guard ms_frame_at(L, level, &info) != 0 else { break }
      let name = withUnsafeBytes(of: info.name) { text(in: $0) }
      let site = info.site.line > 0 ? LuaError.Site(info.site) : nil
      frames.append(LuaError.Frame(site: site, function: name.isEmpty ? nil : name, isNative: info.is_native != 0))
    }
    return frames
  }
}
