import LuaRuntime
import Moonsheet
import Testing

/// Points in a simulation that can be gone back to.
@Suite struct SnapshotTests {
  private static let editor = """
    local draft = binding("", "draft")
    local editor = sheet "Editor" {
      should_dismiss = policy.dirty(draft),
      did_attempt_to_dismiss = function(attempt)
        local choice = ask("Discard?", { "Discard", "Keep" })
        print("chose " .. tostring(choice))
        if choice == "Discard" then attempt:proceed("gone") end
      end,
      text_field("body", draft),
    }
    start(function() print("over: " .. show(editor).reason) end)
    """

  private func makeHost() throws -> (MoonsheetHost, () -> [String]) {
    let host = try MoonsheetHost()
    final class Printed { var lines: [String] = [] }
    let printed = Printed()
    host.lua.printer = { printed.lines.append($0) }
    host.start(LuaChunk(name: "flow.lua", source: Self.editor))
    try host.settle()
    return (
      host,
      {
        defer { printed.lines = [] }
        return printed.lines
      }
    )
  }

  @Test("a flow that waits in ask is answered both ways from one snapshot, as often as wanted")
  func manyAnswers() throws {
    let (host, printed) = try makeHost()
    defer { host.close() }
    try host.scene.type(field: "body", text: "hello")
    host.scene.swipeDown()
    try host.settle()
    let asked = try host.snapshot()
    for _ in 0..<3 {
      try host.scene.tap(label: "Keep")
      try host.settle()
      #expect(printed() == ["chose Keep"])
      #expect(host.scene.stack.count == 1)
      try host.restore(asked)
      #expect(host.scene.stack.count == 2)
      try host.scene.tap(label: "Discard")
      try host.settle()
      #expect(printed() == ["chose Discard", "over: script"])
      #expect(host.scene.stack.isEmpty)
      try host.restore(asked)
    }
  }

  @Test("restoring gives the same trace as a fresh run of the same acts")
  func restoreEqualsReplay() throws {
    var generator = SplitMix(seed: 7)
    for _ in 0..<40 {
      let acts = (0..<6).map { _ in generator.next() % 5 }
      let (fresh, _) = try makeHost()
      let (travelled, _) = try makeHost()
      defer {
        fresh.close()
        travelled.close()
      }
      let start = try travelled.snapshot()
      for act in acts.reversed() { try Self.perform(act, on: travelled) }
      try travelled.restore(start)
      for act in acts {
        try Self.perform(act, on: fresh)
        try Self.perform(act, on: travelled)
      }
      #expect(travelled.scene.trace.entries.map(\.text) == fresh.scene.trace.entries.map(\.text), "\(acts)")
      #expect(travelled.scene.now == fresh.scene.now)
    }
  }

  private static func perform(_ act: UInt64, on host: MoonsheetHost) throws {
    switch act {
    case 0: host.scene.swipeDown()
    case 1: try? host.scene.tap(label: "Discard")
    case 2: try? host.scene.tap(label: "Keep")
    case 3: try? host.scene.type(field: "body", text: "x")
    default: host.scene.drag(fraction: 0.2)
    }
    try host.advance(by: 100)
  }

  @Test("no snapshot is taken while a script runs")
  func notWhileRunning() throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    var failure: LuaError?
    host.lua.define("save") {
      do throws(LuaError) { _ = try host.snapshot() } catch { failure = error }
    }
    host.run(LuaChunk(name: "flow.lua", source: "save()"))
    #expect(failure != nil)
  }

  @Test("a snapshot of another host is refused")
  func foreignSnapshot() throws {
    let (one, _) = try makeHost()
    let (other, _) = try makeHost()
    defer {
      one.close()
      other.close()
    }
    let snapshot = try one.snapshot()
    #expect(throws: LuaError.self) { try other.restore(snapshot) }
  }
}

/// A small generator with a fixed sequence.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
