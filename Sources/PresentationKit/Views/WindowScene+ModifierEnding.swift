/// The end of what a modifier presented: the write of its binding and `onDismiss` (R38 to R42).
extension WindowScene {
  /// Part of the end block, between `did_dismiss` and `on_closed`.
  func endModifier(of presentation: PresentationID) {
    guard let id = state[presentation].modifier else { return }
    let reason = state[presentation].reason
    state[id].presentation = nil
    defer { state[id].isAskedAgain = false }
    state.work.presenters.insert(id.rawValue)
    if state[presentation].isNameFree { state.names.giveBack(name(of: state[presentation].controller)) }
    // What is torn down with something beneath, or with its view, hears nothing (C-15, R49).
    if reason == .ancestor { return }
    let isGone = state[id].isRemoved || !state.isInTree(state[id].host)
    if reason == .presenterRemoved || (reason.isByUser && isGone && !profile.userDismissalOutlivesModifier) {
      // What is gone presents nothing for whoever asks again.
      state[id].isAskedAgain = false
      if profile.resetBindingOnModifierRemoval, !state[presentation].isWritten { writeEnd(id) }
      return
    }
    if reason.isByUser, !isFrameworkTold(presentation) {
      return fallOutOfStep(
        id, "its presentation controller's delegate was replaced, so SwiftUI was not told",
        site: state[presentation].delegateSite)
    }
    if (reason.isByUser && !state[presentation].isWritten)
      || (isByUIKit(presentation) && profile.uikitDismissalResetsBinding)
    {
      writeEnd(id)
    } else if isByUIKit(presentation) {
      fallOutOfStep(
        id, "code dismissed it through UIKit, which SwiftUI does not hear of", site: state[presentation].dismissedAt)
    }
    if reason != .replaced { loseWhatCameMeanwhile(id) }
    tellDismissed(id, state[presentation].controller)
  }

  /// Whether code dismissed it, and neither its binding nor `dismiss` of the environment.
  private func isByUIKit(_ id: PresentationID) -> Bool {
    ![.binding, .replaced].contains(state[id].reason) && !state[id].reason.isByUser && !state[id].isWritten
  }

  /// The write at the end. From 16.4 on a value that came meanwhile is left alone; before, it is overwritten (C-6).
  private func writeEnd(_ id: PresenterID) {
    let record = state[id]
    guard let wanted = wanted(by: id) else { return }
    let isOther = wanted.identity != record.identity
    if isOther, record.kept.isEmpty, profile.representDuringDismissal { return }
    let site = lastWrite(of: id)
    writeOff(id)
    guard isOther || record.isAskedAgain, record.kept.isEmpty else { return }
    let what =
      isOther
      ? "\(wanted.value.traceText) was set while \(record.identity.traceText) went out"
      : "\(wanted.value.traceText) was set again while it went out"
    warnLost(
      id,
      "\(what), and the write at the end of that dismissal overwrote it. Set it in on_dismiss, or write "
        + "while_closing = \"keep_first\".", site: site)
  }

  /// Where the binding of a modifier was written last.
  func lastWrite(of id: PresenterID) -> SourceSite? {
    state[state.base(of: state[id].modifier.source.binding)].writtenAt
  }

  /// The write behind a chosen action takes what the action itself asked for (C-14).
  func writeOff(_ id: PresenterID, over wanted: (identity: Value, value: Value)) {
    let (record, site) = (state[id], lastWrite(of: id))
    state[id].isAskedAgain = false
    writeOff(id)
    guard wanted.identity != record.identity || record.isAskedAgain, record.kept.isEmpty else { return }
    warnLost(
      id,
      "\(wanted.value.traceText) was set by the action of a button of \(record.identity.traceText), and the write that "
        + "follows the action overwrote it. Set it when the alert has gone, or write while_closing = \"keep_first\".",
      site: site)
  }

  /// `false` or nil, by the system.
  func writeOff(_ id: PresenterID) {
    let source = state[id].modifier.source
    switch source {
    case .flag(let binding): set(binding, to: .bool(false), by: .system)
    case .item(let binding): set(binding, to: .none, by: .system)
    }
  }

  /// Before 16.4 what was set while it went out is not presented until the binding was off (R42).
  private func loseWhatCameMeanwhile(_ id: PresenterID) {
    guard !profile.representDuringDismissal, state[id].lost == nil, state[id].kept.isEmpty,
      let wanted = wanted(by: id)
    else { return }
    lose(id, wanted.identity)
    warnLost(
      id,
      "it was set while its sheet went out, and before 16.4 nothing is presented for that until it was off. Set it "
        + "in on_dismiss, or write while_closing = \"keep_first\".", site: lastWrite(of: id))
  }

  /// - Parameter site: the line that is to blame, where it is known.
  func fallOutOfStep(_ id: PresenterID, _ why: String, site: SourceSite?) {
    guard state[id].kept.isEmpty, let wanted = wanted(by: id), wanted.identity == state[id].identity else { return }
    lose(id, wanted.identity)
    let binding = state[id].modifier.source.binding
    warn(
      .bindingOutOfStep, name(of: binding),
      "it still says \(wanted.value.traceText), and nothing is presented: \(why). Setting the same again does nothing. "
        + "Dismiss by the binding, or set it off first.", site: site ?? state[id].modifier.site)
  }

  private func tellDismissed(_ id: PresenterID, _ controller: ControllerID) {
    let modifier = state[id].modifier
    guard modifier.kind.hasOnDismiss else { return }
    record("on_dismiss", controller)
    if let action = modifier.onDismiss { notify(.view(.dismissed(action), controller)) }
  }

  /// Keeps a value that is set while the modifier's presentation goes out, where the modifier says so; else remembers that
  /// it was. The same item counts when code sets it: each set is a wish of its own. What a field of the content writes is not, nor what is written to
  /// the base of a derived binding that stays the same for the modifier. None takes back what is kept.
  func keepWhileClosing(_ base: BindingID, by writer: Writer, through asked: BindingID) {
    for index in state.work.presentersByBinding[base]?.elements ?? [] {
      let record = state.presenters[index]
      guard let presentation = record.presentation,
        state[presentation].phase == .dismissing || choosing.contains(presentation)
      else { continue }
      guard let wanted = wanted(by: PresenterID(rawValue: index)) else {
        state.presenters[index].kept = []
        state.presenters[index].isAskedAgain = false
        continue
      }
      let isAsked = [base, asked].contains(record.modifier.source.binding)
      guard wanted.identity != record.identity || (isAsked && (writer == .script || isFlag(record))) else { continue }
      state.presenters[index].isAskedAgain = true
      let value = isFlag(record) ? .bool(true) : wanted.value
      switch record.modifier.whileClosing {
      case .system: break
      case .keepFirst where record.kept.isEmpty: state.presenters[index].kept = [value]
      case .keepFirst: warnIfDropped(value, by: PresenterID(rawValue: index))
      case .keepLast: state.presenters[index].kept = [value]
      case .fifo: state.presenters[index].kept.append(value)
      }
    }
  }

  /// The slot of `keep_first` is taken.
  private func warnIfDropped(_ value: Value, by id: PresenterID) {
    guard let first = state[id].kept.first, first != value else { return }
    warnLost(
      id,
      "\(value.traceText) was set while \(state[id].identity.traceText) went out, and \(first.traceText) is kept already: "
        + "keep_first drops it. Set it in on_dismiss, or write while_closing = \"fifo\".", site: lastWrite(of: id))
  }

  private func isFlag(_ record: PresenterRecord) -> Bool {
    if case .flag = record.modifier.source { true } else { false }
  }
}
