import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// Going back and forth.
extension Command {
  static var time: [Command] {
    [
      Command("back", ":back [N]", "undoes the last N inputs (default 1): script, flows and scene are as they were") {
        session, line in
        session.move(line) { session.timeline.back($0) }
      },
      Command("forward", ":forward [N]", "does again what :back undid") { session, line in
        session.move(line) { session.timeline.forward($0) }
      },
      Command(
        "goto", ":goto EVENT", "to the input of an event: #12 of the trace, its name, [3] an input, or a mark", .point
      ) { $0.goTo($1.rest) },
      Command("mark", ":mark NAME", "names this point") { $0.mark($1.rest) },
      Command("branch", ":branch [NAME]", "which branch this is; with a name, goes to it or begins it here", .branch) {
        $0.branch($1.rest)
      },
      Command("branches", ":branches", "the branches, and where each leaves another") { session, _ in
        session.tellBranches()
      },
      Command("diff", ":diff A B", "how the traces of two branches differ", .branch) { $0.diff($1.words) },
    ]
  }
}

extension Session {
  func move(_ line: CommandLine, _ target: (Int) -> Int) {
    guard let count = line.rest.isEmpty ? 1 : Int(line.rest), count > 0 else {
      return refuse("':\(line.word)' wants a number of inputs, not '\(line.rest)'")
    }
    let id = target(count)
    guard id != timeline.current else {
      return refuse("there is nothing \(line.word == "forward" ? "ahead" : "to undo")")
    }
    let moved = abs(timeline[id].number - timeline.here.number)
    guard restore(id) else { return }
    if moved < count {
      let isForward = line.word == "forward"
      tell(
        .note,
        "only \(counted(moved, "input")) \(isForward ? "ahead" : "to undo"): this is the \(isForward ? "end" : "start")"
      )
    }
    tellHere()
  }

  /// Restores a point, and says where that is.
  func go(to id: Int) {
    guard restore(id) else { return }
    tellHere()
  }

  func tellHere() {
    let here = timeline.here
    let mark = here.marks.map { " '\($0)'" }.joined()
    let what = here.input.map { "after [\(here.number)] \($0.title)" } ?? "at the start"
    tell(.note, "\(what)\(mark)  (branch \(timeline.branches[here.branch].name), \(host.scene.now) ms)")
    shownStack = host.scene.status()
    if settings.showsStack { tellStack(shownStack) }
  }

  /// Makes a point the present: from its snapshot, or from an older one and the inputs since. Where that fails, the session stays
  /// where it was.
  ///
  /// - Returns: whether it did; an input that was interrupted cannot be run again.
  @discardableResult
  func restore(_ id: Int) -> Bool {
    let base = timeline.nearestSaved(to: id)
    let steps = Array(timeline.path(to: id).drop { $0 != base }.dropFirst())
    if let broken = steps.first(where: { timeline[$0].outcome.failure == .interrupted }) {
      refuse(
        "[\(timeline[broken].number)] was interrupted and cannot be run again; the session stays where it is")
      return false
    }
    let before = timeline
    guard let snapshot = timeline[base].snapshot, bring(back: snapshot) else { return false }
    timeline.go(to: base)
    isDisturbed = false
    quoteSources()
    shownStack = host.scene.status()
    guard let failed = runAgain(steps) else { return true }
    guard let snapshot = before.here.snapshot, bring(back: snapshot) else {
      refuse("\(failed); this is as far as it went")
      return false
    }
    timeline = before
    isDisturbed = false
    quoteSources()
    shownStack = host.scene.status()
    refuse("\(failed); the session stays where it was")
    return false
  }

  /// Messages quote the inputs that led here, and not others that had their numbers or files since.
  func quoteSources() {
    for id in timeline.path(to: timeline.current) {
      let point = timeline[id]
      if let input = point.input { host.quote(input.bytes, as: chunkName(of: input, number: point.number)) }
    }
  }

  private func bring(back snapshot: MoonsheetSnapshot) -> Bool {
    do throws(LuaError) {
      try host.restore(snapshot)
      return true
    } catch {
      refuse(error.message)
      return false
    }
  }

  /// Runs the inputs that led from the present to younger points again, with the fuel they had, without telling anything.
  ///
  /// - Returns: why it went no further; nil when it did.
  private func runAgain(_ steps: [Int]) -> String? {
    let (wasMuted, fuel) = (isMuted, host.lua.limits.fuel)
    (isMuted, isRerun) = (true, true)
    defer {
      (isMuted, isRerun) = (wasMuted, false)
      host.lua.limits.fuel = fuel
    }
    for step in steps {
      guard let input = timeline[step].input else { continue }
      failure = .none
      host.lua.limits.fuel = timeline[step].outcome.fuel ?? fuel
      timeline.expect(step)
      _ = evaluate(input)
      timeline.expect(nil)
      if failure == .interrupted { return "interrupted" }
      if timeline.current != step { return "[\(timeline[step].number)] cannot be run again" }
    }
    failure = .none
    return nil
  }

  // MARK: Places

  func goTo(_ place: String) {
    guard !place.isEmpty else { return refuse("':goto' wants an event, an input or a mark") }
    guard let id = find(place) else {
      return refuse("no event, input or mark '\(place)'; :trace numbers the events")
    }
    go(to: id)
  }

  /// The point that a word names: a mark, `[3]`, `#12`, or the last input that brought about an event.
  private func find(_ place: String) -> Int? {
    if let id = timeline.marked(place) { return id }
    let path = timeline.wholePath
    if place.hasPrefix("["), place.hasSuffix("]"), let number = Int(place.dropFirst().dropLast()) {
      return path.first { timeline[$0].number == number }
    }
    if let number = Int(place.hasPrefix("#") ? String(place.dropFirst()) : place) {
      return point(ofEntry: number, path)
    }
    return path.last { id in timeline[id].entries.contains { $0.text == place || $0.name == place } }
      ?? path.last { id in timeline[id].entries.contains { $0.text.hasPrefix(place) } }
  }

  private func point(ofEntry number: Int, _ path: [Int]) -> Int? {
    var seen = 0
    for id in path {
      seen += timeline[id].entries.count
      if number >= 1, number <= seen { return id }
    }
    return nil
  }

  func mark(_ name: String) {
    guard !name.isEmpty else { return refuse("':mark' wants a name") }
    guard isWord(name, of: "mark") else { return }
    guard Int(name) == nil else { return refuse("a number is no name: ':goto \(name)' goes to an event") }
    guard !timeline.isBranch(name) else { return refuse("'\(name)' is a branch; a mark has another name") }
    timeline.mark(name)
    tell(.note, "this point is '\(name)'; :goto \(name) comes back to it")
  }

  /// Whether a name can be told from the other places that commands take; else tells why not.
  private func isWord(_ name: String, of what: String) -> Bool {
    let isOne = name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
    if isOne, let first = name.first, first != "[", first != "#" { return true }
    refuse(
      isOne
        ? "the name of a \(what) does not begin with '\(name.prefix(1))': that is how inputs and events are named"
        : "the name of a \(what) is one word, not '\(name)'")
    return false
  }

  // MARK: Branches

  func branch(_ name: String) {
    guard !name.isEmpty else {
      let branch = timeline.branches[timeline.here.branch]
      return tell(.answer, "branch \(branch.name), input \(timeline.here.number) of \(timeline[branch.tip].number)")
    }
    if let known = timeline.branch(named: name) {
      go(to: known.tip)
      if timeline.current == known.tip { timeline.follow(name) }
      return
    }
    guard isWord(name, of: "branch") else { return }
    guard timeline.marked(name) == nil else { return refuse("'\(name)' is a mark; a branch has another name") }
    timeline.nameNextBranch(name)
    tell(.note, "the next input begins branch \(name)")
  }

  func tellBranches() {
    for (index, branch) in timeline.branches.enumerated() {
      let here = index == timeline.here.branch ? "*" : " "
      let fork =
        index == 0
        ? ""
        : ", leaves \(timeline.branches[timeline[branch.fork].branch].name) after [\(timeline[branch.fork].number)]"
      let last = timeline[branch.tip].input.map { ": \($0.title)" } ?? ""
      tell(.answer, "\(here) \(branch.name)  \(counted(timeline[branch.tip].number, "input"))\(fork)\(last)")
    }
  }

  func diff(_ words: [String]) {
    guard words.count == 2 else { return refuse("':diff' wants two branches; :branches lists them") }
    let found = words.map { timeline.branch(named: $0)?.tip ?? timeline.marked($0) }
    guard let first = found[0], let second = found[1] else {
      let missing = found[0] == nil ? words[0] : words[1]
      return refuse("no branch or mark '\(missing)'; :branches lists them")
    }
    tell(.answer, TraceComparison(lines(to: first), lines(to: second)).text(names: (words[0], words[1])))
  }

  private func lines(to id: Int) -> [String] {
    timeline.path(to: id).flatMap { timeline[$0].entries }.map { entry in
      let time = "\(entry.time)"
      return String(repeating: " ", count: max(0, 6 - time.count)) + time + "  " + entry.text
    }
  }
}
