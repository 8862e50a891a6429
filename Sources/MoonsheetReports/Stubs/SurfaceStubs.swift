import Moonsheet

/// Definition files for editors, in LuaCATS, written from the one description of the surface; the patterns stand beside as they
/// are, since they carry their own.
public enum SurfaceStubs {
  public struct File: Sendable {
    /// Below the folder that was named.
    public let path: String
    public let text: String
  }

  /// Settings that a person may have written: where the folder has others, they are not overwritten.
  public static let configurationName = ".luarc.json"

  /// All files, in a fixed order.
  public static let files: [File] =
    [
      File(path: configurationName, text: configuration),
      File(path: "moonsheet.luacheck.lua", text: LuacheckStandard.text),
      File(path: "library/globals.lua", text: globals),
      File(path: "library/objects.lua", text: objects),
      File(path: "library/spec.lua", text: SpecStub.text),
      File(path: "library/moonsheet.lua", text: module),
    ]
    + PatternSources.names.map { name in
      File(
        path: "library/moonsheet/patterns/\(name).lua",
        text: String(decoding: PatternSources.source(of: name) ?? [], as: UTF8.self))
    }

  public static let configuration = """
    {
      "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
      "runtime.version": "Lua 5.4",
      "runtime.path": ["?.lua", "?/init.lua"],
      "workspace.library": ["library"],
      "workspace.checkThirdParty": false
    }

    """

  private static let note = "-- Written by `moonsheet stubs`; not meant to be edited.\n"

  // MARK: Functions and values

  static var globals: String {
    "---@meta _\n" + note
      + Surface.constructors.map { constructor($0) }.joined()
      + (Surface.primitives.filter { member in !Surface.constructors.contains { $0.name == member.name } })
      .map { function($0, named: $0.name, result: SurfaceTypes.results[$0.name]) }.joined()
      + Surface.values.map {
        "\n---\($0.summary)\n---@type \($0.name == "root" ? "controller" : $0.name)\n\($0.name) = {}\n"
      }
      .joined()
  }

  private static func constructor(_ member: Member) -> String {
    """

    ---\(member.summary)
    ---@overload fun(options: controller.table): controller
    ---@param name string
    ---@param options? controller.table
    ---@return controller
    function \(member.name)(name, options) end

    """
  }

  private static func function(_ member: Member, named name: String, result: String?, overloads: String = "") -> String
  {
    let signature = Signature(of: member)
    var text = "\n---\(member.summary)\n" + overloads
    if signature.hasOptionalFirst { text += overload(signature, member, result) }
    for parameter in signature.parameters {
      text += "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(parameter.type)\n"
    }
    if let result { text += "---@return \(result)\n" }
    return text + "function \(name)(\(signature.parameters.map(\.name).joined(separator: ", "))) end\n"
  }

  /// The form without the first parameter.
  private static func overload(_ signature: Signature, _ member: Member, _ result: String?) -> String {
    let rest = signature.parameters.dropFirst().map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)" }
    return "---@overload fun(\((["self"] + rest).joined(separator: ", ")))\(result.map { ": \($0)" } ?? "")\n"
  }

  // MARK: Objects

  static var objects: String {
    "---@meta _\n" + note + "\n" + SurfaceTypes.preamble.joined(separator: "\n") + "\n" + options
      + Surface.objects.map { object($0) }.joined()
  }

  private static var options: String {
    "\n---What configures a controller: named options, and in the array part its content.\n"
      + "---@alias controller.table controller.options|(view|controller)[]\n\n---@class controller.options\n"
      + Surface.allOptions.map { "---@field \($0.name)? \(parenthesised(SurfaceTypes.type(of: $0))) \($0.summary)\n" }
      .joined()
  }

  private static func parenthesised(_ type: String) -> String { type.contains("fun(") ? "(\(type))" : type }

  private static func object(_ type: ObjectType) -> String {
    var text = "\n---\(type.summary)\n---@class \(type.name)\n"
    for field in type.fields {
      text +=
        "---@field \(field.name) \(parenthesised(SurfaceTypes.fields["\(type.name).\(field.name)"] ?? "any")) \(field.summary)\n"
    }
    switch type.name {
    case "controller": text += "---@operator call(controller.table): controller\n"
    case "device": text += "---@operator call(string|table): device\n"
    default: break
    }
    let local = "object_\(type.name)"
    text += "local \(local) = {}\n"
    for method in type.methods {
      let isChained = ["controller", "view"].contains(type.name) && SurfaceTypes.chained.contains(method.name)
      text += function(
        method, named: "\(local)\(type.isNamespace ? "." : ":")\(method.name)",
        result: isChained ? type.name : SurfaceTypes.results["\(type.name).\(method.name)"])
    }
    return text
  }

  // MARK: The module

  static var module: String {
    "---@meta moonsheet\n" + note + "\n---What `require \"moonsheet\"` returns: all primitives.\nlocal moonsheet = {}\n"
      + Surface.orderedNames.map { "moonsheet.\($0) = \($0)\n" }.joined() + "\nreturn moonsheet\n"
  }
}
