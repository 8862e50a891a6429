import Moonsheet
import Testing

@testable import Moonsheet

/// The library of ready policies.
@Suite struct PolicyTests {
  /// What a policy built by `expression` says about a sheet named `recipes/soup`, with `b` dirty and `c` clean.
  private func verdict(_ expression: String, name: String = "recipes/soup") throws -> String {
    let story = try play(
      """
      local b, c = binding("", "b"), binding(1, "c")
      b:set("typed")
      local nav = navigation "Nav" { controller "One" {} }
      local s = sheet "\(name)" { should_dismiss = \(expression), did_attempt_to_dismiss = function() end }
      present(s) settle()
      user:swipe_down() settle()
      print(#scene.stack == 0 and "allowed" or "refused")
      """)
    #expect(story.report.error == nil)
    return story.printed.last ?? "nothing"
  }

  @Test(
    "a policy gives the verdict its words say",
    arguments: [
      ("policy.never", "refused"), ("policy.always", "allowed"),
      ("policy.dirty(b)", "refused"), ("policy.dirty(c)", "allowed"),
      ("policy.all(policy.always, policy.dirty(c))", "allowed"), ("policy.all(policy.always, policy.never)", "refused"),
      ("policy.any(policy.never, policy.dirty(c))", "allowed"),
      ("policy.any(policy.never, policy.dirty(b))", "refused"),
      ("policy.negate(policy.never)", "allowed"), ("policy.negate(function() return true end)", "refused"),
      ("policy.at_root(nav)", "allowed"),
      ("policy.rules {}", "allowed"),
      ("policy.rules { { '*', 'refuse' } }", "refused"),
      ("policy.rules { { '*', 'refuse' }, { 'recipes/*', 'allow' } }", "allowed"),
      ("policy.rules { { 'recipes/*', policy.dirty(b) }, { 'notes/*', 'allow' } }", "refused"),
    ])
  func verdicts(_ expression: String, _ expected: String) throws {
    #expect(try verdict(expression) == expected)
  }

  @Test("a rebase makes the value now the clean one")
  func rebase() throws {
    let story = try play(
      """
      local b = binding("", "b")
      local clean = policy.dirty(b)
      print(clean()) b:set("x") print(clean()) b:rebase() print(clean()) b:set("") print(clean())
      """)
    #expect(story.printed == ["true", "false", "true", "false"])
  }

  @Test("the deciding rule is named in the trace")
  func decidingRule() throws {
    let story = try play(
      """
      local s = sheet "recipes/soup" {
        should_dismiss = policy.rules { { "*", "allow" }, { "recipes/*", "refuse" } },
        did_attempt_to_dismiss = function() end,
      }
      present(s) settle() user:swipe_down() settle()
      """)
    #expect(
      story.lines(named: "rule", "should_dismiss") == [
        "rule recipes/soup 2 \"recipes/*\" -> refuse", "should_dismiss recipes/soup -> false",
      ])
  }

  @Test("a pattern that decided nothing is told at the end")
  func unmatchedPattern() throws {
    let story = try play(
      """
      local s = sheet "a" {
        should_dismiss = policy.rules { { "*", "allow" }, { "b/*", "refuse" } },
      }
      present(s) settle() user:swipe_down() settle()
      """)
    #expect(story.messages == ["flow.lua:2: note: the rule \"b/*\" decided nothing in this run"])
    #expect(story.report.ending == .finished)
  }

  @Test("a policy as the modal flag is read as may-dismiss's opposite would be: true refuses")
  func asFlag() throws {
    let story = try play(
      """
      local b = binding("", "b")
      local s = sheet "S" { is_modal_in_presentation = policy.negate(policy.dirty(b)), did_attempt_to_dismiss = function() end }
      present(s) settle()
      b:set("typed")
      user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["1"])
  }

  @Test(
    "a misbuilt policy is an error at its line",
    arguments: [
      ("policy.nevr", "policy has no field 'nevr' (did you mean 'never'?)"),
      ("policy.all(1)", "bad argument #1 to 'policy.all' (wants a policy or a function; got the number 1)"),
      (
        "policy.rules { { '*', 'deny' } }",
        "rule 1 of 'policy.rules' cannot be \"deny\"; it is \"allow\", \"refuse\", or a policy"
      ),
      (
        "policy.at_root(sheet 'S')",
        "bad argument #1 to 'policy.at_root' (wants a navigation controller; got sheet 'S')"
      ),
      ("policy.rules { '*' }", "rule 1 of 'policy.rules' is { pattern, verdict }, with the pattern a string"),
    ])
  func misbuilt(_ expression: String, _ message: String) throws {
    let story = try play("local p = \(expression)")
    #expect(story.report.error?.message == message)
    #expect(story.report.error?.site?.line == 1)
  }

  @Test(
    "a pattern matches whole names",
    arguments: [
      ("*", "", true), ("*", "a/b", true), ("a", "a", true), ("a", "ab", false), ("a*", "ab", true), ("*b", "ab", true),
      ("a*b", "ab", true), ("a*a", "a", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false), ("", "", true),
      ("**", "x", true),
    ])
  func patterns(_ pattern: String, _ name: String, _ expected: Bool) {
    #expect(NamePattern(pattern).matches(name) == expected)
  }
}
