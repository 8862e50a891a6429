import Foundation
import Testing

/// What is written for editors, linters and shells.
@Suite struct EditorTests {
  @Test("stubs writes the same files each time, and the repository's standard for luacheck is one of them")
  func stubs() throws {
    let folder = try ScratchFolder()
    for _ in 0..<2 { #expect(try moonsheet(["stubs", "a/b"], in: folder.url).status == 0) }
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.appendingPathComponent("a/b").path)
    #expect(
      Set(files.filter { $0.contains(".lua") || $0.contains(".json") }) == [
        ".luarc.json", "moonsheet.luacheck.lua", "library/globals.lua", "library/objects.lua", "library/spec.lua",
        "library/moonsheet.lua", "library/moonsheet/patterns/allow_auto_dismiss.lua",
        "library/moonsheet/patterns/dismiss_guardian.lua",
        "library/moonsheet/patterns/interactive_dismiss_disabled.lua", "library/moonsheet/patterns/options.lua",
        "library/moonsheet/patterns/sheet_item_state.lua",
      ])
    let standard = try String(
      contentsOf: Built.root.appendingPathComponent("moonsheet.luacheck.lua"), encoding: .utf8)
    #expect(folder.read("a/b/moonsheet.luacheck.lua") == standard)
    #expect(folder.read("a/b/library/globals.lua")?.hasPrefix("---@meta _\n") == true)
  }

  @Test("every definition file is Lua that loads, and the module has what require gives")
  func stubsLoad() throws {
    let folder = try ScratchFolder()
    #expect(try moonsheet(["stubs", "."], in: folder.url).status == 0)
    for file in ["globals", "objects", "spec", "moonsheet"] {
      let text = try #require(folder.read("library/\(file).lua"))
      let run = try moonsheet("run", "--quiet", "-", input: "assert(load([====[\(text)]====]))")
      #expect(run.status == 0, "\(file): \(run.errors)")
    }
    let module = try #require(folder.read("library/moonsheet.lua"))
    let named = module.split(separator: "\n").filter { $0.hasPrefix("moonsheet.") }.map {
      String($0.dropFirst("moonsheet.".count).prefix { $0 != " " })
    }
    #expect(named.count > 40)
    let script =
      "for _, name in ipairs { \(named.map { "'\($0)'" }.joined(separator: ", ")) } do "
      + "assert(require('moonsheet')[name], name) end"
    #expect(try moonsheet("run", "--quiet", "-", input: script).status == 0)
  }

  @Test("every word of spec files that the definitions name is there in a spec")
  func specWords() throws {
    let folder = try ScratchFolder()
    #expect(try moonsheet(["stubs", "."], in: folder.url).status == 0)
    let standard = try #require(folder.read("moonsheet.luacheck.lua"))
    let words = standard.components(separatedBy: "\n  spec = {\n")[1].split(separator: "\n").compactMap { line in
      line.contains("other_fields") ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(words.count > 20)
    try folder.write(
      words.map { "it('has \($0)', function() assert(\($0)) end)" }.joined(separator: "\n"), to: "w_spec.lua")
    let run = try moonsheet(["test", "w_spec.lua"], in: folder.url)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("somebody's own .luarc.json is left alone, and then nothing is written")
  func ownConfiguration() throws {
    let folder = try ScratchFolder()
    try folder.write("{}", to: ".luarc.json")
    let run = try moonsheet(["stubs", "."], in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("./.luarc.json is there already, with other settings"))
    #expect(folder.names == [".luarc.json"])
    #expect(folder.read(".luarc.json") == "{}")
  }

  @Test("where a file cannot be written that is said, and no part of it stays")
  func unwritable() throws {
    let folder = try ScratchFolder()
    try folder.write("a file", to: "library")
    let run = try moonsheet(["stubs", "."], in: folder.url)
    #expect(run.status == 4)
    #expect(run.errors.contains("cannot write"))
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
    #expect(try moonsheet(["stubs"], in: folder.url).status == 2)
    #expect(try moonsheet(["stubs", "a", "b"], in: folder.url).status == 2)
  }

  @Test("completions in bash name commands, options and values")
  func bash() throws {
    let folder = try ScratchFolder()
    try folder.write(try moonsheet("completions", "bash").output, to: "c.bash")
    try folder.write("", to: "flow.lua")
    func candidates(_ words: String...) throws -> [String] {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let line =
        "bash -c 'source ./c.bash; set -- \"$@\"; COMP_WORDS=(moonsheet \"$@\") COMP_CWORD=$#; _moonsheet; "
        + "printf \"%s\\n\" \"${COMPREPLY[@]}\"' _ \(list)"
      return try shell(line, in: folder.url).output.split(separator: "\n").map(String.init).sorted()
    }
    #expect(try candidates("ru") == ["run"])
    #expect(try candidates("comp") == ["compare", "completions"])
    #expect(try candidates("run", "--limit-f") == ["--limit-fuel"])
    #expect(try candidates("run", "--profile", "ios16") == ["ios16", "ios16.4"])
    #expect(try candidates("test", "--profile", "=", "ios17") == ["ios17.4"])
    #expect(try candidates("test", "--shard-by", "") == ["hash", "index", "time"])
    #expect(try candidates("run", "fl") == ["flow.lua"])
    #expect(try candidates("run", "--seed", "f") == [])
    #expect(try candidates("explain", "silent_b") == ["silent_block"])
    #expect(try candidates("api", "f") == [])
  }

  @Test(
    "every command has completions in every shell, and every option that help tells of",
    arguments: ["bash", "zsh", "fish"])
  func everyOption(_ shell: String) throws {
    let script = try moonsheet("completions", shell).output
    for command in ["run", "test", "report", "compare", "stubs", "api", "explain", "completions"] {
      #expect(script.contains(command))
      let help = try moonsheet(command, "--help").output
      let told = help.components(separatedBy: "Options:\n").dropFirst().joined().split(separator: "\n").flatMap {
        line in
        line.split(separator: " ").filter { $0.hasPrefix("--") }.prefix(1).map { $0.prefix { $0 != "=" && $0 != "[" } }
      }
      for option in told {
        let shown = shell == "fish" ? "-l \(option.dropFirst(2))" : String(option)
        #expect(script.contains(shown), "\(command) \(option)")
      }
    }
    let wrong = try moonsheet("completions", "bsh")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean 'bash'?"))
  }

  @Test("install puts everything below a folder, and it runs from there")
  func install() throws {
    let folder = try ScratchFolder()
    let prefix = folder.url.appendingPathComponent("a prefix").path
    let root = Built.root.path
    let run = try shell(
      "'\(root)/scripts/install' '\(prefix)'", environment: ["MOONSHEET": try Built.tool.path], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    for file in [
      "bin/moonsheet", "share/bash-completion/completions/moonsheet", "share/zsh/site-functions/_moonsheet",
      "share/fish/vendor_completions.d/moonsheet.fish", "share/moonsheet/stubs/library/globals.lua",
      "share/doc/moonsheet/README.md", "share/doc/moonsheet/docs/MODEL.md",
      "share/doc/moonsheet/Examples/unsaved-changes/flow.lua",
    ] {
      #expect(FileManager.default.fileExists(atPath: "\(prefix)/\(file)"), "\(file)")
    }
    let flow = "'\(prefix)/share/doc/moonsheet/Examples/unsaved-changes/flow.lua'"
    let used = try shell("'\(prefix)/bin/moonsheet' run --quiet \(flow)", in: folder.url)
    #expect(used.status == 0)
    #expect(used.output.contains("saved: second thoughts"))
    #expect(try shell("'\(root)/scripts/install'", in: folder.url).status == 2)
  }
}
