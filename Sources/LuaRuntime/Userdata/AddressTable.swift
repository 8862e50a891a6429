/// What tells an object from others of its class.
enum ObjectIdentity {
  case none
  case address(UInt)
  case value(AnyHashable)

  /// What stands for a number in a table of addresses: neighbours are as far apart as objects are, and only the least
  /// number of all is 0, which is no address.
  static func address(of number: Int) -> UInt {
    let positive = UInt(bitPattern: number) ^ 1 << 63
    return positive << 4 | positive >> 60
  }
}

/// A map from the addresses of objects to their slots: open addressing with linear probing, since it is asked whenever
/// an object is pushed.
@usableFromInline
final class AddressTable {
  @frozen
  @usableFromInline
  struct Entry {
    @usableFromInline var address: UInt
    @usableFromInline var slot: UInt32
  }

  @frozen
  @usableFromInline
  struct Entries {
    @usableFromInline var start: UnsafeMutablePointer<Entry>
    @usableFromInline var mask: UInt
    var count = 0
  }

  /// NB: behind a pointer, so that a look is no access to a class that has to be checked.
  @usableFromInline let entries: UnsafeMutablePointer<Entries>

  init() {
    entries = .allocate(capacity: 1)
    entries.initialize(to: Entries(start: Self.empty(8), mask: 7))
  }

  deinit {
    entries.pointee.start.deallocate()
    entries.deallocate()
  }

  private static func empty(_ room: Int) -> UnsafeMutablePointer<Entry> {
    let start = UnsafeMutablePointer<Entry>.allocate(capacity: room)
    start.initialize(repeating: Entry(address: 0, slot: 0), count: room)
    return start
  }

  @inlinable
  func home(of address: UInt) -> UInt { ((address >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 32 & entries.pointee.mask }

  /// The slot of the object at an address.
  @inlinable
  func slot(of address: UInt) -> UInt32? {
    var place = home(of: address)
    while true {
      let entry = entries.pointee.start[Int(bitPattern: place)]
      if entry.address == address { return entry.slot }
      if entry.address == 0 { return nil }
      place = (place &+ 1) & entries.pointee.mask
    }
  }

  /// - Precondition: The address is not there.
  func insert(_ address: UInt, slot: UInt32) {
    if UInt(entries.pointee.count + 1) * 2 > entries.pointee.mask { grow() }
    place(Entry(address: address, slot: slot))
    entries.pointee.count += 1
  }

  private func place(_ entry: Entry) {
    var place = home(of: entry.address)
    while entries.pointee.start[Int(place)].address != 0 { place = (place &+ 1) & entries.pointee.mask }
    entries.pointee.start[Int(place)] = entry
  }

  private func grow() {
    let old = entries.pointee
    entries.pointee.mask = old.mask * 2 + 1
    entries.pointee.start = Self.empty(Int(entries.pointee.mask) + 1)
    for index in 0...Int(old.mask) where old.start[index].address != 0 { place(old.start[index]) }
    old.start.deallocate()
  }

  func remove(_ address: UInt) {
    let mask = entries.pointee.mask
    var hole = home(of: address)
    while entries.pointee.start[Int(hole)].address != address {
      guard entries.pointee.start[Int(hole)].address != 0 else { return }
      hole = (hole &+ 1) & mask
    }
    entries.pointee.count -= 1
    var next = (hole &+ 1) & mask
    // Moves later entries of the run into the hole when they may stand there.
    while entries.pointee.start[Int(next)].address != 0 {
      let entry = entries.pointee.start[Int(next)]
      let distance = (next &- home(of: entry.address)) & mask
      if distance >= (next &- hole) & mask {
        entries.pointee.start[Int(hole)] = entry
        hole = next
      }
      next = (next &+ 1) & mask
    }
    entries.pointee.start[Int(hole)] = Entry(address: 0, slot: 0)
  }

  func removeAll() {
    guard entries.pointee.count > 0 else { return }
    entries.pointee.start.deallocate()
    entries.pointee = Entries(start: Self.empty(8), mask: 7)
  }
}
