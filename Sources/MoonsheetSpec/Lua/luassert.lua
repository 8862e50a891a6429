-- `require "luassert"`: the assertions with everything that is registered from the start.
local use = ...
local assert = use("luassert_assert")

assert._DESCRIPTION = "Extends Lua's built-in assertions to provide additional tests and the ability to create your own."
assert._VERSION = "Luassert 1.8.0"

use("luassert_texts")
use("luassert_assertions")
use("luassert_modifiers")
use("luassert_array")
use("luassert_match")
use("luassert_matchers")
use("luassert_formatters")
use("luassert_spy")
use("luassert_stub")

return assert
