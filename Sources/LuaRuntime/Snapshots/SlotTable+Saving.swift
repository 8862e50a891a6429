import CLuaShim

extension SlotTable {
  /// The slots of a table at some time.
  final class Saved: SavedSlots {
    let version: Int
    let objects: [O?]
    let generations: [UInt32]
    let native: ms_class
    let identities: [ObjectIdentity]
    let free: [UInt32]
    let known: [AnyHashable: UInt32]
    /// Put back the state of objects, when the class says how.
    let states: [() -> Void]

    var hasStates: Bool { !states.isEmpty }

    init(of table: SlotTable) {
      version = table.version
      let count = Int(table.slots.pointee.count)
      objects = Array(UnsafeBufferPointer(start: table.slots.pointee.objects, count: count))
      generations = Array(UnsafeBufferPointer(start: table.slots.pointee.generations, count: count))
      native = table.slots.pointee.native
      identities = table.identities
      free = table.free
      known = table.known
      states = []
    }

    init(_ other: Saved, states: [() -> Void]) {
      version = other.version
      objects = other.objects
      generations = other.generations
      native = other.native
      identities = other.identities
      free = other.free
      known = other.known
      self.states = states
    }
  }

  private var objects: some Sequence<O> {
    (0..<Int(slots.pointee.count)).lazy.compactMap { self.slots.pointee.objects[$0] }
  }

  func save() throws(LuaError) -> any SavedSlots {
    if slots.pointee.count > 0, let save = owner?.save {
      let saved = lastSaved ?? Saved(of: self)
      lastSaved = saved
      return Saved(saved, states: objects.map(save))
    }
    if let lastSaved { return lastSaved }
    guard !objects.contains(where: { Swift.type(of: $0) is AnyClass }) else {
      throw LuaError("objects of class \(className) cannot be saved: it does not say how")
    }
    let saved = Saved(of: self)
    lastSaved = saved
    return saved
  }

  func restore(_ saved: any SavedSlots) {
    // As a rule nothing was made or released since.
    guard saved.version != version || saved.hasStates, let saved = saved as? Saved else { return }
    if saved.version != version { putBack(saved) }
    for restore in saved.states { restore() }
  }

  private func putBack(_ saved: Saved) {
    removeAll()
    let count = saved.objects.count
    reserve(count)
    saved.objects.withUnsafeBufferPointer { objects in
      if let start = objects.baseAddress { slots.pointee.objects.initialize(from: start, count: count) }
    }
    for slot in 0..<count { slots.pointee.generations[slot] = saved.generations[slot] }
    slots.pointee.count = UInt32(count)
    slots.pointee.native = saved.native
    identities = saved.identities
    free = saved.free
    known = saved.known
    for (slot, identity) in identities.enumerated() {
      if case .address(let address) = identity { addresses.insert(address, slot: UInt32(slot)) }
    }
    version = saved.version
    lastSaved = saved.states.isEmpty ? saved : Saved(saved, states: [])
    LiveCounts.add(saved.objects.count { $0 != nil }, to: LiveCounts.slots)
  }

  func forget() {
    guard isRegistered else { return }
    removeAll()
    register(ms_class())
  }
}
