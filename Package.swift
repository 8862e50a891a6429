// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors everywhere; no target but the tests may import Foundation (scripts/check-imports).
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Only scripts/fuzz sets this: it links libFuzzer, which has a `main` of its own, into every program that is built.
let isFuzzing = Context.environment["MOONSHEET_FUZZ"] != nil

let package = Package(
  name: "moonsheet",
  products: [
    .executable(name: "moonsheet", targets: ["MoonsheetCLI"]),
    .library(name: "Moonsheet", targets: ["Moonsheet"]),
    .library(name: "MoonsheetExplorer", targets: ["MoonsheetExplorer"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "PresentationKit", targets: ["PresentationKit"]),
  ],
  targets: [
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .target(name: "CLuaShim", dependencies: ["CLua"]),
    .target(name: "LuaRuntime", dependencies: ["CLuaShim"], swiftSettings: strict),
    .target(name: "PresentationKit", swiftSettings: strict),
    .target(name: "CPatternLua"),
    .target(
      name: "Moonsheet", dependencies: ["LuaRuntime", "PresentationKit", "CPatternLua"], exclude: ["Lua"],
      swiftSettings: strict),
    .target(name: "MoonsheetExplorer", dependencies: ["Moonsheet"], swiftSettings: strict),
    .target(name: "CSpecLua"),
    // Compiles the vocabulary of specs while the tool is built (docs/decisions/0016).
    .executableTarget(name: "SpecCompiler", dependencies: ["CLua"]),
    .plugin(name: "CompileVocabulary", capability: .buildTool(), dependencies: ["SpecCompiler"]),
    .target(
      name: "SpecBytecode", swiftSettings: strict + (isFuzzing ? [.define("WITHOUT_CHUNKS")] : []),
      plugins: isFuzzing ? [] : ["CompileVocabulary"]),
    .target(
      name: "MoonsheetSpec", dependencies: ["Moonsheet", "CSpecLua", "SpecBytecode"], exclude: ["Lua"],
      swiftSettings: strict),
    .target(
      name: "MoonsheetReports", dependencies: ["Moonsheet", "MoonsheetSpec", "MoonsheetExplorer"],
      swiftSettings: strict),
    // NB: the headers only. The library is linked from its archive, so that a run that edits no line does not wait for the
    // dynamic linker to find four libraries (docs/decisions/0010).
    .systemLibrary(name: "CEdit", providers: [.apt(["libedit-dev"])]),
    .target(
      name: "CEditShim", dependencies: ["CEdit"],
      linkerSettings: [":libedit.a", ":libbsd.a", ":libmd.a", ":libtinfo.a"].map { .linkedLibrary($0) }),
    .target(
      name: "MoonsheetREPL", dependencies: ["Moonsheet", "MoonsheetSpec", "MoonsheetReports"], swiftSettings: strict),
    .executableTarget(
      name: "MoonsheetCLI",
      dependencies: [
        "Moonsheet", "MoonsheetSpec", "MoonsheetExplorer", "MoonsheetReports", "MoonsheetREPL", "CEditShim",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "LiveCounts", dependencies: ["Moonsheet"], path: "Tests/Probes/LiveCounts", swiftSettings: strict),
    .executableTarget(
      name: "Threads", dependencies: ["Moonsheet"], path: "Tests/Probes/Threads", swiftSettings: strict),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["LuaRuntime"], swiftSettings: strict),
    .testTarget(name: "PresentationKitTests", dependencies: ["PresentationKit"], swiftSettings: strict),
    .testTarget(name: "MoonsheetTests", dependencies: ["Moonsheet"], swiftSettings: strict),
    .testTarget(
      name: "MoonsheetSpecTests", dependencies: ["MoonsheetSpec", "MoonsheetReports"], swiftSettings: strict),
    .testTarget(
      name: "MoonsheetExplorerTests", dependencies: ["MoonsheetExplorer", "MoonsheetReports"], swiftSettings: strict),
    .testTarget(name: "MoonsheetREPLTests", dependencies: ["MoonsheetREPL"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["MoonsheetCLI", "LiveCounts", "PresentationKit"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

if isFuzzing {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["Moonsheet", "MoonsheetReports"], path: "Tests/Fuzz",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
