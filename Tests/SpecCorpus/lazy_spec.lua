-- options: --lazy
describe("setup", function()
  local events = {}
  describe("without tests", function() setup(function() events[1] = "ran" end) end)
  it("is lazy", function() assert.same({}, events) end)
  describe("with tests", function()
    setup(function() events[1] = "ran" end)
    it("runs", function() assert.same({ "ran" }, events) end)
  end)
end)
