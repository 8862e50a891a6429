import Testing

/// SwiftUI's modifiers as scripts write them; the orders are those of docs/MODEL.md.
@Suite struct SwiftUITests {
  /// A root with a sheet by the flag `s`.
  static let flagged = """
    local s = binding(false, "s")
    root:sheet { is_presented = s, on_dismiss = function() print("on_dismiss") end,
      content = function() return sheet "P" { text "hello" } end }

    """

  @Test("a swipe writes the flag by the system, then on_dismiss, then on_closed (S61)")
  func swipe() throws {
    let story = try play(Self.flagged + "s:set(true) settle() user:swipe_down() settle() print(s:get())")
    #expect(story.messages == [])
    #expect(
      story.essence == [
        "binding s = true (script)", "presenting P on root", "on_appear P", "presented P", "dismissing P (swipe)",
        "on_disappear P", "dismissed P (swipe)", "binding s = false (system)", "on_dismiss P", "on_closed P (swipe)",
      ])
    #expect(story.printed == ["on_dismiss", "false"])
  }

  @Test("an item replaces and its content gets the value (S70)")
  func item() throws {
    let story = try play(
      """
      local i = item(nil, { name = "i" })
      root:sheet { item = i, content = function(value) return sheet(value) { text(value) } end }
      i:set("a") settle() i:set("b") settle() i:set(nil) settle()
      """)
    #expect(story.messages == [])
    #expect(
      story.lines(named: "binding", "presenting", "dismissing", "on_dismiss", "on_closed") == [
        "binding i = a (script)", "presenting a on root", "binding i = b (script)", "dismissing a (replaced)",
        "on_dismiss a", "on_closed a (replaced)", "presenting b on root", "binding i = nil (script)",
        "dismissing b (binding)", "on_dismiss b", "on_closed b (binding)",
      ])
  }

  @Test("the id of a table is its identity: another payload replaces nothing (R41)")
  func identity() throws {
    let story = try play(
      """
      local i = item(nil, { name = "i" })
      root:sheet { item = i, name = "Book", content = function(book) return { text(book.title) } end }
      i:set({ id = 1, title = "old" }) settle()
      i:set({ id = 1, title = "new" }) settle()
      local j = item(nil, { name = "j", id = function(value) return value // 10 end })
      scene.top:sheet { item = j, content = function(value) return sheet("J" .. value) end }
      j:set(11) settle() j:set(12) settle() j:set(21) settle()
      """)
    #expect(story.messages == [])
    #expect(
      story.lines(named: "presenting", "content_updated", "dismissing") == [
        "presenting Book on root", "content_updated Book", "presenting J11 on Book", "content_updated J11",
        "dismissing J11 (replaced)", "presenting J21 on Book",
      ])
  }

  @Test("environment.dismiss belongs to where it is read (S62, S83, R52)")
  func environment() throws {
    let story = try play(
      """
      local s = binding(true, "s")
      local outer
      root {
        content = function()
          outer = environment.dismiss
          return { view("body", {}):sheet { is_presented = s, content = function()
            local dismiss = environment.dismiss
            print(environment.is_presented)
            return sheet "P" { button("Done", function() dismiss() end), button("Outer", function() outer() end) }
          end } }
        end,
      }
      settle()
      user:tap "Outer" settle()
      user:tap "Done" settle()
      print(s:get(), environment.is_presented)
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["true", "false\tfalse"])
    #expect(
      story.lines(named: "presenting", "no_effect", "binding", "dismissing", "on_dismiss") == [
        "presenting P on root", "no_effect environment.dismiss root (it is not presented)",
        "binding s = false (system)", "dismissing P (script)", "on_dismiss P",
      ])
  }

  @Test("interactive_dismiss_disabled anywhere in the content refuses the user, and follows its binding (S65, R51)")
  func dismissDisabled() throws {
    let story = try play(
      """
      local s, locked = binding(true, "s"), binding(true, "locked")
      root:sheet { is_presented = s, content = function()
        return sheet "P" { view("form", { text("x"):interactive_dismiss_disabled(locked) })}
      end }
      settle()
      user:swipe_down() settle()
      print(s:get())
      locked:set(false) settle()
      user:swipe_down() settle()
      print(s:get())
      """)
    #expect(story.printed == ["true", "false"])
    #expect(story.lines(named: "dismissing") == ["dismissing P (swipe)"])
  }

  @Test("a task is cancelled with its view; one that is over is not")
  func tasks() throws {
    let story = try play(
      """
      local s = binding(true, "s")
      root:sheet { is_presented = s, content = function()
        return sheet "P" {
          text("long"):task(function() wait(5000) print("never") end),
          text("short"):task(function() wait(10) print("short") end),
        }
      end }
      clock:advance(1000)
      s:set(false) settle()
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["short"])
    #expect(
      story.lines(named: "task_started", "task_cancelled") == [
        "task_started long", "task_started short", "task_cancelled long",
      ])
  }

  @Test("on_appear, on_disappear and on_change of views; a cover hides its presenter, a sheet does not (S88, R54)")
  func appearance() throws {
    let story = try play(
      """
      local s, c, n = binding(false, "s"), binding(false, "c"), binding(0, "n")
      root:on_appear(function() print("root appears") end):on_disappear(function() print("root disappears") end)
      root:on_change(n, function(new, old) print(old .. " -> " .. new) end)
      root:sheet { is_presented = s, content = function() return sheet "P" end }
      root:cover { is_presented = c, content = function() return cover "C" end }
      settle()
      n:set(1) n:set(2) settle()
      s:set(true) settle() s:set(false) settle()
      print("cover")
      c:set(true) settle() c:set(false) settle()
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["root appears", "0 -> 2", "cover", "root disappears", "root appears"])
  }

  @Test("a representable's view finds its controller in update, not in make")
  func representable() throws {
    let story = try play(
      """
      local s = binding(true, "s")
      root:sheet { is_presented = s, content = function()
        return sheet "P" { representable {
          make = function(view) print("make", view:parent_view_controller()) end,
          update = function(view) print("update", view:parent_view_controller().name) end,
        } }
      end }
      clock:advance(100)
      """)
    #expect(story.messages == [])
    #expect(story.printed.first == "make\tnil")
    #expect(story.printed.dropFirst().first == "update\tP")
  }

  @Test("an alert's action runs at the tap, before it goes (C-14)")
  func alerts() throws {
    let story = try play(
      """
      local a = binding(true, "a")
      root:alert { is_presented = a, content = function()
        return alert "Delete?" { button("Delete", function() print("deleted") end), button("Keep") }
      end }
      settle() trace:clear()
      user:tap "Delete" settle()
      """)
    #expect(story.messages == [])
    #expect(
      story.essence == [
        "action Delete? \"Delete\"", "binding a = false (system)", "dismissing Delete? (action)",
        "on_disappear Delete?", "dismissed Delete? (action)", "on_closed Delete? (action)",
      ])
  }

  @Test("the delegate slot is SwiftUI's from ios15 on: a replacement without forwarding leaves the flag (S69, R55)")
  func delegateSlot() throws {
    func story(_ delegate: String) throws -> Story {
      try play(
        Self.flagged + """
          s:set(true) settle()
          local mine = delegate { should_dismiss = function() return true end\(delegate) }
          scene.top.presentation_controller.delegate = mine
          user:swipe_down() settle()
          print(s:get())
          s:set(true) settle()
          print(#scene.stack)
          """)
    }
    let literal = try story("")
    #expect(literal.printed == ["true", "0"])
    #expect(literal.lines.contains { $0.hasPrefix("warning binding_out_of_step s") })
    #expect(try story(", forwarding = true").printed == ["on_dismiss", "false", "1"])
  }

  @Test("mistakes in a modifier are told at its line")
  func mistakes() throws {
    for (call, message) in [
      ("root:sheet {}", "flow.lua:1: error: 'controller:sheet' needs 'is_presented' or 'item', a binding"),
      (
        "root:sheet { is_presented = binding(true) }",
        "flow.lua:1: error: 'controller:sheet' needs 'content', what it presents"
      ),
      (
        "root:sheet { is_presentd = 1 }",
        "flow.lua:1: error: 'controller:sheet' has no option 'is_presentd' (did you mean 'is_presented'?)"
      ),
      (
        "root:popover { on_dismiss = print }",
        "flow.lua:1: error: 'controller:popover' has no option 'on_dismiss'"
      ),
    ] {
      let story = try play(call)
      #expect(story.messages.contains { $0.contains(message) }, "\(call): \(story.messages)")
    }
  }

  @Test("content that is made anew at two thousand updates stays within the memory of a run")
  func manyUpdates() throws {
    let story = try play(
      """
      local n = binding(0, "n")
      root { content = function()
        local views = {}
        for i = 1, 10 do views[i] = button("b" .. i, function() end):on_appear(function() end) end
        return views
      end }
      for i = 1, 2000 do n:set(i) settle() end
      """)
    #expect(story.messages == [])
    #expect(story.report.ending == .finished)
  }
}
