extension WindowScene {
  /// The entries recorded so far.
  public var trace: Trace { state.trace }

  /// Adds an entry to the trace, with the current time.
  ///
  /// - Parameters:
  ///   - name: the name of the event.
  ///   - code: the kind of a refusal, warning or error.
  ///   - subject: whom it is about.
  ///   - detail: the rest of the line.
  ///   - site: where it was caused; the responder's current site if nil.
  public func record(
    _ name: String, code: String? = nil, subject: @autoclosure () -> String = "",
    detail: @autoclosure () -> String = "", site: SourceSite? = nil
  ) {
    if isQuiet, code == nil || !Self.isLoud(name) { return }
    let entry = Trace.Entry(
      time: now, name: name, code: code, subject: subject(), detail: detail(), site: site ?? responder?.currentSite)
    if !isQuiet { state.trace.append(entry) }
    onEntry?(entry)
  }

  /// What is told even where no trace is kept.
  private static func isLoud(_ name: String) -> Bool { name == "warning" || name == "refused" || name == "error" }

  /// Forgets the entries recorded so far; warnings that were said stay said.
  public func clearTrace() { state.trace.removeAll() }

  /// Starts an empty trace that keeps so many entries; nil keeps all.
  public func setTraceCapacity(_ capacity: Int?) { state.trace = Trace(capacity: capacity) }

  /// Says a warning, once for each code and place.
  ///
  /// - Parameters:
  ///   - code: what is suspicious.
  ///   - subject: the name of whom it is about.
  ///   - message: what happened, why UIKit does that, what to write instead.
  ///   - site: the place; the responder's current site if nil. Without any, it is said once for each subject.
  public func warn(_ code: WarningCode, _ subject: String, _ message: String, site: SourceSite? = nil) {
    guard !isSilent else { return }
    let place = site ?? responder?.currentSite
    if !repeatsWarnings {
      guard state.warned.insert(WarningKey(code: code, site: place, subject: subject)).inserted else { return }
    }
    record("warning", code: code.rawValue, subject: subject, detail: message, site: place)
  }

  /// Says a warning about a controller. Where no script runs, its place is where the controller is presented or was made.
  public func warn(_ code: WarningCode, _ controller: ControllerID, _ message: String, site: SourceSite? = nil) {
    guard !isSilent else { return }
    warn(code, name(of: controller), message, site: site ?? responder?.currentSite ?? place(of: controller))
  }

  private func place(of controller: ControllerID) -> SourceSite? {
    state.presentation(around: controller).flatMap { state[$0].site } ?? state[controller].configuration.site
  }

  func record(_ name: String, _ controller: ControllerID, _ detail: @autoclosure () -> String = "") {
    record(name, subject: self.name(of: controller), detail: detail())
  }

  func recordNoEffect(_ act: String, _ controller: ControllerID, _ why: @autoclosure () -> String) {
    if isQuiet { return }
    let why = why()
    record("no_effect", code: act, subject: name(of: controller), detail: "(\(why))")
    note(.noEffect(name(of: controller), why: why))
  }

  /// Enters what UIKit raises where no call is there to raise at, as an error of a callback of a controller's.
  func fail(
    _ callback: String, _ controller: ControllerID, _ exception: PresentationException, site: SourceSite?
  ) {
    let place = site.map { " (\($0))" } ?? ""
    record("error", code: callback, subject: name(of: controller), detail: exception.message + place, site: site)
    notify(.raised(exception, by: callback, in: controller, site))
  }

  @discardableResult
  func refuse(_ refusal: Refusal, site: SourceSite? = nil) -> Refusal {
    record(
      "refused", code: refusal.code.rawValue, subject: name(of: refusal.controller), detail: refusal.text, site: site)
    note(.refused(refusal.code, name(of: refusal.controller), text: refusal.text))
    return refusal
  }

  func complete(_ completion: CompletionID?, verb: String, _ controller: ControllerID) {
    guard let completion else { return }
    record("completion", code: verb, subject: name(of: controller))
    notify(.completion(completion))
  }
}
