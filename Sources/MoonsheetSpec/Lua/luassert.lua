-- `require "luassert"`: the assertions with everything that is registered from the start.
local use = ...
local assert = use("luassert_assert")

assert._DESCRIPTION = "Extends Lua's built-in assertions to provide additional tests and the ability to create your own."
assert._VERSION = "Luassert 1.8.0"

-- The rest is loaded when something asks for it: see `luassert_util.extract_keys`, `luassert_state` and `say`.
use("luassert_assertions")
use("luassert_modifiers")

return assert
