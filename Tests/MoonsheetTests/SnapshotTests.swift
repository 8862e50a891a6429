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
