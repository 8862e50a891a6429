import LuaRuntime
import Moonsheet
import PresentationKit

/// What does something that could also be typed as Lua, and so is an input like any other.
extension Command {
  static var driving: [Command] {
    [
      Command("actions", ":actions [N]", "what a user could do now; with a number, does it") { $0.actions($1.rest) },
      Command("step", ":step", "runs what is due next, and moves the clock there") { session, _ in session.step() },
      Command("settle", ":settle", "lets the scene come to rest") { session, _ in session.type("settle()") },
      Command(
        "profile", ":profile [NAME]", "the modelled iOS version; with a name, the session again under it", .profile
      ) {
        $0.profile($1.rest)
      },
      Command("device", ":device [NAME]", "the device; with a name, another one", .device) { session, line in
        guard !line.rest.isEmpty else { return session.tellValue("device") }
        session.type("device \(ValueText.quoted(Array(line.rest.utf8)))")
      },
    ]
  }
}

extension Session {
  /// Runs Lua as though it had been typed, and shows it.
  func type(_ text: String) {
    tell(.answer, "\(timeline.here.number + 1)> \(text)")
    _ = evaluate(Input(text))
  }

  func actions(_ rest: String) {
    let actions = host.actionTexts
    guard !actions.isEmpty else {
      let none = "there is nothing a user could do now"
      return rest.isEmpty ? tell(.answer, none) : refuse(none)
    }
    guard !rest.isEmpty else {
      return tell(
        .answer, actions.enumerated().map { offset, text in (offset < 9 ? " " : "") + "\(offset + 1)  \(text)" })
    }
    guard let number = Int(rest), actions.indices.contains(number - 1) else {
      return refuse("':actions' wants a number from 1 to \(actions.count); without one it lists them")
    }
    type("\(actions[number - 1]) settle()")
  }

  func step() {
    guard let next = host.scene.nextDeadline() else { return tell(.answer, "nothing is due") }
    type("clock:advance(\(next - host.scene.now))")
  }

  func tellValue(_ name: String) {
    isDisturbed = true
    host.lua.withFrame { frame in
      guard pushPath([name], on: frame) else { return }
      tell(.answer, ValueText.line(at: -1, on: frame, host: host))
    }
  }

  /// The session under another profile: from the start, as a branch.
  func profile(_ name: String) {
    guard !name.isEmpty else { return tell(.answer, host.scene.profile.name) }
    guard Profile.named(name) != nil else {
      let names = Profile.all.map(\.name)
      let near = nearest(to: name, among: names).map { " (did you mean '\($0)'?)" } ?? ""
      return refuse("no profile '\(name)'\(near); there are \(names.joined(separator: ", "))")
    }
    let text = "scene.profile = \"\(name)\""
    let inputs = timeline.path(to: timeline.current).dropFirst().compactMap { timeline[$0].input }
    let kept = inputs.filter { $0.kind != .typed || !$0.text.hasPrefix("scene.profile = ") }
    runAgain([Input(text)] + kept, asBranch: name)
  }
}
