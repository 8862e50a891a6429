import Moonsheet
import Testing

@testable import MoonsheetREPL

@Suite struct CommandTests {
  private static let flow = """
    local draft = binding("hello", "draft")
    local editor = sheet "Editor" {
      should_dismiss = function() return draft:get() == "" end,
      did_attempt_to_dismiss = function(attempt)
        if ask("Discard?", { "Discard", "Keep" }) == "Discard" then attempt:proceed() end
      end,
      text_field("body", draft),
    }
    present(editor) settle()
    """

  @Test("a command is found by its beginning; one that is not there names the nearest")
  func finding() throws {
    let talk = try Talk()
    #expect(talk.say(":cl") == talk.say(":clock"))
    #expect(talk.say(":bran") == ["':bran' may be :branch, :branches"])
    #expect(talk.say(":sette") == ["no command ':sette' (did you mean ':settle'?); :help lists them"])
    #expect(talk.session.submit(":quit").state == .quit)
    #expect(talk.say("::again:: x = 1") == [])
  }

  @Test("every command has a help page, and so has every topic")
  func help() throws {
    let talk = try Talk()
    for command in Command.all {
      #expect(talk.say(":help \(command.name)") == [command.usage, "  \(command.summary)"])
      #expect(talk.say(":help").contains { $0.contains("  \(command.usage)") })
    }
    for topic in Session.topics { #expect(!talk.say(":help \(topic.name)").isEmpty) }
    #expect(
      talk.say(":help tim") == [
        "no topic 'tim' (did you mean 'time'?); topics are start, keys, values, locals, flows, time, files"
      ])
  }

  @Test("every name of the surface has documentation at the prompt")
  func documentation() throws {
    let talk = try Talk()
    for name in Documentation.names { #expect(talk.session.submit(":doc \(name)").failure == .none, "\(name)") }
    #expect(talk.say(":doc swipe_down").first == "user:swipe_down([target])   (drives)")
    #expect(talk.say(":doc swipe_dwn") == ["nothing is called 'swipe_dwn' (did you mean 'swipe_down'?)"])
  }

  @Test("what a user could do is listed, and done by number")
  func actions() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = Self.flow
    _ = talk.session.open("flow.lua")
    let list = talk.say(":actions")
    #expect(list.contains { $0.hasSuffix("user:swipe_down()") })
    let number = (list.firstIndex { $0.hasSuffix("user:swipe_down()") } ?? 0) + 1
    #expect(talk.say(":actions \(number)") == ["2> user:swipe_down() settle()"])
    #expect(talk.say("scene.top.name") == ["\"Discard?\""])
    #expect(talk.say(":actions 99").first?.hasPrefix("':actions' wants a number from 1 to") == true)
    #expect(talk.say(":why").first?.hasPrefix("swipe_down") == true)
  }

  @Test("looking changes nothing")
  func looking() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = Self.flow
    _ = talk.session.open("flow.lua")
    talk.say("after(5000, print)")
    let (trace, points) = (talk.trace, talk.session.timeline.points.count)
    #expect(talk.say(":clock") == ["500 ms; next is due at 5500 ms; the scene is idle"])
    #expect(talk.say(":timers") == ["timer due at 5500 ms ([2]:1)"])
    #expect(talk.say(":bindings") == ["binding 'draft' = hello"])
    #expect(
      talk.say(":type editor, draft.value") == [
        "controller: sheet 'Editor' (page_sheet, presented on root)", "string: \"hello\"",
      ])
    #expect(talk.say(":type present(sheet 'Q') settle()").first?.contains("no expression") == true)
    #expect(talk.say(":type draft:set('x')") == ["no value"])
    #expect(talk.say(":trace 1") == ["#9       500  presented Editor"])
    #expect(talk.say(":tree") == ["root  viewController", "presents Editor  viewController", "  · body"])
    #expect(talk.say(":profile") == ["ios18"])
    #expect(talk.say(":set") == ["trace on", "stack on", "width 100", "fuel 10000000"])
    #expect((talk.trace, talk.session.timeline.points.count) == (trace, points))
    #expect(talk.say("draft.value") == ["\"hello\""])
  }

  @Test("step runs what is due next, and no more")
  func stepping() throws {
    let talk = try Talk()
    talk.say("after(100, function() print 'a' end) after(200, function() print 'b' end)")
    #expect(talk.say(":step") == ["2> clock:advance(100)", "a"])
    #expect(talk.say(":step") == ["3> clock:advance(100)", "b"])
    #expect(talk.say(":step") == ["nothing is due"])
  }

  @Test("another profile after something was presented is the same session on a branch")
  func profiles() throws {
    let talk = try Talk()
    talk.say("present(sheet 'S') settle()")
    talk.say(":profile ios16")
    #expect(talk.say("scene.profile") == ["\"ios16\""])
    #expect(talk.say("scene.top.name") == ["\"S\""])
    #expect(talk.say(":branches").count == 2)
    #expect(talk.say(":diff main ios16").first != nil)
    #expect(talk.say(":profile ios99").first?.hasPrefix("no profile 'ios99'") == true)
  }

  @Test("another profile before anything was presented is a branch, too")
  func profileAtFirst() throws {
    for lines in [[], ["x = 1"]] {
      let talk = try Talk()
      for line in lines { talk.say(line) }
      talk.say(":profile ios16")
      #expect(talk.say("scene.profile") == ["\"ios16\""])
      #expect(talk.session.timeline.branches.map(\.name) == ["main", "ios16"])
      talk.say(":branch main")
      #expect(talk.session.timeline.here.number == lines.count)
      #expect(talk.say(":profile") == ["ios18"])
    }
  }

  @Test("what is a function is called so once, and any other value by its type")
  func types() throws {
    let talk = try Talk()
    #expect(talk.say(":type 1, 'x', {}") == ["number: 1", "string: \"x\"", "table: {}"])
    #expect(talk.say(":type function() end") == ["function ([1]:1)"])
    for name in ["sheet", "print", "coroutine.create(print)"] {
      let text = talk.say(":type \(name)").first ?? ""
      #expect(text.split(separator: ":").count == 2, "\(text)")
    }
  }

  @Test("reload runs the changed script and the inputs since, and says what goes another way")
  func reloading() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = Self.flow
    _ = talk.session.open("flow.lua")
    talk.say("user:swipe_down() settle()")
    talk.say("editor.name")
    #expect(talk.say(":reload") == ["no script has changed"])
    talk.files.contents["flow.lua"] = Self.flow.replacing("hello", with: "")
    let words = talk.say(":reload")
    #expect(words.first == "[2] user:swipe_down() settle() goes another way")
    #expect(talk.say("#scene.stack") == ["0"])
    talk.files.contents["flow.lua"] = "present("
    #expect(talk.say(":reload").last == "everything stays as it was")
    #expect(talk.say("editor.name") == ["\"Editor\""])
    talk.files.contents["flow.lua"] = "x = 1"
    #expect(
      talk.say(":reload").contains {
        $0.hasPrefix("not kept: [3] editor.name now fails: [3]:1: undefined global 'editor'")
      })
  }

  @Test("replay types the lines of a file up to the first that fails")
  func replaying() throws {
    let talk = try Talk()
    talk.files.contents["lines"] = "x = 1\nfor i = 1, 2 do\n  x = x + i\nend\n\nx\nfoo()\nx = 100\n"
    #expect(
      talk.say(":replay lines").prefix(6) == [
        "1> x = 1", "2> for i = 1, 2 do", " |   x = x + i", " | end", "3> x", "4",
      ])
    #expect(talk.say("x") == ["4"])
  }

  @Test("replay runs commands, takes lines of any ending, and ends where files replay each other")
  func replayingCommands() throws {
    let talk = try Talk()
    talk.files.contents["lines"] = "x = 1\r\n:mark one\r\nx = {\r\n  2 }\r\n:goto one\r\n"
    #expect(talk.session.submit(":replay lines").failure == .none)
    #expect(talk.say("x").last == "1")
    #expect(talk.session.timeline.points[2].input?.text == "x = {\n  2 }")
    talk.files.contents["leaves"] = "y = 5\n:quit\ny = 6\n"
    #expect(talk.session.submit(":replay leaves").state == .quit)
    #expect(talk.say("y").last == "5")
    talk.files.contents["loop"] = ":replay loop\n"
    #expect(talk.say(":replay loop").last == "loop replays files that replay files: 10 deep is as far as it goes")
    talk.files.contents["open"] = "for i = 1, 2 do\n"
    #expect(talk.say(":replay open").last == "the last input of open is not complete")
    talk.files.contents["bad"] = ":mark\nz = 1\n"
    #expect(talk.session.submit(":replay bad").failure == .failed)
    #expect(talk.say("z").first?.hasPrefix("error: undefined global 'z'") == true)
  }

  @Test("the name of a file may have quotes around it")
  func quotedFiles() throws {
    let talk = try Talk()
    talk.files.contents["a b.lua"] = "x = 1"
    talk.say(":load \"a b.lua\"")
    #expect(talk.say("x") == ["1"])
    #expect(talk.say(":save 'out.lua'") == ["saved 2 inputs in out.lua"])
    #expect(talk.say(":save \"").first == "saved 2 inputs in \"")
  }

  @Test("commands that take nothing refuse what follows them")
  func nothingToTake() throws {
    let talk = try Talk()
    for command in Command.all where !command.usage.contains(" ") {
      #expect(talk.say(":\(command.name) x") == ["':\(command.name)' takes nothing, not 'x'"])
    }
    #expect(talk.say(":set trace on off") == ["':set' wants a name and one value, not 'off'"])
    #expect(talk.session.submit(":actions 1").failure == .failed)
    #expect(talk.say(":actions 1") == ["there is nothing a user could do now"])
  }

  @Test("a reload that fails names the file and the line")
  func reloadFailing() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = "x = 1"
    talk.say(":load flow.lua")
    talk.say("x + 1")
    talk.files.contents["flow.lua"] = "x = 1\n\nerror('boo')"
    #expect(talk.say(":reload").first == "not kept: [1] flow.lua now fails: flow.lua:3: boo")
    talk.files.contents["flow.lua"] = "x = 1\nlocal = 2\n"
    #expect(
      talk.say(":reload") == [
        "error: <name> expected near '='", "  flow.lua:2: local = 2", "                    ^",
        "everything stays as it was",
      ])
    talk.files.contents["flow.lua"] = "present(sheet('S', { view_did_appear = function() error('boo') end })) settle()"
    #expect(talk.say(":reload").first == "not kept: [1] flow.lua now fails: error view_did_appear S: boo (flow.lua:1)")
  }

  @Test("a saved session runs, and gives the trace that was seen")
  func saving() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = Self.flow
    _ = talk.session.open("flow.lua")
    for line in [
      "count = 1", "count + 1", "function bump() count = count + 1 return count end", "bump()", "_ * 10", "1, 2, 3",
      "_2 + _3",
      "local answer = ask('Sure?', { 'Yes', 'No' })", "user:tap 'Yes' settle()", "answer", "error('stop')",
      "draft:set('x')",
      "local early = 1 if count then return early end", "(print)('bracket')", "return early",
      "= count -- with a comment",
      "local limit <const> = 3", "limit",
    ] {
      talk.say(line)
    }
    #expect(talk.say(":save out.lua") == ["saved 19 inputs in out.lua"])
    let text = try #require(talk.files.contents["out.lua"])
    let host = try MoonsheetHost()
    defer { host.close() }
    let report = host.start(.init(name: "out.lua", source: text))
    #expect(report.error == nil, "\(text)")
    let seen = talk.session.host.scene.trace.entries.map { "\($0.time) \($0.text)" }
    #expect(host.scene.trace.entries.map { "\($0.time) \($0.text)" } == seen)
  }

  @Test("a file that cannot be written is told, and nothing else happens")
  func unwritable() throws {
    let talk = try Talk()
    talk.files.isFull = true
    talk.say("x = 1")
    #expect(talk.say(":save out.lua") == ["cannot write out.lua: no space"])
    #expect(talk.files.contents.isEmpty)
  }
}
