// NB: `stderr` is a variable of C that nothing here changes.
@preconcurrency import Glibc
import LuaRuntime
import Moonsheet
import MoonsheetExplorer

/// How quickly explorations go, what a state takes, and what spin makes of a model that both have.
final class Exploring {
  static let name = "explored"
  static let pairName = "explore -j2 against -j1"

  private let processes: Processes
  private let folder: String
  private var form: String { folder + "/form.lua" }

  /// Writes the flows and the model; `remove()` them afterwards.
  init(_ processes: Processes) throws {
    self.processes = processes
    var template = Array("/tmp/moonsheet-explore-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Processes.Failure(description: "cannot make a folder in /tmp") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try Self.write(Self.formScript, to: form)
    try Self.write(Self.counters, to: folder + "/counters.pml")
  }

  func remove() { _ = try? processes.run(["rm", "-r", folder], 1) }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Processes.Failure(description: "cannot write \(path)") }
    defer { fclose(file) }
    fputs(text, file)
  }

  // MARK: Flows

  /// The note editor of `Examples/unsaved-changes`, with a button that opens it.
  private static let editorScript = """
    local draft = binding("", "draft")
    local saved
    local editor = sheet "Editor" {
      should_dismiss = function() return draft:get() == "" end,
      did_attempt_to_dismiss = function(attempt)
        local choice = ask("Discard the draft?", { "Discard", "Keep editing" },
          { destructive = "Discard", cancel = "Keep editing" })
        if choice == "Discard" then
          draft:set("")
          attempt:proceed()
        end
      end,
      text_field("body", draft),
      button("Done", function(self)
        saved = draft:get()
        draft:set("")
        self:dismiss()
      end),
    }
    root { button("Open", function() present(editor) end) }
    """

  /// A form of five fields, which asks before it goes: many states.
  private static let formScript = """
    local fields, bindings = {}, {}
    for i = 1, 5 do
      bindings[i] = binding("", "field" .. i)
      fields[i] = text_field("field" .. i, bindings[i])
    end
    local function is_clean()
      for _, b in ipairs(bindings) do if b:get() ~= "" then return false end end
      return true
    end
    local form = sheet "Form" {
      should_dismiss = is_clean,
      did_attempt_to_dismiss = function(attempt)
        if scene.top ~= attempt.controller then return end
        local choice = ask("Discard?", { "Discard", "Keep" }, { cancel = "Keep" })
        -- While the question went away the form may have been emptied and swiped away.
        if choice == "Discard" and not attempt.controller.is_being_dismissed then
          for _, b in ipairs(bindings) do b:set("") end
          attempt:proceed()
        end
      end,
      fields[1], fields[2], fields[3], fields[4], fields[5],
    }
    root { button("Open", function() if scene.top == root then present(form) end end) }
    local texts = { "", "a", "b" }
    explore { actions = { "tap", "type", "swipe_down", "wait" },
      types = { field1 = texts, field2 = texts, field3 = texts, field4 = texts, field5 = texts } }
    """

  private func explored(_ source: String) throws -> (states: Int, transitions: Int, seconds: Double) {
    let began = Self.processorSeconds
    let report = try FlowExplorer(LuaChunk(name: "flow.lua", source: source)).run()
    return (report.states, report.transitions, Self.processorSeconds - began)
  }

  /// What this thread has had of the processor: the others on the machine do not count.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Counters

  /// Three counters between 0 and 59: 60³ states.
  private struct Counters: Model {
    var starts: [UInt32] { [0] }
    func actions(in state: UInt32) -> [UInt8] { [0, 1, 2, 3, 4, 5] }

    func next(_ state: UInt32, _ action: UInt8) -> UInt32? {
      let shift = UInt32(action >> 1) * 8
      let count = state >> shift & 0xFF
      if action & 1 == 0 { return count < 59 ? state + 1 << shift : nil }
      return count > 0 ? state - 1 << shift : nil
    }

    func add(_ state: UInt32, to fingerprint: inout Fingerprint) { fingerprint.add(UInt64(state)) }
  }

  private static let counters = """
    byte a, b, c;
    active proctype P() {
      do
      :: atomic { a < 59 -> a++ } :: atomic { a > 0 -> a-- }
      :: atomic { b < 59 -> b++ } :: atomic { b > 0 -> b-- }
      :: atomic { c < 59 -> c++ } :: atomic { c > 0 -> c-- }
      od
    }
    """

  private func countersHere() -> (states: Int, transitions: Int, seconds: Double) {
    let began = Self.processorSeconds
    var search = Search(ValueSimulation(Counters()))
    let result = search.breadthFirst()
    return (result.states, result.transitions, Self.processorSeconds - began)
  }

  /// The same with spin's compiled model, or why not.
  private func countersInSpin() -> Result<Double, Processes.Failure> {
    for tool in ["/usr/bin/spin", "/usr/bin/gcc"] where access(tool, X_OK) != 0 {
      return .failure(Processes.Failure(description: "\(tool) is not there (apt-get install spin gcc)"))
    }
    let build = "cd \(folder) && spin -a counters.pml && gcc -O2 -DSAFETY -DMEMLIM=2048 -o pan pan.c"
    do {
      _ = try processes.run(["sh", "-c", build], 1)
      let check = "cd \(folder) && ./pan -m1000000 | grep -q '^ *216000 states, stored'"
      _ = try processes.run(["sh", "-c", check], 1)
      let times = try (0..<5).map { _ in try processes.processorSeconds(of: ["\(folder)/pan", "-m1000000"]) }
      return .success(times.min() ?? 0)
    } catch { return .failure(Processes.Failure(description: "\(error)")) }
  }

  // MARK: Report

  /// A table of states and transitions a second.
  func notes() throws -> [String] {
    var lines = ["\(Self.name):"]
    // NB: first, since a child's most memory is at least what its parent had when it began.
    let memory = access(processes.tool, X_OK) == 0 ? try memory() : []
    func add(_ name: String, _ states: Int, _ transitions: Int, _ seconds: Double) {
      lines.append(
        "  \(name): \(states) states, \(transitions) transitions, \(Int(Double(states) / seconds)) states and "
          + "\(Int(Double(transitions) / seconds)) transitions a second")
    }
    for (name, source, rounds) in [
      ("the note editor", Self.editorScript, 50), ("a form of five fields", Self.formScript, 2),
    ] {
      let best = try (0..<rounds).map { _ in try explored(source) }.min { $0.seconds < $1.seconds }
      if let best { add(name, best.states, best.transitions, best.seconds) }
    }
    let here = (0..<5).map { _ in countersHere() }.min { $0.seconds < $1.seconds } ?? countersHere()
    add("three counters", here.states, here.transitions, here.seconds)
    switch countersInSpin() {
    case .success(let seconds): add("three counters, in spin", here.states, here.transitions, seconds)
    case .failure(let why): lines.append("  three counters, in spin: skipped, \(why)")
    }
    return lines + memory
  }

  /// What a state takes: how much more memory more states need, which is the same at each size where it grows evenly.
  private func memory() throws -> [String] {
    let counts = [4000, 8000, 16000]
    let peaks = try counts.map { count in
      try processes.peak(
        of: ["sh", "-c", "\(processes.tool) explore --max-states \(count) \(form) || test $? = 5"])
    }
    let each: [Int] = (1..<3).map { index -> Int in
      let (memory, states) = (peaks[index] - peaks[index - 1], counts[index] - counts[index - 1])
      return memory * 1024 / states
    }
    return ["  memory of the form: \(each[0]) bytes for each of 4000 states more, \(each[1]) for each of 8000 more"]
  }

  /// Two processes against one, or why not.
  func row() -> Result<Row, Processes.Failure> {
    guard access(processes.tool, X_OK) == 0 else {
      return .failure(Processes.Failure(description: "\(processes.tool) is not there"))
    }
    func explore(_ jobs: String) -> Row.Work {
      { try self.processes.run([self.processes.tool, "explore", jobs, self.form], $0) }
    }
    return .success(Row(name: Self.pairName, iterations: 1, c: explore("-j1"), swift: explore("-j2")))
  }
}
