#!/usr/bin/env lua
require "busted.runner" ()

describe("a standalone file", function()
  it("runs under the runner too", function() assert.is_true(true) end)
end)
