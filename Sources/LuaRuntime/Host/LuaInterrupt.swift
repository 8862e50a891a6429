import CLuaShim

/// Ends what a host is running, from any thread or from a signal handler.
///
/// The running entry, or else the next one, fails with an error of kind `interrupted`.
// NB: `@unchecked` because the flag is a raw pointer; it is only ever read and written atomically, by the C side.
public final class LuaInterrupt: @unchecked Sendable {
  let flag: UnsafeMutablePointer<Int32>

  init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit { flag.deallocate() }

  /// Asks for the end. Safe in a signal handler: no lock, no allocation.
  public func interrupt() { ms_flag_set(flag, 1) }

  /// Takes back an interrupt that nothing has failed of yet.
  public func reset() { ms_flag_set(flag, 0) }
}
