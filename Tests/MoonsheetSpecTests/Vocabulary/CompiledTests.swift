import Foundation
import LuaRuntime
import SpecBytecode
import Testing

@testable import MoonsheetSpec

@Suite struct CompiledTests {
  private static let names: [String] = {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/MoonsheetSpec/Lua").standardized
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test("every file of the vocabulary is compiled as the Lua that runs compiles its text")
  func same() throws {
    #expect(Self.names.count > 40)
    let host = try LuaHost(LuaOptions(libraries: .stock))
    defer { host.close() }
    let script =
      "return function(name, text, compiled) return string.dump(load(text, '=[moonsheet]/' .. name .. '.lua')) == compiled end"
    let compare: LuaFunction = try host.call(host.load(LuaChunk(name: "a", source: Array(script.utf8))))
    for name in Self.names {
      let text = try #require(VocabularySource.text(of: name))
      let compiled = try #require(VocabularySource.compiled(name))
      #expect(try host.call(compare, name, LuaBytes(text), LuaBytes(compiled)) as Bool, "\(name)")
    }
  }

  @Test("another Lua than the one that compiled gets no compiled file")
  func others() throws {
    let known = LuaHost.identity
    #expect(known.contains("Lua 5.4."))
    #expect(SpecBytecode.chunk("runner", for: known) != nil)
    #expect(SpecBytecode.chunk("no_such_file", for: known) == nil)
    #expect(SpecBytecode.chunk("runner", for: known + " ") == nil)
    #expect(SpecBytecode.chunk("runner", for: String(known.dropLast())) == nil)
    #expect(SpecBytecode.chunk("runner", for: known.replacing("Lua 5.4.", with: "Lua 5.4.9")) == nil)
    #expect(SpecBytecode.chunk("runner", for: "") == nil)
  }

  @Test("assertions that are called wrongly raise at the line of the spec that calls them")
  func places() {
    let story = runSpec(
      """
      it("a", function()
        local function place(fn)
          local _, raised = pcall(fn)
          print((string.match(tostring(raised), "^([^\\n]-:%d+): ")))
        end
        place(function()
          assert.are.equal(1)
        end)
        place(function()
          assert.is_not.truthy()
        end)
        place(function()
          assert.has_error(12)
        end)
        place(function()
          assert.spy(print).was.called()
        end)
        place(function()
          assert.was.called_with(1)
        end)
        local function check(...)
          assert.same(...)
        end
        place(function()
          check(1)
        end)
        assert:register("assertion", "mine", function(_, _, level) error(type(level), level + 1) end)
        place(function()
          assert.is_mine()
        end)
        assert:register("assertion", "equal", function(_, _, level) error(type(level), level + 1) end)
        place(function()
          assert.equal(1, 1)
        end)
      end)
      """
    ) { $0.isBusted = true }
    #expect(story.verdicts == ["a: passed"])
    #expect(story.results.first?.printed == [7, 10, 13, 16, 19, 22, 29, 33].map { "a_spec.lua:\($0)" })
  }
}
