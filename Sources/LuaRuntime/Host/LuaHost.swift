import CLuaShim

/// A sandboxed, deterministic, bounded Lua state.
///
/// A host is synchronous and belongs to one thread at a time. Scripts reach only what the host gives them; what one
/// does depends only on its text, the options' seed and the host's answers. Host functions may throw, and may call back
/// into Lua; Lua's errors never jump over a Swift frame.
///
/// ```swift
/// let host = try LuaHost()
/// host.define("double") { (n: Int) in n * 2 }
/// let main = try host.load(LuaChunk(name: "main.lua", source: "return double(21)"))
/// let answer: Int = try host.call(main)
/// ```
public final class LuaHost {
  @exclusivity(unchecked) var handle: UnsafeMutablePointer<ms_host>?
  let link = HostLink()
  /// Tells the host from every other in the process.
  let id = LiveCounts.nextHostID()
  let interruptFlag = LuaInterrupt()
  let modules: (any LuaModuleSource)?
  /// Which libraries scripts find.
  public let libraries: LuaLibraries

  var boxes: [Unmanaged<FunctionBox>] = []
  @exclusivity(unchecked) var stores: [any SlotStore] = []
  @exclusivity(unchecked) var storeIndex: [ObjectIdentifier: Int] = [:]
  var errorClass: LuaClass<LuaError>?

  /// Counts functions, snapshots and restores: what orders births and ends.
  @exclusivity(unchecked) var time: UInt64 = 0
  @exclusivity(unchecked) var validBirths = Births()
  /// References of functions that ended while there were snapshots, and when.
  @exclusivity(unchecked) var released: [(reference: HeldReference, time: UInt64)] = []
  /// References to give up before Lua runs next.
  @exclusivity(unchecked) var overdue: [HeldReference] = []

  @exclusivity(unchecked) var flowTable: Int32 = 0
  @exclusivity(unchecked) var flowCount: UInt64 = 0

  /// Errors given to Lua as text, so that an unchanged text gets its error back. The newest last.
  @exclusivity(unchecked) var raised: [LuaError] = []
  /// The chunk of the place that was asked for last, which is `last_place` of the C side.
  var lastChunk = ""
  @exclusivity(unchecked) var origin: ErrorOrigin?
  /// The names of chunks as Lua writes them in messages.
  var chunkNames: [String: String] = [:]
  var isClosing = false

  /// Gets the text of each `print`, tab-joined, without a newline.
  public var printer: (String) -> Void = { _ in }
  /// Gets each message of the script's `warn`.
  public var warner: (String) -> Void = { _ in }
  var pendingWarning = ""
  /// The time that the script's `os` library shows, in milliseconds.
  public var clock: () -> Int = { 0 }

  /// Creates a host and opens its libraries.
  ///
  /// - Throws: `LuaError` of kind `memory` when the system gives no memory.
  public init(_ options: LuaOptions = LuaOptions()) throws(LuaError) {
    modules = options.modules
    libraries = options.libraries
    let isStock = options.libraries == .stock
    var limits = options.limits.native(isStock: isStock)
    guard let handle = ms_host_create(&limits, options.seed, interruptFlag.flag, isStock ? 1 : 0) else {
      throw LuaError(.memory, "no memory for a Lua state")
    }
    self.handle = handle
    LiveCounts.add(1, to: LiveCounts.hosts)
    LiveCounts.add(1, to: LiveCounts.regions)
    handle.pointee.id = id
    handle.pointee.first_births = .max
    handle.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    handle.pointee.calls = hostCallbacks
    ms_host_open(handle)
    let L = handle.pointee.L
    ms_push_table(L, 0, 0)
    flowTable = ms_ref(L)
    openRequire(handle)
    openErrors()
  }

  deinit { close() }

  /// Whether the host was closed.
  public var isClosed: Bool { handle == nil }

  /// The limits; a change of `fuel` or `wall` holds from the next outermost entry on.
  public var limits: LuaLimits {
    get { handle.map { LuaLimits($0.pointee.limits) } ?? LuaLimits() }
    set {
      guard let handle else { return }
      var limits = newValue.native(isStock: libraries == .stock)
      // NB: the region's size was settled with the first limits.
      limits.memory = min(limits.memory, Int64((handle.pointee.region_bytes - (48 << 20)) / 2))
      handle.pointee.limits = limits
    }
  }

  /// Bytes of live Lua heap.
  public var memoryInUse: Int { handle.map { Int($0.pointee.used) } ?? 0 }

  /// Counts memory that a script causes outside of Lua towards `limits.memory`, or takes it off again.
  ///
  /// - Parameter bytes: How many more bytes there are; negative for fewer.
  /// - Throws: `LuaError` of kind `memory` when there would be too many; nothing is counted then.
  public func charge(externalBytes bytes: Int) throws(LuaError) {
    guard let handle else { throw .closed }
    let total = Int64(clamping: max(0, Int(handle.pointee.external) + bytes))
    if bytes > 0, handle.pointee.used + total > handle.pointee.limits.memory {
      handle.pointee.refusals += 1
      throw LuaError(.memory, "not enough memory")
    }
    handle.pointee.external = total
  }

  /// Whether strings are hashed as in every other process; without that, the borders of tables with holes, the memory in
  /// use and the fuel that growing tables cost may differ from one host to the next.
  var hashesAlike: Bool { handle.map { $0.pointee.knows_seed != 0 } ?? false }

  /// Ends what is running, or else the next entry; see `LuaInterrupt`.
  public func interrupt() { interruptFlag.interrupt() }

  /// A token that ends what is running from another thread or a signal handler.
  public var interruptToken: LuaInterrupt { interruptFlag }

  /// Collects all garbage now. Objects whose Lua values are gone are released before this returns.
  public func collectGarbage() { collectGarbage(growth: 0) }

  /// Collects all garbage now, and lets the next collection, that one alone, begin later than usual.
  ///
  /// - Parameter growth: when it begins: once so many times as much memory as is left is in use; 0 for Lua's own setting.
  package func collectGarbage(growth: Int32) {
    guard let handle else { return }
    drain()
    ms_collect(handle, growth)
    drain()
  }

  /// Ends the running entries with a limit's error, which no protected call of the script can swallow: for a host
  /// function that spent a limit on its caller's behalf.
  public func exhaust(_ kind: LuaError.Kind) {
    guard let handle, handle.pointee.entries > 0 else { return }
    let code =
      switch kind {
      case .time: MS_EXPIRED_TIME
      case .memory: MS_EXPIRED_MEMORY
      case .interrupted: MS_EXPIRED_INTERRUPT
      default: MS_EXPIRED_FUEL
      }
    ms_expire(handle.pointee.current, Int32(code))
  }

  /// Closes the host: flows are cancelled, the youngest first, then all Lua values are gone and all objects released.
  ///
  /// While Lua runs, this only takes note, and the host closes when the outermost entry returns. Everything later
  /// throws errors of kind `closed`.
  public func close() {
    guard let handle else { return }
    if handle.pointee.entries > 0 {
      isClosing = true
      return
    }
    for flow in liveFlows().reversed() { cancel(flow) }
    // NB: a stock host runs the script's finalisers here, which may print.
    ms_host_destroy(handle)
    self.handle = nil
    link.close()
    LiveCounts.add(-1, to: LiveCounts.regions)
    for store in stores { store.removeAll() }
    stores = []
    storeIndex = [:]
    for box in boxes { box.release() }
    boxes = []
    errorClass = nil
    raised = []
    origin = nil
    LiveCounts.add(-1, to: LiveCounts.hosts)
  }

  /// How many hosts, function boxes, object slots and regions exist in the process: for tests of leaks.
  public static func liveCounts() -> (hosts: Int, boxes: Int, slots: Int, regions: Int) {
    (
      LiveCounts.hosts.load(ordering: .relaxed), LiveCounts.boxes.load(ordering: .relaxed),
      LiveCounts.slots.load(ordering: .relaxed), LiveCounts.regions.load(ordering: .relaxed)
    )
  }
}

extension LuaLimits {
  func native(isStock: Bool) -> ms_limits {
    let wall = wall.map { Int64($0.components.seconds) * 1000 + $0.components.attoseconds / 1_000_000_000_000_000 }
    return ms_limits(
      memory: Int64(max(memory, 0)), max_block: Int64(max(isStock ? memory : maxBlock, 0)),
      depth: Int32(clamping: cDepth), fuel: max(fuel, 0), wall_ms: wall ?? -1)
  }

  init(_ native: ms_limits) {
    self.init(
      memory: Int(native.memory), maxBlock: Int(native.max_block), cDepth: Int(native.depth), fuel: native.fuel,
      wall: native.wall_ms < 0 ? nil : .milliseconds(native.wall_ms))
  }
}
