import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// A conversation with a modelled scene: lines go in, and what they led to comes out. It knows no terminal and touches no file
/// but through ``SessionFiles``.
///
/// ```swift
/// let session = try Session(SessionOptions(), files: files)
/// print(session.submit("present(sheet 'Editor') settle()").texts)
/// print(session.submit(":back").texts)
/// ```
public final class Session {
  let options: SessionOptions
  let files: any SessionFiles
  let host: MoonsheetHost
  let locals: Locals
  var settings = SessionSettings()
  /// How wide values may be written, unless `:set width` says it.
  public var width = 100
  var timeline: Timeline
  /// Gets each line as it comes; without one, lines are gathered in the output.
  public var sink: ((SessionLine) -> Void)?

  /// Called with what interrupts the host that runs from now on: that of a script that is tried, and the session's own again.
  public var onHost: ((LuaInterrupt) -> Void)?

  /// The lines of an input that is not complete yet.
  var pending = PendingLines()
  var told: [SessionLine] = []
  /// Whether nothing is told: inputs are run again only to get back to where they led.
  var isMuted = false
  /// Whether the inputs that run were run before.
  var isRerun = false
  var failure = SessionFailure.none
  /// What the running input added to the trace.
  var newEntries: [Trace.Entry] = []
  var outcome = InputOutcome()
  /// The stack as it was shown last.
  var shownStack: [PresentationStatus] = []
  var hasTellDropped = false
  /// Whether an interrupt was told of in this input.
  var hasToldInterrupt = false
  /// Whether something that is no input left traces in Lua's memory, such as a text that was tried: the numbers of objects would
  /// tell.
  var isDisturbed = false
  /// How deep files that type lines are nested.
  var replays = 0
  let keepFunction: LuaFunction
  let running = Running()
  /// The globals that were there before anything ran.
  private(set) var libraryNames: Set<String> = []

  /// The input that runs.
  final class Running {
    var number = 0
    /// Whether it has locals, and reached its end.
    var hasEnded = false
  }

  /// - Throws: a ``LuaError`` of kind `memory` when the limits leave no room for the libraries.
  public init(_ options: SessionOptions, files: any SessionFiles) throws(LuaError) {
    self.options = options
    self.files = files
    host = try MoonsheetHost(options.host)
    let locals = Locals(lua: host.lua)
    self.locals = locals
    let running = running
    keepFunction = host.lua.function("keep") { frame in
      if locals.keep(frame, running: running.number) { running.hasEnded = true }
      return .values(0)
    }
    timeline = Timeline(start: try host.snapshot(), capacity: options.undoBytes, latest: options.undoPoints)
    listen()
    libraryNames = Set(globalNames())
    isDisturbed = true
  }

  deinit { close() }

  public func close() { host.close() }

  /// Ends whatever runs, from a signal handler or another thread.
  public var interruptToken: LuaInterrupt { host.lua.interruptToken }

  /// The text before the line that is typed next.
  public var prompt: String {
    let number = "\(timeline.here.number + 1)"
    return pending.isEmpty ? "\(number)> " : String(repeating: " ", count: number.count) + "| "
  }

  public var isIncomplete: Bool { !pending.isEmpty }

  /// Forgets the lines of an input that is not complete.
  public func cancelInput() { pending = PendingLines() }

  private func listen() {
    host.lua.printer = { [unowned self] in self.tell(.printed, $0) }
    host.lua.warner = { [unowned self] in self.tell(.note, "warning: \($0)") }
    host.onEntry = { [unowned self] entry in
      self.newEntries.append(entry)
      // What went wrong is told however quiet it is.
      let isTrouble = ["error", "warning", "refused", "no_effect"].contains(entry.name)
      if self.settings.showsTrace || isTrouble { self.tell(.trace(entry), TraceText.line(entry)) }
    }
    host.onDiagnostic = { [unowned self] in self.tell($0) }
    host.onInputResult = { [unowned self] in self.tellResults(of: $0, $1) }
  }

  // MARK: Lines

  /// Runs a line: a command that begins with a colon, or Lua, which may need more lines.
  public func submit(_ line: String) -> SessionOutput { submit(Array(line.utf8)) }

  /// Runs a line whose bytes may be anything; Lua gets them as they are.
  public func submit(_ line: [UInt8]) -> SessionOutput { gather { take(line) } }

  /// Runs several lines that came at once: as one input where they are one, else one after the other up to the first that fails.
  public func submit(block lines: [String]) -> SessionOutput {
    gather {
      let bytes = lines.map { Array($0.utf8) }
      guard pending.isEmpty else { return bytes.reduce(.done) { _, line in take(line) } }
      guard !lines.contains(where: { CommandLine($0) != nil }) else { return type(bytes) }
      let whole = Input(lines.joined(separator: "\n"))
      isDisturbed = true
      switch compile(whole) {
      case .ready, .incomplete: return take(whole.bytes)
      case .failed: return type(bytes)
      }
    }
  }

  func take(_ line: [UInt8]) -> SessionOutput.State {
    if pending.isEmpty, let command = CommandLine(String(decoding: line, as: UTF8.self)) { return run(command) }
    pending.add(line)
    guard !pending.isBlank else {
      cancelInput()
      return .done
    }
    guard pending.mayBeComplete else { return .incomplete }
    let state = evaluate(Input(.typed, pending.text))
    if state != .incomplete { cancelInput() }
    return state
  }

  /// Types lines, and shows them; stops at the first that fails.
  func type(_ lines: [[UInt8]]) -> SessionOutput.State {
    var state = pending.isEmpty ? SessionOutput.State.done : .incomplete
    for line in lines {
      if pending.isEmpty, line.allSatisfy({ $0 <= 32 }) { continue }
      tell(.answer, prompt + String(decoding: line, as: UTF8.self))
      state = take(line)
      guard state != .quit, failure == .none else { return state }
    }
    return state
  }

  /// What is left when there are no more lines: an input that is not complete is an error.
  public func finish() -> SessionOutput {
    gather {
      failOpenInput()
      return .done
    }
  }

  /// Tells why an input that is not complete is none, and forgets it.
  func failOpenInput() {
    guard !pending.isEmpty else { return }
    let text = pending.text
    cancelInput()
    switch compile(Input(.typed, text)) {
    case .failed(let error), .incomplete(let error): fail(error)
    case .ready: break
    }
    isDisturbed = true
  }

  /// Runs a script as `moonsheet run` would, and leaves everything alive.
  ///
  /// - Parameter settles: whether the scene comes to rest at its end.
  public func open(_ path: String, arguments: [String] = [], settles: Bool = false) -> SessionOutput {
    gather {
      guard let bytes = readScript(path) else { return .done }
      _ = evaluate(Input(.file(path), bytes, arguments: arguments))
      if settles, failure == .none, !host.scene.isIdle { _ = evaluate(Input("settle()")) }
      return .done
    }
  }

  func gather(_ body: () -> SessionOutput.State) -> SessionOutput {
    told = []
    failure = .none
    let state = body()
    defer { told = [] }
    return SessionOutput(state: state, lines: told, failure: failure)
  }

  func tell(_ kind: SessionLine.Kind, _ text: String) {
    guard !isMuted else { return }
    let line = SessionLine(kind, text)
    if let sink { sink(line) } else { told.append(line) }
  }

  func tell(_ kind: SessionLine.Kind, _ lines: [String]) {
    for line in lines { tell(kind, line) }
  }

  /// Tells why a command was not done.
  func refuse(_ why: String) {
    failure = .failed
    tell(.error, why)
  }

  func readScript(_ path: String) -> [UInt8]? {
    do throws(SessionFileError) {
      return try files.read(path)
    } catch {
      refuse(error.message)
      return nil
    }
  }
}
