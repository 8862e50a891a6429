import Glibc

/// A process that was forked from this one to work for it, and the pipes between both.
///
/// NB: forked without `exec`: this process has one thread, and loading the tool again would cost more than most specs, and
/// lose what it has found out.
struct ForkedProcess {
  let id: pid_t
  /// Where it is told what to do.
  let orders: Int32
  /// Where it says what came of it.
  let answers: Int32

  /// Forks. The child is in a process group of its own, so that Ctrl-C is the parent's to hear, and dies of signals plainly:
  /// what this process says of crashes would differ from run to run.
  ///
  /// - Parameter work: What the child does. It should close first what belongs to its siblings, or their pipes would never end.
  /// - Throws: what the system refuses; nothing is left open then.
  init(_ work: (_ orders: Int32, _ answers: Int32) -> Never) throws(ToolError) {
    let orders = try Self.pipe()
    let answers: Pipe
    do throws(ToolError) {
      answers = try Self.pipe()
    } catch {
      for end in [orders.reading, orders.writing] { close(end) }
      throw error
    }
    id = fork()
    if id == 0 {
      setpgid(0, 0)
      for end in [orders.writing, answers.reading] { close(end) }
      for number in [SIGINT, SIGTERM, SIGPIPE, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGQUIT] {
        signal(number, SIG_DFL)
      }
      work(orders.reading, answers.writing)
    }
    let reason = errno
    for end in [orders.reading, answers.writing] { close(end) }
    (self.orders, self.answers) = (orders.writing, answers.reading)
    guard id > 0 else {
      closePipes()
      throw ToolError(status: .internal, message: "cannot start a worker process: \(Files.reason(reason))")
    }
    setpgid(id, id)
  }

  private typealias Pipe = (reading: Int32, writing: Int32)

  private static func pipe() throws(ToolError) -> Pipe {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else {
      throw ToolError(status: .internal, message: "cannot make a pipe: \(Files.reason(errno))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  func closePipes() {
    close(orders)
    close(answers)
  }

  /// Waits for the end, and gives its status as `waitpid` does. Once: its number may be another's afterwards.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
