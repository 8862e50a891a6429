import Glibc
import MoonsheetSpec

/// What a pool tells about its jobs, and asks.
protocol WorkerPoolDelegate: AnyObject {
  /// True when nothing more is wanted of the workers.
  var isOver: Bool { get }
  func received(_ message: WorkerMessage, of job: WorkerJob)
  /// A job is done; what it leads to is done next.
  func finished(_ job: WorkerJob) -> WorkerJob?
  /// The worker ended before its job did.
  ///
  /// - Parameter captured: what it had written past the results.
  func died(_ job: WorkerJob, _ death: WorkerProcess.Death, captured: [String]) -> WorkerJob?
}

/// Has jobs done by processes of their own, some at a time, and sees to it that each says something in time.
///
/// A worker does one job after the other, as long as none changes anything outside of Lua.
final class WorkerPool {
  private let size: Int
  private let wall: Duration?
  private let stop: StopSignal
  private let serve: (WorkerJob, Worker.Channel) -> Never
  private var workers: [WorkerProcess] = []
  /// Workers that got no further job, and end by themselves.
  private var retired: [WorkerProcess] = []
  private var jobs: [WorkerJob] = []
  private var queue: [WorkerJob] = []

  enum Ending { case finished, stopped, timedOut }

  init(size: Int, wall: Duration?, stop: StopSignal, serve: @escaping (WorkerJob, Worker.Channel) -> Never) {
    self.size = size
    self.wall = wall
    self.stop = stop
    self.serve = serve
  }

  /// Does all jobs, in their order as far as workers are free.
  ///
  /// - Parameter deadline: when to give up.
  func run(_ jobs: [WorkerJob], for delegate: any WorkerPoolDelegate, until deadline: ContinuousClock.Instant?)
    throws(ToolError) -> Ending
  {
    self.jobs = jobs
    for number in jobs.indices { self.jobs[number].number = number }
    queue = self.jobs.reversed()
    while !delegate.isOver {
      try deal()
      guard !workers.isEmpty else { return .finished }
      wait(until: ([deadline] + workers.map(\.deadline)).compactMap { $0 }.min())
      if stop.wasReceived {
        killAll(for: delegate)
        return .stopped
      }
      for worker in workers { listen(to: worker, delegate) }
      reapRetired()
      if let deadline, deadline <= .now {
        killAll(for: delegate)
        return .timedOut
      }
    }
    killAll(for: delegate)
    return .finished
  }

  private func deal() throws(ToolError) {
    while workers.count < size, let job = queue.popLast() {
      let worker = try WorkerProcess(job, of: jobs, hasMore: jobs.count > size, siblings: workers, serve: serve)
      worker.renew(wall)
      workers.append(worker)
    }
  }

  /// Waits until a worker says something, a signal comes or the time is up.
  private func wait(until deadline: ContinuousClock.Instant?) {
    var watched = [pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
    watched += workers.map { pollfd(fd: $0.events, events: Int16(POLLIN), revents: 0) }
    var milliseconds: Int32 = -1
    if let deadline {
      let (seconds, attoseconds) = (deadline - .now).components
      milliseconds = Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
    poll(&watched, nfds_t(watched.count), milliseconds)
  }

  private func listen(to worker: WorkerProcess, _ delegate: any WorkerPoolDelegate) {
    guard let lines = worker.readLines() else {
      return worker.isBusy ? bury(worker, nil, delegate) : retire(worker)
    }
    for line in lines {
      guard let message = WorkerMessage(line) else {
        return bury(worker, .killed("the process that ran it said what cannot be read"), delegate)
      }
      worker.renew(wall)
      delegate.received(message, of: worker.job)
      switch message {
      case .done:
        worker.rest()
        if let next = delegate.finished(worker.job) { queue.append(next) }
        if queue.isEmpty { return retire(worker) }
      case .ready:
        // What came up since needs a new process, which finds it in its memory.
        guard let next = queue.last, worker.take(next) else { return retire(worker) }
        queue.removeLast()
      case .event, .covered, .listing, .running: break
      }
    }
    if let deadline = worker.deadline, deadline <= .now {
      guard worker.isBusy else {
        worker.kill()
        return retire(worker)
      }
      let seconds = wall?.components.seconds ?? 0
      bury(worker, .killed("it ran longer than the limit of \(seconds) s (--limit-time)"), delegate)
    }
  }

  /// Lets a worker go that has nothing to do.
  private func retire(_ worker: WorkerProcess) {
    worker.closePipes()
    workers.removeAll { $0 === worker }
    retired.append(worker)
  }

  /// Waits for those that are about to end, when others are to come; the last ones may outlive the run by a moment.
  private func reapRetired() {
    guard !workers.isEmpty || !queue.isEmpty else { return }
    for worker in retired { _ = worker.reap() }
    retired = []
  }

  /// Takes a worker out whose job has no end.
  private func bury(
    _ worker: WorkerProcess, _ death: WorkerProcess.Death?, _ delegate: any WorkerPoolDelegate
  ) {
    let job = worker.job
    let how: WorkerProcess.Death
    if let death {
      worker.kill()
      how = death
    } else {
      how = worker.reap()
    }
    hearOut(worker, job, delegate)
    let captured = worker.takeCaptured()
    worker.closePipes()
    workers.removeAll { $0 === worker }
    if let next = delegate.died(job, how, captured: captured) { queue.append(next) }
  }

  private func hearOut(_ worker: WorkerProcess, _ job: WorkerJob, _ delegate: any WorkerPoolDelegate) {
    for line in worker.readLastLines() {
      if let message = WorkerMessage(line) { delegate.received(message, of: job) }
    }
    if let test = worker.runningTest { delegate.received(.running(test), of: job) }
  }

  /// Ends all workers; what they had to say is heard.
  private func killAll(for delegate: any WorkerPoolDelegate) {
    for worker in workers {
      worker.kill()
      hearOut(worker, worker.job, delegate)
      worker.closePipes()
    }
    workers = []
    queue = []
  }
}
