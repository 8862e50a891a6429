import CLuaShim

/// A walk through all that scripts have made, from roots, in order of reach, that hashes what it meets.
///
/// What scripts hold of the host's classes is named by ``LuaClass/canonicalName``, and given back by ``next()`` to be
/// described by whoever owns it. Two hosts in which the same was made have the same hash, whatever was thrown away on the
/// way, and in whatever process. Walking changes nothing.
package final class LuaHeapWalk {
  /// Something the embedder named, whose description is wanted.
  package struct Thing {
    package let kind: Int
    package let id: Int
    let object: UnsafeRawPointer?
  }

  /// Kinds from here on are objects of classes without names: the class is the rest, the id a slot.
  package static let firstClassKind = 1024

  private let host: LuaHost
  private let walk: OpaquePointer

  /// - Throws: `LuaError` where Lua is another than the walk knows, or the host is closed.
  package init(of host: LuaHost) throws(LuaError) {
    guard let handle = host.handle else { throw .closed }
    guard ms_walk_check() != 0 else { throw LuaError("this release of Lua keeps its state in another way") }
    let context = Unmanaged.passUnretained(host).toOpaque()
    var names = ms_walk_names()
    names.object = { context, classID, slot, generation in
      guard let context else { return ms_walk_key(UInt32(LuaHeapWalk.firstClassKind) + classID, UInt64(slot)) }
      let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
      return host.canonicalKey(classID, slot, generation)
    }
    names.function = { _, box in
      guard let box else { return 0 }
      return Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().canonicalName
    }
    let walk = ms_walk_create(handle, context, &names)
    guard let walk else { throw LuaError(.memory, "not enough memory") }
    self.host = host
    self.walk = walk
  }

  deinit { ms_walk_destroy(walk) }

  /// Begins anew.
  package func begin() { ms_walk_begin(walk) }

  package func add(_ word: UInt64) { ms_hash_add(ms_walk_hash(walk), word) }
  package func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  /// Adds something that is named; it will be asked for by ``next()``.
  ///
  /// - Returns: its number in order of reach.
  @discardableResult
  package func refer(_ kind: Int, _ id: Int) -> Int {
    Int(ms_walk_refer(walk, UInt32(kind), UInt64(bitPattern: Int64(id)) & 0xFFFF_FFFF_FFFF))
  }

  /// Adds words, and what is named among them: each is a kind, 0 for a plain word, and bits, laid out as C's `ms_word`.
  package func add(words: UnsafeRawBufferPointer) {
    let stride = MemoryLayout<ms_word>.stride
    ms_walk_words(walk, words.baseAddress?.assumingMemoryBound(to: ms_word.self), words.count / stride)
  }

  /// Adds the value on top of the frame's stack, and leaves it there.
  package func addTop(of frame: LuaFrame) { ms_walk_top(walk, frame.L) }

  /// Adds what the object on top of the frame's stack carries.
  package func addUserValueOfTop(of frame: LuaFrame) {
    guard let object = ms_walk_object_on_top(frame.L) else { return add(0) }
    ms_walk_user_value(walk, object)
  }

  /// Adds what an object carries, where one was met.
  package func addUserValue(of thing: Thing) {
    if let object = thing.object { ms_walk_user_value(walk, object) }
  }

  package func addGlobals() { ms_walk_globals(walk) }
  package func addRandomState() { ms_walk_random(walk) }

  /// Adds a suspended flow with its stack.
  package func add(_ flow: LuaFlow) {
    guard let thread = host.thread(of: flow) else { return add(0) }
    ms_walk_thread(walk, thread)
  }

  /// Goes on with what was met, up to the next thing that has a name; nil at the end.
  package func next() -> Thing? {
    var key: UInt64 = 0
    var object: UnsafeRawPointer?
    guard ms_walk_next(walk, &key, &object) != 0 else { return nil }
    let bits = key >> 1
    return Thing(kind: Int(bits >> 48), id: Int(bits & 0xFFFF_FFFF_FFFF), object: object)
  }

  /// The hash of all that was added.
  package var hash: (high: UInt64, low: UInt64) {
    let hash = ms_walk_hash(walk).pointee
    return (hash.high, hash.low)
  }

  /// The object of a class without names.
  package func object<O>(_ thing: Thing, as c: LuaClass<O>) -> O? {
    guard let store = host.store(of: c), thing.kind == Self.firstClassKind + Int(store.classID) else { return nil }
    return store.object(slot: UInt32(thing.id), generation: store.generation(of: UInt32(thing.id)))
  }
}

/// What tells a script how it got where it is, and is the same in no two ways to one state.
package struct LuaHistory: OptionSet, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let random = LuaHistory(rawValue: Int32(MS_HISTORY_RANDOM))
  /// The serials in the text of tables, functions and objects.
  package static let serials = LuaHistory(rawValue: Int32(MS_HISTORY_SERIALS))
  package static let memory = LuaHistory(rawValue: Int32(MS_HISTORY_MEMORY))
}

extension LuaHost {
  /// Whether it is noted what scripts read of their history.
  package var watchesHistory: Bool {
    get { handle.map { $0.pointee.watches_history != 0 } ?? false }
    set { handle?.pointee.watches_history = newValue ? 1 : 0 }
  }

  /// What scripts read while it was watched, and where the first of it was.
  package var historyRead: (what: LuaHistory, site: LuaError.Site?) {
    guard let handle, handle.pointee.history != 0 else { return ([], nil) }
    let line = Int(handle.pointee.history_site.line)
    let chunk = withUnsafePointer(to: &handle.pointee.history_site.chunk) { tuple in
      tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    return (LuaHistory(rawValue: handle.pointee.history), line > 0 ? LuaError.Site(chunk: chunk, line: line) : nil)
  }

  /// How many objects of all kinds were made.
  package var serialCount: UInt64 {
    guard let handle else { return 0 }
    return withUnsafeBytes(of: handle.pointee.serials) { bytes in
      bytes.bindMemory(to: UInt64.self).reduce(0, &+)
    }
  }

  /// What is there now is the same in every host of its kind, and no script changes it.
  package func noteBuiltins() {
    if let handle { ms_note_builtins(handle) }
  }

  fileprivate func canonicalKey(_ classID: UInt32, _ slot: UInt32, _ generation: UInt32) -> UInt64 {
    let index = Int(classID)
    if stores.indices.contains(index), let name = stores[index].canonicalName(slot: slot, generation: generation) {
      return ms_walk_key(UInt32(name.kind), UInt64(name.id))
    }
    return ms_walk_key(UInt32(LuaHeapWalk.firstClassKind) + classID, UInt64(slot))
  }
}
