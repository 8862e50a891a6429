import Glibc
import LuaRuntime
import MoonsheetReports
import MoonsheetSpec

/// The other side of ``WorkerProcess``: does jobs in a process of its own, and tells through a pipe what happens.
final class Worker {
  private let options: SpecOptions
  private let channel: Channel
  private let prepared: PreparedSpec?
  /// With stock libraries and more files to come, what is outside of Lua before any file.
  private let outside: OutsideState?
  /// How many tests the file has come to, if the job is about some of them; the last one is that which runs.
  private var position: Int?
  /// Whether something that was started before the running test runs beside it: what is written then is the file's.
  private var isAccompanied = false
  private var lastSent = ContinuousClock.now
  private var lastWatched: ContinuousClock.Instant?

  /// What a worker shares with the run.
  struct Channel {
    let events: Int32
    let capture: Int32
    let pending: SharedLines
    /// Where the numbers of further jobs come from.
    let orders: Int32
    let jobs: [WorkerJob]
    /// Whether there are more jobs than workers.
    let hasMore: Bool
  }

  /// - Parameter round: that of all its jobs.
  init(options: SpecOptions, round: Int, channel: Channel) {
    var options = options
    if options.shuffles { options.seed &+= UInt64(round) }
    self.options = options
    self.channel = channel
    if options.isBusted { LuaHost.adoptOrphans() }
    outside = options.isBusted && channel.hasMore ? .now() : nil
    // What keeps a host from being made is told for each file. Lines are counted by the host, for all files together.
    prepared = try? PreparedSpec(
      options: options, files: SpecFiles(), isReused: channel.hasMore && !options.coverage,
      extending: { ExploredModule.install(in: $0) })
  }

  /// Does the job and those that are ordered afterwards, and ends the process.
  func serve(_ first: WorkerJob, _ names: [String]) -> Never {
    var next: WorkerJob? = first
    while let job = next {
      perform(job, names[job.file])
      guard canGoOn else { break }
      send(SpecJSON.ready)
      flush()
      alarm(0)
      next = nextJob()
    }
    _exit(0)
  }

  /// Whether the process is as good as a new one: a file that left something behind outside of Lua was its last.
  private var canGoOn: Bool {
    channel.hasMore && !options.coverage && outside.map { $0 == .now() } ?? true
  }

  /// Waits for an order; nil when no more will come.
  private func nextJob() -> WorkerJob? {
    var bell: UInt8 = 0
    // NB: it may be a test that rang.
    while channel.pending.order == nil {
      let count = read(channel.orders, &bell, 1)
      if count == 0 || (count < 0 && errno != EINTR) { return nil }
    }
    defer { channel.pending.order = nil }
    return channel.pending.order.map { channel.jobs[$0] }
  }

  private func perform(_ job: WorkerJob, _ file: String) {
    watch()
    position = nil
    OutsideState.resetStreams()
    let runner = SpecFileRunner(file: file, options: options, files: SpecFiles(), prepared: prepared)
    runner.closesHosts = false
    if options.coverage { runner.onCoverage = { self.send(SpecJSON.covered($0)) } }
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
    case .testStarted(let id, let line):
      isAccompanied = options.isBusted && LuaHost.childrenRun
      tellPrinted(id.file)
      channel.pending.test = .init(
        name: id.name, occurrence: id.occurrence, line: line, position: position.map { $0 - 1 } ?? -1,
        isAccompanied: isAccompanied)
      keepInTouch()
    case .testEnded(var result):
      if isAccompanied { tellPrinted(result.id.file) } else { result.printed += printed() }
      send(SpecJSON.bytes(of: .testEnded(result), at: place))
      channel.pending.test = nil
    case .fileStarted, .fileIssue, .filePrinted, .fileEnded: send(SpecJSON.event(event))
    }
  }

  private var place: SpecPlace? { position.map { SpecPlace(file: 0, test: $0 - 1) } }

  /// Lets the run know from time to time that tests end: often enough for it to write while the next ones run.
  private func keepInTouch() {
    let now = ContinuousClock.now
    if now - lastSent > .milliseconds(1) { flush() }
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
    return CapturedOutput.take(from: channel.capture)
  }

  private func send(_ line: JSONText) { send(line.bytes) }

  private func send(_ bytes: [UInt8]) {
    if channel.pending.add(bytes) { return }
    flush()
    if !channel.pending.add(bytes) { write([10] + channel.pending.mark + bytes + [10]) }
  }

  private func flush() {
    write(channel.pending.bytes)
    channel.pending.drop()
    lastSent = .now
  }

  /// NB: without a reader there is nobody to work for.
  private func write(_ bytes: some Collection<UInt8>) {
    guard Files.write(Array(bytes), to: channel.events) else { _exit(4) }
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
