import Foundation
import Testing

/// What the module shows and what the compiler refuses. NB: these run the toolchain on the module that the tests were
/// built with, and say nothing where there is no such module beside them.
struct SurfaceTests {
  private static let modules: URL? = {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<3 {
      let modules = folder.appending(path: "Modules")
      if FileManager.default.fileExists(atPath: modules.appending(path: "LuaRuntime.swiftmodule").path) {
        return modules
      }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }()

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources").resolvingSymlinksInPath()

  private func run(_ words: [String]) throws -> (status: Int32, text: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private func includes() throws -> [String] {
    let modules = try #require(Self.modules)
    let shim = Self.sources.appending(path: "CLuaShim/include").path
    // The shim has a module map of SwiftPM's own, beside the modules.
    let map = modules.deletingLastPathComponent().appending(path: "CLuaShim.build/module.modulemap").path
    let lua = try run(["pkg-config", "--cflags-only-I", "lua5.4"]).text.split(whereSeparator: \.isWhitespace)
    return ["-I", modules.path, "-I", Self.sources.appending(path: "CLua").path, "-I", shim]
      + lua.flatMap { ["-Xcc", String($0)] } + ["-Xcc", "-fmodule-map-file=\(map)"]
  }

  @Test(.enabled(if: modules != nil)) func noPublicNameShowsLuasState() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moonsheet-symbols-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = try run(["swift", "-print-target-info"]).text
    let triple = try #require(target.firstMatch(of: /"triple": "([^"]+)"/)?.output.1)
    let extracted = try run(
      [
        "swift-symbolgraph-extract", "-module-name", "LuaRuntime", "-target", String(triple), "-output-dir",
        folder.path,
        "-minimum-access-level", "public",
      ] + includes())
    #expect(extracted.status == 0, "\(extracted.text)")
    let graph = try String(contentsOf: folder.appending(path: "LuaRuntime.symbols.json"), encoding: .utf8)
    #expect(graph.contains("LuaHost"))
    for name in ["OpaquePointer", "lua_State", "ms_host", "UnsafeMutableRawPointer"] {
      #expect(!graph.contains("\"\(name)\""), "\(name) is in a public signature")
    }
  }

  @Test(.enabled(if: modules != nil)) func aHostIsNotSendable() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "moonsheet-sendable-\(getpid()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    func check(_ text: String) throws -> (status: Int32, text: String) {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return try run(["swiftc", "-typecheck", "-swift-version", "6", file.path] + includes())
    }
    let fine = try check("import LuaRuntime\nfunc make() throws -> LuaHost { try LuaHost() }\n")
    #expect(fine.status == 0, "\(fine.text)")
    for type in ["LuaHost", "LuaFunction", "LuaFrame", "LuaSnapshot"] {
      let refused = try check(
        "import LuaRuntime\nfunc need<T: Sendable>(_: T.Type) {}\nfunc check() { need(\(type).self) }\n")
      #expect(refused.status != 0, "\(type)")
      #expect(refused.text.contains("Sendable"), "\(refused.text)")
    }
  }
}
