/// The words of spec files, as far as an editor has to know them; what they mean stands in `docs/EXPECTATIONS.md`.
enum SpecStub {
  /// The globals that a spec file has beside those of a flow script.
  static let names: [String] =
    blocks + tests + hooks + ["pending", "finally", "expect", "assert", "spy", "stub", "mock", "match", "randomize"]

  static let blocks = ["describe", "context", "insulate", "expose", "fdescribe", "xdescribe"]
  static let tests = ["it", "spec", "test", "fit", "xit"]
  static let hooks = [
    "before_each", "after_each", "setup", "teardown", "lazy_setup", "lazy_teardown", "strict_setup", "strict_teardown",
  ]

  static var text: String {
    """
    ---@meta _
    -- Written by `moonsheet stubs`; not meant to be edited.

    ---A word that takes a name and a function: `it("closes", function() … end)`.
    ---@class moonsheet.block
    ---@field each fun(...: any): fun(name: string, f: function)
    ---@field only fun(name: string, f: function)
    ---@field skip fun(name: string, f?: function)
    ---@field todo fun(name: string)
    ---@overload fun(name: string, f?: function)

    ---What `expect(value)` answers: `to_…` expectations, and `never()`, which turns the next one round.
    ---@class moonsheet.expectation
    ---@field [string] fun(self: moonsheet.expectation, ...: any): moonsheet.expectation

    \((blocks + tests).map { "---@type moonsheet.block\n\($0) = {}\n" }.joined(separator: "\n"))
    \(hooks.map { "---@param f function\nfunction \($0)(f) end\n" }.joined(separator: "\n"))
    ---A test that is not written yet.
    ---@param name string
    ---@param f? function
    function pending(name, f) end

    ---Runs at the end of the test, whatever becomes of it.
    ---@param f function
    function finally(f) end

    ---@param subject any
    ---@return moonsheet.expectation
    function expect(subject) end

    ---luassert's, and Lua's own.
    ---@type any
    assert = nil
    ---@type any
    spy = nil
    ---@type any
    stub = nil
    ---@type any
    mock = nil
    ---@type any
    match = nil
    ---@param seed? integer
    function randomize(seed) end

    """
  }
}
