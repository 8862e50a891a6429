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
  var timeline: Timeline
  /// Gets each line as it comes; without one, lines are gathered in the output.
  public var sink: ((SessionLine) -> Void)?

  /// The lines of an input that is not complete yet.
  var pending: [String] = []
  var told: [SessionLine] = []
  /// Whether nothing is told: inputs are run again only to get back to where they led.
  var isMuted = false
  var failure = SessionFailure.none
  /// What the running input added to the trace.
  var newEntries: [Trace.Entry] = []
  var outcome = InputOutcome()
  /// The stack as it was shown last.
  var shownStack: [PresentationStatus] = []
  var hasTellDropped = false
  let keepFunction: LuaFunction
  /// The globals that were there before anything ran.
  private(set) var libraryNames: Set<String> = []

  /// - Throws: a ``LuaError`` of kind `memory` when the limits leave no room for the libraries.
  public init(_ options: SessionOptions, files: any SessionFiles) throws(LuaError) {
    self.options = options
    self.files = files
    host = try MoonsheetHost(options.host)
    let locals = Locals(lua: host.lua)
    self.locals = locals
    keepFunction = host.lua.function("keep") { frame in
      locals.keep(frame)
      return .values(0)
    }
    settings.width = options.width
    timeline = Timeline(start: try host.snapshot(), capacity: options.undoBytes)
    listen()
    libraryNames = Set(globalNames())
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
  public func cancelInput() { pending = [] }

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
  public func submit(_ line: String) -> SessionOutput {
    gather {
      if pending.isEmpty, let command = CommandLine(line) { return run(command) }
      pending.append(line)
      let text = pending.joined(separator: "\n")
      guard !text.utf8.allSatisfy({ $0 <= 32 }) else {
        pending = []
        return .done
      }
      let state = evaluate(Input(kind: .typed, text: text))
      if state != .incomplete { pending = [] }
      return state
    }
  }

  /// What is left when there are no more lines: an input that is not complete is an error.
  public func finish() -> SessionOutput {
    gather {
      guard !pending.isEmpty else { return .done }
      let text = pending.joined(separator: "\n")
      pending = []
      switch compile(Input(kind: .typed, text: text)) {
      case .failed(let error), .incomplete(let error): fail(error)
      case .ready: break
      }
      return .done
    }
  }

  /// Runs a script as `moonsheet run` would, and leaves everything alive.
  ///
  /// - Parameter settles: whether the scene comes to rest at its end.
  public func open(_ path: String, arguments: [String] = [], settles: Bool = false) -> SessionOutput {
    gather {
      guard let text = readScript(path) else { return .done }
      _ = evaluate(Input(kind: .file(path), text: text, arguments: arguments))
      if settles, failure == .none, !host.scene.isIdle { _ = evaluate(Input(kind: .typed, text: "settle()")) }
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

  func readScript(_ path: String) -> String? {
    do throws(SessionFileError) {
      return String(decoding: try files.read(path), as: UTF8.self)
    } catch {
      refuse(error.message)
      return nil
    }
  }
}
