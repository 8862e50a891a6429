import Moonsheet
import Testing

/// Whatever is called as a function is taken where a function is.
@Suite struct CallableTests {
  @Test("environment.dismiss is a button's action (R52)")
  func dismissButton() throws {
    let story = try play(
      """
      local shown = binding(true, "shown")
      root:sheet { is_presented = shown, name = "P", content = function()
        return { button("Done", environment.dismiss) }
      end }
      settle()
      user:tap "Done" settle()
      """)
    #expect(
      story.essence == [
        "presenting P on root", "on_appear P", "presented P", "action P \"Done\"", "binding shown = false (system)",
        "dismissing P (script)", "on_disappear P", "dismissed P (script)", "on_dismiss P", "on_closed P (script)",
      ])
    #expect(story.messages == [])
  }

  @Test("environment.dismiss may be any callback: a timer, an observer, what a view does when it appears")
  func dismissElsewhere() throws {
    for use in [
      "after(10, environment.dismiss)", "done:on_change(environment.dismiss)",
      "start(environment.dismiss)", "pcall(environment.dismiss)",
    ] {
      let story = try play(
        """
        local shown, done = binding(true, "shown"), binding(false, "done")
        root:sheet { is_presented = shown, name = "P", content = function()
          return { button("Go", function() \(use) done:set(true) end) }
        end }
        settle()
        user:tap "Go" settle()
        print(#scene.stack, shown:get())
        """)
      #expect(story.printed == ["0\tfalse"], "\(use)")
      #expect(story.messages == [], "\(use)")
    }
  }

  /// A table with `__call` that says its name and answers what it was made with.
  private static let callable = """
    local function callable(name, ...)
      local answers = table.pack(...)
      return setmetatable({}, { __call = function() print(name) return table.unpack(answers, 1, answers.n) end })
    end

    """

  @Test("a table that can be called is taken wherever a function is")
  func tables() throws {
    let story = try play(
      Self.callable + """
        local b, shown, item = binding(1, "b"), binding(false, "shown"), nil
        item = _G.item(nil, { name = "item", id = callable("id", 1) })
        b:on_change(callable "on_change")
        local twice = b:map { get = callable("get", 2), set = callable("set", 3) }
        twice:set(4)
        after(1, callable "after")
        start(callable "start")
        app.on_background = callable "on_background"
        local sheet = sheet "P" {
          detents = { detent.custom("c", callable("detent", 100)) },
          is_modal_in_presentation = callable("is_modal_in_presentation", false),
          should_dismiss = callable("should_dismiss", true), will_dismiss = callable "will_dismiss",
          view_did_load = callable "view_did_load", on_closed = callable "on_closed",
          on_appear = callable "on_appear", on_disappear = callable "on_disappear",
          performs_escape = callable("performs_escape", false),
          button("Go", callable "action"),
          text "x":on_appear(callable "view on_appear"):task(callable "task"):on_change(b, callable "view on_change")
            :interactive_dismiss_disabled(callable("interactive_dismiss_disabled", false)),
          representable { make = callable "make", update = callable "update" },
        }
        on_presented(sheet, callable "on_presented")
        present(sheet, { completion = callable "completion" }) settle()
        user:tap "Go" user:perform_escape()
        b:set(5) settle()
        user:swipe_down() settle()
        app:background() app:foreground()
        root:sheet { item = item, name = "Q", content = callable("content", { text "q" }),
          on_dismiss = callable "on_dismiss" }
        settle()
        item:set(7) settle()
        item:set(nil) settle()
        root { }
        """)
    let wanted = [
      "id", "on_change", "get", "set", "after", "start", "on_background", "detent", "is_modal_in_presentation",
      "should_dismiss", "will_dismiss", "view_did_load", "on_closed", "on_appear", "on_disappear", "performs_escape",
      "action", "view on_appear", "task", "view on_change", "interactive_dismiss_disabled", "make", "update",
      "on_presented", "completion", "content", "on_dismiss",
    ]
    #expect(Set(wanted).subtracting(story.printed) == [])
    #expect(story.messages == [])
  }

  @Test("an object of delegate methods, an override and a policy's operands may be such tables, too")
  func objects() throws {
    let story = try play(
      Self.callable + """
        local box = container "Box" { present = callable "present" }
        root:add_child(box) settle()
        box:present(sheet "Q")
        local d = delegate { should_dismiss = callable("asked", false), did_attempt_to_dismiss = callable "attempted" }
        local p = sheet "P" { delegate = d, adaptive_presentation_style = callable("style", "none") }
        present(p, { from = root }) settle()
        user:swipe_down() settle()
        local q = sheet "R" { should_dismiss = policy.all(policy.always, callable("operand", true)) }
        present(q) settle()
        user:swipe_down() settle()
        print(#scene.stack)
        """)
    #expect(story.printed.filter { $0 != "style" } == ["present", "asked", "attempted", "operand", "1"])
  }

  @Test("what is configured by its call, and what only answers, is no function; nor is a table without __call")
  func mistakes() throws {
    for (code, message) in [
      ("button('b', sheet 'P')", "wants an action, a function; got"),
      ("button('b', device)", "wants an action, a function; got"),
      ("button('b', policy.never)", "wants an action, a function; got"),
      ("button('b', {})", "wants an action, a function; got table"),
      ("button('b', setmetatable({}, {}))", "wants an action, a function; got table"),
      ("sheet 'P' { on_closed = policy.never }", "wants a function, got"),
      ("sheet 'P' { view_did_load = sheet 'Q' }", "wants a function, got"),
      ("after(1, {})", "a function; got table"),
    ] {
      let story = try play(code)
      #expect(story.messages.count == 1 && story.messages[0].contains(message), "\(code): \(story.messages)")
    }
  }

  @Test("patterns take them, too")
  func patterns() throws {
    let story = try play(
      Self.callable + """
        local allow_auto_dismiss = require "moonsheet.patterns.allow_auto_dismiss"
        present(sheet "P" { allow_auto_dismiss(callable("allowed", false)) }) settle()
        user:swipe_down() settle()
        print(#scene.stack)
        """)
    #expect(story.printed == ["allowed", "1"])
  }
}
