import CLuaShim

extension LuaHost {
  /// Makes a class known; needed before its first object, and harmless a second time.
  public func register<O>(_ c: LuaClass<O>) {
    guard handle != nil, storeIndex[ObjectIdentifier(c)] == nil else { return }
    let store = SlotTable<O>(className: c.name, classID: UInt32(stores.count))
    storeIndex[ObjectIdentifier(c)] = stores.count
    stores.append(store)
    // NB: keeps the class alive, since its address is the key.
    let keep = FunctionBox(name: c.name, style: .method) { frame in
      let object = try frame.object(in: store, at: 1)
      throw c.missingError(object, frame.string(at: 2) ?? frame.typeName(at: 2), isWrite: frame.bool(at: 3) == true)
    }
    withFrame { frame in
      frame.newTable(fields: c.fields.count)
      frame.newTable(fields: c.fields.count)
      for (name, field) in c.fields { add(field, name, of: store, to: frame) }
      let call = c.call.map { body in method(store, c.name, body) }
      let describe = c.describe.map { body in
        method(store, "tostring") { object, frame in
          frame.push(string: body(object))
          return .values(1)
        }
      }
      ms_class_create(
        frame.L, store.classID, c.name, pointer(to: keep), call.map { pointer(to: $0) },
        describe.map { pointer(to: $0) })
    }
  }

  private func add<O>(_ field: LuaClass<O>.Field, _ name: String, of store: SlotTable<O>, to frame: LuaFrame) {
    switch field {
    case .method(let body):
      ms_push_function(frame.L, pointer(to: method(store, name, body)))
      frame.rawSet(-3, key: name)
    case .property(let get, let set):
      let getter = FunctionBox(name: name, style: .getter) { frame in try get(try frame.object(in: store, at: 1), frame)
      }
      frame.reserve()
      lua_pushlightuserdata(frame.L, pointer(to: getter))
      frame.rawSet(-3, key: name)
      guard let set else { return }
      let setter = FunctionBox(name: name, style: .setter) { frame in
        try set(try frame.object(in: store, at: 2), frame)
        return .values(0)
      }
      lua_pushlightuserdata(frame.L, pointer(to: setter))
      frame.rawSet(-2, key: name)
    }
  }

  private func method<O>(
    _ store: SlotTable<O>, _ name: String, _ body: @escaping (O, LuaFrame) throws -> LuaReturn
  ) -> FunctionBox {
    FunctionBox(name: name, style: .method) { frame in try body(try frame.object(in: store, at: 1), frame) }
  }

  func store<O>(of c: LuaClass<O>) -> SlotTable<O>? {
    if let known = c.lastStore, known.link === link { return known.store }
    guard let index = storeIndex[ObjectIdentifier(c)], let store = stores[index] as? SlotTable<O> else { return nil }
    c.lastStore = (link, store)
    return store
  }

  /// Releases an object although Lua may hold it: using it there is an error that names the class.
  public func invalidate<O>(_ object: O, as c: LuaClass<O>) {
    guard let store = store(of: c), let place = store.find(c.identify(object)) else { return }
    store.release(slot: place.slot, generation: place.generation)
  }

  func className(of frame: LuaFrame, at i: Int) -> String? {
    guard let object = ms_object_at(frame.L, frame.at(i)) else { return nil }
    let index = Int(object.pointee.class_id)
    return stores.indices.contains(index) ? stores[index].className : nil
  }
}

extension LuaFrame {
  /// The object at an index.
  ///
  /// - Throws: An argument error when it is none of this class, or an error saying that it is no longer alive.
  public func object<O>(_ c: LuaClass<O>, at i: Int) throws(LuaError) -> O {
    guard let store = host.store(of: c) else { throw argumentError(i, wanted: c.name) }
    return try object(in: store, at: i)
  }

  func object<O>(in store: SlotTable<O>, at i: Int) throws(LuaError) -> O {
    guard type(at: i) != .none, let found = ms_object_at(L, at(i)), found.pointee.class_id == store.classID else {
      throw argumentError(i, wanted: store.className)
    }
    guard let object = store.object(slot: found.pointee.slot, generation: found.pointee.generation) else {
      throw LuaError("\(store.className) is no longer alive")
    }
    return object
  }

  /// The object at an index, or `nil` when it is no live one of this class.
  public func objectIfMatching<O>(_ c: LuaClass<O>, at i: Int) -> O? {
    guard type(at: i) == .userdata, let store = host.store(of: c), let found = ms_object_at(L, at(i)),
      found.pointee.class_id == store.classID
    else { return nil }
    return store.object(slot: found.pointee.slot, generation: found.pointee.generation)
  }

  /// Pushes an object: the same object is the same Lua value as long as Lua holds it.
  public func push<O>(_ object: O, as c: LuaClass<O>) {
    let host = host
    host.register(c)
    guard let store = host.store(of: c) else { return pushNil() }
    let identity = c.identify(object)
    if let place = store.find(identity) {
      if ms_push_live_object(L, store.classID, place.slot, place.generation) != 0 { return }
      ms_push_object(L, store.classID, place.slot, store.renew(place.slot))
    } else {
      let place = store.insert(object, identity: identity)
      ms_push_object(L, store.classID, place.slot, place.generation)
    }
  }
}
