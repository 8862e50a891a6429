import CLuaShim

/// What the C side calls. Each function catches everything: none may leave a Swift frame by a jump.
let hostCallbacks = ms_callbacks(
  call: { context, L, box in
    guard let context, let L, let box else { return 0 }
    let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
    return host.run(Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue(), on: L)
  },
  print: { context, text, length in
    guard let context else { return }
    let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
    host.printer(decode(text, length))
  },
  warn: { context, text, more in
    guard let context, let text else { return }
    let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
    host.warn(String(cString: text), more: more != 0)
  },
  raised: { context, L, level in
    guard let context, let L else { return }
    Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue().noteOrigin(on: L, level: level)
  },
  clock: { context in
    guard let context else { return 0 }
    return Int64(Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue().clock())
  }
)

private func decode(_ text: UnsafePointer<CChar>?, _ length: Int) -> String {
  guard let text else { return "" }
  return text.withMemoryRebound(to: UInt8.self, capacity: length) {
    String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
  }
}

extension LuaHost {
  /// Runs a host function on its C frame and turns what it throws into an error value on top and the sentinel.
  func run(_ box: FunctionBox, on L: OpaquePointer) -> Int32 {
    let caller = callee
    callee = box
    defer { callee = caller }
    let frame = LuaFrame(L)
    do {
      switch try box.body(frame) {
      case .values(let count): return Int32(clamping: max(0, min(count, frame.count)))
      case .yield:
        guard canWait else { throw LuaError(.notYieldable, "cannot wait \(whyCannotWait)") }
        return Int32(MS_YIELD)
      }
    } catch {
      pushError(error, to: frame)
      return Int32(MS_RAISE)
    }
  }

  func warn(_ text: String, more: Bool) {
    pendingWarning += text
    guard !more else { return }
    let message = pendingWarning
    pendingWarning = ""
    // NB: Lua gives messages that begin with "@" to its own control of warnings ("@on", "@off").
    if !message.hasPrefix("@") { warner(message) }
  }

  /// Runs an entry, and does before and after it what only the outermost level may do.
  func entering(_ body: () -> ms_outcome) -> ms_outcome {
    guard let handle, handle.pointee.entries == 0 else { return body() }
    drain()
    origin = nil
    let outcome = body()
    drain()
    return outcome
  }

  /// Closes now if that was asked for during the entry that just ended.
  func closeIfAsked() {
    if isClosing, let handle, handle.pointee.entries == 0 {
      isClosing = false
      close()
    }
  }

  /// Does what finalisers and the ends of `LuaFunction`s left behind.
  func drain() {
    guard let handle else { return }
    for ref in link.take() { ms_unref(handle.pointee.L, ref) }
    let count = handle.pointee.release_count
    guard count > 0, let releases = handle.pointee.releases else { return }
    let pairs = Array(UnsafeBufferPointer(start: releases, count: count))
    handle.pointee.release_count = 0
    for offset in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (store, slot) = (Int(pairs[offset] >> 32), UInt32(truncatingIfNeeded: pairs[offset]))
      guard stores.indices.contains(store) else { continue }
      stores[store].release(slot: slot, generation: UInt32(truncatingIfNeeded: pairs[offset + 1]))
    }
  }
}
