import Foundation
import Testing

@testable import MoonsheetREPL

/// What the documentation shows of the prompt is typed, and must lead to what it shows.
///
/// In a ```repl block a line that begins with a prompt is typed; what follows it is what the session tells.
@Suite struct TranscriptTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let pages = ["README.md", "docs/REPL.md"]

  @Test("transcripts of the documentation are what happens", arguments: pages)
  func transcripts(_ page: String) throws {
    let blocks = try Self.blocks(of: page)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let talk = try Talk()
      talk.files.contents = Self.examples()
      #expect(Self.replay(block, talk) == block, "\(page)")
    }
  }

  /// The transcript that typing the lines of another gives.
  private static func replay(_ block: [String], _ talk: Talk) -> [String] {
    var lines: [String] = []
    for line in block {
      let prompt = talk.session.prompt
      guard line.hasPrefix(prompt) else { continue }
      lines.append(line)
      lines += talk.session.submit(String(line.dropFirst(prompt.count))).texts
    }
    return lines
  }

  /// The flows of the examples, under the names that the documentation uses.
  private static func examples() -> [String: String] {
    let folder = root.appendingPathComponent("Examples")
    var files: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      let flow = folder.appendingPathComponent(name).appendingPathComponent("flow.lua")
      files["Examples/\(name)/flow.lua"] = try? String(contentsOf: flow, encoding: .utf8)
    }
    return files
  }

  private static func blocks(of page: String) throws -> [[String]] {
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    var blocks: [[String]] = []
    var open: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```"), let block = open {
        blocks.append(block)
        open = nil
      } else if line == "```repl" {
        open = []
      } else {
        open?.append(line)
      }
    }
    return blocks
  }
}
