import Foundation
import Testing

/// `moonsheet explore` as a person runs it: processes side by side, records, saved tests.
@Suite struct ExploreTests {
  static let flows = Built.root.appendingPathComponent("Tests/Explore")

  /// Independent switches and a counter: 2^n · 5 states, and none of them far.
  private static func wide(_ switches: Int) -> String {
    let names = (0..<switches).map { "b\($0)" }
    return names.map { "local \($0) = false" }.joined(separator: "\n")
      + "\nlocal n = 0\nroot { button('More', function() n = (n + 1) % 5 end), "
      + names.map { "button('T\($0)', function() \($0) = not \($0) end)" }.joined(separator: ", ") + " }\n"
      + "explore { always = { ['not all'] = function() return not (n == 4 and "
      + names.joined(separator: " and ") + ") end } }\n"
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("moonsheet-explore-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("processes side by side tell what one tells, byte for byte", arguments: [["--json"], ["--graph", "dot"], []])
  func jobs(_ options: [String]) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.wide(7).write(to: folder.appendingPathComponent("wide.lua"), atomically: true, encoding: .utf8)
    // 640 states, which more than two processes share. All switches and four times More are 11 steps.
    let alone = try moonsheet(["explore"] + options + ["wide.lua"], in: folder)
    #expect(alone.status == 1)
    if options.isEmpty { #expect(alone.output.contains("640 states, 5120 transitions, depth 11, 1 finding\n")) }
    for count in ["2", "5"] {
      let together = try moonsheet(["explore", "-j", count] + options + ["wide.lua"], in: folder)
      #expect(together.output == alone.output)
      #expect((together.status, together.errors) == (1, ""))
    }
  }

  @Test("a process that is killed ends the exploration with its reason, whoever is waited for", arguments: [1, 2])
  func killed(_ member: Int) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.wide(12).write(to: folder.appendingPathComponent("wide.lua"), atomically: true, encoding: .utf8)
    let run = try shell(
      """
      '\(try Built.tool.path)' explore -j 2 wide.lua & tool=$!
      for turn in $(seq 2000); do
        set -- $(cat /proc/$tool/task/$tool/children)
        if [ $# = 2 ]; then kill -9 $\(member); break; fi
        sleep 0.02
      done
      wait $tool
      """, in: folder)
    #expect(run.status == 4)
    #expect(
      run.errors == "moonsheet: error: a process that explored has ended before its time; "
        + "with fewer of them (-j) each has more memory\n")
  }

  @Test("records of shards are put together to what the whole tells")
  func merged() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.wide(6).write(to: folder.appendingPathComponent("wide.lua"), atomically: true, encoding: .utf8)
    let whole = try moonsheet(["explore", "wide.lua"], in: folder)
    var options: [String] = []
    for shard in 1...3 {
      let part = try moonsheet(["explore", "--shard=\(shard)/3", "--record=\(shard).part", "wide.lua"], in: folder)
      #expect(part.errors == "")
      options.append("--merge=\(shard).part")
    }
    let merged = try moonsheet(["explore"] + options + ["wide.lua"], in: folder)
    #expect(merged.output == whole.output)
    #expect((merged.status, merged.errors) == (whole.status, ""))
    let part = try moonsheet(["explore"] + options.dropLast() + ["wide.lua"], in: folder)
    #expect(part.status == 2)
    #expect(part.errors == "moonsheet: error: shards are missing: 3/3\n")
  }

  @Test("records of acts that commute have both orders, and the whole's states and findings")
  func mergedCommuting() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<7).map { "b\($0)" }
    let flow =
      names.map { "local \($0) = binding(false, '\($0)')\n" }.joined()
      + "root { \(names.map { "toggle('\($0)', \($0))" }.joined(separator: ", ")) }\n"
    try flow.write(to: folder.appendingPathComponent("flow.lua"), atomically: true, encoding: .utf8)
    // Seven switches: 2^7 states, and in each of them seven taps.
    let whole = try moonsheet(["explore", "flow.lua"], in: folder)
    let counts = try #require(whole.output.firstMatch(of: #/128 states, (\d+) transitions \((\d+) more commute\)/#))
    let (tried, left) = (try #require(Int(counts.1)), try #require(Int(counts.2)))
    #expect(left > 0)
    #expect(tried + left == 896)
    for shard in 1...2 {
      _ = try moonsheet(["explore", "--shard=\(shard)/2", "--record=\(shard).part", "flow.lua"], in: folder)
    }
    let merged = try moonsheet(["explore", "--merge=1.part", "--merge=2.part", "flow.lua"], in: folder)
    #expect((merged.status, merged.errors) == (whole.status, ""))
    #expect(merged.output == whole.output.replacing(counts.0, with: "128 states, 896 transitions"))
  }

  @Test("what is no record is said in words of its own, however large it is")
  func noRecord() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "root { button('A', function() end) }".write(
      to: folder.appendingPathComponent("flow.lua"), atomically: true, encoding: .utf8)
    try Data(count: 9 << 20).write(to: folder.appendingPathComponent("large"))
    for (record, status, message) in [
      ("gone", 3, "cannot read gone: No such file or directory"),
      (".", 3, "cannot read .: it is a directory; name a record"),
      ("large", 2, "large is no record of an exploration by this version"),
    ] as [(String, Int32, String)] {
      let run = try moonsheet(["explore", "--merge", record, "flow.lua"], in: folder)
      #expect(run.errors == "moonsheet: error: \(message)\n")
      #expect(run.status == status)
    }
  }

  @Test("fingerprints are the same in every process, wherever its memory lies")
  func fingerprints() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var records: Set<Data> = []
    for run in 0..<3 {
      // The size of the environment moves the stack, and the system moves the rest.
      _ = try moonsheet(
        ["explore", "--record=\(folder.path)/\(run)", "Tests/Explore/mended/third_tap.lua"],
        environment: ["PADDING": String(repeating: "x", count: run * 5000)], in: Built.root)
      records.insert(try Data(contentsOf: folder.appendingPathComponent("\(run)")))
    }
    #expect(records.count == 1)
    #expect(records.first.map { $0.count > 1000 } == true)
  }

  @Test("wrong combinations of options are one message")
  func usage() throws {
    for (options, message) in [
      (["--record=a", "--walks=1", "x.lua"], "'--record' and '--walks' do not go together"),
      (["--merge=a", "--record=b", "x.lua"], "'--merge' and '--record' do not go together"),
      (["--merge=a", "--shard=1/2", "x.lua"], "'--merge' and '--shard' do not go together"),
      (["--merge=a", "--walks=1", "x.lua"], "'--merge' and '--walks' do not go together"),
      (["-j2", "--merge=a", "x.lua"], "'--merge' and '--jobs' do not go together"),
      (["--depth=3", "--merge=a", "x.lua"], "'--merge' and '--depth' do not go together"),
      (["--abstract", "--merge=a", "x.lua"], "'--merge' and '--abstract' do not go together"),
      (["--record=a", "-j2", "x.lua"], "'--record' and '--jobs' do not go together"),
      (["--walks=1", "-j2", "x.lua"], "'--walks' and '--jobs' do not go together"),
      (["--walks=1", "--shard=1/2", "x.lua"], "'--walks' and '--shard' do not go together"),
      (["--record=a", "x.lua", "y.lua"], "a record is of one FILE; there are 2"),
      (["-j0", "x.lua"], "option '--jobs' wants a whole number from 1 to 1024, not '0'"),
    ] {
      let run = try moonsheet(["explore"] + options, in: Built.root)
      #expect(run.status == 2)
      #expect(run.errors == "moonsheet: error: \(message)\n")
    }
  }

  @Test("the example's faulty flow is told as its explored.txt says, and the mended one is complete")
  func example() throws {
    let faulty = try moonsheet("explore", "Examples/photo-picker/faulty.lua")
    let expected = Built.root.appendingPathComponent("Examples/photo-picker/explored.txt")
    #expect(faulty.output == (try String(contentsOf: expected, encoding: .utf8)))
    #expect(faulty.status == 1)
    // Write, wait, type, add a photo, wait, pick: six steps, in whatever order the typing comes.
    #expect(faulty.output.contains("unsaved_lost: Editor"))
    #expect(
      try moonsheet("explore", "Examples/photo-picker/flow.lua").output.hasSuffix(
        "complete: everything that can happen was tried\n"))
  }

  @Test("README shows what the example's faulty flow is told of")
  func readme() throws {
    let blocks = try DocumentationTests.blocks(of: "README.md")
    let command = "moonsheet explore Examples/photo-picker/faulty.lua\n"
    let position = try #require(blocks.firstIndex { $0.text == command })
    let shown = blocks[position + 1].text.split(separator: "\n").filter { $0 != "…" }
    #expect(shown.count > 5)
    let told = try String(
      contentsOf: Built.root.appendingPathComponent("Examples/photo-picker/explored.txt"), encoding: .utf8)
    var lines = told.split(separator: "\n")[...]
    for line in shown {
      let beginning = line.hasSuffix(" …") ? line.dropLast(2) : line
      let place = try #require(lines.firstIndex { $0.hasPrefix(beginning) }, "\(line)")
      lines = lines[(place + 1)...]
    }
  }

  @Test("there are flows with planted faults, each with its mended one")
  func plantedPairs() throws {
    #expect(Self.planted.count >= 37)
    let mended = try FileManager.default.contentsOfDirectory(atPath: Self.flows.appendingPathComponent("mended").path)
    #expect(Self.planted == mended.sorted())
  }

  static let planted: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: flows.appendingPathComponent("faulty").path)) ?? []
    return all.sorted()
  }()

  @Test("the tests that --save-tests writes fail on the faulty flow and pass on the mended one", arguments: planted)
  func saved(_ flow: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("flow.lua")
    try FileManager.default.copyItem(at: Self.flows.appendingPathComponent("faulty/\(flow)"), to: copy)
    let found = try moonsheet(["explore", "--save-tests", "tests", "flow.lua"], in: folder)
    #expect(found.status == 1)
    let faulty = try moonsheet(["test", "tests"], in: folder)
    #expect(faulty.status == 1, "\(faulty.output)")
    #expect(!faulty.output.contains("passed: 1"), "\(faulty.output)")
    try FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: Self.flows.appendingPathComponent("mended/\(flow)"), to: copy)
    let mended = try moonsheet(["test", "tests"], in: folder)
    #expect(mended.status == 0, "\(mended.output)")
  }
}
