-- The English texts of the assertions.
local use = ...
local say = use("say")

local shown = "\nPassed in:\n%s\nExpected:\n%s"
local unexpected = "\nPassed in:\n%s\nDid not expect:\n%s"
local calls = "Expected to be called %s time(s), but was called %%s time(s)"

local texts = {
  ["same.positive"] = "Expected objects to be the same." .. shown,
  ["same.negative"] = "Expected objects to not be the same." .. unexpected,
  ["equals.positive"] = "Expected objects to be equal." .. shown,
  ["equals.negative"] = "Expected objects to not be equal." .. unexpected,
  ["near.positive"] = "Expected values to be near." .. shown .. " +/- %s",
  ["near.negative"] = "Expected values to not be near." .. unexpected .. " +/- %s",
  ["matches.positive"] = "Expected strings to match." .. shown,
  ["matches.negative"] = "Expected strings not to match." .. unexpected,
  ["unique.positive"] = "Expected object to be unique:\n%s",
  ["unique.negative"] = "Expected object to not be unique:\n%s",
  ["error.positive"] = "Expected a different error.\nCaught:\n%s\nExpected:\n%s",
  ["error.negative"] = "Expected no error, but caught:\n%s",
  ["truthy.positive"] = "Expected to be truthy, but value was:\n%s",
  ["truthy.negative"] = "Expected to not be truthy, but value was:\n%s",
  ["falsy.positive"] = "Expected to be falsy, but value was:\n%s",
  ["falsy.negative"] = "Expected to not be falsy, but value was:\n%s",
  ["called.positive"] = string.format(calls, "%s"),
  ["called.negative"] = "Expected not to be called exactly %s time(s), but it was.",
  ["called_at_least.positive"] = string.format(calls, "at least %s"),
  ["called_at_most.positive"] = string.format(calls, "at most %s"),
  ["called_more_than.positive"] = string.format(calls, "more than %s"),
  ["called_less_than.positive"] = string.format(calls, "less than %s"),
  ["called_with.positive"] = "Function was never called with matching arguments.\n"
    .. "Called with (last call if any):\n%s\nExpected:\n%s",
  ["called_with.negative"] = "Function was called with matching arguments at least once.\n"
    .. "Called with (last matching call):\n%s\nDid not expect:\n%s",
  ["returned_with.positive"] = "Function never returned matching arguments.\n"
    .. "Returned (last call if any):\n%s\nExpected:\n%s",
  ["returned_with.negative"] = "Function returned matching arguments at least once.\n"
    .. "Returned (last matching call):\n%s\nDid not expect:\n%s",
  ["returned_arguments.positive"] = "Expected to be called with %s argument(s), but was called with %s",
  ["returned_arguments.negative"] = "Expected not to be called with %s argument(s), but was called with %s",
  ["internal.argtolittle"] = "the '%s' function requires a minimum of %s arguments, got: %s",
  ["internal.badargtype"] = "bad argument #%s to '%s' (%s expected, got %s)",
}
for key, text in pairs(texts) do say.add("assertion." .. key, text) end

return true
