import Foundation
import PackagePlugin

/// Has the Lua files of the vocabulary compiled before the target that holds them is.
@main
struct CompileVocabulary: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Sources/MoonsheetSpec/Lua")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "lua" }.sorted { $0.path() < $1.path() }
    let output = context.pluginWorkDirectoryURL.appending(path: "Chunks.swift")
    return [
      .buildCommand(
        displayName: "Compiling the vocabulary of specs", executable: try context.tool(named: "SpecCompiler").url,
        arguments: [output.path()] + files.map { $0.path() }, inputFiles: files, outputFiles: [output])
    ]
  }
}
