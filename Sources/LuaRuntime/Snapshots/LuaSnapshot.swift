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

  let births: Births
  /// When it was made, counted in the host's functions and snapshots.
  let time: UInt64
  let flowCount: UInt64
  let raised: [LuaError]
  let stores: [any SavedSlots]
  private let link: HostLink

  init(of host: LuaHost, _ handle: UnsafeMutablePointer<ms_host>, stores: [any SavedSlots]) {
    hostID = host.id
    byteCount = ms_snapshot_bytes(handle)
    heap = .allocate(byteCount: byteCount, alignment: 16)
    ms_snapshot_save(handle, heap)
    births = host.validBirths.until(host.time)
    time = host.time
    flowCount = host.flowCount
    raised = host.raised
    self.stores = stores
    link = host.link
    link.snapshots.add(1, ordering: .relaxed)
  }

  deinit {
    heap.deallocate()
    link.snapshots.subtract(1, ordering: .relaxed)
  }
}
