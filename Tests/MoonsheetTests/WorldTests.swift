import Moonsheet
import Testing

/// Devices, detents, ways out and the world, as scripts reach them.
@Suite struct WorldTests {
  @Test("a flick goes down one detent, and at the smallest it is a try to dismiss (R15)")
  func detents() throws {
    let story = try play(
      """
      local size = binding("large", "size")
      local s = sheet "S" {
        detents = { detent.height(120), "medium", "large" },
        selected_detent = size,
        is_modal_in_presentation = true,
        did_attempt_to_dismiss = function(attempt) print("try", attempt.trigger) end,
      }
      present(s) settle()
      trace:clear()
      user:swipe_down() settle() print(size.value)
      user:swipe_down() settle() print(size.value)
      user:swipe_down() settle() print(size.value)
      """)
    #expect(story.printed == ["medium", "height(120)", "try\tswipe", "height(120)"])
    #expect(
      story.lines(named: "detent", "binding", "did_attempt_to_dismiss") == [
        "detent S = medium (user)", "binding size = medium (system)", "detent S = height(120) (user)",
        "binding size = height(120) (system)", "did_attempt_to_dismiss S (swipe)",
      ])
  }

  @Test("a custom detent asks its function, and one that answers nil is inactive")
  func customDetent() throws {
    let story = try play(
      """
      local tall = true
      local s = sheet "S" {
        detents = { detent.custom("mine", function(maximum) if tall then return maximum / 4 end end), "large" },
        selected_detent = "mine",
      }
      present(s) settle()
      trace:clear()
      user:drag_to_detent("large") settle()
      user:drag_to_detent("mine") settle()
      """)
    #expect(story.lines(named: "detent") == ["detent S = large (user)", "detent S = mine (user)"])
  }

  @Test("a popover adapts in compact width unless its delegate says none (R33, S32)")
  func adaptation() throws {
    for (answer, line) in [("'none'", "will_present P (none)"), ("'automatic'", "will_present P (form_sheet)")] {
      let story = try play(
        """
        root { button("More") }
        local p = popover "P" { anchor = "More", adaptive_presentation_style = function(traits) print(traits.width) return \(answer) end }
        present(p) settle()
        """)
      #expect(story.printed.first == "compact")
      #expect(story.lines(named: "will_present") == [line])
    }
  }

  @Test("a delegate may show another controller for the adapted style, and prepare it (R33)")
  func substitute() throws {
    let story = try play(
      """
      root { button("More") }
      local other = controller "Other" { button("Close", function() print "closed" end) }
      present(popover "P" { anchor = "More", button("Hidden"),
        view_controller_for_adaptive_presentation_style = function(style) print(style) return other end,
        prepare = function(self) print("prepare", self.name) end }) settle()
      user:tap "Close"
      print(pcall(function() user:tap "Hidden" end))
      dismiss(scene.top) settle()
      present(popover "Q" { anchor = "More",
        view_controller_for_adaptive_presentation_style = function() return 3 end }) settle()
      """)
    #expect(story.printed.prefix(4) == ["form_sheet", "prepare\tP", "closed", story.printed[3]])
    #expect(story.printed[3].hasPrefix("false"))
    #expect(
      story.lines(named: "view_controller_for_adaptive_presentation_style", "prepare", "error") == [
        "view_controller_for_adaptive_presentation_style P -> Other", "prepare P (form_sheet)",
        "error view_controller_for_adaptive_presentation_style Q: answered number, not a controller or nil "
          + "(flow.lua:10)", "view_controller_for_adaptive_presentation_style Q -> nil",
      ])
  }

  @Test("an ipad is chosen before anything is presented, and a window that changes is resized")
  func devices() throws {
    let story = try play(
      """
      device "ipad"
      print(device.idiom, device.width, device.height)
      present(sheet "S" {}) settle()
      print(pcall(function() device "iphone" end))
      device:resize { width = "compact" }
      print(device.width)
      """)
    #expect(story.printed[0] == "pad\tregular\tregular")
    #expect(story.printed[1].contains("another device is chosen while nothing is presented"))
    #expect(story.printed[2] == "compact")
  }

  @Test("links, background and foreground reach the app's callbacks")
  func world() throws {
    let story = try play(
      """
      app.on_open_url = function(url) print("link " .. url) end
      app.on_background = function() print("away") end
      app.on_foreground = function() print("back") end
      app:background()
      app:open_url("notes://7")
      settle()
      """)
    #expect(story.printed == ["away", "back", "link notes://7"])
    #expect(
      story.lines(named: "background", "foreground", "open_url") == ["background", "foreground", "open_url notes://7"])
  }

  @Test("a system prompt takes all touches, and its answer is remembered")
  func systemPrompt() throws {
    let story = try play(
      """
      local prompt = system_prompt "Notifications" {
        button("Allow", function() print("allowed") end), button("Don't Allow"),
      }
      root { button("Below", function() print("below") end) }
      start(function() print(show(prompt).result) end)
      settle()
      user:tap "Below"
      user:tap "Allow" settle()
      present(prompt) settle()
      """)
    #expect(story.printed == ["allowed", "Allow", "allowed"])
    #expect(story.lines(named: "warning").first?.hasPrefix("warning prompt_already_answered Notifications") == true)
  }

  @Test("VoiceOver's escape goes through the policy, or to an override (C-7)")
  func performEscape() throws {
    let story = try play(
      """
      local a = sheet "A" { performs_escape = true }
      present(a) settle() user:perform_escape() settle()
      print(#scene.stack)
      local b
      b = sheet "B" { performs_escape = function(self) self:dismiss() return true end }
      present(b) settle() user:perform_escape() settle()
      print(#scene.stack)
      local c = sheet "C" {}
      present(c) settle() user:perform_escape() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["0", "0", "1"])
    #expect(story.lines(named: "dismissed") == ["dismissed A (accessibility_escape)", "dismissed B (script)"])
  }

  @Test(
    "an override of escape that fails or answers no boolean has not handled it, and is an error entry",
    arguments: [
      ("error('bad')", "bad"), ("return 5", "answered number, not true or false; that counts as not handled"),
    ])
  func badEscape(_ body: String, _ message: String) throws {
    let story = try play(
      """
      present(sheet "S" { performs_escape = function() \(body) end }) settle()
      user:perform_escape() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["1"])
    #expect(story.lines(named: "error") == ["error performs_escape S: \(message) (flow.lua:1)"])
    #expect(story.lines(named: "perform_escape") == ["perform_escape S -> false"])
  }

  @Test("user:actions lists what can be done, in words that a script can use")
  func actions() throws {
    let story = try play(
      """
      local text = binding("", "text")
      present(sheet "S" { button("Done"), text_field("body", text) }) settle()
      for _, action in ipairs(user:actions()) do
        print(action.act, action.target and action.target.name or "-", action.label or action.field or "-")
      end
      """)
    #expect(
      story.printed.prefix(4) == [
        "tap\t-\tDone", "type\t-\tbody", "focus\t-\tbody", "swipe_down\tS\t-",
      ])
  }

  @Test("scene:explain names the line that answered")
  func explain() throws {
    let story = try play(
      """
      present(sheet "S" { is_modal_in_presentation = true, did_attempt_to_dismiss = function() end }) settle()
      user:swipe_down() settle()
      print(scene:explain())
      """)
    #expect(
      story.printed.first?.hasPrefix("swipe_down at flow.lua:2\nis_modal_in_presentation of S was true") == true)
  }

  @Test("policy.at_root tells what it looked at")
  func atRootExplains() throws {
    let story = try play(
      """
      local nav = navigation "N"
      nav { controller "A" {}, controller "B" {}, should_dismiss = policy.at_root(nav), did_attempt_to_dismiss = print }
      present(nav) settle()
      user:swipe_down()
      print(scene:explain())
      """)
    #expect(story.printed.last?.contains("which read #N.children = 2") == true)
  }

  @Test(
    "a mistake in a detent, a device or an anchor names what was meant",
    arguments: [
      (
        "sheet 'S' { detents = { 'medum' } }",
        "'detents' of sheet 'S' knows no detent \"medum\" (did you mean 'medium'?); others are made by detent.height, detent.fraction and detent.custom"
      ),
      ("sheet 'S' { detents = {} }", "'detents' of sheet 'S' wants at least one detent, got table"),
      ("detent.fraction(2)", "'detent.fraction' takes a part above 0 and up to 1"),
      ("popover 'P' { anchor = '' }", "'anchor' of popover 'P' wants a label or a view, no empty string, got string"),
      (
        "device 'ipad' root { button('Share') } present(popover 'P' { anchor = 'nope' })",
        "UIPopoverPresentationController (<P>) should have a non-nil sourceView or barButtonItem set before the "
          + "presentation occurs. Nothing in <root> is named \"nope\"."
      ),
      (
        "present(popover 'P' {}) settle() device:resize { width = 'regular' }",
        "UIPopoverPresentationController (<P>) should have a non-nil sourceView or barButtonItem set before the "
          + "presentation occurs."
      ),
      ("ask('Go?', { 'Yes', 'Yes' })", "'ask' has the label 'Yes' twice; nobody could tell which was tapped"),
      (
        "ask('Go?', { 'Yes', 'No' }, { cancel = 'No', destructive = 'No' })",
        "'ask' makes 'No' both 'cancel' and 'destructive'; a button has one role"
      ),
      ("device 'ipod'", "no device 'ipod' (did you mean 'ipad'?); there are iphone, ipad, mac_catalyst"),
      ("device { width = 'wide' }", "'width' of 'device' cannot be \"wide\"; it is one of \"compact\", \"regular\""),
      ("app.on_open_url = 3", "'on_open_url' of app wants a function or nil"),
    ])
  func mistakes(_ script: String, _ message: String) throws {
    let story = try play(script)
    #expect(story.report.error?.message == message)
  }
}
