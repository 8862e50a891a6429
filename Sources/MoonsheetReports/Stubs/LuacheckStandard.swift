import Moonsheet

/// A standard for luacheck: the globals of flow scripts and of spec files, and which of their fields may be assigned.
enum LuacheckStandard {
  static var text: String {
    """
    -- Written by `moonsheet stubs`; not meant to be edited. In .luacheckrc:
    --
    --   local moonsheet = dofile("moonsheet.luacheck.lua")
    --   stds.moonsheet, stds.moonsheet_spec = moonsheet.flow, moonsheet.spec
    --   std = "lua54+moonsheet"
    --   files["**/*_spec.lua"] = { std = "+moonsheet_spec" }
    return {
      flow = {
        read_globals = {
    \(functions)
    \(values)
        },
      },
      spec = {
        read_globals = {
    \(SpecStub.names.map { "      \($0) = { other_fields = true }," }.joined(separator: "\n"))
        },
      },
    }

    """
  }

  private static var functions: String {
    Surface.primitives.map { "      \($0.name) = {}," }.joined(separator: "\n")
  }

  private static var values: String {
    Surface.values.map { value in
      guard let type = Surface.objects.first(where: { $0.name == value.name }) else {
        return "      \(value.name) = { read_only = false, other_fields = true },"
      }
      return "      \(value.name) = { fields = { \(fields(of: type)) } },"
    }.joined(separator: "\n")
  }

  /// What hangs on a field is an object, whose fields luacheck cannot know.
  private static func fields(of type: ObjectType) -> String {
    let fields = type.fields.map { field in
      let mode = field.isWritable || isObject("\(type.name).\(field.name)") ? "read_only = false, " : ""
      return "\(field.name) = { \(mode)other_fields = true }"
    }
    return (fields + type.methods.map { "\($0.name) = {}" }).joined(separator: ", ")
  }

  private static func isObject(_ field: String) -> Bool { SurfaceTypes.fields[field]?.hasPrefix("controller") ?? false }
}
