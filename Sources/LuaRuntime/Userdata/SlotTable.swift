/// The objects of a class that Lua can see. Lua holds only numbers: a slot, and the generation it was filled in.
protocol SlotStore: AnyObject {
  var className: String { get }
  func release(slot: UInt32, generation: UInt32)
  func removeAll()
}

final class SlotTable<O>: SlotStore {
  private struct Slot {
    var object: O?
    var identity: AnyHashable?
    var generation: UInt32 = 0
  }

  let className: String
  let classID: UInt32
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var known: [AnyHashable: UInt32] = [:]

  init(className: String, classID: UInt32) {
    self.className = className
    self.classID = classID
  }

  deinit { removeAll() }

  func object(slot: UInt32, generation: UInt32) -> O? {
    guard slots.indices.contains(Int(slot)), slots[Int(slot)].generation == generation else { return nil }
    return slots[Int(slot)].object
  }

  /// The slot an object of this identity is in.
  func find(_ identity: AnyHashable?) -> (slot: UInt32, generation: UInt32)? {
    guard let identity, let slot = known[identity] else { return nil }
    return (slot, slots[Int(slot)].generation)
  }

  func insert(_ object: O, identity: AnyHashable?) -> (slot: UInt32, generation: UInt32) {
    let slot: UInt32
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = UInt32(slots.count)
      slots.append(Slot())
    }
    slots[Int(slot)].object = object
    slots[Int(slot)].identity = identity
    slots[Int(slot)].generation += 1
    if let identity { known[identity] = slot }
    LiveCounts.add(1, to: LiveCounts.slots)
    return (slot, slots[Int(slot)].generation)
  }

  /// Begins a new generation of a slot whose Lua value is gone but not yet finalised, so that the late finaliser finds
  /// nothing of its own.
  func renew(_ slot: UInt32) -> UInt32 {
    slots[Int(slot)].generation += 1
    return slots[Int(slot)].generation
  }

  func release(slot: UInt32, generation: UInt32) {
    guard slots.indices.contains(Int(slot)), slots[Int(slot)].generation == generation else { return }
    guard slots[Int(slot)].object != nil else { return }
    if let identity = slots[Int(slot)].identity { known[identity] = nil }
    slots[Int(slot)].object = nil
    slots[Int(slot)].identity = nil
    slots[Int(slot)].generation += 1
    free.append(slot)
    LiveCounts.add(-1, to: LiveCounts.slots)
  }

  func removeAll() {
    let live = slots.count { $0.object != nil }
    slots = []
    free = []
    known = [:]
    LiveCounts.add(-live, to: LiveCounts.slots)
  }
}
