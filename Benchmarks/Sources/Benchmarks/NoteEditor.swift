import LuaRuntime
import Moonsheet

/// The note editor of `Examples/unsaved-changes`, open, with something typed: a complete simulation at rest.
final class NoteEditor {
  /// What the editor does when a pull was refused.
  enum Answer: String {
    case asks = """
      local choice = ask("Discard the draft?", { "Discard", "Keep editing" },
        { destructive = "Discard", cancel = "Keep editing" })
      if choice == "Discard" then
        draft:set("")
        attempt:proceed()
      end
      """
    case counts = "refused = refused + 1"
  }

  private let host: MoonsheetHost
  private let point: MoonsheetSnapshot

  private static func script(_ answer: Answer) -> String {
    """
    local draft, refused = binding("", "draft"), 0
    local editor = sheet "Editor" {
      should_dismiss = function() return draft:get() == "" end,
      did_attempt_to_dismiss = function(attempt)
        \(answer.rawValue)
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
  }

  init(_ answer: Answer) throws {
    var options = MoonsheetOptions()
    options.limits = Bounds.limits
    // It waits while other rows are measured.
    options.wall = nil
    host = try MoonsheetHost(options)
    host.start(LuaChunk(name: "editor.lua", source: Self.script(answer)))
    try host.settle()
    point = try host.snapshot()
  }

  /// Saves and restores the simulation `n` times.
  func saveAndRestore(_ n: Int) throws -> Int {
    for _ in 0..<n { try host.restore(try host.snapshot()) }
    return host.scene.trace.total
  }

  /// Returns to the point `n` times and pulls the editor down ten times from there. The script is asked each time, refuses,
  /// and is told of the attempt.
  func tenGestures(_ n: Int) throws -> Int {
    var entries = 0
    for _ in 0..<n {
      try host.restore(point)
      for _ in 1...10 {
        host.scene.swipeDown()
        try host.settle()
      }
      entries = host.scene.trace.total
    }
    return entries
  }

  /// Returns to the point `n` times, and answers the question after a pull five times from there: four times to keep, the
  /// fifth time to discard what was typed.
  func fivePrompts(_ n: Int) throws -> Int {
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
}
