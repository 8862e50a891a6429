import Foundation
import Testing

/// Bad input of any kind: one clear error that names the place, and a status that is not zero.
@Suite struct BadInputTests {
  private static let commands = "run, repl, test, explore, report, compare, api, explain, stubs, completions"

  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "a wrong command line is one message and a status",
    arguments: [
      Case(
        arguments: [], status: 2,
        message: "name a command: \(Self.commands); see moonsheet --help"),
      Case(arguments: ["rnu"], status: 2, message: "unknown command 'rnu' (did you mean 'run'?); see moonsheet --help"),
      Case(
        arguments: ["run"], status: 3,
        message: "nothing to run: name a FILE, or - for standard input; see moonsheet run --help"),
      Case(
        arguments: ["run", "--jsn", "x"], status: 2,
        message: "unknown option '--jsn' (did you mean '--json'?); see --help"),
      Case(
        arguments: ["run", "--seed", "x"], status: 2,
        message: "option '--seed' wants a whole number from 0 to 18446744073709551615, not 'x'"),
      Case(arguments: ["run", "--seed"], status: 2, message: "option '--seed' wants a whole number"),
      Case(arguments: ["run", "--quiet=1", "x"], status: 2, message: "option '--quiet' takes no value"),
      Case(
        arguments: ["run", "--profile", "ios14", "x"], status: 2,
        message:
          "no profile 'ios14' (did you mean 'ios13'?); there are ios13, ios14.5, ios15, ios16, ios16.4, ios17.4, ios18, ios26"
      ),
      Case(
        arguments: ["run", "--limit-memory=0", "x"], status: 2,
        message: "option '--limit-memory' wants a whole number from 1 to 4096, not '0'"),
      Case(
        arguments: ["run", "--json", "--quiet", "x"], status: 2, message: "'--json' and '--quiet' exclude each other"),
      Case(
        arguments: ["run", "no-such.lua"], status: 3, message: "cannot read no-such.lua: No such file or directory"),
      Case(
        arguments: ["run", "Sources"], status: 3, message: "cannot read Sources: it is a directory; name a .lua file"),
    ])
  func usage(_ wrong: Case) throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    let process = try run(wrong.arguments, in: scratch)
    #expect(process.status == wrong.status)
    #expect(process.errors == "moonsheet: error: \(wrong.message)\n")
    #expect(process.output == "")
  }

  private func run(_ arguments: [String], in scratch: ScratchFolder) throws -> ToolRun {
    switch arguments.count {
    case 0: try moonsheet(in: scratch.url)
    case 1: try moonsheet(arguments[0], in: scratch.url)
    case 2: try moonsheet(arguments[0], arguments[1], in: scratch.url)
    case 3: try moonsheet(arguments[0], arguments[1], arguments[2], in: scratch.url)
    default: try moonsheet(arguments[0], arguments[1], arguments[2], arguments[3], in: scratch.url)
    }
  }

  @Test("a script that fails names file and line on standard error and ends with 1")
  func failingScript() throws {
    let scratch = try ScratchFolder()
    try scratch.write("local x = 1\nerror('no')\n", to: "a.lua")
    let run = try moonsheet("run", "a.lua", in: scratch.url)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("a.lua:2: error: no\n"))
  }

  @Test(
    "a limit ends with 124 and names the line",
    arguments: [
      ("--limit-fuel=100000", "while true do x = x + 1 end", "out of fuel: 100000 instructions in one entry"),
      ("--limit-memory=1", "local t = {} for i = 1, 1e6 do t[i] = i end", "not enough memory"),
    ])
  func limit(_ option: String, _ loop: String, _ message: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write("local x = 1\n\(loop)\n", to: "a.lua")
    let run = try moonsheet("run", option, "a.lua", in: scratch.url)
    #expect(run.status == 124)
    let name = option.prefix { $0 != "=" }
    #expect(run.errors.hasPrefix("a.lua:2: error: \(message) (\(name))\n"), "\(run.errors)")
  }

  @Test(
    "a limit of the simulation names the option that raises it",
    arguments: [("--limit-entries=50", "no rest after 50 entries"), ("--limit-steps=50", "no end after 50 steps")])
  func limitOfSimulation(_ option: String, _ message: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write("local function tick() after(1, tick) end\ntick()\nsettle()\n", to: "a.lua")
    let run = try moonsheet("run", option, "a.lua", in: scratch.url)
    #expect(run.status == 124)
    let first = run.errors.split(separator: "\n").first ?? ""
    #expect(first.contains(message), "\(run.errors)")
    #expect(first.hasSuffix(" (\(option.prefix { $0 != "=" }))"), "\(run.errors)")
  }

  @Test("one file that is missing does not keep the others from running")
  func othersStillRun() throws {
    let scratch = try ScratchFolder()
    try scratch.write("print('ran')", to: "b.lua")
    let run = try moonsheet("run", "missing.lua", "b.lua", in: scratch.url)
    #expect(run.output == "ran\n")
    #expect(run.status == 3)
  }

  @Test("help and version go to standard output and end with 0")
  func help() throws {
    for words in [("--help", "run flow.lua"), ("--version", "moonsheet 0.")] {
      let run = try moonsheet(words.0)
      #expect(run.status == 0)
      #expect(run.output.contains(words.1))
      #expect(run.errors == "")
    }
    let help = try moonsheet("run", "--help")
    #expect(help.status == 0)
    #expect(help.output.contains("--limit-fuel"))
  }
}
