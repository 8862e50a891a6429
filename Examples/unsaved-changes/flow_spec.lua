-- The story of flow.lua as tests.
describe("the note editor", function()
  local draft, editor, outcome

  before_each(function()
    outcome = nil
    draft = binding("", "draft")
    editor = sheet "Editor" {
      should_dismiss = policy.dirty(draft),
      did_attempt_to_dismiss = function(attempt)
        if ask("Discard the draft?", { "Discard", "Keep editing" }) == "Discard" then attempt:proceed() end
      end,
      on_closed = function(result) outcome = result end,
      text_field("body", draft),
    }
    present(editor)
    settle()
  end)

  it("goes when nothing was typed", function()
    user:swipe_down()
    settle()
    expect(scene):never():to_show("Editor")
    expect(outcome.reason):to_equal("swipe")
  end)

  it("asks when something was typed, and stays if it is kept", function()
    user:type("body", "hello")
    user:swipe_down()
    settle()
    expect(scene):to_show("Discard the draft?")
    user:tap "Keep editing"
    settle()
    expect(scene):to_show("Editor")
    expect(outcome):to_be_nil()
  end)

  it("goes by code when it is discarded", function()
    user:type("body", "hello")
    user:swipe_down()
    settle()
    user:tap "Discard"
    settle()
    expect(outcome.reason):to_equal("script")
    expect(trace):to_contain_in_order { "did_attempt_to_dismiss", "on_closed Discard the draft? (action)", "on_closed Editor (script)" }
  end)
end)
