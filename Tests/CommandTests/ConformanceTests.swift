import Foundation
import Testing

/// The specs of Tests/Conformance, their manifest and docs/CONFORMANCE.md say the same, and the check would say so if not.
@Suite struct ConformanceTests {
  @Test("every case that applies has a spec that passes, every spec has a case, and docs/CONFORMANCE.md is generated")
  func everyCase() throws {
    let run = try shell("scripts/check-conformance", environment: ["MOONSHEET": Built.tool.path])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// A change to the manifest, and what the check must say of it.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let row: String
    /// The number of a column, from 0, and what stands there then; nil takes the row out.
    let change: (column: Int, text: String)?
    let message: String
    var also: (column: Int, text: String)?
    var testDescription: String { message }
  }

  static let mistakes = [
    Mistake(row: "S01", change: nil, message: "S01: no row"),
    Mistake(row: "O-02", change: nil, message: "O-02: no row"),
    Mistake(row: "P-001", change: (4, "no"), message: "has a test, and no row that applies", also: (5, "some reason")),
    Mistake(row: "P-006", change: (4, "yes"), message: "P-006: no test"),
    Mistake(row: "P-006", change: (5, ""), message: "P-006: no reason"),
    Mistake(row: "P-006", change: (4, "maybe"), message: "P-006: applies is yes, no or due"),
    Mistake(
      row: "O-08", change: (5, "limits: now"), message: "O-08: is due, and limits is there now", also: (4, "due")),
    Mistake(row: "O-08", change: (5, "R11: now"), message: "O-08: is due, and R11 is there now", also: (4, "due")),
    Mistake(row: "O-08", change: (5, "luck: now"), message: "O-08: nobody knows when luck is there", also: (4, "due")),
    Mistake(row: "S01", change: (1, "another title"), message: "S01: the test is called"),
    Mistake(row: "S01", change: (2, ""), message: "S01: no title or no source"),
    Mistake(row: "S01", change: (3, "R999"), message: "S01: docs/MODEL.md has no R999"),
    Mistake(row: "S01", change: (6, "MoonsheetTests/OrderTests.swift: no such test"), message: "S01: no test in"),
    Mistake(row: "S01", change: (0, "S02"), message: "S02: two rows"),
  ]

  @Test("a manifest that says something else is refused", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let scratch = try ScratchFolder()
    let folder = Built.root.appendingPathComponent("Tests/Conformance")
    let manifest = try String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
    let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      var cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.first == mistake.row else { return String(line) }
      guard let change = mistake.change else { return nil }
      for (column, text) in [change, mistake.also].compactMap(\.self) { cells[column] = text }
      return cells.joined(separator: "\t")
    }
    let path = try scratch.write(lines.joined(separator: "\n"), to: "manifest.tsv")
    let results = try scratch.write(Self.results(), to: "results.json")
    let run = try shell(
      "scripts/check-conformance --manifest '\(path)' --results '\(results)'",
      environment: ["MOONSHEET": Built.tool.path])
    #expect(run.status == 1)
    #expect(run.output.contains(mistake.message), "\(run.output)\(run.errors)")
  }

  /// A run in which every test of the committed manifest passes.
  private static func results() throws -> String {
    let folder = Built.root.appendingPathComponent("Tests/Conformance")
    let manifest = try String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
    let tests = manifest.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    .filter { $0.count == 7 && $0[4] == "yes" }
    .map { cells -> [String: Any] in
      [
        "type": "test", "file": "spec.lua", "name": "\(cells[0]) \(cells[1])", "line": 1, "verdict": "passed",
      ]
    }
    return try tests.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
      .joined(separator: "\n")
  }

  @Test("a test that fails, and one that stands there twice, are refused")
  func failing() throws {
    let scratch = try ScratchFolder()
    let passing = try Self.results()
    for (results, message) in [
      (passing.replacingOccurrences(of: "\"passed\"", with: "\"failed\""), "S01: spec.lua:1 failed"),
      (passing + "\n" + (passing.split(separator: "\n").first ?? ""), "S01: has more than one test or block"),
      ("", "S01: no test"),
    ] {
      let path = try scratch.write(results, to: "results.json")
      let run = try shell(
        "scripts/check-conformance --results '\(path)'", environment: ["MOONSHEET": Built.tool.path])
      #expect(run.status == 1)
      #expect(run.output.contains(message), "\(run.output)\(run.errors)")
    }
  }
}
