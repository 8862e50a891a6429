import CLuaShim

extension LuaHost {
  /// Saves the present, to be restored any number of times, in any order with other points.
  ///
  /// A suspended flow is part of it, and can so be resumed several times with different answers. Objects of value types
  /// are copied; a class whose objects Lua holds must say how they are saved (``LuaClass/save``).
  ///
  /// - Throws: `LuaError` when the host is closed, when Lua is running, when it has stock libraries, or, naming the
  ///   class, when there are objects that cannot be saved.
  /// - Complexity: O(*n*) in the heap that is used, by copying: some microseconds for a usual script.
  public func snapshot() throws(LuaError) -> LuaSnapshot {
    guard libraries != .stock else { throw LuaError("a host with stock libraries cannot be saved") }
    return try snapshotOfAnyLibraries()
  }

  /// As ``snapshot()``, of a host with stock libraries too.
  ///
  /// What these libraries keep outside of Lua, such as open files and loaded C libraries, is not part of it: whoever
  /// restores knows that nothing of that kind changed since.
  ///
  /// - Parameter near: a snapshot of which only what differs is kept, where that is little: less memory for points that
  ///   lie near each other. The other one, or what it is near itself, is kept as long.
  package func snapshotOfAnyLibraries(near: LuaSnapshot? = nil) throws(LuaError) -> LuaSnapshot {
    guard let handle else { throw .closed }
    guard handle.pointee.entries == 0, handle.pointee.depth == 0 else {
      throw LuaError("a host can only be saved when Lua is not running")
    }
    drain()
    var saved: [any SavedSlots] = []
    saved.reserveCapacity(stores.count)
    for store in stores { saved.append(try store.save()) }
    time += 1
    return LuaSnapshot(of: self, handle, stores: saved, near: near)
  }

  /// Returns to a saved point. What was made since is gone: its functions are errors of kind `closed`, its flows are
  /// finished. Limits, `countsLines`, what was counted and the host's closures stay as they are.
  ///
  /// - Throws: `LuaError` when the host is closed, when Lua is running, or when the snapshot is another host's.
  /// - Complexity: As of `snapshot()`.
  public func restore(_ snapshot: LuaSnapshot) throws(LuaError) {
    guard let handle else { throw .closed }
    guard snapshot.hostID == id else { throw LuaError("the snapshot is of another host") }
    guard handle.pointee.entries == 0, handle.pointee.depth == 0 else {
      throw LuaError("a host can only be restored when Lua is not running")
    }
    noteReleases()
    snapshot.restore(to: handle)
    for (index, store) in stores.enumerated() {
      if index < snapshot.stores.count { store.restore(snapshot.stores[index]) } else { store.forget() }
    }
    time += 1
    setBirths(snapshot.births.resumed(after: time), handle)
    flowCount = snapshot.flowCount
    raised = snapshot.raised
    origin = nil
    pendingWarning = ""
    // Functions that ended after the point was saved have their references back, and nobody to give them up again.
    guard !released.isEmpty || !overdue.isEmpty else { return }
    overdue = released.filter { $0.time > snapshot.time && snapshot.births.contains($0.reference.birth) }
      .map(\.reference)
    if !overdue.isEmpty { link.wake() }
  }

  /// What the Lua that runs says of itself, its release included: chunks that were compiled by another are not for it.
  package static let identity = String(cString: ms_lua_identity())
  /// How often the process loaded a shared library: what a script with stock libraries may have done outside of Lua.
  package static var libraryLoads: UInt64 { ms_library_loads() }
  /// Whether processes run that a script started; those whose parents are gone count from ``adoptOrphans()`` on.
  package static var hasChildren: Bool { ms_has_children() != 0 }
  /// The same, without letting go of those that have ended: the script may wait for them.
  package static var childrenRun: Bool { ms_children_run() != 0 }
  package static func adoptOrphans() { ms_adopt_orphans() }

  /// Lets the numbers by which objects are named go on from one that has not been reached: what was made before, and how
  /// much of it, then makes no difference to them.
  package func numberObjects(from first: Int) {
    if let handle { ms_number_objects(handle, UInt64(first)) }
  }

  /// Does the same, and numbers what is made when a script first uses it apart from now on: objects then have the same names
  /// whoever used it first.
  package func numberObjects(apartFrom first: Int) {
    if let handle { ms_keep_apart(handle, UInt64(first)) }
  }

  /// Makes something that is made when it is first used.
  package func numberApart<Made>(_ make: () -> Made) -> Made {
    numberApart(begins: true)
    defer { numberApart(begins: false) }
    return make()
  }

  package func numberApart(begins: Bool) {
    if let handle { ms_number_apart(handle, begins ? 1 : 0) }
  }

  /// Where the numbers of objects stand.
  package struct ObjectNumbers {
    fileprivate let bytes: [UInt8]
  }

  package var objectNumbers: ObjectNumbers {
    get { ObjectNumbers(bytes: handle.map { withUnsafeBytes(of: $0.pointee.serials) { Array($0) } } ?? []) }
    set {
      guard let handle else { return }
      withUnsafeMutableBytes(of: &handle.pointee.serials) { $0.copyBytes(from: newValue.bytes) }
    }
  }

  /// The same from a number that may have been passed, where the caller knows that it is free.
  package func renumberObjects(from first: Int) {
    objectNumbers = ObjectNumbers(bytes: Array(repeating: 0, count: objectNumbers.bytes.count))
    numberObjects(from: first)
  }

  /// Whether the heap is byte for byte what a snapshot holds.
  func equals(_ snapshot: LuaSnapshot) -> Bool {
    guard let handle, snapshot.base == nil else { return false }
    return ms_snapshot_equals(handle, snapshot.heap, snapshot.byteCount) != 0
  }

  private func setBirths(_ births: Births, _ handle: UnsafeMutablePointer<ms_host>) {
    validBirths = births
    handle.pointee.first_births = births.first
    handle.pointee.later_births = births.last
  }

  /// Takes references that ended out of the queue, and remembers them while a snapshot may bring them back.
  func noteReleases() {
    time += 1
    if link.snapshots.load(ordering: .relaxed) == 0, !released.isEmpty { released = [] }
    guard link.isPending else { return }
    let taken = link.take().filter { validBirths.contains($0.birth) }
    overdue += taken
    if link.snapshots.load(ordering: .relaxed) > 0 { released += taken.map { (reference: $0, time: time) } }
  }

  /// Gives up the references of functions that ended.
  func giveUpReferences(_ handle: UnsafeMutablePointer<ms_host>) {
    noteReleases()
    for reference in overdue { ms_unref(handle.pointee.L, reference.ref) }
    overdue = []
  }
}
