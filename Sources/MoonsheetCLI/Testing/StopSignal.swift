import Glibc
import Synchronization

/// Ctrl-C and SIGTERM while specs run: the first ends the run in order, the second ends the tool as the shell expects.
struct StopSignal {
  /// Becomes readable when a signal has come.
  let descriptor: Int32

  /// Takes the signals over for the life of the tool.
  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writingEnd.store(ends[1], ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { stopped(by: $0) }
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
    // A reader that goes away is told where writing fails.
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// In a child, which dies of signals: lets go of what it shares with the parent.
  func leave() {
    close(descriptor)
    close(writingEnd.load(ordering: .relaxed))
  }

  var wasReceived: Bool { received.load(ordering: .relaxed) }
}

private let received = Atomic<Bool>(false)
private let writingEnd = Atomic<Int32>(-1)

private func stopped(by number: Int32) {
  if received.exchange(true, ordering: .relaxed) {
    signal(number, SIG_DFL)
    raise(number)
  }
  var byte: UInt8 = 0
  write(writingEnd.load(ordering: .relaxed), &byte, 1)
}
