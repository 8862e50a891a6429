import Glibc
import LuaRuntime
import MoonsheetReports
import MoonsheetSpec

/// The other side of ``WorkerProcess``: takes jobs from one pipe, and tells through another what happens.
final class Worker {
  private let files: [String]
  private let options: SpecOptions
  private let jobs: Int32
  private let events: Int32
  private let capture: Int32
  private let pending: SharedLines
  /// Where in ``pending`` the start of the running test stands, as long as it was not sent.
  private var unsentStart: Int?
  private var lastSent = ContinuousClock.now
  private var lastWatched: ContinuousClock.Instant?
  /// The lines of the tests of the file that runs.
  private var lines: [SpecID: Int] = [:]

  /// The ends of the pipes and what else a worker shares with the run.
  struct Channel {
    let jobs: Int32
    let events: Int32
    let capture: Int32
    let pending: SharedLines
  }

  init(files: [String], options: SpecOptions, channel: Channel) {
    self.files = files
    self.options = options
    (jobs, events, capture, pending) = (channel.jobs, channel.events, channel.capture, channel.pending)
  }

  /// Works until there are no more jobs, and ends the process.
  func serve() -> Never {
    var buffered: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let end = buffered.firstIndex(of: 10) {
        guard let job = WorkerJob(buffered[..<end]) else { _exit(4) }
        buffered.removeFirst(end + 1)
        work(job)
      }
      let count = read(jobs, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { _exit(0) }
      buffered += chunk[..<count]
    }
  }

  private func work(_ job: WorkerJob) {
    watch()
    var options = options
    if options.shuffles { options.seed &+= UInt64(job.round) }
    lines = [:]
    let runner = SpecFileRunner(file: files[job.file], options: options, files: SpecFiles())
    switch job.kind {
    case .list:
      let (listing, issues) = runner.list()
      _ = printed()
      send(SpecJSON.listing(listing, issues))
      send(SpecJSON.done(FileSummary()))
    case .run:
      let (only, skip) = (job.only.map { Set($0) }, Set(job.skip))
      let wants: (SpecID, Int) -> Bool = { test, line in
        self.lines[test] = line
        return only?.contains(test) ?? true && !skip.contains(test)
      }
      let summary = runner.run(only: wants, emit: { self.emit($0) })
      tellPrinted(files[job.file])
      send(SpecJSON.done(summary))
    }
    alarm(0)
    flush()
  }

  private func emit(_ event: SpecEvent) {
    switch event {
    case .testStarted(let id):
      tellPrinted(id.file)
      let start = pending.count
      send(SpecJSON.started(id, line: lines[id]))
      unsentStart = pending.count > start ? start : nil
      keepInTouch()
    case .testEnded(var result):
      result.printed += printed()
      // What has ended need not be known to have begun.
      if let unsentStart { pending.drop(to: unsentStart) }
      unsentStart = nil
      send(SpecJSON.event(.testEnded(result)))
    case .fileStarted, .fileIssue, .filePrinted, .fileEnded: send(SpecJSON.event(event))
    }
  }

  /// Lets the run know from time to time that tests end.
  private func keepInTouch() {
    let now = ContinuousClock.now
    if now - lastSent > .milliseconds(50) { flush() }
    if lastWatched.map({ now - $0 > .seconds(1) }) ?? true { watch() }
  }

  /// Should the parent be gone, nobody else ends a test that loops.
  private func watch() {
    lastWatched = .now
    guard let wall = options.wallPerTest else { return }
    alarm(UInt32(wall.components.seconds) + 10)
  }

  private func tellPrinted(_ file: String) {
    let lines = printed()
    if !lines.isEmpty { send(SpecJSON.event(.filePrinted(file, lines))) }
  }

  /// What was written to standard output and standard error past the host, by `io.write` or a child process.
  private func printed() -> [String] {
    fflush(nil)
    return CapturedOutput.take(from: capture)
  }

  private func send(_ line: JSONText) {
    let text = line.text
    if pending.add(text) { return }
    flush()
    if !pending.add(text) { write(Array((text + "\n").utf8)) }
  }

  private func flush() {
    write(pending.bytes)
    pending.drop(to: 0)
    unsentStart = nil
    lastSent = .now
  }

  /// NB: without a reader there is nobody to work for.
  private func write(_ bytes: some Sequence<UInt8>) {
    guard Files.write(Array(bytes), to: events) else { _exit(4) }
  }
}

/// The file that stands in for a worker's standard output, so that nothing it writes gets between the results.
enum CapturedOutput {
  /// The most that is kept of one test.
  static let limit = 1 << 20

  /// An open file without a name; nil when there is no place for one.
  static func make() -> Int32? {
    let folder = TestOptions.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/moonsheet-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Every writer appends, wherever it last stood, so that the file can be emptied under it.
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    return descriptor
  }

  /// Reads what the file holds, and empties it.
  static func take(from descriptor: Int32) -> [String] {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(Int(info.st_size), limit))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    ftruncate(descriptor, 0)
    var lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    if Int(info.st_size) > limit { lines.append("(\(Int(info.st_size) - limit) more bytes)") }
    return lines
  }
}
