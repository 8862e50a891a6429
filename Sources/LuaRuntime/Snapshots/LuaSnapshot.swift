import CLuaShim

/// A point in the life of a host, to which the host can return as often as wanted.
///
/// It holds the script's whole world: values, suspended flows, random numbers, and the objects Lua can see. It does not
/// hold what the host's functions keep elsewhere. It belongs to the host that made it.
public final class LuaSnapshot {
  let hostID: UInt64
  let heap: UnsafeMutableRawPointer
  /// Bytes that were copied.
  public let byteCount: Int
  /// The snapshot from which this one keeps only what differs.
  let base: LuaSnapshot?
  /// Bytes of the heap that were in use.
  let usedBytes: Int

  let births: Births
  /// When it was made, counted in the host's functions and snapshots.
  let time: UInt64
  let flowCount: UInt64
  let raised: [LuaError]
  let stores: [any SavedSlots]
  private let link: HostLink

  init(of host: LuaHost, _ handle: UnsafeMutablePointer<ms_host>, stores: [any SavedSlots], near other: LuaSnapshot?) {
    hostID = host.id
    usedBytes = ms_snapshot_bytes(handle)
    if let base = other?.base ?? other, base.hostID == host.id,
      let (difference, count) = Self.difference(of: handle, usedBytes, from: base)
    {
      (heap, byteCount) = (difference, count)
      self.base = base
    } else {
      byteCount = usedBytes
      heap = .allocate(byteCount: byteCount, alignment: 16)
      ms_snapshot_save(handle, heap)
      base = nil
    }
    births = host.validBirths.until(host.time)
    time = host.time
    flowCount = host.flowCount
    raised = host.raised
    self.stores = stores
    link = host.link
    link.snapshots.add(1, ordering: .relaxed)
  }

  /// What differs from a base; nil where that is so much that it is not worth it.
  private static func difference(
    of handle: UnsafeMutablePointer<ms_host>, _ used: Int, from base: LuaSnapshot
  ) -> (UnsafeMutableRawPointer, Int)? {
    withUnsafeTemporaryAllocation(byteCount: used / 4, alignment: 16) { room in
      guard let start = room.baseAddress else { return nil }
      let count = ms_snapshot_diff(handle, base.heap, base.byteCount, start, room.count)
      guard count > 0 else { return nil }
      let heap = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      heap.copyMemory(from: start, byteCount: count)
      return (heap, count)
    }
  }

  /// Puts the heap back.
  func restore(to handle: UnsafeMutablePointer<ms_host>) {
    if let base {
      ms_snapshot_restore(handle, base.heap, base.byteCount, heap, byteCount, usedBytes)
    } else {
      ms_snapshot_restore(handle, heap, byteCount, nil, 0, usedBytes)
    }
  }

  deinit {
    heap.deallocate()
    link.snapshots.subtract(1, ordering: .relaxed)
  }
}
