import Glibc
import LuaRuntime
import MoonsheetREPL

/// `moonsheet repl`: reads lines where they come from, hands them to a session, and shows what it tells.
struct ReplCommand {
  let options: ReplOptions
  let output: Output
  let interrupt: InterruptSignal

  func run() throws(ToolError) -> ExitStatus {
    let source = try options.file.map { path throws(ToolError) in try Files.script(at: path) }
    if source != nil, options.file == "-" {
      throw ToolError(
        status: .usage, message: "'repl' reads lines from standard input; name a FILE that is another one")
    }
    let session = try makeSession()
    defer { session.close() }
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let printer = SessionPrinter(output: output, isTerminal: isTerminal)
    session.sink = { printer.show($0) }
    InterruptSignal.becomePatient()
    session.onHost = { interrupt.guards($0) }
    interrupt.guards(session.interruptToken)
    let reader = isTerminal ? terminalReader(session, printer) : PipeReader()
    session.width = TerminalSize.columns - 2
    let started = start(session)
    if !isTerminal, started != .fine { return started }
    return converse(session, reader, isTerminal: isTerminal)
  }

  private func makeSession() throws(ToolError) -> Session {
    var options = options.session
    if let file = self.options.file { options.host.modules = DirectoryModules(besides: file) }
    if options.host.modules == nil { options.host.modules = DirectoryModules(besides: "") }
    do throws(LuaError) {
      return try Session(options, files: ToolFiles())
    } catch {
      throw ToolError(status: .limitHit, message: error.message)
    }
  }

  private func terminalReader(_ session: Session, _ printer: SessionPrinter) -> any LineReader {
    printer.greet()
    let history = options.keepsHistory ? LineHistory() : nil
    if let editor = LineEditor(session, history, output) { return editor }
    return PlainReader(output: output)
  }

  /// Runs what comes before the first line.
  private func start(_ session: Session) -> ExitStatus {
    var worst = ExitStatus.fine
    for code in options.code {
      worst = max(worst, ExitStatus(submit(session) { session.submit(code) }))
      worst = max(worst, ExitStatus(submit(session) { session.finish() }))
    }
    guard worst == .fine, let file = options.file else { return worst }
    return ExitStatus(
      submit(session) { session.open(file, arguments: options.scriptArguments, settles: options.settles) })
  }

  private func submit(_ session: Session, _ body: () -> SessionOutput) -> SessionFailure {
    InterruptSignal.forget()
    let failure = body().failure
    // Whoever reads the other end of a pipe waits for the answer.
    output.flush()
    return failure
  }

  private func converse(_ session: Session, _ reader: any LineReader, isTerminal: Bool) -> ExitStatus {
    while true {
      InterruptSignal.forget()
      session.interruptToken.reset()
      switch InterruptSignal.atPrompt({ reader.read(prompt: session.prompt) }) {
      case .end: return end(session, isTerminal: isTerminal)
      case .interrupted:
        guard isTerminal else { return .interrupted }
        session.cancelInput()
      case .line(let line):
        if let status = take({ session.submit(line) }, session, isTerminal: isTerminal) { return status }
      case .block(let lines):
        if let status = take({ session.submit(block: lines) }, session, isTerminal: isTerminal) { return status }
      }
      if output.failure != nil { return .internal }
    }
  }

  /// What lines lead to; the status of the tool where they end it.
  private func take(_ body: () -> SessionOutput, _ session: Session, isTerminal: Bool) -> ExitStatus? {
    // The window may have become another one since.
    session.width = TerminalSize.columns - 2
    var isOver = false
    let failure = submit(session) {
      let output = body()
      isOver = output.state == .quit
      return output
    }
    if isOver { return .fine }
    return isTerminal || failure == .none ? nil : ExitStatus(failure)
  }

  private func end(_ session: Session, isTerminal: Bool) -> ExitStatus {
    guard !isTerminal else {
      output.line("")
      if session.isIncomplete { output.line("the input was not complete, and is dropped") }
      return .fine
    }
    return ExitStatus(session.finish().failure)
  }
}

extension ExitStatus {
  init(_ failure: SessionFailure) {
    switch failure {
    case .none: self = .fine
    case .failed: self = .failed
    case .limitHit: self = .limitHit
    case .interrupted: self = .interrupted
    }
  }
}
