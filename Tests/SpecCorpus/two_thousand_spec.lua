-- A suite of many tests.
for block = 1, 20 do
  describe("block " .. block, function()
    local state
    before_each(function() state = {} end)
    for case = 1, 100 do
      it("case " .. case, function()
        state[1] = case
        assert.equal(case, state[1])
      end)
    end
  end)
end
