import CLuaShim

/// Where an error was first raised, found before its stack was unwound.
struct ErrorOrigin {
  /// Tells whether a later error is this one, passed on unchanged.
  enum Identity: Equatable {
    case text([UInt8])
    case object(UnsafeRawPointer)
    case other(LuaValue)
  }

  var identity: Identity
  var site: LuaError.Site?
  var traceback: [LuaError.Frame]
}

extension LuaHost {
  // MARK: To Lua

  func openErrors() {
    let type = LuaClass<LuaError>("error") { c in
      c.describe = { $0.description }
      c.property("message", get: { $0.message })
    }
    errorClass = type
    register(type)
  }

  /// Pushes what Lua sees of what a host function threw, and returns the sentinel.
  @inline(never)
  func raise(_ error: any Error, on frame: LuaFrame) -> Int32 {
    pushError(error, to: frame, level: 1)
    return Int32(MS_RAISE)
  }

  /// Pushes what Lua sees of a Swift error: text for a `LuaError`, or an object that keeps an error of another type.
  ///
  /// - Parameter level: The first function that an error without a place may be in.
  func pushError(_ error: any Error, to frame: LuaFrame, level: Int32 = 0) {
    var report = error as? LuaError ?? LuaError(.callback, "\(error)", underlying: error)
    let place = report.site == nil ? site(on: frame.L, level: level) : nil
    if let place { report.site = place }
    if report.underlying != nil, let errorClass {
      frame.push(report, as: errorClass)
    } else if let value = report.value {
      frame.push(value)
    } else {
      remember(report)
      guard place != nil, let handle else { return frame.push(string: report.description) }
      report.message.withUTF8 { bytes in
        frame.withChars(bytes) { ms_push_located(frame.L, &handle.pointee.last_place, $0, bytes.count) }
      }
    }
  }

  private func remember(_ error: LuaError) {
    let last = raised.count - 1
    if last >= 0, raised[last].kind == error.kind, raised[last].message == error.message,
      raised[last].site == error.site
    {
      return
    }
    raised.append(error)
    if raised.count > 16 { raised.removeFirst() }
  }

  // MARK: From Lua

  /// Finds the place and the functions of the error value on top, unless it is one that only passes through.
  func noteOrigin(on L: OpaquePointer, level: Int32) {
    let frame = LuaFrame(L)
    let identity = identity(of: frame)
    let traceback = traceback(of: L, level: level)
    if var known = origin, known.identity == identity {
      known.traceback = Array((known.traceback + traceback).prefix(200))
      origin = known
      return
    }
    origin = ErrorOrigin(identity: identity, site: traceback.lazy.compactMap(\.site).first, traceback: traceback)
  }

  private func identity(of frame: LuaFrame) -> ErrorOrigin.Identity {
    switch frame.type(at: -1) {
    case .string: .text(frame.bytes(at: -1) ?? [])
    case .table, .userdata, .function, .thread: lua_topointer(frame.L, -1).map { .object($0) } ?? .other(.nil)
    default: .other(frame.value(at: -1))
    }
  }

  private func traceback(of L: OpaquePointer, level: Int32) -> [LuaError.Frame] {
    var frames: [LuaError.Frame] = []
    var info = ms_frame_info()
    for level in level..<(level + 100) {
      guard ms_frame_at(L, level, &info) != 0 else { break }
      let name = withUnsafeBytes(of: info.name) { text(in: $0) }
      let site = info.site.line > 0 ? LuaError.Site(info.site) : nil
      frames.append(LuaError.Frame(site: site, function: name.isEmpty ? nil : name, isNative: info.is_native != 0))
    }
    return frames
  }

  /// The error of an entry that ended in one; the error value, if there is any, is on top of L and stays there.
  func error(of outcome: ms_outcome, on L: OpaquePointer) -> LuaError {
    guard let handle else { return .closed }
    if outcome.status == -1 {
      return LuaError(.runtime, "nested too deeply", site: site(on: handle.pointee.current, level: 0))
    }
    let limit = expiredError(outcome.expired, handle)
    if var limit {
      limit.traceback = origin?.traceback ?? []
      return limit
    }
    let frame = LuaFrame(L)
    // NB: Lua makes an error of this kind of any script's error whose text is its own.
    if outcome.status == LUA_ERRMEM, handle.pointee.refusals > 0 {
      let site = handle.pointee.memory_site
      handle.pointee.memory_site.line = 0
      let place = site.line > 0 ? LuaError.Site(site) : nil
      if handle.pointee.stack_refused != 0 { return LuaError(.runtime, "stack overflow", site: place) }
      return LuaError(.memory, "not enough memory", site: place)
    }
    return error(at: frame, isSyntax: outcome.status == LUA_ERRSYNTAX)
  }

  private func expiredError(_ code: Int32, _ handle: UnsafeMutablePointer<ms_host>) -> LuaError? {
    let site = handle.pointee.expired_site
    let place = site.line > 0 ? LuaError.Site(site) : nil
    switch Int(code) {
    case MS_EXPIRED_FUEL:
      return LuaError(.fuel, "out of fuel: \(handle.pointee.spent) instructions in one entry", site: place)
    case MS_EXPIRED_TIME:
      return LuaError(.time, "out of time: \(handle.pointee.limits.wall_ms) ms in one entry", site: place)
    case MS_EXPIRED_INTERRUPT: return LuaError(.interrupted, "interrupted", site: place)
    case MS_EXPIRED_MEMORY: return LuaError(.memory, "not enough memory", site: place)
    default: return nil
    }
  }

  private func error(at frame: LuaFrame, isSyntax: Bool) -> LuaError {
    let known = origin.flatMap { $0.identity == identity(of: frame) ? $0 : nil }
    if let text = frame.string(at: -1) {
      var result =
        raised.last { text.hasSuffix($0.message) && $0.description == text } ?? parse(text, isSyntax: isSyntax)
      result.site = result.site ?? known?.site
      result.traceback = known?.traceback ?? []
      return result
    }
    if let errorClass, var result = frame.objectIfMatching(errorClass, at: -1) {
      result.traceback = known?.traceback ?? []
      return result
    }
    let value = frame.value(at: -1)
    let type = frame.typeName(at: -1)
    let rendered =
      switch value {
      case .nil, .opaque: "error value is \(type == "nil" ? "nil" : "a \(type)")"
      default: "error value is a \(type): \(value)"
      }
    return LuaError(.runtime, rendered, site: known?.site, traceback: known?.traceback ?? [], value: value)
  }

  private func parse(_ text: String, isSyntax: Bool) -> LuaError {
    let (site, message) = splitPosition(text)
    let isRefused = handle.map { $0.pointee.refusals > 0 } ?? false
    if message == "not enough memory", isRefused { return LuaError(.memory, message, site: site) }
    let isIncomplete = isSyntax && message.hasSuffix("<eof>")
    return LuaError(isSyntax ? .syntax : .runtime, message, site: site, isIncomplete: isIncomplete)
  }

  /// Splits "chunk:line: message" where the chunk is one that was loaded; names may hold colons.
  private func splitPosition(_ text: String) -> (LuaError.Site?, String) {
    let bytes = Array(text.utf8)
    for colon in bytes.indices.prefix(200) where bytes[colon] == UInt8(ascii: ":") {
      var end = colon + 1
      while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 }
      guard end > colon + 1, end + 1 < bytes.count, bytes[end] == 58, bytes[end + 1] == 32 else { continue }
      let name = String(decoding: bytes[..<colon], as: UTF8.self)
      guard let chunk = chunkNames[name] ?? scriptChunk(name) else { continue }
      guard let line = Int(String(decoding: bytes[(colon + 1)..<end], as: UTF8.self)) else { continue }
      return (LuaError.Site(chunk: chunk, line: line), String(decoding: bytes[(end + 2)...], as: UTF8.self))
    }
    return (nil, text)
  }

  /// The chunk that the script itself loaded and that messages call so.
  private func scriptChunk(_ name: String) -> String? {
    if name.hasPrefix("[string \"") || name == "(load)" { return name }
    let running = origin?.traceback.lazy.compactMap(\.site).first { Self.shortened($0.chunk) == name }
    return running?.chunk ?? (libraries == .stock ? name : nil)
  }

  /// A chunk's name as Lua's messages have it.
  private static func shortened(_ name: String) -> String {
    let bytes = Array(name.utf8)
    return bytes.count <= 59 ? name : "..." + String(decoding: bytes.suffix(56), as: UTF8.self)
  }

  /// Remembers a chunk under the name that Lua's messages use, which is cut to 59 bytes.
  func noteChunk(_ name: String) {
    chunkNames[Self.shortened(name)] = name
  }

  /// The place of the innermost Lua code from a level on. Most places are in the chunk of the last one, whose name is kept.
  func site(on L: OpaquePointer, level: Int32) -> LuaError.Site? {
    guard let handle else { return nil }
    let found = Int(ms_find_place(handle, L, level))
    if found == MS_PLACE_NONE { return nil }
    if found == MS_PLACE_OTHER_CHUNK { lastChunk = LuaError.Site(handle.pointee.last_place).chunk }
    return LuaError.Site(chunk: lastChunk, line: Int(handle.pointee.last_place.line))
  }
}

extension LuaError.Site {
  init(_ native: ms_site) {
    self.init(chunk: withUnsafeBytes(of: native.chunk) { text(in: $0) }, line: Int(native.line))
  }
}

/// The C string in a fixed buffer.
func text(in buffer: UnsafeRawBufferPointer) -> String {
  String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
}
