import LuaRuntime

/// A table that Lua gets, field by field, in this order.
struct LuaTable: LuaEncodable {
  var fields: [(String, any LuaEncodable)]

  init(_ fields: [(String, any LuaEncodable)]) { self.fields = fields }

  func push(to frame: LuaFrame) {
    frame.newTable(fields: fields.count)
    for (name, value) in fields {
      value.push(to: frame)
      frame.rawSet(-2, key: name)
    }
  }
}

/// The embedded files of the vocabulary.
enum VocabularySource {
  /// - Returns: a file's text; nil when there is none of that name.
  static func text(of name: String) -> [UInt8]? { files[name]?() }

  // NB: the arrays are statics of their own, so only those that are asked for are copied.
  private static let files: [String: @Sendable () -> [UInt8]] = [
    "boot": { PackageResources.boot_lua }, "runner": { PackageResources.runner_lua },
    "modules": { PackageResources.modules_lua }, "places": { PackageResources.places_lua },
    "say": { PackageResources.say_lua }, "mediator": { PackageResources.mediator_lua },
    "each": { PackageResources.each_lua }, "expect": { PackageResources.expect_lua },
    "modal": { PackageResources.modal_lua }, "written": { PackageResources.written_lua },
    "difference": { PackageResources.difference_lua },
    "luassert": { PackageResources.luassert_lua }, "luassert_array": { PackageResources.luassert_array_lua },
    "luassert_assert": { PackageResources.luassert_assert_lua },
    "luassert_assertions": { PackageResources.luassert_assertions_lua },
    "luassert_binarystring": { PackageResources.luassert_binarystring_lua },
    "luassert_formatters": { PackageResources.luassert_formatters_lua },
    "luassert_match": { PackageResources.luassert_match_lua },
    "luassert_matchers": { PackageResources.luassert_matchers_lua },
    "luassert_mock": { PackageResources.luassert_mock_lua },
    "luassert_modifiers": { PackageResources.luassert_modifiers_lua },
    "luassert_namespaces": { PackageResources.luassert_namespaces_lua },
    "luassert_spy": { PackageResources.luassert_spy_lua }, "luassert_state": { PackageResources.luassert_state_lua },
    "luassert_stub": { PackageResources.luassert_stub_lua }, "luassert_texts": { PackageResources.luassert_texts_lua },
    "luassert_util": { PackageResources.luassert_util_lua },
    "busted_block": { PackageResources.busted_block_lua },
    "busted_compatibility": { PackageResources.busted_compatibility_lua },
    "busted_context": { PackageResources.busted_context_lua }, "busted_core": { PackageResources.busted_core_lua },
    "busted_done": { PackageResources.busted_done_lua },
    "busted_environment": { PackageResources.busted_environment_lua },
    "busted_execute": { PackageResources.busted_execute_lua },
    "busted_fixtures": { PackageResources.busted_fixtures_lua },
    "busted_helper": { PackageResources.busted_helper_lua },
    "busted_languages": { PackageResources.busted_languages_lua },
    "busted_output": { PackageResources.busted_output_lua }, "busted_status": { PackageResources.busted_status_lua },
    "busted_utils": { PackageResources.busted_utils_lua },
    "busted_vocabulary": { PackageResources.busted_vocabulary_lua },
  ]
}
