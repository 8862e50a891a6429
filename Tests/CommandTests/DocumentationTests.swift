import Foundation
import PresentationKit
import Testing

/// What the documentation shows is run.
///
/// A ```lua block is a flow script; a ```text block right after it is what it prints. A ```sh line that uses `scripts/moonsheet` is
/// run with the built tool; any other shell line must stand in `.ci/run`, which runs it.
@Suite struct DocumentationTests {
  static var pages: [String] {
    let docs =
      (try? FileManager.default.subpathsOfDirectory(atPath: Built.root.appendingPathComponent("docs").path)) ?? []
    let examples = ExampleTests.examples.map { "Examples/\($0)/README.md" } + ["Examples/embedding/README.md"]
    return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" } + examples
  }

  @Test("Lua blocks run, and print what the text block after them says", arguments: pages)
  func luaBlocks(_ page: String) throws {
    let blocks = try Self.blocks(of: page)
    for (index, block) in blocks.enumerated() where block.language == "lua" {
      let run = try moonsheet("run", "-", input: block.text)
      #expect(run.status == 0, "\(page), line \(block.line): \(run.errors)")
      guard index + 1 < blocks.count, blocks[index + 1].language == "text" else { continue }
      let shown = run.output.replacingOccurrences(of: "stdin:", with: "flow.lua:")
      #expect(shown == blocks[index + 1].text, "\(page), line \(block.line)")
    }
  }

  @Test("shell lines run, or stand in .ci/run", arguments: pages)
  func shellLines(_ page: String) throws {
    let ci = try String(contentsOf: Built.root.appendingPathComponent(".ci/run"), encoding: .utf8)
    for block in try Self.blocks(of: page) where block.language == "sh" {
      for line in block.text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
        guard line.contains("scripts/moonsheet") else {
          #expect(ci.contains(line), "\(page), line \(block.line): '\(line)' is run nowhere")
          continue
        }
        let run = try shell(line.replacingOccurrences(of: "scripts/moonsheet", with: "'\(try Built.tool.path)'"))
        #expect(run.status == 0, "\(page), line \(block.line): \(line): \(run.errors)")
      }
    }
  }

  @Test("README quotes the embedding example as it stands")
  func embeddingQuote() throws {
    let program = try String(
      contentsOf: Built.root.appendingPathComponent("Examples/embedding/Sources/Embedding/main.swift"), encoding: .utf8)
    let quotes = try Self.blocks(of: "README.md").filter { $0.language == "swift" }
    #expect(!quotes.isEmpty)
    for quote in quotes { #expect(program.contains(quote.text)) }
  }

  @Test("docs/DIAGNOSTICS.md is what moonsheet explain --all prints")
  func diagnosticsPage() throws {
    let page = try String(contentsOf: Built.root.appendingPathComponent("docs/DIAGNOSTICS.md"), encoding: .utf8)
    #expect(try moonsheet("explain", "--all").output == page)
  }

  @Test("every warning and refusal that a trace can name has its page")
  func everyCodeHasAPage() throws {
    for code in WarningCode.allCases.map(\.rawValue) + RefusalCode.allCases.map(\.rawValue) + [
      "driver_verb_in_callback"
    ] {
      let run = try moonsheet("explain", code)
      #expect(run.status == 0, "\(code)")
      #expect(run.output.hasPrefix("### `\(code)`"))
    }
    let unknown = try moonsheet("explain", "silent_blok")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean 'silent_block'?"))
  }

  @Test("every property that explorations look at has its page")
  func everyPropertyHasAPage() throws {
    let help = try moonsheet("explore", "--help").output
    let line = try #require(help.split(separator: "\n").first { $0.hasPrefix("Properties: ") })
    let names = line.dropFirst(12).dropLast().split(separator: ", ").map(String.init)
    #expect(names.count == 11)
    for name in names { #expect(try moonsheet("explain", name).output.hasPrefix("### `\(name)`"), "\(name)") }
  }

  @Test("docs/LUA_API.md is what moonsheet api prints")
  func apiPage() throws {
    let page = try String(contentsOf: Built.root.appendingPathComponent("docs/LUA_API.md"), encoding: .utf8)
    #expect(try moonsheet("api").output == page)
  }

  struct Block {
    let language: String
    let line: Int
    let text: String
  }

  static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOf: Built.root.appendingPathComponent(page), encoding: .utf8)
    var blocks: [Block] = []
    var open: (language: String, line: Int, lines: [Substring])?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = open {
        if line.hasPrefix("```") {
          blocks.append(Block(language: block.language, line: block.line, text: block.lines.map { $0 + "\n" }.joined()))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), number + 1, [])
      }
    }
    return blocks
  }
}
