import LuaRuntime
import Moonsheet
import MoonsheetExplorer
import MoonsheetReports
import PresentationKit
import Testing

/// Exploring flows as a whole.
@Suite struct FlowExplorerTests {
  private func explore(_ source: String, _ change: (inout FlowOptions) -> Void = { _ in }) throws -> FlowReport {
    var options = FlowOptions()
    change(&options)
    return try FlowExplorer(LuaChunk(name: "flow.lua", source: source), options: options).run()
  }

  /// Two switches and nothing else: four states, each with two taps; both orders of two taps end alike.
  private static let switches = """
    local a, b = binding(false, "a"), binding(false, "b")
    root { toggle("A", a), toggle("B", b) }
    """

  @Test("a flow starts at its first act of a user, and what follows is not run")
  func start() throws {
    let report = try explore(Self.switches + "\nuser:tap 'A'\nerror('never')")
    #expect(report.start == SourceSite(file: "flow.lua", line: 3))
    #expect(try explore(Self.switches).start == nil)
  }

  @Test("exact counts of small flows")
  func counts() throws {
    // 2 · 2 states, two taps in each.
    var report = try explore(Self.switches)
    #expect((report.states, report.transitions + report.skipped) == (4, 8))
    #expect(report.ending == .complete)
    // A counter to three: four states and a tap between neighbours, and the tap at three that changes nothing.
    report = try explore(
      """
      local n = 0
      root { button("More", function() if n < 3 then n = n + 1 end end) }
      """)
    #expect((report.states, report.transitions) == (4, 4))
    // A cover that comes and goes at once: there and not there, a tap each.
    report = try explore(
      """
      local c = cover "C" { animated = false, button("Close", function(self) dismiss(self, { animated = false }) end) }
      root { button("Open", function() present(c) end) }
      explore { actions = { "tap" } }
      """)
    // Not presented yet, presented, not presented any more: that it was presented once is known to a script.
    #expect((report.states, report.transitions) == (3, 3))
    // A field and three texts: the text, and whether the keyboard is in the field; it was not at the start only.
    report = try explore(
      """
      root { text_field("name", binding("", "name")) }
      explore { actions = { "type" }, types = { name = { "", "x", "y" } } }
      """)
    #expect((report.states, report.transitions) == (4, 12))
    // An event that can come twice.
    report = try explore(
      """
      local n = 0
      explore { events = { { "tick", function() n = math.min(n + 1, 2) end } }, actions = { "events" } }
      """)
    #expect((report.states, report.transitions) == (3, 3))
    // A request with two answers: asked, and either answer.
    report = try explore(
      """
      start(function() answer = request "save" end)
      explore { answers = { save = { { true }, { false } } } }
      """)
    #expect((report.states, report.transitions) == (3, 2))
    // A timer: before and after.
    report = try explore("after(100, function() fired = true end)")
    #expect((report.states, report.transitions) == (2, 1))
  }

  @Test("without the reduction the same is found")
  func reduction() throws {
    let reduced = try explore(Self.switches)
    let whole = try explore(Self.switches) { $0.reduces = false }
    #expect(reduced.states == whole.states)
    #expect(whole.skipped == 0)
  }

  @Test("set-ups are explored each, and named")
  func setups() throws {
    let report = try explore(
      """
      local n = 0
      root { button("More", function() n = n + 1 end) }
      explore {
        vary = { { "none", function() end }, { "two", function() n = 2 end } },
        always = { ["below three"] = function() return n < 3 end }, depth = 2,
      }
      """)
    #expect(report.setups == ["none", "two"])
    let finding = try #require(report.findings.first)
    #expect((finding.property, finding.setup, finding.steps?.count) == ("below three", "two", 1))
  }

  @Test("a depth ends bounded, states that grow end stopped with what grew, and both say that there is more")
  func endings() throws {
    let counter = "local taps = 0\nroot { button('More', function() taps = taps + 1 end) }"
    let bounded = try explore(counter) { $0.depth = 4 }
    #expect(bounded.ending == .bounded(depth: 4))
    #expect(ExplorationText.render(bounded).hasSuffix("bounded at depth 4: there is more\n"))
    let stopped = try explore(counter) { $0.states = 50 }
    #expect(stopped.ending == .stopped(.states(50)))
    #expect(stopped.grown == ["the variable taps"])
    #expect(ExplorationText.render(stopped).contains("what grew: the variable taps\nstopped by limit: 50 states"))
  }

  @Test("a script that reads the clock is bounded, and the line is named")
  func history() throws {
    let report = try explore(
      """
      local last = 0
      root { button("Now", function()
        last = clock.now
      end) }
      """)
    #expect(report.history == ["the clock"])
    #expect(report.historySite == SourceSite(file: "flow.lua", line: 3))
    #expect(report.ending != .complete)
  }

  @Test("a flow that asks, is kept and asked again is complete")
  func askedAgain() throws {
    let report = try explore(
      """
      local draft = binding("", "draft")
      local editor = sheet "Editor" {
        should_dismiss = policy.dirty(draft),
        did_attempt_to_dismiss = function(attempt)
          if scene.top == attempt.controller and ask("Discard?", { "Discard", "Keep" }) == "Discard" then
            draft:set("") attempt:proceed()
          end
        end,
        text_field("body", draft),
      }
      present(editor) settle()
      explore { actions = { "type", "swipe_down", "tap", "wait" } }
      """)
    #expect(report.ending == .complete)
    #expect(report.states < 100)
  }

  @Test("parts together find what the whole finds")
  func parts() throws {
    let source =
      (0..<6).map { "local b\($0) = binding(false, 'b\($0)')" }.joined(separator: "\n")
      + "\nroot { " + (0..<6).map { "toggle('T\($0)', b\($0))" }.joined(separator: ", ") + " }"
    let whole = try explore(source)
    #expect(whole.states == 64)
    var states: Set<Fingerprint> = []
    for index in 0..<2 {
      let part = try explore(source) { $0.part = SearchPart(index: index, count: 2) }
      states.formUnion(part.fingerprints)
    }
    #expect(states == Set(whole.fingerprints))
  }

  @Test("graphs say what is on screen, and where something was found")
  func graphs() throws {
    let report = try explore(
      """
      local c = cover "C" { animated = false, text "stuck" }
      root { button("Open", function() present(c) end) }
      explore { actions = { "tap" } }
      """)
    #expect(report.graph.nodes.map(\.stack) == [[], ["C"]])
    #expect(report.graph.edges.map(\.act) == ["tap Open"])
    #expect(
      ExplorationGraph.dot.render(report) == """
        digraph "flow.lua" {
          rankdir=LR
          node [shape=box]
          n0 [label="nothing presented\\n1 state", peripheries=2]
          n1 [label="C\\n1 state\\n! trap", color=red]
          n0 -> n1 [label="tap Open"]
        }

        """)
    #expect(ExplorationGraph.mermaid.render(report).contains("n0 --> n1: tap Open"))
    #expect(ExplorationGraph.json.render(report).contains(#"{"from":0,"to":1,"acts":["tap Open"]}"#))
  }

  @Test("a saved way fails on the faulty flow and passes on the mended one")
  func saved() throws {
    func flow(_ extra: String) -> LuaChunk {
      LuaChunk(
        name: "flow.lua",
        source: """
          local c = cover "C" { animated = false, text "stuck" \(extra) }
          root { button("Open", function() present(c) end) }
          explore { actions = { "tap" } }
          """)
    }
    let report = try FlowExplorer(flow("")).run()
    let finding = try #require(report.findings.first)
    let acts = finding.steps?.map(\.act) ?? []
    #expect(acts == [["tap", "Open"]])
    #expect(try FlowWalk(flow("")).faults(of: "trap", key: finding.key, along: acts).count == 1)
    let mended = flow(#", button("Close", function(self) dismiss(self, { animated = false }) end)"#)
    #expect(try FlowWalk(mended).faults(of: "trap", key: finding.key, along: acts).isEmpty)
  }

  // MARK: Cases of docs/CONFORMANCE.md

  @Test("a screen that no gesture and no button leaves is found as a trap")
  func trap() throws {
    let about = { (button: String) in
      "present(cover 'About' { text 'x'\(button) }) settle() "
        + "explore { actions = { 'swipe_down', 'tap_outside', 'press_escape', 'tap', 'wait' }, depth = 6 }"
    }
    let report = try explore(about(""))
    #expect(report.findings.map(\.property) == ["trap"])
    #expect(report.findings.first?.steps?.isEmpty == true)
    #expect(try explore(about(", button('Close', function(self) dismiss(self) end)")).findings.isEmpty)
  }

  @Test("a login wall holds against every gesture, and without the modal flag two of them leave it")
  func loginWall() throws {
    func wall(_ flag: String, _ acts: String) throws -> FlowReport {
      try explore(
        """
        device "ipad"
        local gone = false
        local login = sheet "Login" { style = "form_sheet", \(flag) text "sign in", on_closed = function() gone = true end }
        present(login) settle()
        explore { depth = 5, actions = \(acts), always = { ["the wall holds"] = function() return not gone end },
          properties = { trap = false } }
        """)
    }
    #expect(try wall("forced = true, is_modal_in_presentation = true,", "'all'").findings.isEmpty)
    for act in ["swipe_down", "tap_outside"] {
      let finding = try wall("", "{ '\(act)', 'wait' }").findings.first { $0.property == "the wall holds" }
      // One gesture, and the wait until it is over.
      #expect(finding?.steps?.map(\.act.first) == [act, "wait"])
    }
  }

  @Test("a path told in words")
  func words() throws {
    let report = try explore(
      """
      present(sheet "Editor" { text_field("body", binding("", "body")), on_closed = function() closed = true end }) settle()
      explore { actions = { "type", "swipe_down", "wait" }, types = { body = { "x" } },
        always = { ["not closed with text"] = function() return not rawget(_G, "closed") end } }
      """)
    let finding = try #require(report.findings.first { $0.property == "not closed with text" })
    #expect(finding.steps?.map(\.words) == ["swipe down on Editor", "wait 300 ms"])
    #expect(finding.steps?.map(\.lua) == ["user:swipe_down()  clock:advance(0)", "clock:advance(300)"])
  }

  @Test("coverage of transitions counts guards, and several events to one state")
  func transitions() throws {
    let report = try explore(
      """
      local open = false
      root { button("Open", function() if not open then open = true end end), button("Also", function() open = true end) }
      """)
    // Two states; both taps lead from either to the second.
    #expect((report.states, report.transitions) == (2, 4))
  }
}
