import LuaRuntime
import Moonsheet

/// The note editor of `Examples/unsaved-changes`, open, with something typed: a complete simulation at rest.
final class NoteEditor {
  private let host: MoonsheetHost
  private let point: MoonsheetSnapshot

  private static let script = """
    local draft = binding("", "draft")
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
        draft:set("")
        self:dismiss()
      end),
    }
    present(editor)
    settle()
    user:type("body", "hello")
    """

  init() throws {
    var options = MoonsheetOptions()
    options.limits = Bounds.limits
    host = try MoonsheetHost(options)
    host.start(LuaChunk(name: "editor.lua", source: Self.script))
    try host.settle()
    point = try host.snapshot()
  }

  /// Saves and restores the simulation `n` times.
  func saveAndRestore(_ n: Int) throws -> Int {
    for _ in 0..<n { try host.restore(try host.snapshot()) }
    return host.scene.trace.total
  }

  /// Returns to the point `n` times and does ten gestures from there: four times it is pulled down and kept, the fifth time
  /// what was typed is discarded.
  func tenGestures(_ n: Int) throws -> Int {
    var entries = 0
    for _ in 0..<n {
      try host.restore(point)
      for turn in 1...5 {
        host.scene.swipeDown()
        try host.settle()
        try host.scene.tap(label: turn < 5 ? "Keep editing" : "Discard")
        try host.settle()
      }
      entries = host.scene.trace.total
    }
    return entries
  }

  /// Bytes of Lua's memory that a snapshot copies.
  var byteCount: Int { point.byteCount }
}
