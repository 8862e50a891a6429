// `stdout` is a variable of C's.
@preconcurrency import Glibc
import MoonsheetSpec

/// A worker, seen from the run: a process that was forked with its first job, and gets the numbers of further ones.
final class WorkerProcess {
  /// How a worker ended that should not have.
  enum Death {
    case signal(Int32)
    case status(Int32)
    /// It was ended, for the reason given.
    case killed(String)

    var description: String {
      switch self {
      case .signal(let number): "the process that ran it died: signal \(number) (\(Self.name(number)))"
      case .status(let status): "the process that ran it ended itself with status \(status)"
      case .killed(let why): why
      }
    }

    private static func name(_ signal: Int32) -> String {
      switch signal {
      case SIGSEGV: "segmentation fault"
      case SIGABRT: "aborted"
      case SIGBUS: "bus error"
      case SIGILL, SIGTRAP: "trap"
      case SIGFPE: "arithmetic error"
      case SIGKILL: "killed, most likely for want of memory"
      case SIGXCPU: "processor time used up"
      default: strsignal(signal).map { String(cString: $0) } ?? "unknown"
      }
    }
  }

  private let process: ForkedProcess
  private(set) var job: WorkerJob
  /// False between two jobs.
  private(set) var isBusy = true
  /// Where it tells what happens.
  var events: Int32 { process.answers }
  private let capture: Int32
  private let pending: SharedLines
  private var buffered: [UInt8] = []
  /// How much of it is known to hold no line break.
  private var searched = 0
  private var chunk = [UInt8](repeating: 0, count: 16_384)
  private var death: Death?
  /// When it must have said something.
  private(set) var deadline: ContinuousClock.Instant?

  /// Forks. The child closes what belongs to its siblings, or a pipe would never end.
  ///
  /// - Parameters:
  ///   - jobs: those that the worker may be ordered to do afterwards.
  ///   - hasMore: whether it is to expect orders.
  init(
    _ job: WorkerJob, of jobs: [WorkerJob], hasMore: Bool, siblings: [WorkerProcess],
    serve: (WorkerJob, Worker.Channel) -> Never
  ) throws(ToolError) {
    self.job = job
    let pending = try SharedLines()
    self.pending = pending
    guard let capture = CapturedOutput.make() else {
      throw ToolError(status: .internal, message: "cannot make a temporary file: \(Files.reason(errno))")
    }
    self.capture = capture
    do throws(ToolError) {
      process = try ForkedProcess { orders, events in
        for sibling in siblings { sibling.closePipes() }
        Self.takeStreams(capture)
        serve(
          job,
          Worker.Channel(
            events: events, capture: capture, pending: pending, orders: orders, jobs: jobs, hasMore: hasMore))
      }
    } catch {
      close(capture)
      throw error
    }
    for end in [process.answers, process.orders] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// In the child: what it writes is captured, and there is nothing to read.
  private static func takeStreams(_ capture: Int32) {
    dup2(capture, STDOUT_FILENO)
    dup2(capture, STDERR_FILENO)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing > STDIN_FILENO else { return }
    dup2(nothing, STDIN_FILENO)
    close(nothing)
  }

  func closePipes() {
    process.closePipes()
    close(capture)
  }

  /// The job is done.
  func rest() { isBusy = false }

  /// Orders another job.
  ///
  /// - Returns: false when the worker is gone, or the job is none that it knows.
  func take(_ job: WorkerJob) -> Bool {
    guard let number = job.number else { return false }
    pending.order = number
    var bell: UInt8 = 0
    // NB: where a test has filled the pipe the worker wakes as well.
    guard write(process.orders, &bell, 1) == 1 || errno == EAGAIN else { return false }
    (self.job, isBusy) = (job, true)
    return true
  }

  /// The host stops a test that runs too long by itself; the second on top lets it say so.
  func renew(_ wall: Duration?) { deadline = wall.map { .now + $0 + .seconds(1) } }

  /// Reads what has come.
  ///
  /// - Returns: the lines; nil when no more will come.
  func readLines() -> [ArraySlice<UInt8>]? { readSome().map { $0 ? takeLines() : [] } }

  /// Reads what has come from a worker that is gone, and what it had not sent.
  func readLastLines() -> [ArraySlice<UInt8>] {
    while readSome() == true {}
    return takeLines() + Array(pending.bytes).split(separator: 10).compactMap(pending.line)
  }

  /// Reads a piece; false when nothing is there now, nil when nothing more will come.
  private func readSome() -> Bool? {
    let count = read(events, &chunk, chunk.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return false }
    guard count > 0 else { return nil }
    buffered += chunk[..<count]
    return true
  }

  /// Takes the whole lines of what was read.
  private func takeLines() -> [ArraySlice<UInt8>] {
    guard let last = buffered[searched...].lastIndex(of: 10) else {
      searched = buffered.count
      // What is long and no line of the worker's never becomes one.
      if searched > 1 << 20, pending.line(buffered[...]) == nil { (buffered, searched) = ([], 0) }
      return []
    }
    let lines = buffered[..<last].split(separator: 10).compactMap(pending.line)
    buffered.removeFirst(last + 1)
    searched = buffered.count
    return lines
  }

  /// The test that runs in it, or that ran when it ended.
  var runningTest: SharedLines.Running? { pending.test }

  /// Takes what it wrote past the results.
  func takeCaptured() -> [String] { CapturedOutput.take(from: capture) }

  /// Ends it and all that it started, and waits for the end.
  func kill() {
    Glibc.kill(-process.id, SIGKILL)
    Glibc.kill(process.id, SIGKILL)
    _ = reap()
  }

  /// Waits for the end; once, since its number may be another's afterwards.
  func reap() -> Death {
    if let death { return death }
    let status = process.wait()
    let signal = status & 0x7F
    let found = signal == 0 ? Death.status((status >> 8) & 0xFF) : .signal(signal)
    death = found
    return found
  }
}
