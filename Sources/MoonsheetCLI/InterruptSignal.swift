import Glibc
import LuaRuntime
import Synchronization

/// Ctrl-C: the first one stops the script that runs, the second one ends the tool as the shell expects. At a prompt none ends it,
/// and where lines are typed ahead only one that comes when the first had its time.
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

  /// Waits for a line: meanwhile Ctrl-C ends nothing.
  static func atPrompt<Line>(_ read: () -> Line) -> Line {
    isAtPrompt.store(true, ordering: .relaxed)
    defer { isAtPrompt.store(false, ordering: .relaxed) }
    return read()
  }

  /// From now on a further Ctrl-C ends the tool only where the first has stopped nothing for a while.
  static func becomePatient() { isPatient.store(true, ordering: .relaxed) }

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

private let isAtPrompt = Atomic<Bool>(false)
private let isPatient = Atomic<Bool>(false)
/// When the first Ctrl-C came, in milliseconds.
private let firstTime = Atomic<Int>(0)
/// How many milliseconds what runs has to stop.
private let patience = 500

private func interrupted() {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  let now = time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  if !wasInterrupted.exchange(true, ordering: .relaxed) {
    firstTime.store(now, ordering: .relaxed)
  } else if !isAtPrompt.load(ordering: .relaxed),
    !isPatient.load(ordering: .relaxed) || now - firstTime.load(ordering: .relaxed) >= patience
  {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }
  guarded.withLockIfAvailable { $0?.interrupt() }
}
