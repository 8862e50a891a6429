import CLuaShim
import Synchronization

/// A Lua function held by Swift.
///
/// It stays valid until its host closes; after that, every use fails with an error of kind `closed`.
public final class LuaFunction {
  let ref: Int32
  let link: HostLink

  init(ref: Int32, link: HostLink) {
    self.ref = ref
    self.link = link
  }

  deinit { link.release(ref) }
}

extension LuaFunction: LuaEncodable, LuaDecodable {
  /// Pushes the function; `nil` when it belongs to another host or to a closed one.
  public func push(to f: LuaFrame) {
    guard link === f.host.link else { return f.pushNil() }
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

  func release(_ ref: Int32) { queue.withLock { $0?.append(ref) } }
  func take() -> [Int32] {
    queue.withLock { queue in
      guard let taken = queue, !taken.isEmpty else { return [] }
      queue = []
      return taken
    }
  }
  func close() { queue.withLock { $0 = nil } }
}
