import LuaRuntime
import Testing

@testable import MoonsheetREPL

/// Files that live in memory.
final class MemoryFiles: SessionFiles {
  var contents: [String: String] = [:]
  /// Whether nothing more can be written.
  var isFull = false

  func read(_ path: String) throws(SessionFileError) -> [UInt8] {
    guard let text = contents[path] else { throw SessionFileError("cannot read \(path): no such file") }
    return Array(text.utf8)
  }

  func write(_ bytes: [UInt8], to path: String) throws(SessionFileError) {
    guard !isFull else { throw SessionFileError("cannot write \(path): no space") }
    contents[path] = String(decoding: bytes, as: UTF8.self)
  }

  func names(in folder: String) -> [String] { contents.keys.sorted() }
}

/// A session with its files, and short ways to talk to it.
final class Talk {
  let files = MemoryFiles()
  let session: Session

  init(_ options: SessionOptions = SessionOptions()) throws { session = try Session(options, files: files) }

  /// What a line tells beside the trace and the picture of the stack.
  @discardableResult
  func say(_ line: String) -> [String] {
    session.submit(line).lines.filter { line in
      if case .trace = line.kind { return false }
      return line.kind != .stack
    }.map(\.text)
  }

  /// The trace with its places.
  var trace: [String] {
    session.host.scene.trace.entries.map { "\($0.time) \($0.text) \($0.site?.description ?? "")" }
  }
}

@Suite struct EvaluatingTests {
  @Test("an expression prints its value without return")
  func expression() throws {
    let talk = try Talk()
    #expect(talk.say("1 + 1") == ["2"])
    #expect(talk.say("\"a\" .. 'b'") == ["\"ab\""])
    #expect(talk.say("nil") == ["nil"])
    #expect(talk.say("= 3") == ["3"])
  }

  @Test("a character that begins no token is named as it is written", arguments: ["名", "é", "🙂"])
  func strangeCharacter(_ character: String) throws {
    let talk = try Talk()
    #expect(
      talk.say("local \(character) = 1").prefix(2) == [
        "error: <name> expected near '\(character)'", "  [1]:1: local \(character) = 1",
      ])
    #expect(talk.say("x = \(character)").first == "error: unexpected symbol near '\(character)'")
    // A byte that is no character keeps its number.
    #expect(talk.session.submit(Array("x = ".utf8) + [0xE5]).texts.first == "error: unexpected symbol near '<\\229>'")
  }

  @Test("locals of an input that waits are visible as far as it came, and are one variable with its own")
  func localsOfWaiting() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = """
      local s = sheet "S"
      local count, limit <const> = 1, 5; (print)("begun")
      for _ = 1, 2 do local inner = 1 end
      local function add() count = count + 1 return count end
      present(s) settle()
      local y = ask("Q?", { "A" }) count = count * 100
      local z = count
      return y
      """
    _ = talk.session.open("flow.lua")
    #expect(talk.say("s.name, count, limit") == ["_1 = \"S\"", "_2 = 1", "_3 = 5"])
    #expect(talk.say("add(), count") == ["_1 = 2", "_2 = 2"])
    talk.say("count = 7")
    #expect(talk.say("limit = 6").first == "error: attempt to assign to const variable 'limit'")
    for name in ["y", "z"] {
      let text = "error: undefined global '\(name)': it is a local of input 1, which waits before it"
      #expect(talk.say("print(\(name))").first == text)
    }
    #expect(talk.say("print(inner)").first == "error: undefined global 'inner'")
    #expect(talk.say("print(osx)").first == "error: undefined global 'osx' (did you mean 'os'?)")
    talk.say("user:tap 'A' settle()")
    #expect(talk.say("y, z, count, add()") == ["_1 = \"A\"", "_2 = 700", "_3 = 700", "_4 = 701"])
    talk.say(":goto 1")
    #expect(talk.say("count, add()").suffix(2) == ["_1 = 1", "_2 = 2"])
  }

  @Test(
    "what stands between declarations reaches Lua as it is written",
    arguments: [
      ("local a = 1; (function() r = a end)()", "1"), ("local a = 1 while a < 3 do a = a + 1 end r = a", "3"),
      ("local a = 0 for i = 1, 3 do a = a + i end r = a", "6"),
      ("local a = 0 repeat a = a + 1 until a == 4 r = a", "4"),
      ("local a = not nil r = a", "true"), ("local a = print or function() return 1 end r = a == print", "true"),
      ("local function f() return 2 end function g() return f() end r = g()", "2"),
      ("local a <const> = 'x' do local b = a r = b end", "\"x\""), ("local a\nr = type(a)", "\"nil\""),
      ("local a = type 'x' local b = type { 1 } r = a .. b", "\"stringtable\""),
      ("local t = { f = function(x) return x end, 3 } r = t.f(t[1])", "3"),
      ("local a = 1 goto done ::done:: r = a", "1"), ("local a = 1 if a then r = a else r = 2 end", "1"),
      ("local a = ... local b = select('#', ...) r = b", "0"), ("local a = [[x]] r = #a -- end", "1"),
    ])
  func declarations(text: String, result: String) throws {
    let talk = try Talk()
    #expect(talk.say(text) == [])
    #expect(talk.say("r") == [result])
  }

  @Test("locals of an input that failed are forgotten, and what they hid is back")
  func localsOfFailed() throws {
    let talk = try Talk()
    talk.say("local n = 1")
    talk.say("local n = 2 print(n) error 'no'")
    #expect(talk.say("n") == ["1"])
    talk.say("local m = 3 if m then return end local k = 4")
    #expect(talk.say("m").first?.hasPrefix("error: undefined global 'm'") == true)
  }

  @Test("several values are named, and the last ones stay in _, _1, _2")
  func severalValues() throws {
    let talk = try Talk()
    #expect(talk.say("1, nil, 'x'") == ["_1 = 1", "_2 = nil", "_3 = \"x\""])
    #expect(talk.say("_3") == ["\"x\""])
    #expect(talk.say("_") == ["\"x\""])
    #expect(talk.say("local a = 1") == [])
    #expect(talk.say("_ .. '!'") == ["\"x!\""])
  }

  @Test("a top-level local lives for the session, and is one variable with that of closures made before")
  func locals() throws {
    let talk = try Talk()
    talk.say("local n = 1")
    talk.say("local function add() n = n + 1 return n end")
    #expect(talk.say("add()") == ["2"])
    talk.say("n = 10")
    #expect(talk.say("add(), n") == ["_1 = 11", "_2 = 11"])
    talk.say("local n = 'new'")
    #expect(talk.say("n, add()") == ["_1 = \"new\"", "_2 = 12"])
  }

  @Test("a local may have the name of what the session adds to an input")
  func localsNamedKeep() throws {
    let talk = try Talk()
    for name in ["keep", "keep_", "keep__"] { talk.say("local \(name) = '\(name)'") }
    talk.say("local other = 1")
    #expect(talk.say("keep, keep_, keep__, other") == ["_1 = \"keep\"", "_2 = \"keep_\"", "_3 = \"keep__\"", "_4 = 1"])
  }

  @Test("a constant stays one, also one that the compiler folds")
  func constants() throws {
    let talk = try Talk()
    talk.say("local limit <const> = 5")
    #expect(talk.say("limit") == ["5"])
    #expect(talk.say("limit = 6").first == "error: attempt to assign to const variable 'limit'")
    talk.say("local limit = 7")
    talk.say("limit = 8")
    #expect(talk.say("limit") == ["8"])
  }

  @Test("more than 255 locals in one input are all kept")
  func manyLocals() throws {
    let talk = try Talk()
    let names = (1...190).map { "v\($0)" }
    talk.say("local \(names.joined(separator: ", ")) = 1, 2, 3")
    talk.say("local \(names.map { "w" + $0 }.joined(separator: ", ")) = 4, 5, 6")
    #expect(talk.say("v3 + wv1") == ["7"])
  }

  @Test("an input that returns keeps the locals before the return")
  func localsBeforeReturn() throws {
    let talk = try Talk()
    #expect(talk.say("local a = 2 return a * 2") == ["4"])
    #expect(talk.say("a") == ["2"])
  }

  @Test("an input is read on until the parser has enough")
  func severalLines() throws {
    let talk = try Talk()
    #expect(talk.session.submit("function f(x)").state == .incomplete)
    #expect(talk.session.prompt == " | ")
    #expect(talk.session.submit("  return x * 2").state == .incomplete)
    #expect(talk.session.submit("end").state == .done)
    #expect(talk.say("f(4)") == ["8"])
    #expect(talk.session.submit("{ 1,").state == .incomplete)
    #expect(talk.say("2 }") == ["{ 1, 2 }"])
    #expect(talk.session.submit("[[a").state == .incomplete)
    #expect(talk.say("b]]") == ["\"a\\nb\""])
  }

  @Test("a quoted string goes on behind a backslash or \\z, and behind nothing else")
  func openStrings() throws {
    let talk = try Talk()
    for (lines, value) in [
      ([#""a\z"#, "", #"   b""#], #""ab""#), ([#"'a\"#, "b'"], #""a\nb""#), ([#"'a\z "#, "b\\", "c'"], #""ab\nc""#),
      ([#"'\\"# + "', 'a\\", "b'"], "_1 = \"\\\\\""),
    ] {
      for line in lines.dropLast() { #expect(talk.session.submit(line).state == .incomplete, "\(lines)") }
      #expect(talk.say(lines.last ?? "").first == value)
    }
    for line in [#""a\\"#, #"'a\zb"#, #"'\z'b"#, "'a"] {
      #expect(talk.session.submit(line).failure == .failed, "\(line)")
    }
  }

  @Test("an input of thousands of lines takes time that grows with its length, and is done at its end")
  func manyLines() throws {
    let talk = try Talk()
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      clock.measure {
        for line in ["t = {"] + (0..<count).map({ "  'line \($0)', -- {" }) {
          #expect(talk.session.submit(line).state == .incomplete)
        }
        #expect(talk.say("} return #t") == ["\(count)"])
      }
    }
    let (few, many) = (time(1_000), time(16_000))
    // Sixteen times as many; with the square it would be 256 times.
    #expect(many < few * 100)
  }

  @Test(
    "blocks, brackets, strings and comments are told apart by those who count lines",
    arguments: [
      ["for i = 1, 2 do", "while false do", "end", "repeat", "until true", "end"],
      ["if true then", "elseif 1 then", "else", "end"], ["x = {", "-- }", "[[ } ]],", "--[==[", "]] }", "]==]", "}"],
      ["x = function(a, ...)", "  local function f() end", "  goto e", "  ::e::", "end"],
      ["x = 1 +", "-- not yet", "2"],
      ["print(", "'a)\\", "b'", ")"], ["f = function() return { x = function() end } end"],
      ["x = [=[", "]]", "]=]"], ["do local function g() end", "end"], ["for k in pairs {} do end"],
    ])
  func pendingLines(_ lines: [String]) throws {
    // Behind many lines only what is counted tells where the parser is asked.
    let talk = try Talk()
    var text = PendingLines()
    text.add(Array("do".utf8))
    for number in 0..<100 { text.add(Array("x = \(number)".utf8)) }
    for line in lines { text.add(Array(line.utf8)) }
    text.add(Array("end".utf8))
    #expect(text.mayBeComplete)
    for line in ["do"] + (0..<100).map({ "x = \($0)" }) + lines + ["end print 'done'"] { _ = talk.say(line) }
    #expect(!talk.session.isIncomplete)
  }

  @Test("lines that come at once are one input where they are one, and several where they are not")
  func blocks() throws {
    let talk = try Talk()
    #expect(talk.session.submit(block: ["local a = 1", "local b = 2"]).texts == [])
    #expect(talk.session.prompt == "2> ")
    #expect(talk.session.submit(block: ["a + b", "a - b"]).texts == ["2> a + b", "3", "3> a - b", "-1"])
    #expect(talk.session.submit(block: ["x = 1", ":clock", "x"]).texts.suffix(2) == ["5> x", "1"])
    #expect(talk.session.submit(block: ["x = 1", "foo()", "x = 2"]).failure == .failed)
    #expect(talk.say("x").last == "1")
    #expect(talk.session.submit(block: ["function f()", "  return 7"]).state == .incomplete)
    #expect(talk.session.submit(block: ["end", ""]).state == .done)
    #expect(talk.say("f()") == ["7"])
  }

  @Test("bytes that are no UTF-8 reach Lua as they are")
  func bytes() throws {
    let talk = try Talk()
    _ = talk.session.submit(Array("s = '".utf8) + [0xFF, 0xE9] + Array("'".utf8))
    #expect(talk.say("s:byte(1, -1)") == ["_1 = 255", "_2 = 233"])
    _ = talk.session.submit(Array("s = '\\".utf8))
    _ = talk.session.submit([0xFF, 39])
    #expect(talk.say("s:byte(1, -1)") == ["_1 = 10", "_2 = 255"])
  }

  @Test("values are as wide as the terminal, unless it was said how wide")
  func width() throws {
    let talk = try Talk()
    talk.session.width = 20
    #expect(talk.say("{ alpha = 1, beta = 2, gamma = 3 }").count == 5)
    talk.session.width = 80
    #expect(talk.say("{ alpha = 1, beta = 2, gamma = 3 }").count == 1)
    talk.say(":set width 20")
    #expect(talk.say("{ alpha = 1, beta = 2, gamma = 3 }").count == 5)
  }

  @Test("a long string is cut between characters, and says how long it is")
  func longStrings() throws {
    let talk = try Talk()
    #expect(talk.say("('é'):rep(1500)") == ["\"" + String(repeating: "é", count: 1_000) + "\"… (3000 bytes)"])
    #expect(talk.say("'x' .. ('é'):rep(1500)").first?.hasPrefix("\"xéé") == true)
  }

  @Test("text that cannot become an input is an error at once, with the place marked")
  func syntaxErrors() throws {
    let talk = try Talk()
    #expect(
      talk.say("print(1))") == ["error: unexpected symbol near ')'", "  [1]:1: print(1))", "                 ^"])
    #expect(talk.say("x = 'open").first?.hasPrefix("error: unfinished string") == true)
    #expect(talk.say("do end end").first == "error: <eof> expected near 'end'")
    #expect(talk.say("# no comment").first?.hasPrefix("error: ") == true)
    #expect(talk.session.prompt == "1> ")
  }

  @Test("an input that is open when there are no more lines is an error")
  func openAtTheEnd() throws {
    let talk = try Talk()
    talk.say("for i = 1, 2 do")
    #expect(talk.session.finish().texts.first == "error: 'end' expected near <eof>")
    #expect(talk.session.finish().failure == .none)
  }

  @Test("no text breaks out of the function that it becomes")
  func noBreakingOut() throws {
    let talk = try Talk()
    for text in ["end return function()", "end end", "end local x = function()", ") end (", "until true"] {
      #expect(talk.session.submit(text).failure == .failed, "\(text)")
      talk.session.cancelInput()
    }
  }

  @Test("a label at the end and a jump to it are as in a script")
  func labels() throws {
    let talk = try Talk()
    #expect(talk.say("do goto out end local a = 1 ::out::") == [])
  }

  @Test("an error marks the name, and tells what is near among the session's own names")
  func suggestions() throws {
    let talk = try Talk()
    talk.say("local draft = 1")
    #expect(
      talk.say("print(drafd)") == [
        "error: undefined global 'drafd' (did you mean 'draft'?)", "  [2]:1: print(drafd)", "               ^^^^^",
      ])
    #expect(talk.say("presen(1)").first == "error: undefined global 'presen' (did you mean 'present'?)")
  }

  @Test(
    "what is wrong is marked, and not the object that it is wrong of",
    arguments: [
      (["sheet 'detents' { detnts = {} }"], "detnts", 1),
      (["sheet \"A\" { style = \"page_shet\" }"], "\"page_shet\"", 1),
      (["sheet 'A' { detents = { 'medum' } }"], "'medum'", 1),
      (["sheet 'A' {", "  detents = { 'large' },", "  titel = 'x' }"], "titel", 3),
      (["sheet 'A' {", "  detents = {} }"], "detents", 2), (["scene.prfile = 'scene'"], "prfile", 1),
      (["user:swpe_down()"], "swpe_down", 1),
      (["local sheet_ = sheet 'x' sheet_:dismis()"], "dismis", 1),
    ])
  func marks(_ lines: [String], _ wrong: String, _ line: Int) throws {
    let talk = try Talk()
    var told: [String] = []
    for line in lines { told = talk.say(line) }
    let text = lines[line - 1]
    let head = "  [1]:\(line): "
    let column = text.distance(from: text.startIndex, to: try #require(text.firstRange(of: wrong)).lowerBound)
    #expect(told.count >= 3)
    #expect(told[1] == head + text)
    #expect(told[2] == String(repeating: " ", count: head.count + column) + String(repeating: "^", count: wrong.count))
  }

  @Test("a spent limit leaves the session usable")
  func limits() throws {
    let talk = try Talk()
    let output = talk.session.submit("while true do end")
    #expect(output.failure == .limitHit)
    #expect(output.texts.first?.hasPrefix("error: out of fuel") == true)
    #expect(talk.say("1") == ["1"])
  }

  @Test("tables are shown with ordered keys, depth, cycles and several lines when they are long")
  func tables() throws {
    let talk = try Talk()
    #expect(talk.say("{ 3, 1, b = 2, a = { x = true } }") == ["{ 3, 1, a = { x = true }, b = 2 }"])
    #expect(talk.say("{ { { { { 1 } } } } }") == ["{ { { { {…} } } } }"])
    talk.say("t = { name = 'loop' } t.me = t")
    #expect(talk.say("t") == ["{ me = <cycle: the whole>, name = \"loop\" }"])
    #expect(talk.say("{ ['end'] = 1, [2.5] = 2, [true] = 3 }") == ["{ [2.5] = 2, [\"end\"] = 1, [true] = 3 }"])
    talk.say(":set width 20")
    #expect(
      talk.say("{ alpha = 1, beta = 2, gamma = 3 }") == ["{", "  alpha = 1,", "  beta = 2,", "  gamma = 3,", "}"])
  }

  @Test("modelled objects are one telling line")
  func objects() throws {
    let talk = try Talk()
    talk.say("editor = sheet 'Editor'")
    #expect(talk.say("editor") == ["sheet 'Editor' (page_sheet, not presented)"])
    talk.say("present(editor) settle()")
    #expect(talk.say("editor") == ["sheet 'Editor' (page_sheet, presented on root)"])
    #expect(talk.say("binding('hi', 'draft')") == ["binding 'draft' = hi"])
    #expect(talk.say("scene") == ["scene: root > Editor, ios18, idle"])
    #expect(talk.say("clock") == ["clock at 500 ms"])
  }

  @Test("an input that fills the memory for good is undone; one that spent it and gave it back is not")
  func memory() throws {
    var options = SessionOptions()
    options.host.limits.memory = 4 << 20
    let note = "input 2 is undone: what it left filled the memory, and nothing could have followed"
    for filling in [
      "x = 2 present(sheet 'S') t = {} for i = 1, 1e7 do t[i] = {} end",
      "x = 2 t = {} after(10, function() for i = 1, 1e7 do t[i] = {} end end) settle()",
    ] {
      let talk = try Talk(options)
      talk.say("x = 1 t = 'before'")
      let output = talk.session.submit(filling)
      #expect(output.failure == .limitHit)
      #expect(output.lines.filter { $0.kind == .note }.map(\.text) == [note])
      #expect(talk.say("x, t, #scene.stack") == ["_1 = 1", "_2 = \"before\"", "_3 = 0"])
      #expect(talk.session.timeline.here.number == 2)
    }
    let talk = try Talk(options)
    let output = talk.session.submit("x = 2 local t = {} for i = 1, 1e7 do t[i] = {} end")
    #expect(output.failure == .limitHit)
    #expect(!output.lines.contains { $0.kind == .note })
    #expect(talk.say("x") == ["2"])
  }

  @Test("where no memory is left though nothing failed, the way back is told")
  func memoryAtTheEnd() throws {
    var options = SessionOptions()
    options.host.limits.memory = 4 << 20
    let talk = try Talk(options)
    talk.say("t = false")
    talk.say("pcall(function() while true do t = { t } end end)")
    #expect(
      talk.say("t = nil") == [
        "error: not enough memory", "what the inputs before keep fills the memory; :back undoes them",
      ])
    talk.say(":back")
    #expect(talk.say("t").last == "false")
  }

  @Test("what an input that waits had declared stays when it fails, up to where it failed")
  func localsOfWhatFailsLater() throws {
    let talk = try Talk()
    talk.say("local x = ask('Q', { 'A' }) local y = 1 error 'late' local z = 2")
    talk.say("user:tap 'A' settle()")
    #expect(talk.say("x, y") == ["_1 = \"A\"", "_2 = 1"])
    #expect(talk.say("z").first?.hasPrefix("error: undefined global 'z'") == true)
    talk.say("local w = 1 error 'at once'")
    #expect(talk.say("w").first?.hasPrefix("error: undefined global 'w'") == true)
  }

  @Test("an input that waits for a person goes on with a later one")
  func waiting() throws {
    let talk = try Talk()
    #expect(
      talk.say("local choice = ask('Discard?', { 'Discard', 'Keep' }) print(choice) return choice") == [
        "input 1 waits for a choice in Discard?; it goes on when that has come"
      ])
    #expect(talk.say("user:tap 'Keep' settle()") == ["Keep", "[1] \"Keep\""])
    #expect(talk.say("choice") == ["\"Keep\""])
  }

  @Test("a wait for time lets time pass")
  func sleeping() throws {
    let talk = try Talk()
    #expect(talk.say("wait(60000) return clock.now") == ["60000"])
  }

  @Test("a new global is fine at the prompt")
  func globals() throws {
    let talk = try Talk()
    talk.say("x = 1")
    #expect(talk.trace == [])
    #expect(talk.say("x") == ["1"])
  }

  @Test("a script's locals are visible, and its lines keep their numbers")
  func scripts() throws {
    let talk = try Talk()
    talk.files.contents["flow.lua"] = "#!/usr/bin/env moonsheet\nlocal n = 5\nfunction bump() n = n + 1 end\nprint(n)\n"
    #expect(talk.session.open("flow.lua").texts.last == "5")
    talk.say("bump()")
    #expect(talk.say("n") == ["6"])
    #expect(talk.say("bump") == ["function (flow.lua:3)"])
  }
}
