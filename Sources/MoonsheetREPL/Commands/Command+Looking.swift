import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// What tells something and changes nothing.
extension Command {
  static var looking: [Command] {
    [
      Command("type", ":type EXPRESSION", "the type of a value; what computing it did is undone", .name) {
        $0.tellType(of: $1.rest)
      },
      Command("tree", ":tree", "the controllers and their content as a tree") { session, _ in session.tellTree() },
      Command("stack", ":stack", "what is presented, and who may dismiss it, in full") { session, _ in
        session.tellFullStack()
      },
      Command("trace", ":trace [N]", "the last N entries of the trace, with their numbers (default 20)") {
        session, line in session.tellTrace(line.rest)
      },
      Command("why", ":why", "why the last act did or did not close something") { session, _ in
        session.tell(.answer, session.host.explanation.split(separator: "\n").map(String.init))
      },
      Command("clock", ":clock", "the virtual time, and what is due next") { session, _ in session.tellClock() },
      Command("timers", ":timers", "the timers and flows that wait") { session, _ in session.tellTimers() },
      Command("bindings", ":bindings", "the bindings and their values") { session, _ in
        session.tellList(session.host.bindingLines, none: "there are no bindings")
      },
      Command("set", ":set [NAME VALUE]", "trace, stack (on, off), width, fuel; without a name, all", .setting) {
        $0.set($1.words)
      },
    ]
  }
}

extension Session {
  func tellList(_ lines: [String], none: String) {
    tell(.answer, lines.isEmpty ? [none] : lines)
  }

  func tellFullStack() {
    let stack = host.scene.status()
    tellStack(stack)
    for status in stack.reversed() { tell(.answer, status.lines) }
  }

  func tellTrace(_ rest: String) {
    guard let count = rest.isEmpty ? 20 : Int(rest), count > 0 else {
      return refuse("':trace' wants a number of entries, not '\(rest)'")
    }
    let entries = host.scene.trace.entries
    guard !entries.isEmpty else { return tell(.answer, "the trace is empty") }
    let first = max(0, entries.count - count)
    for (offset, entry) in entries[first...].enumerated() {
      let number = "\(first + offset + 1)"
      tell(.answer, "#" + number + String(repeating: " ", count: max(1, 5 - number.count)) + TraceText.line(entry))
    }
  }

  func tellClock() {
    let next = host.scene.nextDeadline().map { "next is due at \($0) ms" } ?? "nothing is due"
    tell(.answer, "\(host.scene.now) ms; \(next); the scene is \(host.scene.isIdle ? "idle" : "in motion")")
  }

  func tellTimers() {
    let timers = host.pendingTimers.map { "timer due at \($0.due) ms" + place($0.site) }
    let flows = host.pendingFlows.map { $0.description + place($0.site) }
    tellList(timers + flows, none: "nothing waits")
  }

  private func place(_ site: SourceSite?) -> String { site.map { " (\($0.file):\($0.line))" } ?? "" }

  // MARK: Tree

  func tellTree() {
    var lines: [String] = []
    addTree(host.scene.root, label: "", indent: "", to: &lines)
    tell(.answer, lines)
  }

  private func addTree(_ id: ControllerID, label: String, indent: String, to lines: inout [String]) {
    let controller = host.scene.controller(id)
    lines.append("\(indent)\(label)\(controller.name)  \(controller.kind)")
    let inner = indent + "  "
    for item in controller.content { lines.append("\(inner)· \(item.shownName)") }
    for child in controller.children { addTree(child, label: "child ", indent: inner, to: &lines) }
    if let presented = controller.presented, host.scene.controller(presented).presenting == id {
      addTree(presented, label: "presents ", indent: indent, to: &lines)
    }
  }

  // MARK: Types

  func tellType(of expression: String) {
    guard !expression.isEmpty else { return refuse("':type' wants an expression") }
    isDisturbed = true
    guard case .ready(let function, isExpression: true) = compile(Input(expression)) else {
      return refuse("'\(expression)' is no expression")
    }
    var types: [String] = []
    let (results, wasMuted) = (host.onInputResult, isMuted)
    host.onInputResult = { [host] _, frame in
      for position in 0..<frame.count {
        let line = ValueText.line(at: position + 1, on: frame, host: host)
        let type = frame.typeName(at: position + 1)
        // A function tells by itself that it is one.
        types.append(line.hasPrefix("\(type):") || line.hasPrefix("\(type) (") ? line : "\(type): \(line)")
      }
    }
    var error: LuaError?
    undone {
      isMuted = true
      error = host.runInput(timeline.here.number + 1, function).error
      isMuted = wasMuted
    }
    host.onInputResult = results
    if let error { return refuse("error: \(error.message)") }
    tellList(types, none: "no value")
  }

  /// Does something, and goes back to where it began.
  func undone(_ body: () -> Void) {
    guard let snapshot = try? host.snapshot() else { return body() }
    body()
    try? host.restore(snapshot)
  }

  // MARK: Settings

  func set(_ words: [String]) {
    guard let name = words.first else {
      return tell(
        .answer,
        [
          "trace \(settings.showsTrace ? "on" : "off")", "stack \(settings.showsStack ? "on" : "off")",
          "width \(settings.width ?? width)", "fuel \(host.lua.limits.fuel)",
        ])
    }
    guard words.count < 3 else { return refuse("':set' wants a name and one value, not '\(words[2])'") }
    let value = words.dropFirst().first ?? ""
    switch (name, value, Int(value)) {
    case ("trace", "on", _), ("trace", "off", _): settings.showsTrace = value == "on"
    case ("stack", "on", _), ("stack", "off", _): settings.showsStack = value == "on"
    case ("width", _, let width?) where (20...1_000).contains(width): settings.width = width
    case ("fuel", _, let fuel?) where fuel > 0: host.lua.limits.fuel = Int64(fuel)
    case ("trace", _, _), ("stack", _, _): refuse("':set \(name)' wants on or off")
    case ("width", _, _): refuse("':set width' wants 20 to 1000 columns")
    case ("fuel", _, _): refuse("':set fuel' wants a number of instructions for each input")
    default: refuse("nothing is called '\(name)'; there are \(Self.settingNames.joined(separator: ", "))")
    }
  }

  static let settingNames = ["trace", "stack", "width", "fuel"]
}
