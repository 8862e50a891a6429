import Foundation
import Testing

@Suite struct RunCommandTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let presents = "present(sheet 'S')\nsettle()\nprint('shown')\n"

  @Test("run prints the trace and what the script prints, and ends with 0")
  func prints() throws {
    let run = try moonsheet("run", try scratch.write(Self.presents, to: "a.lua"))
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("     0  presenting S on root") == true)
    #expect(lines.first?.hasSuffix("a.lua:1") == true)
    #expect(lines.last == "shown")
  }

  @Test("--quiet leaves only what the script prints")
  func quiet() throws {
    let run = try moonsheet("run", "--quiet", try scratch.write(Self.presents, to: "a.lua"))
    #expect(run.output == "shown\n")
  }

  @Test("- is standard input, and what follows -- are the script's arguments")
  func standardInput() throws {
    let run = try moonsheet("run", "--quiet", "-", "--", "one", "--two", input: "print(...)")
    #expect(run.output == "one\t--two\n")
    #expect(run.status == 0)
  }

  @Test("several files run each in a fresh host")
  func severalFiles() throws {
    let first = try scratch.write("rawset(_G, 'leak', 1) print(rawget(_G, 'leak'))", to: "a.lua")
    let second = try scratch.write("print(rawget(_G, 'leak'))", to: "b.lua")
    #expect(try moonsheet("run", "--quiet", first, second).output == "1\nnil\n")
  }

  @Test("--trace writes the trace to a file and leaves print on standard output")
  func traceFile() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let run = try moonsheet("run", "--trace", scratch.url.path + "/out.txt", script)
    #expect(run.output == "shown\n")
    #expect(scratch.read("out.txt")?.hasPrefix("     0  presenting S on root") == true)
    #expect(scratch.names == ["a.lua", "out.txt"])
  }

  @Test("a trace file that cannot be written is one error, and nothing is left behind")
  func traceFileRefused() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let run = try moonsheet("run", "--trace", scratch.url.path + "/no/such/out.txt", script)
    #expect(run.status == 4)
    #expect(run.errors.hasSuffix("out.txt: No such file or directory\n"))
    #expect(scratch.names == ["a.lua"])
  }

  @Test("a trace file behind a link is replaced where it lies, and keeps its permissions")
  func traceThroughLink() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let target = try scratch.write("old", to: "real.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    let link = scratch.url.path + "/link.txt"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(try moonsheet("run", "--trace", link, script).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(scratch.read("real.txt")?.hasPrefix("     0  presenting S on root") == true)
    let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(scratch.names == ["a.lua", "link.txt", "real.txt"])
  }

  @Test("a trace file that is the script is refused before anything runs")
  func traceOverScript() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let run = try moonsheet("run", "--trace", script, script)
    #expect(run.status == 2)
    #expect(run.errors == "moonsheet: error: '--trace' would overwrite the script \(script)\n")
    #expect(scratch.read("a.lua") == Self.presents)
  }

  @Test("a module that is a FIFO is not there")
  func fifoModule() throws {
    let script = try scratch.write("print(pcall(require, 'pipe'))", to: "a.lua")
    #expect(try shell("mkfifo '\(scratch.url.path)/pipe.lua'").status == 0)
    let run = try moonsheet("run", "--quiet", script)
    #expect(run.output.hasPrefix("false\t"))
    #expect(run.status == 0)
  }

  @Test("control characters do not reach the terminal")
  func controlCharacters() throws {
    let script = try scratch.write("present(sheet 'a\\27[31m\\nb') settle() error('x\\27[2Jy')", to: "a\u{1B}b.lua")
    let run = try moonsheet("run", script)
    #expect(!(run.output + run.errors).contains("\u{1B}"))
    #expect(run.output.contains("presenting a\\u{1b}[31m\\nb on root"))
    #expect(run.errors.contains("error: x\\u{1b}[2Jy"))
  }

  @Test("a reader that is slow loses nothing")
  func slowReader() throws {
    let script = try scratch.write("for i = 1, 20000 do print(('x'):rep(100)) end", to: "a.lua")
    let run = try shell("'\(try Built.tool.path)' run --quiet '\(script)' | (sleep 0.3; wc -c)")
    #expect(run.output.filter(\.isNumber) == "2020000")
  }

  @Test("standard output that is full is an error")
  func fullOutput() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let run = try shell("'\(try Built.tool.path)' run '\(script)' > /dev/full")
    #expect(run.status == 4)
    #expect(run.errors == "moonsheet: error: cannot write standard output: No space left on device\n")
  }

  @Test("--json prints one JSON object a line, each with version and type")
  func json() throws {
    let run = try moonsheet("run", "--json", "--seed", "7", try scratch.write(Self.presents, to: "a.lua"))
    let lines = try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.allSatisfy { $0["v"] as? Int == 1 })
    let types = lines.compactMap { $0["type"] as? String }
    #expect(types.first == "run")
    #expect(types.last == "end")
    #expect(types.contains("print"))
    #expect(lines.first?["seed"] as? String == "7")
    #expect(lines.last?["status"] as? Int == 0)
    let presenting = try #require(lines.first { $0["name"] as? String == "presenting" })
    #expect(presenting["subject"] as? String == "S")
    #expect(presenting["line"] as? Int == 1)
  }

  @Test("--explain tells who was asked, what answered at which line, and what would have changed it")
  func explain() throws {
    let script = try scratch.write(
      """
      local draft = binding("x", "draft")
      present(sheet "Editor" {
        should_dismiss = function() return draft:get() == "" end,
        did_attempt_to_dismiss = function() end,
      })
      settle()
      user:swipe_down()
      settle()
      """, to: "a.lua")
    let run = try moonsheet("run", "--quiet", "--explain", script)
    #expect(
      run.output == """
        swipe_down at \(script):7
        is_modal_in_presentation of Editor was false (a constant)
        should_dismiss of Editor answered false at \(script):3, which read draft = x
        Editor stayed; its delegate was told of the attempt (swipe)
        had should_dismiss of Editor answered true, it would have gone; it looked at draft = x

        """)
  }

  @Test("two profiles are compared, and show where the traces part")
  func twoProfiles() throws {
    let script = try scratch.write(Self.presents, to: "a.lua")
    let same = try moonsheet("run", "--profile", "ios16", "--profile", "ios18", script)
    #expect(same.output == "ios16 and ios18 agree on all 9 lines\n")
    #expect(same.status == 0)
    let both = try moonsheet("run", "--profile", "ios16", "--profile", "ios18", "--json", script)
    #expect(both.status == 2)
    let branch = try scratch.write(
      "if scene.profile == 'ios16' then clock:advance(5) end\n" + Self.presents, to: "b.lua")
    let parted = try moonsheet("run", "--profile", "ios16", "--profile", "ios18", branch)
    #expect(parted.output.hasPrefix("ios16 |      5  presenting S on root"))
    #expect(parted.output.contains("\nios18 |      0  presenting S on root"))
  }

  @Test("no colour off a terminal")
  func noColour() throws {
    let run = try moonsheet("run", try scratch.write(Self.presents, to: "a.lua"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("require finds modules beside the script")
  func modules() throws {
    try scratch.write("return { answer = 42 }", to: "lib/deep.lua")
    try scratch.write("return require 'lib.deep'", to: "other/init.lua")
    let script = try scratch.write(
      "print(require('other').answer, require('moonsheet').present == present)", to: "a.lua")
    let run = try moonsheet("run", "--quiet", script)
    #expect(run.output == "42\ttrue\n")
    #expect(run.errors == "")
  }

  @Test("require follows no link out of the script's folder")
  func noLinks() throws {
    try scratch.write("return 'outside'", to: "outside.lua")
    let script = try scratch.write("print(pcall(require, 'link'))", to: "in/a.lua")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.path + "/in/link.lua", withDestinationPath: scratch.url.path + "/outside.lua")
    let run = try moonsheet("run", "--quiet", script)
    #expect(run.output.hasPrefix("false\t"))
    #expect(!run.output.contains("outside\n"))
  }

  @Test("Ctrl-C ends an endless script with 130")
  func interrupted() throws {
    let script = try scratch.write("while true do pcall(function() while true do end end) end", to: "a.lua")
    let run = try shell(
      "'\(try Built.tool.path)' run --limit-fuel 1000000000000 --limit-time 60 '\(script)' & sleep 0.5; kill -INT $!; wait $!"
    )
    #expect(run.status == 130)
    #expect(run.errors.contains("interrupted"))
  }
}
