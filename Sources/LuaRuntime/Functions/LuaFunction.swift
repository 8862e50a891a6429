public import CLuaShim
import Synchronization

/// A Lua function held by Swift.
///
/// It stays valid until its host closes, or is restored to a snapshot that is older than the function; after that, every
/// use fails with an error of kind `closed`.
public final class LuaFunction {
  @usableFromInline let ref: Int32
  /// The host's, in the process.
  @usableFromInline let hostID: UInt64
  /// When it was made, counted in the host's functions and snapshots.
  @usableFromInline let birth: UInt64
  let link: HostLink

  init(ref: Int32, hostID: UInt64, birth: UInt64, link: HostLink) {
    self.ref = ref
    self.hostID = hostID
    self.birth = birth
    self.link = link
  }

  deinit { link.release(HeldReference(ref: ref, birth: birth)) }

  /// Whether the host has it: it was not made after a point that the host has been restored to.
  @inlinable
  func isValid(in host: UnsafeMutablePointer<ms_host>) -> Bool {
    guard hostID == host.pointee.id else { return false }
    return birth <= host.pointee.first_births || birth >= host.pointee.later_births || isKnown(host)
  }

  @usableFromInline
  func isKnown(_ host: UnsafeMutablePointer<ms_host>) -> Bool {
    Unmanaged<LuaHost>.fromOpaque(host.pointee.context).takeUnretainedValue().validBirths.contains(birth)
  }
}

extension LuaFunction: LuaEncodable, LuaDecodable {
  /// Pushes the function; `nil` when it belongs to another host or to a closed one.
  @inlinable
  public func push(to f: LuaFrame) {
    guard isValid(in: ms_host_of(f.L)) else { return f.pushNil() }
    ms_push_ref(f.L, ref)
  }

  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> LuaFunction {
    guard f.type(at: i) == .function else { throw f.argumentError(i, wanted: "function") }
    f.pushCopy(of: i)
    return f.host.takeFunction(f)
  }
}

/// A reference in Lua's registry, and when it was made.
struct HeldReference: Sendable {
  let ref: Int32
  let birth: UInt64
}

/// What a function keeps of its host: whether it is there, and where to leave references that are done with. A
/// function may die anywhere, so dying only queues.
final class HostLink: Sendable {
  private let queue = Mutex<[HeldReference]?>([])
  private let pending = Atomic<Bool>(false)
  /// How many snapshots of the host there are.
  let snapshots = Atomic<Int>(0)

  /// Whether something was released and not taken yet.
  var isPending: Bool { pending.load(ordering: .relaxed) }

  func release(_ reference: HeldReference) {
    queue.withLock { $0?.append(reference) }
    pending.store(true, ordering: .relaxed)
  }
  func take() -> [HeldReference] {
    pending.store(false, ordering: .relaxed)
    return queue.withLock { queue in
      guard let taken = queue, !taken.isEmpty else { return [] }
      queue = []
      return taken
    }
  }
  /// Says that there is something to do although nothing was released.
  func wake() { pending.store(true, ordering: .relaxed) }
  func close() { queue.withLock { $0 = nil } }
}
