public import CLuaShim

/// The objects of a class that Lua can see. Lua holds only numbers: a slot, and the generation it was filled in.
protocol SlotStore: AnyObject {
  var className: String { get }
  func release(slot: UInt32, generation: UInt32)
  func removeAll()
  /// Saves the table, to be restored any number of times.
  ///
  /// - Throws: An error that names the class when its objects cannot be saved.
  func save() throws(LuaError) -> any SavedSlots
  func restore(_ saved: any SavedSlots)
  /// Forgets that the class was registered.
  func forget()
  /// What an object is called in a walk through the heap, if its class says so.
  func canonicalName(slot: UInt32, generation: UInt32) -> (kind: Int, id: Int)?
}

/// A saved table of slots.
protocol SavedSlots: AnyObject {
  /// The version of the table that was saved.
  var version: Int { get }
  /// Whether the class says how its objects are put back.
  var hasStates: Bool { get }
}

@usableFromInline
final class SlotTable<O>: SlotStore {
  @frozen
  @usableFromInline
  struct Slots {
    @usableFromInline var objects: UnsafeMutablePointer<O?>
    /// NB: apart, so that a look at one needs to know nothing of the objects' type.
    @usableFromInline var generations: UnsafeMutablePointer<UInt32>
    @usableFromInline var count: UInt32
    var room: UInt32
    /// Where Lua keeps the class; set when it is registered.
    @usableFromInline var native = ms_class()
  }

  let className: String
  let classID: UInt32
  @usableFromInline let tag: UInt64
  /// NB: behind a pointer, so that a look at a slot is no access to a class that has to be checked.
  @usableFromInline let slots: UnsafeMutablePointer<Slots>
  @exclusivity(unchecked) var identities: [ObjectIdentity] = []
  @exclusivity(unchecked) var free: [UInt32] = []
  @exclusivity(unchecked) var known: [AnyHashable: UInt32] = [:]
  /// Changes with every change of the slots, and is never used twice for different slots.
  @exclusivity(unchecked) var version = 0
  @exclusivity(unchecked) var versions = 0
  @exclusivity(unchecked) var lastSaved: Saved?
  @exclusivity(unchecked) weak var owner: LuaClass<O>?
  /// Outlive a restore, which takes away what Lua has of the class.
  @exclusivity(unchecked) var classBoxes: ClassBoxes?
  /// The host functions of the fields that scripts have used.
  var accessors: [String: Accessors] = [:]
  /// The slots of objects that are told apart by address.
  @usableFromInline let addresses = AddressTable()

  init(className: String, classID: UInt32) {
    self.className = className
    self.classID = classID
    tag = ms_tag(classID)
    slots = .allocate(capacity: 1)
    slots.initialize(
      to: Slots(objects: .allocate(capacity: 4), generations: .allocate(capacity: 4), count: 0, room: 4))
  }

  deinit {
    removeAll()
    slots.pointee.objects.deallocate()
    slots.pointee.generations.deallocate()
    slots.deallocate()
  }

  /// The object at an index of the running function's frame.
  @inlinable
  func object(in f: LuaFrame, at i: Int32) throws(LuaError) -> O {
    if let found = ms_tagged_object(f.L, i, tag), found.pointee.slot < slots.pointee.count {
      let slot = Int(found.pointee.slot)
      if slots.pointee.generations[slot] == found.pointee.generation, let object = slots.pointee.objects[slot] {
        return object
      }
    }
    throw refusal(f, i)
  }

  @usableFromInline
  func refusal(_ f: LuaFrame, _ i: Int32) -> LuaError {
    guard ms_tagged_object(f.L, i, tag) != nil else { return f.argumentError(Int(i), wanted: className) }
    return LuaError("\(className) is no longer alive")
  }

  func object(slot: UInt32, generation: UInt32) -> O? {
    guard slot < slots.pointee.count, slots.pointee.generations[Int(slot)] == generation else { return nil }
    return slots.pointee.objects[Int(slot)]
  }

  func canonicalName(slot: UInt32, generation: UInt32) -> (kind: Int, id: Int)? {
    guard let name = owner?.canonicalName, let object = object(slot: slot, generation: generation) else { return nil }
    return name(object)
  }

  func generation(of slot: UInt32) -> UInt32 { slots.pointee.generations[Int(slot)] }

  /// The slot an object of this identity is in.
  func find(_ identity: ObjectIdentity) -> UInt32? {
    switch identity {
    case .none: nil
    case .address(let address): addresses.slot(of: address)
    case .value(let value): known[value]
    }
  }

  func insert(_ object: O, identity: ObjectIdentity) -> UInt32 {
    changed()
    let slot = free.popLast() ?? append()
    slots.pointee.objects[Int(slot)] = object
    slots.pointee.generations[Int(slot)] += 1
    identities[Int(slot)] = identity
    switch identity {
    case .none: break
    case .address(let address): addresses.insert(address, slot: slot)
    case .value(let value): known[value] = slot
    }
    LiveCounts.add(1, to: LiveCounts.slots)
    return slot
  }

  private func append() -> UInt32 {
    reserve(Int(slots.pointee.count) + 1)
    let slot = slots.pointee.count
    (slots.pointee.objects + Int(slot)).initialize(to: nil)
    slots.pointee.generations[Int(slot)] = 0
    identities.append(.none)
    slots.pointee.count += 1
    return slot
  }

  /// Makes room for so many slots in all.
  func reserve(_ room: Int) {
    guard room > Int(slots.pointee.room) else { return }
    let count = Int(slots.pointee.count)
    let room = max(room, count * 2)
    slots.pointee.objects = Self.moved(slots.pointee.objects, count, room: room)
    slots.pointee.generations = Self.moved(slots.pointee.generations, count, room: room)
    slots.pointee.room = UInt32(room)
  }

  private static func moved<T>(_ old: UnsafeMutablePointer<T>, _ count: Int, room: Int) -> UnsafeMutablePointer<T> {
    let grown = UnsafeMutablePointer<T>.allocate(capacity: room)
    grown.moveInitialize(from: old, count: count)
    old.deallocate()
    return grown
  }

  /// Begins a new generation of a slot whose Lua value is gone but not yet finalised, so that the late finaliser finds
  /// nothing of its own.
  func renew(_ slot: UInt32) {
    changed()
    slots.pointee.generations[Int(slot)] += 1
  }

  /// Whether Lua knows the class.
  var isRegistered: Bool { slots.pointee.native.metatable != 0 }

  func register(_ native: ms_class) {
    changed()
    slots.pointee.native = native
  }

  func changed() {
    versions += 1
    version = versions
    lastSaved = nil
  }

  func release(slot: UInt32, generation: UInt32) {
    guard object(slot: slot, generation: generation) != nil else { return }
    changed()
    switch identities[Int(slot)] {
    case .none: break
    case .address(let address): addresses.remove(address)
    case .value(let value): known[value] = nil
    }
    identities[Int(slot)] = .none
    slots.pointee.objects[Int(slot)] = nil
    slots.pointee.generations[Int(slot)] += 1
    free.append(slot)
    LiveCounts.add(-1, to: LiveCounts.slots)
  }

  func removeAll() {
    lastSaved = nil
    let count = Int(slots.pointee.count)
    let live = (0..<count).count { slots.pointee.objects[$0] != nil }
    slots.pointee.count = 0
    slots.pointee.objects.deinitialize(count: count)
    identities = []
    free = []
    known = [:]
    addresses.removeAll()
    LiveCounts.add(-live, to: LiveCounts.slots)
  }
}
