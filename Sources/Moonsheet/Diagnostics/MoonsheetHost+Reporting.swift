import LuaRuntime
import PresentationKit

/// From errors to trace entries, diagnostics and the run's ending.
extension MoonsheetHost {
  /// Reports what ended a flow.
  func report(_ error: LuaError, of flow: FlowRecord) {
    switch flow.kind {
    case .input where flow.id != state.mainFlow:
      reportError(error, in: CallbackPlace("input", site: nil))
    case .main, .input:
      let error = explained(error)
      state.mainError = error
      note(error)
      onDiagnostic?(Diagnostic(error, message: error.message))
    case .started:
      reportError(error, in: CallbackPlace("start", site: nil))
    case .callback(let place):
      reportError(error, in: place)
    }
  }

  /// Enters `error CALLBACK P: message (file:line)` into the trace; the run goes on.
  func reportError(_ original: LuaError, in place: CallbackPlace) {
    var error = explained(original)
    if error.site == nil { error.site = place.site.map { LuaError.Site(chunk: $0.file, line: $0.line) } }
    note(error)
    let site = error.site.map { SourceSite($0) }
    let line = site.map { " (\($0.file):\($0.line))" } ?? ""
    scene.record("error", code: place.name, subject: name(of: place), detail: error.message + line, site: site)
    onDiagnostic?(Diagnostic(error, message: "in \(described(place)): \(error.message)"))
  }

  /// Notes an error that the scene itself has entered into the trace: of a modifier's content, say.
  func noteRaised(
    _ exception: PresentationException, in callback: String, of controller: ControllerID, at site: SourceSite?
  ) {
    var error = LuaError(exception.message)
    error.site = site.map { LuaError.Site(chunk: $0.file, line: $0.line) }
    note(error)
    onDiagnostic?(Diagnostic(error, message: "in \(callback) of \(described(controller)): \(exception.message)"))
  }

  /// Reports what ended the whole run: a limit of the simulation, an interrupt, a syntax error.
  func reportEnding(_ original: LuaError) {
    let error = explained(original)
    note(error)
    onDiagnostic?(Diagnostic(error, message: error.message))
  }

  /// Says once per place that something is suspicious.
  func warn(_ code: WarningCode, _ subject: String, _ message: String) {
    scene.warn(code, subject, message, site: currentSite)
  }

  private func note(_ error: LuaError) {
    switch error.kind {
    case .fuel, .time, .memory: state.failure.limitHit = true
    case .interrupted: state.failure.interrupted = true
    default: state.failure.scriptFailed = true
    }
  }

  /// Adds what Lua's own message cannot know: that a local hides a primitive, and where it is declared.
  private func explained(_ error: LuaError) -> LuaError {
    guard let site = error.site, let source = sources[site.chunk],
      let hidden = ShadowedPrimitive(message: error.message, primitives: Surface.primitiveNames)
    else { return error }
    var explained = error
    explained.message += hidden.explanation(in: source, before: site.line)
    return explained
  }
}

extension Diagnostic {
  init(_ error: LuaError, message: String) {
    self.init(.error, message, site: error.site.map { SourceSite($0) }, traceback: error.traceback)
    isInterrupt = error.kind == .interrupted
  }
}
