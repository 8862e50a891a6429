import Foundation
import LuaRuntime
import Moonsheet
@testable import MoonsheetExplorer
import MoonsheetReports
import Testing

/// Several searches side by side find what one finds, in the same order (decision 15).
@Suite struct SharingTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Explore")

  /// All flows of `Tests/Explore`, random ones, and one for each way to end.
  static func flows() throws -> [(name: String, source: String)] {
    let manager = FileManager.default
    var flows: [(String, String)] = []
    for side in ["faulty", "mended"] {
      let names = try manager.contentsOfDirectory(atPath: folder.appendingPathComponent(side).path)
      #expect(names.count >= 37, "\(side)")
      for name in names.sorted() {
        let text = try String(contentsOf: folder.appendingPathComponent("\(side)/\(name)"), encoding: .utf8)
        flows.append(("\(side)/\(name)", text))
      }
    }
    flows += (0..<20).map { ("random \($0)", RandomFlow.source($0, depth: 5)) }
    flows.append(("the clock", "root { button('Now', function() last = clock.now end) }\nexplore { depth = 4 }"))
    flows.append(
      ("grows", "n = 0\nroot { button('More', function() n = n + 1 end), button('Less', function() n = n - 1 end) }"))
    flows.append(
      (
        "switches",
        (0..<5).map { "local b\($0) = binding(false, 'b\($0)')" }.joined(separator: "\n")
          + "\nroot { " + (0..<5).map { "toggle('T\($0)', b\($0))" }.joined(separator: ", ") + " }"
      ))
    return flows
  }

  private func explorer(_ flow: (name: String, source: String)) -> FlowExplorer {
    var explorer = FlowExplorer(LuaChunk(name: "flow.lua", source: flow.source))
    explorer.options.states = 300
    return explorer
  }

  /// All that is told of a report.
  private func told(_ report: FlowReport) -> [String] {
    [
      ExplorationText.render(report), ExplorationJSON.render(report, status: 0), ExplorationGraph.dot.render(report),
      SavedTests.render(report) ?? "", "\(report.fingerprints)",
    ]
  }

  @Test("with others at work the report is the same, byte for byte", arguments: 2...3)
  func sameReport(_ count: Int) throws {
    for flow in try Self.flows() {
      var explorer = explorer(flow)
      let alone = told(try explorer.run())
      explorer.crew = LocalCrew(count: count, isCopied: false, share: 1)
      #expect(told(try explorer.run()) == alone, "\(flow.name)")
    }
  }

  @Test("seven parts put together are the whole, byte for byte")
  func merged() throws {
    for flow in try Self.flows() {
      var explorer = explorer(flow)
      explorer.options.states = 100_000
      explorer.options.depth = flow.name == "grows" ? 20 : nil
      explorer.options.reduces = false
      let whole = told(try explorer.run())
      explorer.isRecorded = true
      var records: [(name: String, bytes: [UInt8])] = []
      for index in 0..<7 {
        explorer.options.part = SearchPart(index: index, count: 7)
        records.append(("\(index)", try #require(try explorer.run().record)))
      }
      explorer.options.part = nil
      #expect(told(try explorer.merge(records)) == whole, "\(flow.name)")
      #expect(told(try explorer.merge(records.reversed())) == whole, "\(flow.name), the other way round")
    }
  }

  /// Why records are not put together; empty where they are.
  private func why(_ explorer: FlowExplorer, _ records: [[UInt8]]) -> String {
    do throws(FlowProblem) {
      _ = try explorer.merge(records.enumerated().map { ("part \($0)", $1) })
      return ""
    } catch {
      if case .record(let why) = error { return why } else { return "no record: \(error)" }
    }
  }

  @Test("parts that do not make a whole are refused, with the reason")
  func refused() throws {
    var explorer = explorer(("", "root { button('A', function() n = 1 end) }"))
    explorer.isRecorded = true
    explorer.options.part = SearchPart(index: 0, count: 2)
    let first = try #require(try explorer.run().record)
    explorer.options.part = SearchPart(index: 1, count: 2)
    let second = try #require(try explorer.run().record)
    #expect(why(explorer, [first, second]) == "")
    #expect(why(explorer, [second]) == "shards are missing: 1/2")
    #expect(why(explorer, []) == "there is no record")
    #expect(why(explorer, [first, [1, 2, 3]]) == "part 1 is no record of an exploration by this version")
    #expect(why(explorer, [first, Array(second.dropLast())]) == "part 1 cannot be read to its end")
    #expect(why(explorer, [first, second + [0]]) == "part 1 cannot be read to its end")
    for count in 0..<first.count { #expect(why(explorer, [Array(first[..<count]), second]).hasPrefix("part 0 ")) }
    var other = FlowExplorer(LuaChunk(name: "flow.lua", source: "-- another"))
    #expect(why(other, [first, second]) == "part 0 is of another script")
    other = explorer
    other.version = "1"
    #expect(why(other, [first, second]) == "part 0 is no record of an exploration by this version")
    other = explorer
    other.options.isAbstract = true
    let third = try #require(try other.run().record)
    #expect(why(explorer, [first, third]) == "part 1 was explored with other options")
    other = explorer
    other.options.without = ["trap"]
    #expect(why(explorer, [first, try #require(try other.run().record)]) == "part 1 was explored with other options")
  }

  private struct Modules: LuaModuleSource {
    var sources: [String: String]
    func chunk(named name: String) -> LuaChunk? { sources[name].map { LuaChunk(name: name, source: $0) } }
  }

  @Test("parts made with other modules are refused: loaded before, on the way, or not found then")
  func modules() throws {
    let script = """
      local m = require('first')
      root { button('A', function() n = require('later') end), button('B', function() b = pcall(require, 'gone') end) }
      """
    var explorer = explorer(("", script))
    let sources = ["first": "return 1", "later": "return 2", "unused": ""]
    explorer.options.host.modules = Modules(sources: sources)
    explorer.isRecorded = true
    let record = try #require(try explorer.run().record)
    #expect(why(explorer, [record]) == "")
    for (name, source) in [("first", "return 2"), ("later", nil), ("gone", "return 3"), ("unused", "-- other")] {
      var others = sources
      others[name] = source
      explorer.options.host.modules = Modules(sources: others)
      let expected = name == "unused" ? "" : "part 0 was made with another module '\(name)'"
      #expect(why(explorer, [record]) == expected)
    }
  }

  @Test(
    "how a part ended is read as it was written",
    arguments: [
      .complete, .bounded(depth: 7), .stopped(.states(300)), .stopped(.steps(9)), .stopped(.interrupted),
      .stopped(.stale),
    ] as [SearchEnding])
  func ending(_ ending: SearchEnding) throws {
    let head = FlowRecord(explorer(("", "")), ["a": nil, "b": Fingerprint()], [], ending, frames: 5)
    var wire = WireReader(head.bytes)
    #expect(try FlowRecord(from: &wire) == head)
    #expect(wire.isAtEnd)
  }

  @Test("an ending that is not known is no record")
  func unknownEnding() {
    // At the end stand the ending and the count of frames; 6 is written as 12.
    var bytes = FlowRecord(explorer(("", "")), [:], .init(), .complete, frames: 0).bytes
    bytes[bytes.count - 2] = 12
    var wire = WireReader(bytes)
    #expect(throws: WireError.self) { try FlowRecord(from: &wire) }
  }

  @Test("a record with any byte changed is refused or read, one that is cut off is refused, and nothing worse")
  func broken() throws {
    var explorer = explorer(try #require(try Self.flows().first { $0.name == "faulty/login_wall.lua" }))
    explorer.options.depth = 2
    explorer.isRecorded = true
    let record = try #require(try explorer.run().record)
    var refused = 0
    for place in stride(from: 0, to: record.count, by: max(record.count / 200, 1)) {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var bytes = record
        bytes[place] ^= change
        let why = why(explorer, [bytes])
        #expect(!why.hasPrefix("no record"), "byte \(place) ^ \(change)")
        if !why.isEmpty { refused += 1 }
      }
      #expect(why(explorer, [Array(record[..<place])]).hasPrefix("part 0 "), "cut at \(place)")
    }
    #expect(refused > 0)
  }

  @Test func `what is written is read, and nothing else`() throws {
    var wire = WireWriter()
    let numbers = [0, 1, -1, 63, 64, -64, -65, .max, .min]
    for number in numbers { wire.add(number) }
    wire.add("one")
    wire.add("")
    wire.add("one")
    wire.add(UInt64.max)
    wire.add(true)
    var reader = WireReader(wire.bytes)
    for number in numbers { #expect(try reader.int() == number) }
    #expect(try reader.text() == "one")
    #expect(try reader.text() == "")
    #expect(try reader.text() == "one")
    #expect(try reader.word() == .max)
    #expect(try reader.bool())
    #expect(reader.isAtEnd)
    #expect(throws: WireError.self) { try reader.int() }
    reader = WireReader([UInt8](repeating: 0xFF, count: 11))
    #expect(throws: WireError.self) { try reader.int() }
    reader = WireReader([200, 1, 7])
    #expect(throws: WireError.self) { try reader.text() }
  }
}
