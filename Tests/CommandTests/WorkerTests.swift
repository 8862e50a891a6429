import Foundation
import Testing

/// A worker runs one file after the other, and each finds what it would find in a process of its own.
@Suite struct WorkerTests {
  /// Writes what a file finds, and the process that it runs in.
  private static let look = """
    local function answer(command)
      os.execute(command .. " > answer.txt")
      local file = io.open("answer.txt")
      local text = file:read("a")
      file:close()
      return text
    end
    return function(name)
      local found = {
        tostring(rawget(_G, "leaked")), tostring(string.leaked), tostring(package.loaded.leaked), tostring(getmetatable(_G)),
        tostring(debug.gethook()), tostring(collectgarbage("isrunning")), tostring(io.output() == io.stdout), os.setlocale(),
        answer("pwd"), answer("ls /proc/$PPID/fd | wc -l"),
      }
      for i = 1, #found do found[i] = tostring(found[i]) end
      local stat = io.open("/proc/self/stat")
      local process = stat:read("n")
      stat:close()
      local file = io.open(name, "w")
      file:write(process, "\\n", table.concat(found, "\\n"), "\\n")
      file:close()
    end
    """

  struct Mess: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    /// Whether it is in Lua alone, so that the process can go on.
    var isInside = true
  }

  static let messes = [
    Mess(testDescription: "nothing", code: ""),
    Mess(testDescription: "globals", code: "leaked = 1 rawset(_G, 'leaked', 1) string.leaked = 1"),
    Mess(testDescription: "a loaded module", code: "package.loaded.leaked = 1"),
    Mess(testDescription: "a metatable of _G", code: "setmetatable(_G, { __index = function() return 1 end })"),
    Mess(testDescription: "a hook", code: "debug.sethook(function() end, 'c')"),
    Mess(testDescription: "no collector", code: "collectgarbage('stop')"),
    Mess(testDescription: "much memory", code: "leaked = {} for i = 1, 200000 do leaked[i] = { i } end"),
    Mess(
      testDescription: "waiting coroutines", code: "leaked = coroutine.wrap(function() coroutine.yield() end) leaked()"),
    Mess(testDescription: "another default output", code: "io.output('out.txt')", isInside: false),
    Mess(testDescription: "an open file", code: "leaked = io.open('look.lua')", isInside: false),
    Mess(testDescription: "an open pipe", code: "leaked = io.popen('cat', 'w')", isInside: false),
    Mess(
      testDescription: "a running child", code: "os.execute('(sleep 2; true) >/dev/null 2>&1 &')", isInside: false),
    Mess(testDescription: "another folder", code: "require('lfs').chdir('/')", isInside: false),
    Mess(testDescription: "another locale", code: "assert(os.setlocale('C.UTF-8'))", isInside: false),
  ]

  @Test("what a file leaves behind, the next does not find", arguments: messes)
  func mess(_ mess: Mess) throws {
    let folder = try SpecFolder([
      "look.lua": Self.look, "a_spec.lua": "it('looks', function() require('look')('before.txt') end)",
      "m_spec.lua": "it('leaves', function() \(mess.code) end)",
      "z_spec.lua": "it('looks', function() require('look')('after.txt') end)",
    ])
    let run = try folder.test("--busted", "-j1")
    #expect(run.lastLine == "3 passed, 0 failed, 0 skipped", "\(run.output)")
    let before = try #require(folder.scratch.read("before.txt")).split(separator: "\n")
    let after = try #require(folder.scratch.read("after.txt")).split(separator: "\n")
    #expect(before.dropFirst() == after.dropFirst())
    #expect(
      (before[0] == after[0]) == mess.isInside, "the process is given up if, and only if, something outside changed")
  }

  @Test("in the sandbox, too, nothing is left of the file before")
  func sandboxed() throws {
    let look = """
      it('looks', function()
        expect(scene.top.name):to_be('root')
        print(tostring(string.leaked), math.random(1000000000), tostring({}), tostring(sheet 'S'))
        error('shows what was printed')
      end)
      """
    let mess = """
      leaked = 1
      present(sheet 'M')
      settle()
      after(1000, function() error('late') end)
      """
    let folder = try SpecFolder(["a_spec.lua": look, "m_spec.lua": mess, "z_spec.lua": look])
    let run = try folder.test("-j1")
    let printed = run.lines.filter { $0.hasPrefix("      | nil") }
    #expect(printed.count == 2, "\(run.output)")
    #expect(Set(printed).count == 1, "\(run.output)")
  }

  @Test("objects have the same names however the file is come to", arguments: [["-j2"], ["--shuffle"], ["--repeat=2"]])
  func numbers(_ arguments: [String]) throws {
    let spec = "it('shows', function() print(tostring({}), tostring(print), tostring(sheet 'S')) error('it') end)"
    let folder = try SpecFolder(["a_spec.lua": spec, "b_spec.lua": spec])
    func shown(_ arguments: [String]) throws -> Set<String> {
      Set(try folder.test(arguments).lines.filter { $0.contains("| table:") })
    }
    let plain = try shown(["-j1"])
    #expect(plain.count == 1)
    #expect(try shown(arguments) == plain)
    #expect(try shown(["a_spec.lua"]) == plain)
  }

  @Test("the seed is that of math.random with stock libraries, too")
  func seed() throws {
    let folder = try SpecFolder([
      "a_spec.lua": "it('draws', function() print('drawn', math.random(1000000000)) error('it') end)"
    ])
    func drawn(_ arguments: String...) throws -> String? {
      try folder.test(["--busted"] + arguments).lines.first { $0.contains("drawn") }
    }
    let first = try drawn("--seed=5")
    #expect(first != nil)
    #expect(try drawn("--seed=5") == first)
    #expect(try drawn("--seed=5", "--shuffle") == first)
    #expect(try drawn("--seed=6") != first)
  }

  @Test("a name that is not UTF-8 is told, and the run is not fine")
  func strangeName() throws {
    let folder = try SpecFolder(["a_spec.lua": "it('is fine', function() end)"])
    let run = try folder.shell(
      "cp a_spec.lua \"$(printf 'c\\376_spec.lua')\"; \"$MOONSHEET\" test; echo status $?")
    #expect(run.output.contains("1 passed, 0 failed"))
    #expect(run.lastLine == "status 3", "\(run.output)")
    #expect(run.errors.contains("its name is not UTF-8; give it another"))
  }

  @Test("the output is the same bytes, whether files share a process or not")
  func sameBytes() throws {
    let corpus = Built.root.appendingPathComponent("Tests/SpecCorpus")
    let scratch = try ScratchFolder()
    let runs = try ["1", "99"].map { jobs in
      try moonsheet(
        ["test", "--busted", "--no-durations", "--seed=7", "-o", "json", "-j\(jobs)", "."],
        environment: ["XDG_STATE_HOME": scratch.url.path, "CI": "", "TEST_TMPDIR": ""], in: corpus)
    }
    #expect(runs[0].output.split(separator: "\n").count > 2_000)
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].status == runs[1].status)
  }

  @Test("what a test left running writes is the file's, and of no later test")
  func lateOutput() throws {
    let folder = try SpecFolder([
      "a_spec.lua": """
      it('starts', function() os.execute('(sleep 0.3; echo late) &') io.write('own 1\\n') end)
      it('waits', function() os.execute('sleep 0.7') end)
      it('is alone', function() io.write('own 2\\n') end)
      it('opens', function() pipe = io.popen('sleep 0.3; echo late too >&2') end)
      it('dies', function() os.execute('sleep 0.7') os.exit(1) end)
      it('has ended one', function() pipe = io.popen('true') pipe:read('a') os.execute('sleep 0.1') end)
      it('is alone, too', function() io.write('own 3\\n') end)
      """
    ])
    let run = try folder.test("--busted", "-o", "json")
    let told = run.lines.compactMap { line -> String? in
      guard let printed = line.firstMatch(of: /"(?:lines|printed)":\[(.*?)\]/)?.1 else { return nil }
      return "\(line.firstMatch(of: /"name":"(.*?)"/)?.1 ?? "file"): \(printed)"
    }
    #expect(
      told == [
        #"starts: "own 1""#, #"file: "late""#, #"is alone: "own 2""#, #"file: "late too""#, #"is alone, too: "own 3""#,
      ], "\(run.output)")
  }

  @Test("what a test writes to all descriptors changes nothing for others", arguments: ["-j1", "-j2"])
  func junk(_ jobs: String) throws {
    let spec = """
      it('before', function() error('one') end)
      it('writes junk', function()
        for i = 0, 255 do
          local file = i ~= 1 and i ~= 2 and io.open('/proc/self/fd/' .. i, 'w')
          if file then
            file:write('{"v":1,"type":"done"}', i % 2 == 0 and '\\n' or '', ('junk'):rep(100))
            file:close()
          end
        end
      end)
      it('after', function() error('two') end)
      """
    let folder = try SpecFolder(["a_spec.lua": spec, "b_spec.lua": spec, "c_spec.lua": spec, "d_spec.lua": spec])
    let run = try folder.test("--busted", "--no-durations", jobs)
    #expect(
      run.verdicts
        == ["a", "b", "c", "d"].flatMap {
          ["ERR   \($0)_spec.lua: before", "pass  \($0)_spec.lua: writes junk", "ERR   \($0)_spec.lua: after"]
        }, "\(run.output)")
    #expect(run.lastLine == "4 passed, 8 failed, 0 skipped")
  }

  @Test("what a test writes into the pipe to the run without end or line break is passed over")
  func flood() throws {
    let folder = try SpecFolder([
      "a_spec.lua": """
      it('before', function() error('one') end)
      it('floods', function()
        local list, floods = io.popen('ls -l /proc/$PPID/fd'), 0
        for line in list:lines() do
          local number = line:match('^l%-wx.* ([3-9]) %-> pipe')
          local file = number and io.open('/proc/self/fd/' .. number, 'w')
          if file then
            for i = 1, 8 do file:write(('junk'):rep(1 << 18)) end
            file:close()
            floods = floods + 1
          end
        end
        list:close()
        assert.is_true(floods > 0)
      end)
      it('after', function() error('two') end)
      """
    ])
    let run = try folder.test("--busted", "--no-durations", "--limit-time=30")
    #expect(
      run.verdicts == ["ERR   a_spec.lua: before", "pass  a_spec.lua: floods", "ERR   a_spec.lua: after"],
      "\(run.output)")
  }

  @Test("two runs without times are the same bytes, in every form, addresses included")
  func addresses() throws {
    let folder = try SpecFolder([
      "a_spec.lua": """
      print({}, print, io.stdout, coroutine.create(print))
      it('is named ' .. tostring({}), function()
        local t = {}
        print(t, {}, t)
        io.write(tostring(print), '\\n')
        error(tostring(t) .. ', not 0xdeadbeefcafe or 0x7f00 ')
      end)
      it('compares', function() assert.are.same({ f = print, io.stdout }, { function() end }) end)
      """
    ])
    let forms = ["plain", "dots", "tap", "tap14", "junit", "json", "github"]
    for number in 1...2 {
      let run = try folder.test(
        ["--busted", "--no-durations"] + forms.flatMap { ["-o", "\($0)=\($0).\(number)"] })
      #expect(run.status == 1)
    }
    for form in forms { #expect(folder.scratch.read("\(form).1") == folder.scratch.read("\(form).2"), "\(form)") }
    let plain = try #require(folder.scratch.read("plain.1"))
    #expect(
      plain.contains(
        """
              | table: #1\tfunction: #2\tfile (#3)\tthread: #4
        ERR   a_spec.lua: is named table: #1
              a_spec.lua:6: table: #2, not 0xdeadbeefcafe or 0x7f00 
              | table: #2\ttable: #3\ttable: #2
              | function: #4
        FAIL  a_spec.lua: compares
        """), "\(plain)")
  }

  /// What LCOV says of the lines of the one file that is covered.
  private func counts(_ run: ToolRun) -> [String] {
    run.lines.filter { $0.hasPrefix("DA:") }.map { String($0.dropFirst(3)) }
  }

  @Test(
    "what ran before a test ended its worker counts, and what is loaded again for the rest counts once",
    arguments: [
      ("os.exit(2)", ["--busted"]), ("os.execute('kill -SEGV $PPID')", ["--busted"]),
      ("while true do end", ["--busted", "--limit-time=1"]), ("while true do end", ["--limit-fuel=100000"]),
    ])
  func coverageOfTheDead(_ death: String, _ arguments: [String]) throws {
    let folder = try SpecFolder([
      "m.lua": "local m = {}\nfunction m.a()\n  return 1\nend\nfunction m.never()\n  return 2\nend\nreturn m\n",
      "a_spec.lua": """
      local m = require 'm'
      m.a()
      it('runs', function() m.a() m.a() end)
      it('dies', function() \(death) end)
      it('is the rest', function() m.a() end)
      """,
    ])
    let whole = try folder.test(arguments + ["--coverage", "-o", "lcov"])
    // Loading the file calls it once, the first test twice, the last one once. A function is assigned at its `end`.
    let expected = ["1,1", "2,1", "3,4", "4,1", "5,1", "6,0", "7,1", "8,1"]
    #expect(counts(whole) == expected)
    #expect(whole.status == 1)
    let spec = try #require(folder.scratch.read("a_spec.lua"))
    try folder.scratch.write(spec.replacingOccurrences(of: "it('is the rest'", with: "--"), to: "a_spec.lua")
    let last = try folder.test(arguments + ["--coverage", "-o", "lcov"])
    #expect(counts(last) == expected.map { $0 == "3,4" ? "3,3" : $0 })
  }
}
