public import CLuaShim
import Synchronization

/// A Lua function held by Swift.
///
/// It stays valid until its host closes; after that, every use fails with an error of kind `closed`.
public final class LuaFunction {
  @usableFromInline let ref: Int32
  /// The host's, in the process.
  @usableFromInline let hostID: UInt64
  let link: HostLink

  init(ref: Int32, hostID: UInt64, link: HostLink) {
    self.ref = ref
    self.hostID = hostID
    self.link = link
  }

  deinit { link.release(ref) }
}

extension LuaFunction: LuaEncodable, LuaDecodable {
  /// Pushes the function; `nil` when it belongs to another host or to a closed one.
  @inlinable
  public func push(to f: LuaFrame) {
    guard hostID == ms_host_of(f.L).pointee.id else { return f.pushNil() }
    ms_push_ref(f.L, ref)
  }

  public static func read(from f: LuaFrame, at i: Int) throws(LuaError) -> LuaFunction {
    guard f.type(at: i) == .function else { throw f.argumentError(i, wanted: "function") }
    f.pushCopy(of: i)
    return f.host.takeFunction(f)
  }
}

/// What a function keeps of its host: whether it is there, and where to leave references that are done with. A
/// function may die anywhere, so dying only queues.
final class HostLink: Sendable {
  private let queue = Mutex<[Int32]?>([])
  private let pending = Atomic<Bool>(false)

  /// Whether something was released and not taken yet.
  var isPending: Bool { pending.load(ordering: .relaxed) }

  func release(_ ref: Int32) {
    queue.withLock { $0?.append(ref) }
    pending.store(true, ordering: .relaxed)
  }
  func take() -> [Int32] {
    pending.store(false, ordering: .relaxed)
    return queue.withLock { queue in
      guard let taken = queue, !taken.isEmpty else { return [] }
      queue = []
      return taken
    }
  }
  func close() { queue.withLock { $0 = nil } }
}
