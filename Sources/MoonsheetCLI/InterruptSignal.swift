import Glibc
import LuaRuntime
import Synchronization

/// Ctrl-C: the first one stops the script that runs, the second one ends the tool as the shell expects.
struct InterruptSignal {
  /// Takes over SIGINT for the life of the tool.
  init() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in interrupted() }
    sigaction(SIGINT, &action, nil)
    // Whoever started the tool may have left the signal blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether Ctrl-C was pressed.
  static var wasPressed: Bool { wasInterrupted.load(ordering: .relaxed) }

  /// Takes note that an interrupt was dealt with: the next Ctrl-C is a first one again.
  static func forget() { wasInterrupted.store(false, ordering: .relaxed) }

  /// From now on Ctrl-C interrupts the host behind `token`.
  func guards(_ token: LuaInterrupt) {
    guarded.withLock { $0 = token }
    if wasInterrupted.load(ordering: .relaxed) { token.interrupt() }
  }
}

/// The host that runs. The lock is never held while a script runs, so the handler's attempt fails only between two scripts.
private let guarded = Mutex<LuaInterrupt?>(nil)
private let wasInterrupted = Atomic<Bool>(false)

private func interrupted() {
  if wasInterrupted.exchange(true, ordering: .relaxed) {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }
  guarded.withLockIfAvailable { $0?.interrupt() }
}
