public import CLuaShim

extension LuaHost {
  /// Makes a class known; needed before its first object, and harmless a second time.
  public func register<O>(_ c: LuaClass<O>) {
    guard handle != nil else { return }
    let store = store(of: c) ?? addStore(of: c)
    guard !store.isRegistered else { return }
    let boxes = store.classBoxes ?? makeBoxes(of: c, store)
    store.classBoxes = boxes
    withFrame { frame in
      numberApart {
        // Both fill when fields are first used: see `missing`.
        frame.newTable()
        frame.newTable()
        store.register(ms_class_create(frame.L, c.name, boxes.missing, boxes.call, boxes.describe))
      }
    }
  }

  private func addStore<O>(of c: LuaClass<O>) -> SlotTable<O> {
    let store = SlotTable<O>(className: c.name, classID: UInt32(stores.count))
    storeIndex[ObjectIdentifier(c)] = stores.count
    stores.append(store)
    store.owner = c
    return store
  }

  private func makeBoxes<O>(of c: LuaClass<O>, _ store: SlotTable<O>) -> ClassBoxes {
    // NB: keeps the class alive, since its address is the key.
    let missing = FunctionBox(name: c.name, style: .method) { frame in
      let object = try store.object(in: frame, at: 1)
      let isWrite = frame.bool(at: 3) == true
      if frame.type(at: 2) == .string, let name = frame.string(at: 2),
        let accessors = frame.host.accessors(name, of: c, store),
        frame.host.numberApart({ accessors.push(isWrite: isWrite, on: frame) })
      {
        return 1
      }
      throw c.missingError(object, frame.keyText(at: 2), isWrite: isWrite)
    }
    let call = c.call.map { body in
      FunctionBox(name: c.name, style: .method) { frame in
        try body(try store.object(in: frame, at: 1), frame).native(frame)
      }
    }
    let describe = c.describe.map { body in
      FunctionBox(name: "tostring", style: .method) { frame in
        frame.push(string: body(try store.object(in: frame, at: 1)))
        return 1
      }
    }
    return ClassBoxes(
      missing: pointer(to: missing), call: call.map { pointer(to: $0) }, describe: describe.map { pointer(to: $0) })
  }

  /// What Lua keeps of a field; nil when there is none of that name. Made once in a host, whatever is restored.
  private func accessors<O>(_ name: String, of c: LuaClass<O>, _ store: SlotTable<O>) -> Accessors? {
    if let known = store.accessors[name] { return known }
    let made: Accessors
    switch c.field(name) {
    case nil: return nil
    case .method(let part):
      made = .function(pointer(to: FunctionBox(name: name, style: .method, body: part(store))))
    case .function(let fullName, let body):
      made = .function(pointer(to: FunctionBox(name: fullName, body: body)))
    case .property(let get, let set):
      made = .property(
        get: pointer(to: FunctionBox(name: name, style: .getter, body: get(store))),
        set: set.map { pointer(to: FunctionBox(name: name, style: .setter, body: $0(store))) })
    }
    store.accessors[name] = made
    return made
  }

  func store<O>(of c: LuaClass<O>) -> SlotTable<O>? {
    if let known = c.known.pointee.table, c.known.pointee.hostID == id { return known }
    guard let index = storeIndex[ObjectIdentifier(c)], let store = stores[index] as? SlotTable<O> else { return nil }
    c.known.pointee.table = store
    c.known.pointee.hostID = id
    return store
  }

  /// Releases an object although Lua may hold it: using it there is an error that names the class.
  public func invalidate<O>(_ object: O, as c: LuaClass<O>) {
    guard let store = store(of: c), let slot = store.find(c.identify(object)) else { return }
    store.release(slot: slot, generation: store.generation(of: slot))
  }

  func className(of frame: LuaFrame, at i: Int) -> String? {
    guard let object = ms_object_at(frame.L, frame.at(i)) else { return nil }
    let index = Int(UInt32(truncatingIfNeeded: object.pointee.tag))
    return stores.indices.contains(index) ? stores[index].className : nil
  }
}

/// The host functions of a class as a whole.
struct ClassBoxes {
  let missing: UnsafeMutableRawPointer
  let call: UnsafeMutableRawPointer?
  let describe: UnsafeMutableRawPointer?
}

/// The host functions of one field.
enum Accessors {
  /// A method, or a function of a namespace: one Lua value.
  case function(UnsafeMutableRawPointer)
  case property(get: UnsafeMutableRawPointer, set: UnsafeMutableRawPointer?)

  /// Pushes what Lua is to keep for reading or writing the field; false when it is not written.
  func push(isWrite: Bool, on frame: LuaFrame) -> Bool {
    frame.reserve()
    switch self {
    case .function(let box):
      if isWrite { return false }
      ms_push_function(frame.L, box)
    case .property(let get, let set):
      guard let box = isWrite ? set : get else { return false }
      lua_pushlightuserdata(frame.L, box)
    }
    return true
  }
}

extension LuaFrame {
  /// What a key is called in messages.
  fileprivate func keyText(at i: Int) -> String {
    switch type(at: i) {
    case .string: string(at: i) ?? ""
    case .number, .bool: value(at: i).description
    default: typeName(at: i)
    }
  }

  /// The object at an index.
  ///
  /// - Throws: An argument error when it is none of this class, or an error saying that it is no longer alive.
  @inlinable
  public func object<O>(_ c: LuaClass<O>, at i: Int) throws(LuaError) -> O {
    guard let table = table(of: c) else { throw argumentError(i, wanted: c.name) }
    return try table.object(in: self, at: at(i))
  }

  /// The object at an index, or `nil` when it is no live one of this class.
  @inlinable
  @inline(__always)
  public func objectIfMatching<O>(_ c: LuaClass<O>, at i: Int) -> O? {
    guard let table = table(of: c), let found = ms_tagged_object(L, at(i), table.tag),
      found.pointee.slot < table.slots.pointee.count
    else { return nil }
    let slot = Int(found.pointee.slot)
    return table.slots.pointee.generations[slot] == found.pointee.generation ? table.slots.pointee.objects[slot] : nil
  }

  /// Pushes an object: the same object is the same Lua value as long as Lua holds it.
  @inlinable
  @inline(__always)
  public func push<O>(_ object: O, as c: LuaClass<O>) {
    reserve()
    pushInRoom(object, as: c)
  }

  /// Pushes an object where there is known to be room.
  @inlinable
  @inline(__always)
  func pushInRoom<O>(_ object: O, as c: LuaClass<O>) {
    let address = c.address(of: object)
    if address != 0, let table = table(of: c), let slot = table.addresses.slot(of: address) {
      let generation = table.slots.pointee.generations[Int(slot)]
      if ms_push_live_object(L, table.slots.pointee.native.live, slot, generation) != 0 { return }
    }
    pushFirst(object, as: c)
  }

  /// Pushes an object that Lua has; where it has not, nothing.
  package func pushIfKnown<O>(_ object: O, as c: LuaClass<O>) -> Bool {
    guard let store = host.store(of: c), store.isRegistered, let slot = store.find(c.identify(object)) else {
      return false
    }
    reserve()
    return ms_push_live_object(L, store.slots.pointee.native.live, slot, store.generation(of: slot)) != 0
  }

  @inlinable
  @inline(__always)
  func table<O>(of c: LuaClass<O>) -> SlotTable<O>? {
    if c.known.pointee.hostID == ms_host_of(L).pointee.id { return c.known.pointee.table }
    return findTable(of: c)
  }

  @usableFromInline
  func findTable<O>(of c: LuaClass<O>) -> SlotTable<O>? { host.store(of: c) }

  @usableFromInline
  func pushFirst<O>(_ object: O, as c: LuaClass<O>) {
    let host = host
    if host.store(of: c)?.isRegistered != true { host.register(c) }
    guard let store = host.store(of: c) else { return pushNil() }
    let identity = c.identify(object)
    let slot: UInt32
    if let known = store.find(identity) {
      slot = known
      if ms_push_live_object(L, store.slots.pointee.native.live, slot, store.generation(of: slot)) != 0 { return }
      store.renew(slot)
    } else {
      slot = store.insert(object, identity: identity)
    }
    ms_push_object(L, store.slots.pointee.native, store.tag, slot, store.generation(of: slot))
  }
}
