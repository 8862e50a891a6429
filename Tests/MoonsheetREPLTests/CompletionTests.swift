import Testing

@testable import MoonsheetREPL

@Suite struct CompletionTests {
  private func insertion(_ talk: Talk, _ line: String) -> String { talk.session.completions(for: line).insertion }
  private func candidates(_ talk: Talk, _ line: String) -> [String] { talk.session.completions(for: line).candidates }

  @Test("locals, globals, primitives and keywords complete, and what several have in common is inserted")
  func names() throws {
    let talk = try Talk()
    talk.say("local draft_one, draft_two = 1, 2")
    talk.say("draw = 3")
    #expect(insertion(talk, "dra") == "")
    #expect(candidates(talk, "dra") == ["draft_one", "draft_two", "draw"])
    #expect(insertion(talk, "print(draf") == "t_")
    #expect(insertion(talk, "confirm") == "ation_dialog")
    #expect(insertion(talk, "x = funct") == "ion")
    #expect(insertion(talk, "collectg") == "arbage")
  }

  @Test("fields and methods follow what is before the dot or colon")
  func members() throws {
    let talk = try Talk()
    talk.say("t = { alpha = 1, beta = { gamma = print } } local editor = sheet 'Editor' b = binding(1)")
    #expect(candidates(talk, "t.") == ["alpha", "beta"])
    #expect(insertion(talk, "t.beta.g") == "amma")
    #expect(insertion(talk, "t.beta:g") == "amma")
    #expect(insertion(talk, "editor:dism") == "iss")
    #expect(insertion(talk, "return editor.is_being_pres") == "ented")
    #expect(insertion(talk, "user:swipe") == "_down")
    #expect(insertion(talk, "scene.top.presented_v") == "iew_controller")
    #expect(insertion(talk, "math.fl") == "oor")
    #expect(insertion(talk, "b:reb") == "ase")
    #expect(insertion(talk, "policy.dir") == "ty")
    #expect(candidates(talk, "nothing.") == [])
  }

  @Test("strings have their methods; tables their keys in brackets; _G has every global")
  func keys() throws {
    let talk = try Talk()
    talk.say("t = { alpha = 1, ['be ta'] = 2, inner = { gamma = 3 } } zebra_one = 1")
    #expect(insertion(talk, "(\"x\"):upp") == "er")
    #expect(insertion(talk, "('x'):gsu") == "b")
    #expect(candidates(talk, "(\"x\"):").contains("rep"))
    #expect(insertion(talk, "t[\"al") == "pha\"]")
    #expect(insertion(talk, "t['be ") == "ta']")
    #expect(insertion(talk, "t[\"inner\"].g") == "amma")
    #expect(insertion(talk, "t.inner[\"g") == "amma\"]")
    #expect(insertion(talk, "_G.zebra") == "_one")
    #expect(insertion(talk, "_G.confirm") == "ation_dialog")
    #expect(insertion(talk, "_G[\"zebra") == "_one\"]")
    #expect(insertion(talk, "_G.t.inn") == "er")
    #expect(insertion(talk, "_G.scene.top.presented_v") == "iew_controller")
    #expect(candidates(talk, "t[1].") == [])
  }

  @Test("option keys, enum strings, buttons and fields on screen, and names of sheets complete")
  func strings() throws {
    let talk = try Talk()
    talk.say("present(sheet 'Editor' { button 'Save', text_field('body', binding('')) }) settle()")
    #expect(insertion(talk, "sheet \"New\" { did_att") == "empt_to_dismiss = ")
    #expect(insertion(talk, "sheet { name = 'x', det") == "ents = ")
    #expect(insertion(talk, "sheet { style = \"form") == "_sheet\"")
    #expect(insertion(talk, "sheet { detents = { \"med") == "ium\"")
    #expect(insertion(talk, "user:tap 'S") == "ave'")
    #expect(insertion(talk, "user:type(\"b") == "ody\"")
    #expect(insertion(talk, "device \"ip") == "")
    #expect(candidates(talk, "device \"ip") == ["ipad", "iphone"])
    #expect(insertion(talk, "scene.profile = \"ios17") == ".4\"")
    #expect(insertion(talk, "x == 'Edi") == "tor'")
  }

  @Test("options of any call complete, and the words of an argument, an option or a field")
  func calls() throws {
    let talk = try Talk()
    talk.say("local s = sheet 'Editor' nav = s present(s) settle()")
    for (line, words) in [
      ("ask(\"q\", {\"a\"}, { ", ["cancel", "destructive", "message"]),
      ("local c = ask('q', { 'a', 'b' }, { cancel = 'a', ", ["cancel", "destructive", "message"]),
      ("present(s, { ", ["animated", "completion", "from"]), ("dismiss(s, { ", ["animated", "completion"]),
      ("s:present(sheet('x', { name = 'y' }), { ", ["animated", "completion"]),
      ("s:dismiss { ", ["animated", "completion"]), ("nav:pop({ ", ["animated"]),
      ("device:resize { ", ["height", "width"]), ("device { ", ["height", "idiom", "width"]),
      ("user:release { ", ["velocity"]), ("button('b', function() local a, b = 1 end, { ", ["role"]),
      ("local i = item(1, { ", ["id", "name"]), ("representable { ", ["make", "update"]),
      ("b:map { ", ["get", "set"]), ("popover { source_rect = { ", ["height", "width", "x", "y"]),
      ("root:presentation_compact_adaptation { ", ["horizontal", "vertical"]),
      ("button(\"b\", f, { role = \"", ["cancel", "destructive"]),
      ("device:resize { width = \"", ["compact", "regular"]), ("device { idiom = \"", ["mac", "pad", "phone"]),
      ("root:presentation_compact_adaptation(\"", ["automatic", "full_screen_cover", "none", "popover", "sheet"]),
      ("root:presentation_compact_adaptation \"", ["automatic", "full_screen_cover", "none", "popover", "sheet"]),
      ("text('x'):presentation_content_interaction(\"", ["automatic", "resizes", "scrolls"]),
      ("s:presentation_background_interaction(\"", ["automatic", "disabled", "enabled"]),
      ("s:presentation_background_interaction('enabled', \"", ["large", "medium"]),
      (
        "s:presentation_compact_adaptation { vertical = \"",
        ["automatic", "full_screen_cover", "none", "popover", "sheet"]
      ),
      ("v:sheet { is_presented = b, while_closing = \"", ["fifo", "keep_first", "keep_last", "system"]),
      ("user:drag_to_detent(\"", ["large", "medium"]), ("if device.width == \"", ["compact", "regular"]),
      ("policy.rules { { 'save', \"", ["allow", "refuse"]),
    ] {
      #expect(candidates(talk, line) == words, "\(line)")
    }
    #expect(candidates(talk, "if outcome.reason == \"s") == ["script", "swipe"])
    #expect(candidates(talk, "s.modal_presentation_style = \"").contains("form_sheet"))
    // A list of labels, and the body of a function, are no tables of options.
    #expect(candidates(talk, "ask('q', { ").contains("sheet"))
    #expect(candidates(talk, "after(1, function() local t = { ").contains("sheet"))
    #expect(candidates(talk, "present(s, ").contains("sheet"))
  }

  @Test("what a command takes completes at its place")
  func settings() throws {
    let talk = try Talk()
    #expect(candidates(talk, ":set ") == ["fuel", "stack", "trace", "width"])
    #expect(candidates(talk, ":set tr") == ["trace"])
    for name in ["trace", "stack"] {
      #expect(candidates(talk, ":set \(name) ") == ["off", "on"])
      #expect(candidates(talk, ":set \(name) of") == ["off"])
      #expect(candidates(talk, ":set \(name) on ") == [])
    }
    #expect(candidates(talk, ":set width ") == [])
  }

  @Test("commands, topics, marks, branches and files complete")
  func commands() throws {
    let talk = try Talk()
    talk.files.contents = ["flow.lua": "", "folder/other.lua": ""]
    #expect(insertion(talk, ":sett") == "le ")
    #expect(candidates(talk, ":bra") == ["branch", "branches"])
    #expect(insertion(talk, ":help ke") == "ys")
    #expect(insertion(talk, ":load fl") == "ow.lua")
    #expect(insertion(talk, ":doc silent_b") == "lock")
    #expect(insertion(talk, ":profile ios26") == "")
    talk.say("x = 1")
    talk.say(":mark begin")
    #expect(insertion(talk, ":goto be") == "gin")
  }

  @Test("nothing is offered in comments, numbers and whole strings")
  func nothing() throws {
    let talk = try Talk()
    for line in ["-- pres", "x = 12", "x = 'a'", "--[[ pri", "x = 1 -- pres"] {
      #expect(talk.session.completions(for: line) == .none, "\(line)")
    }
    #expect(insertion(talk, "x = 1 pres") == "ent")
  }

  @Test("a line of an input of several lines completes by those before")
  func severalLines() throws {
    let talk = try Talk()
    talk.say("sheet 'A' {")
    #expect(insertion(talk, "  view_did_ap") == "pear = ")
  }

  @Test("completing calls no script code")
  func noScriptCode() throws {
    let talk = try Talk()
    talk.say("hits = 0")
    talk.say(
      "t = setmetatable({}, { __index = function(_, k) hits = hits + 1 return {} end, __pairs = function() hits = hits + 1 end })"
    )
    talk.say("present(sheet('S', { should_dismiss = function() hits = hits + 1 return true end })) settle()")
    for line in ["t.", "t.a.", "t:x", "t.a:b.c", "_G.t.q", "user:tap '", "sheet { ", "scene.top.", "t[1]."] {
      _ = talk.session.completions(for: line)
    }
    #expect(talk.say("hits") == ["0"])
  }
}
