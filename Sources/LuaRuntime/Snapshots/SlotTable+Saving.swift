extension SlotTable {
  /// The slots of a table at some time.
  struct Saved: SavedSlots {
    let version: Int
    let slots: [Slot]
    let identities: [AnyHashable?]
    let free: [UInt32]
    let known: [AnyHashable: UInt32]
    /// Put back the state of objects, when the class says how.
    var states: [() -> Void] = []
  }

  private var objects: some Sequence<O> {
    (0..<Int(slots.pointee.count)).lazy.compactMap { self.slots.pointee.start[$0].object }
  }

  func save() throws(LuaError) -> any SavedSlots {
    var saved = lastSaved ?? copy()
    lastSaved = saved
    guard slots.pointee.count > 0 else { return saved }
    if let save = owner?.save {
      saved.states = objects.map(save)
    } else if objects.contains(where: { Swift.type(of: $0) is AnyClass }) {
      throw LuaError("objects of class \(className) cannot be saved: it does not say how")
    }
    return saved
  }

  private func copy() -> Saved {
    let count = Int(slots.pointee.count)
    return Saved(
      version: version, slots: Array(UnsafeBufferPointer(start: slots.pointee.start, count: count)),
      identities: identities, free: free, known: known)
  }

  func restore(_ saved: any SavedSlots) {
    guard let saved = saved as? Saved else { return }
    if saved.version != version { putBack(saved) }
    for restore in saved.states { restore() }
  }

  private func putBack(_ saved: Saved) {
    removeAll()
    reserve(saved.slots.count)
    for (index, slot) in saved.slots.enumerated() { (slots.pointee.start + index).initialize(to: slot) }
    slots.pointee.count = UInt32(saved.slots.count)
    identities = saved.identities
    free = saved.free
    known = saved.known
    for (slot, identity) in identities.enumerated() {
      if let address = identity?.base as? UInt { addresses.insert(address, slot: UInt32(slot)) }
    }
    version = saved.version
    lastSaved = saved
    lastSaved?.states = []
    LiveCounts.add(saved.slots.count { $0.object != nil }, to: LiveCounts.slots)
  }

  func detach() {
    owner?.known.pointee.hostID = 0
    removeAll()
  }
}
