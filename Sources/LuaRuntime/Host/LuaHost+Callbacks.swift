import CLuaShim

/// What the C side calls. Each function catches everything: none may leave a Swift frame by a jump.
let hostCallbacks = ms_callbacks(
  call: { L, box in
    Unmanaged<FunctionBox>.fromOpaque(box)._withUnsafeGuaranteedRef { box in
      do {
        return try box.body(LuaFrame(L))
      } catch {
        return LuaFrame(L).host.raise(error, on: LuaFrame(L))
      }
    }
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
    if origin != nil { origin = nil }
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
  @inline(__always)
  func drain() {
    guard let handle, link.isPending || handle.pointee.release_count > 0 else { return }
    drain(handle)
  }

  private func drain(_ handle: UnsafeMutablePointer<ms_host>) {
    if link.isPending { giveUpReferences(handle) }
    if handle.pointee.release_count > 0 { release(handle) }
  }

  private func release(_ handle: UnsafeMutablePointer<ms_host>) {
    guard let releases = handle.pointee.releases else { return }
    let pairs = Array(UnsafeBufferPointer(start: releases, count: handle.pointee.release_count))
    handle.pointee.release_count = 0
    for offset in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (store, slot) = (Int(pairs[offset] >> 32), UInt32(truncatingIfNeeded: pairs[offset]))
      guard stores.indices.contains(store) else { continue }
      stores[store].release(slot: slot, generation: UInt32(truncatingIfNeeded: pairs[offset + 1]))
    }
  }
}
