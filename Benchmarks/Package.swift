// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
  dependencies: [.package(name: "moonsheet", path: "..")],
  targets: [
    .systemLibrary(name: "CLuaLibrary", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    // NB: SwiftPM compiles C with -O2 in release builds, as the runtime's own C.
    .target(name: "CBaseline", dependencies: ["CLuaLibrary"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CBaseline",
        .product(name: "Moonsheet", package: "moonsheet"),
        .product(name: "MoonsheetExplorer", package: "moonsheet"),
        .product(name: "LuaRuntime", package: "moonsheet"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
