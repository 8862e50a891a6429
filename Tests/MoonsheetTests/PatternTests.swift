import LuaRuntime
import Moonsheet
import Testing

/// The pattern modules are found in every host. What they do is told by the specs beside their examples.
@Suite struct PatternTests {
  static let names = ["interactive_dismiss_disabled", "sheet_item_state", "dismiss_guardian", "allow_auto_dismiss"]

  @Test("a pattern is found in an embedded host, with and without global primitives", arguments: names)
  func found(_ name: String) throws {
    for areGlobal in [true, false] {
      let story = try play("print(type(require 'moonsheet.patterns.\(name)'))") { $0.primitivesAreGlobal = areGlobal }
      #expect(story.messages == [])
      #expect(story.printed == ["function"])
    }
  }

  @Test("a pattern is found under stock libraries", arguments: names)
  func stock(_ name: String) throws {
    let story = try play("print(type((require 'moonsheet.patterns.\(name)')))") { $0.libraries = .stock }
    #expect(story.printed == ["function"])
  }

  @Test("the host's patterns come before an embedder's modules, which get everything else")
  func order() throws {
    struct Mine: LuaModuleSource {
      func chunk(named name: String) -> LuaChunk? { LuaChunk(name: "mine.lua", source: "return 'mine: \(name)'") }
    }
    let story = try play(
      """
      print(type(require "moonsheet.patterns.sheet_item_state"))
      print(require "settings")
      """
    ) { $0.modules = Mine() }
    #expect(story.printed == ["function", "mine: settings"])
  }

  @Test("a misspelt pattern is told with the nearest name")
  func misspelt() throws {
    let story = try play("require 'moonsheet.patterns.sheet_item_sate'")
    #expect(
      story.messages == [
        "flow.lua:1: error: no module 'moonsheet.patterns.sheet_item_sate' (did you mean 'sheet_item_state'?); there are "
          + "interactive_dismiss_disabled, sheet_item_state, dismiss_guardian, allow_auto_dismiss"
      ])
  }
}

/// Who has the delegate slot, and whom a delegate in it hands on to (R55, C-21).
@Suite struct DelegateSlotTests {
  @Test("whose the delegate is can be read: nobody's, a script's, the controller's, SwiftUI's from ios15 on")
  func owner() throws {
    func owners(_ profile: String) throws -> [String] {
      try play(
        """
        scene.profile = "\(profile)"
        local function owner(c)
          local delegate = c.presentation_controller.delegate
          return delegate and delegate.owner
        end
        local keeper = delegate {}
        local mine = sheet "Mine" {}
        mine.presentation_controller.delegate = keeper
        print(owner(sheet "Bare" {}))
        print(owner(mine))
        print(owner(sheet "Inline" { did_dismiss = function() end }))
        local s = binding(true, "s")
        root:sheet { is_presented = s, content = function() return sheet "P" {} end }
        settle()
        print(owner(scene.top))
        """
      ).printed
    }
    #expect(try owners("ios14.5") == ["nil", "script", "controller", "nil"])
    #expect(try owners("ios18") == ["nil", "script", "controller", "swiftui"])
  }

  @Test("a delegate that was read can be put back")
  func putBack() throws {
    let story = try play(
      """
      local s = binding(true, "s")
      root:sheet { is_presented = s, content = function() return sheet "P" {} end }
      settle()
      local slot = scene.top.presentation_controller
      local before = slot.delegate
      local keeper = delegate { should_dismiss = function() return false end, forwarding = true }
      slot.delegate = keeper
      slot.delegate = before
      print(slot.delegate == before, slot.delegate.owner)
      user:swipe_down() settle()
      print(s:get())
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["true\tswiftui", "false"])
  }

  @Test("one that forwards hands on what it does not answer, along all that were there before it")
  func chain() throws {
    let story = try play(
      """
      local function named(name, forwarding, methods)
        methods.forwarding = forwarding
        for _, method in ipairs(methods) do
          methods[method] = function() print(name .. " " .. method) return true end
        end
        for i = #methods, 1, -1 do methods[i] = nil end
        return delegate(methods)
      end
      local first = named("first", false, { "should_dismiss", "will_dismiss", "did_dismiss" })
      local second = named("second", true, { "should_dismiss", "will_dismiss" })
      local third = named("third", true, { "should_dismiss" })
      local editor = sheet "Editor" {}
      local slot = editor.presentation_controller
      slot.delegate = first
      slot.delegate = second
      slot.delegate = third
      slot.delegate = third
      present(editor) settle()
      user:swipe_down() settle()
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["third should_dismiss", "second will_dismiss", "first did_dismiss"])
  }

  @Test("one that forwards may leave the decision to those before it")
  func decision() throws {
    func story(_ inner: String, _ outer: String) throws -> Story {
      try play(
        """
        local editor = sheet "Editor" { \(inner) }
        local keeper = delegate { should_dismiss = function() \(outer) end, did_attempt_to_dismiss = function() end }
        editor.presentation_controller.delegate = keeper
        present(editor) settle()
        user:swipe_down() settle()
        print(scene.top.name)
        """)
    }
    let refusing = "should_dismiss = function() return false end"
    let allowing = "should_dismiss = function() return true end"
    let forwarding = "end, forwarding = true, will_present = function()"
    #expect(try story(refusing, "return nil \(forwarding)").printed == ["Editor"])
    #expect(try story(allowing, "return nil \(forwarding)").printed == ["root"])
    #expect(try story("", "return nil \(forwarding)").printed == ["root"])
    #expect(try story(refusing, "return true \(forwarding)").printed == ["root"])
    #expect(try story(allowing, "return false \(forwarding)").printed == ["Editor"])
    // Without forwarding nil is no answer, and refuses.
    let silent = try story("", "return nil")
    #expect(silent.printed == ["Editor"])
    #expect(silent.messages.contains { $0.contains("answered nil, not true or false; that counts as a refusal") })
  }

  @Test("one that does not forward is the end of those before it")
  func replaced() throws {
    let story = try play(
      """
      local first = delegate { did_dismiss = function() print("first") end }
      local second = delegate { will_dismiss = function() print("second") end }
      local third = delegate { forwarding = true }
      local editor = sheet "Editor" {}
      local slot = editor.presentation_controller
      slot.delegate = first
      slot.delegate = second
      slot.delegate = third
      present(editor) settle()
      user:swipe_down() settle()
      """)
    #expect(story.printed == ["second"])
    #expect(story.messages.count == 1)
    #expect(story.messages.first?.contains("[delegate_replaced]") == true)
  }

  @Test("SwiftUI's modifiers present through the override of the controller they stand on (C-22)")
  func throughOverride() throws {
    let story = try play(
      """
      local s = binding(false, "s")
      local box = container "Box" {
        present = function(self, what, options, original)
          print(self.name, what.name, what.presentation_controller.delegate.owner)
          original(what, options)
        end,
      }
      box:sheet { is_presented = s, content = function() return sheet "P" {} end }
      root:add_child(box) settle()
      s:set(true) settle()
      user:swipe_down() settle()
      print(s:get())
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["Box\tP\tswiftui", "false"])
  }

  @Test("an override that presents nothing leaves the flag on, and that is told; toggled, it is asked again")
  func overrideRefuses() throws {
    let story = try play(
      """
      local s, open = binding(false, "s"), false
      local box = container "Box" {
        present = function(_, what, options, original) if open then original(what, options) end end,
      }
      box:sheet { is_presented = s, content = function() return sheet "P" {} end }
      root:add_child(box) settle()
      s:set(true) settle()
      print(s:get(), #scene.stack)
      open = true
      s:set(false) settle()
      s:set(true) settle()
      print(s:get(), #scene.stack)
      """)
    #expect(story.printed == ["true\t0", "true\t1"])
    #expect(story.messages.count == 1)
    #expect(story.messages.first?.contains("the override of present of Box did not call original") == true)
  }

  @Test("an override may wait before it presents, for code and for a modifier")
  func overrideWaits() throws {
    let story = try play(
      """
      local s = binding(false, "s")
      local box = container "Box" {
        present = function(_, what, options, original) wait(100) original(what, options) end,
      }
      box:sheet { is_presented = s, content = function() return sheet "Q" {} end }
      root:add_child(box) settle()
      box:present(sheet "P" {}, { completion = function() print("in", clock.now) end })
      print(#scene.stack) settle()
      print(scene.top.name, clock.now)
      dismiss(scene.top) settle()
      s:set(true) settle()
      print(scene.top.name)
      user:swipe_down() settle()
      print(s:get())
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["0", "in\t600", "P\t600", "Q", "false"])
  }

  @Test("an override that waits and then presents nothing is told of when it is over")
  func overrideWaitsInVain() throws {
    let story = try play(
      """
      local s = binding(false, "s")
      local box = container "Box" { present = function() wait(100) end }
      box:sheet { is_presented = s, content = function() return sheet "P" {} end }
      root:add_child(box) settle()
      s:set(true)
      clock:advance(50)
      print(#trace.entries > 0, tostring(trace):find("binding_out_of_step") == nil)
      settle()
      """)
    #expect(story.printed == ["true\ttrue"])
    #expect(story.diagnostics.map(\.code) == ["binding_out_of_step"])
    #expect(story.messages.first?.contains("the override of present of Box did not call original") == true)
  }

  @Test("toggled while its override waits, a modifier is told only when no override waits for it any more")
  func overrideToggled() throws {
    let story = try play(
      """
      local s = binding(false, "s")
      local box = container "Box" { present = function() wait(100) end }
      box:sheet { is_presented = s, content = function() return sheet "P" {} end }
      root:add_child(box) settle()
      s:set(true) clock:advance(50)
      s:set(false) clock:advance(0)
      s:set(true)
      clock:advance(70)
      print(tostring(trace):find("binding_out_of_step") == nil)
      settle()
      print(clock.now, tostring(trace):find("binding_out_of_step") ~= nil)
      """)
    #expect(story.printed == ["true", "150\ttrue"])
  }

  @Test("show and ask go through the override of whoever presents, as present does (C-22)")
  func showThroughOverride() throws {
    let story = try play(
      """
      local box = sheet "Box" {
        present = function(self, what, options, original)
          print("asked for " .. what.name, next(options) == nil)
          original(what, options)
        end,
      }
      present(box) settle()
      start(function() print("show", show(sheet "P").reason) end)
      settle()
      user:swipe_down() settle()
      start(function() print("ask", ask("Sure?", { "Yes" })) end)
      settle()
      user:tap "Yes" settle()
      """)
    #expect(
      story.printed == ["asked for P\ttrue", "show\tswipe", "asked for Sure?\ttrue", "ask\tYes"])
    #expect(
      story.lines(named: "presenting") == ["presenting Box on root", "presenting P on Box", "presenting Sure? on Box"])
  }

  @Test("show and ask wait for an override that waits, and give up with one that presents nothing")
  func showThroughOverrideThatWaits() throws {
    let story = try play(
      """
      local presents = true
      local box = sheet "Box" {
        present = function(self, what, options, original)
          wait(100)
          if presents then original(what, options) end
        end,
      }
      present(box) settle()
      local began = clock.now
      start(function() print("show", show(sheet "P").reason) end)
      clock:advance(150)
      print(scene.top.name)
      settle()
      close(scene.top) settle()
      presents = false
      start(function()
        local outcome = show(sheet "Q")
        print("show", outcome.reason, outcome.code, outcome.by_user)
      end)
      start(function() print("ask", ask("Sure?", { "Yes" })) end)
      settle()
      """)
    #expect(story.printed == ["P", "show\tscript", "show\trefused\tnil\tfalse", "ask\tnil"])
    #expect(story.report.waiting.isEmpty)
  }

  @Test(
    "a popover that its delegate keeps in compact width raises at its line, and is told where the delegate came late (R8)"
  )
  func popoverInCompactWidth() throws {
    let story = try play(
      """
      local function keep() return "none" end
      print(pcall(present, popover "Early" { adaptive_presentation_style = keep }))
      local late, keeper = popover "Late" {}, delegate { adaptive_presentation_style = keep }
      present(late)
      late.presentation_controller.delegate = keeper
      settle()
      """)
    let message = "should have a non-nil sourceView or barButtonItem set before the presentation occurs."
    #expect(story.printed == ["false\tflow.lua:2: UIPopoverPresentationController (<Early>) \(message)"])
    #expect(
      story.messages == [
        "flow.lua:5: error: in present of popover 'Late': UIPopoverPresentationController (<Late>) \(message)"
      ])
  }

  @Test("what an override itself shows or asks does not come back to it")
  func overrideThatAsks() throws {
    let story = try play(
      """
      local box = sheet "Box" {
        present = function(self, what, options, original)
          if ask("Sure?", { "Yes", "No" }) ~= "Yes" then return end
          start(function() print("shown", show(sheet "Notice").reason) end)
          await(scene.top)
          original(what, options)
        end,
      }
      present(box) settle()
      start(function() print("show", show(sheet "P").reason) end)
      settle()
      user:tap "Yes" settle()
      user:swipe_down() settle()
      print(scene.top.name)
      user:swipe_down() settle()
      start(function() print("again", show(sheet "P2").reason) end)
      settle()
      user:tap "No" settle()
      """)
    #expect(story.printed == ["shown\tswipe", "P", "show\tswipe", "again\trefused"])
    #expect(story.messages == [])
  }

  @Test("show gives up at once where an override does, and where UIKit refuses what it calls")
  func showThroughOverrideInVain() throws {
    let story = try play(
      """
      local box = sheet "Box" { present = function() end }
      present(box) settle()
      print(show(sheet "P").reason, ask("Sure?", { "Yes" }))
      local busy = sheet "Busy" {
        present = function(self, what, options, original) original(what, options) end,
      }
      dismiss(box) settle()
      present(busy)
      print(show(sheet "Q").reason)
      """)
    #expect(story.printed == ["refused\tnil", "refused"])
    #expect(story.lines(named: "refused") != [])
  }

  @Test("an override that goes on after its original has nothing to answer for")
  func overrideGoesOn() throws {
    let story = try play(
      """
      local s = binding(true, "s")
      local box = container "Box" {
        present = function(_, what, options, original) wait(10) original(what, options) wait(5000) print "over" end,
      }
      box:sheet { is_presented = s, content = function() return sheet "P" {} end }
      root:add_child(box) settle()
      dismiss(root) settle()
      """)
    #expect(story.printed == ["over"])
    #expect(story.messages.count == 1)
    #expect(story.messages.first?.contains("code dismissed it through UIKit") == true)
  }

  @Test("an error in an override is one of a callback, and the run goes on")
  func overrideFails() throws {
    let story = try play(
      """
      local box = container "Box" { present = function() error "no" end }
      root:add_child(box) settle()
      box:present(sheet "P" {})
      print "on"
      """)
    #expect(story.printed == ["on"])
    #expect(story.lines(named: "error") == ["error present Box: no (flow.lua:1)"])
  }

  @Test("what UIKit raises for a modifier's content is an error of the content at the modifier's line (R8)")
  func contentRaises() throws {
    let story = try play(
      """
      local s, child = binding(true, "s"), controller "C" {}
      navigation "N" { child }
      root:sheet { is_presented = s, content = function() return child end }
      settle()
      """)
    #expect(story.report.ending == .failed)
    #expect(
      story.lines(named: "error", "refused") == [
        "error content root: Application tried to present modally a view controller <C> that has a parent view "
          + "controller <N>. (flow.lua:3)"
      ])
    #expect(story.diagnostics.map(\.site?.line) == [3])
  }

  @Test("an override is called without options, too, and gets an empty table")
  func withoutOptions() throws {
    let story = try play(
      """
      local box = container "Box" {
        present = function(_, what, options, original) print(type(options), next(options)) original(what, options) end,
      }
      root:add_child(box) settle()
      box:present(sheet "P" {}) settle()
      print(scene.top.name)
      """)
    #expect(story.messages == [])
    #expect(story.printed == ["table\tnil", "P"])
  }

  @Test("an identity may be a token or a table: the same one replaces nothing (R41)")
  func objectIdentity() throws {
    let story = try play(
      """
      local first, second = token(), token()
      local by_field = item(nil, { name = "by_field" })
      local by_function = item(nil, { name = "by_function", id = function(value) return value.key end })
      root:sheet { item = by_field, content = function(value) return sheet(value.title) {} end }
      by_field:set({ id = first, title = "a" }) settle()
      by_field:set({ id = first, title = "b" }) settle()
      by_field:set({ id = second, title = "c" }) settle()
      by_field:set(nil) settle()
      root:sheet { item = by_function, content = function(value) return sheet(value.title) {} end }
      local key = {}
      by_function:set({ key = key, title = "d" }) settle()
      by_function:set({ key = key, title = "e" }) settle()
      """)
    #expect(story.messages == [])
    #expect(
      story.lines(named: "presenting", "content_updated") == [
        "presenting a on root", "content_updated a", "presenting c on root", "presenting d on root",
        "content_updated d",
      ])
  }
}
