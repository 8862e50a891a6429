import LuaRuntime
import Moonsheet
import PresentationKit

/// Scripts and what is written of a session.
extension Command {
  static var files: [Command] {
    [
      Command("load", ":load FILE", "runs a script here; its top-level locals are visible then", .file) {
        session, line in
        guard !line.file.isEmpty else { return session.refuse("':load' wants a file") }
        guard let bytes = session.readScript(line.file) else { return }
        _ = session.evaluate(Input(.file(line.file), bytes))
      },
      Command("reload", ":reload", "reads the scripts again and runs the inputs since; says what differs") {
        session, _ in
        session.reload()
      },
      Command(
        "replay", ":replay FILE", "types the lines of a file, up to the first that fails", .file,
        leadsTo: { $0.replay($1.file) }),
      Command("save", ":save FILE", "writes the session as a flow script", .file) { $0.save($1.file) },
      Command("save-test", ":save-test FILE", "writes it as a spec with what was seen", .file) { $0.saveTest($1.file) },
    ]
  }
}

extension Session {
  /// The same inputs again, with the scripts as they are now. A script that cannot be run leaves everything as it is.
  func reload() {
    let path = timeline.path(to: timeline.current)
    var inputs = path.dropFirst().compactMap { timeline[$0].input }
    guard inputs.contains(where: { $0.kind != .typed }) else { return refuse("no script was loaded") }
    isDisturbed = true
    for index in inputs.indices {
      guard case .file(let name) = inputs[index].kind else { continue }
      guard let bytes = readScript(name) else { return }
      inputs[index] = Input(.file(name), bytes, arguments: inputs[index].arguments)
      guard case .failed(let error) = compile(inputs[index]) else { continue }
      fail(error)
      quoteSources()
      return tell(.note, "everything stays as it was")
    }
    guard inputs != path.dropFirst().compactMap({ timeline[$0].input }) else {
      return tell(.answer, "no script has changed")
    }
    runAgain(inputs, asBranch: nil)
  }

  /// Runs inputs from the start as a branch of their own, and says where they go another way than before.
  func runAgain(_ inputs: [Input], asBranch name: String?) {
    let before = timeline
    let old = timeline.path(to: timeline.current).dropFirst().map { timeline[$0] }
    guard restore(0) else { return }
    if let name, !timeline.isBranch(name), timeline.marked(name) == nil { timeline.nameNextBranch(name) }
    let wasMuted = isMuted
    (isMuted, isRerun) = (true, true)
    for input in inputs where failure != .interrupted {
      failure = .none
      _ = evaluate(input)
    }
    (isMuted, isRerun) = (wasMuted, false)
    if failure == .interrupted {
      refuse("interrupted; this is where it was before")
      timeline = before
      return go(to: before.current)
    }
    failure = .none
    tellDifferences(old, timeline.path(to: timeline.current).dropFirst().map { timeline[$0] })
    tellHere()
  }

  private func tellDifferences(_ old: [Point], _ new: [Point]) {
    guard !old.isEmpty else { return }
    let olds = Array(old.suffix(min(old.count, new.count)))
    var differing = 0
    for (before, after) in zip(olds, new.suffix(olds.count)) {
      let isSame = before.entries.map(\.text) == after.entries.map(\.text)
      if after.outcome.failure != .none,
        before.outcome.failure == .none || before.failureText != after.failureText
      {
        failure = .failed
        tell(.note, "not kept: [\(after.number)] \(after.input?.title ?? "") now fails: \(after.failureText)")
      } else if !isSame {
        differing += 1
        tell(.note, "[\(after.number)] \(after.input?.title ?? "") goes another way")
      }
    }
    if differing == 0, failure == .none {
      tell(.note, "\(olds.count == 1 ? "the input goes" : "all \(olds.count) inputs go") as before")
    }
  }

  /// Types the lines of a file, commands too.
  func replay(_ path: String) -> SessionOutput.State {
    guard !path.isEmpty else {
      refuse("':replay' wants a file")
      return .done
    }
    guard replays < 10 else {
      refuse("\(path) replays files that replay files: 10 deep is as far as it goes")
      return .done
    }
    guard let bytes = readScript(path) else { return .done }
    replays += 1
    defer { replays -= 1 }
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      Array(line.last == 13 ? line.dropLast() : line)
    }
    let state = type(lines)
    guard state == .incomplete, failure == .none else { return state == .incomplete ? .done : state }
    failOpenInput()
    tell(.error, "the last input of \(path) is not complete")
    return .done
  }
}
