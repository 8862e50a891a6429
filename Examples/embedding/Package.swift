// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedding",
  dependencies: [.package(name: "moonsheet", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [
        .product(name: "Moonsheet", package: "moonsheet"),
        .product(name: "LuaRuntime", package: "moonsheet"),
        .product(name: "PresentationKit", package: "moonsheet"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
