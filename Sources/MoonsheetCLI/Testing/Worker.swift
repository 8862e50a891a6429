import Glibc
import LuaRuntime
import MoonsheetReports
import MoonsheetSpec

/// The other side of ``WorkerProcess``: does one job in a process of its own, and tells through a pipe what happens.
final class Worker {
  private let options: SpecOptions
  private let events: Int32
  private let capture: Int32
  private let pending: SharedLines
  /// Where in ``pending`` the start of the running test stands, as long as it was not sent.
  private var unsentStart: Range<Int>?
  /// How many tests the file has come to, if the job is about some of them; the last one is that which runs.
  private var position: Int?
  private var lastSent = ContinuousClock.now
  private var lastWatched: ContinuousClock.Instant?

  /// What a worker shares with the run.
  struct Channel {
    let events: Int32
    let capture: Int32
    let pending: SharedLines
  }

  init(options: SpecOptions, channel: Channel) {
    self.options = options
    (events, capture, pending) = (channel.events, channel.capture, channel.pending)
  }

  /// Does the job, and ends the process.
  ///
  /// - Parameter prepared: a host to do it in, if there is one; the process has it to itself.
  func serve(_ job: WorkerJob, _ file: String, _ prepared: PreparedSpec?) -> Never {
    watch()
    var options = options
    if options.shuffles { options.seed &+= UInt64(job.round) }
    let runner = SpecFileRunner(file: file, options: options, files: SpecFiles(), prepared: prepared)
    runner.closesHosts = false
    runner.prepares = { ExploredModule.install(in: $0) }
    switch job.kind {
    case .list:
      let (listing, issues) = runner.list()
      _ = printed()
      send(SpecJSON.listing(listing, issues))
      send(SpecJSON.done(FileSummary()))
    case .run:
      let summary = runner.run(only: choice(job), emit: { self.emit($0) })
      tellPrinted(file)
      send(SpecJSON.done(summary))
    }
    flush()
    _exit(0)
  }

  /// Which tests a job wants; nil for all of the file.
  private func choice(_ job: WorkerJob) -> ((SpecID, Int) -> Bool)? {
    guard job.only != nil || !job.skip.isEmpty else { return nil }
    let (only, skip) = (job.only.map { Set($0) }, Set(job.skip))
    position = 0
    return { test, _ in
      self.position = (self.position ?? 0) + 1
      return only?.contains(test) ?? true && !skip.contains(test)
    }
  }

  private func emit(_ event: SpecEvent) {
    switch event {
    case .testStarted(let id, _):
      tellPrinted(id.file)
      let start = pending.count
      send(SpecJSON.event(event, at: place))
      unsentStart = pending.count > start ? start..<pending.count : nil
      keepInTouch()
    case .testEnded(var result):
      result.printed += printed()
      // What has ended need not be known to have begun, unless something was said in between.
      if let unsentStart, unsentStart.upperBound == pending.count { pending.drop(to: unsentStart.lowerBound) }
      unsentStart = nil
      send(SpecJSON.event(.testEnded(result), at: place))
    case .fileStarted, .fileIssue, .filePrinted, .fileEnded: send(SpecJSON.event(event))
    }
  }

  private var place: SpecPlace? { position.map { SpecPlace(file: 0, test: $0 - 1) } }

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
    let bytes = line.bytes
    if pending.add(bytes) { return }
    flush()
    if !pending.add(bytes) { write(bytes + [10]) }
  }

  private func flush() {
    write(pending.bytes)
    pending.drop(to: 0)
    unsentStart = nil
    lastSent = .now
  }

  /// NB: without a reader there is nobody to work for.
  private func write(_ bytes: some Collection<UInt8>) {
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
