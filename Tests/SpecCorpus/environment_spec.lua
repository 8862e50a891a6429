-- Globals of spec files, of blocks and of tests.
file_global = "file"

describe("globals", function()
  block_global = "block"
  before_each(function() each_global = "each" end)
  setup(function() setup_global = "setup" end)

  it("of the file are seen", function() assert.equal("file", file_global) end)
  it("of the block are seen", function() assert.equal("block", block_global) end)
  it("of before_each are seen", function() assert.equal("each", each_global) end)
  it("of setup are seen", function() assert.equal("setup", setup_global) end)
  it("of a test are its own", function() own_global = 1 assert.equal(1, own_global) end)
  it("of another test are not seen", function() assert.is_nil(own_global) end)
  it("set by a test do not change the block's", function() block_global = "changed" assert.equal("changed", block_global) end)
  it("are as the block left them", function() assert.equal("block", block_global) end)
  it("are not in _G", function()
    assert.is_nil(_G.file_global)
    assert.is_nil(_G.block_global)
    assert.is_nil(rawget(_G, "each_global"))
  end)
  it("in _G are seen", function() _G.deep_global = 7 assert.equal(7, deep_global) end)
  it("in _G stay for the file", function() assert.equal(7, deep_global) end)
  it("the words are not in _G", function()
    assert.is_nil(_G.describe)
    assert.is_nil(_G.it)
    assert.is_nil(_G.spy)
    assert.not_equal(_G.assert, assert)
  end)
  it("the words can be shadowed", function() local it = 1 assert.equal(1, it) end)
  it("a word can be assigned in a test", function() describe = 5 assert.equal(5, describe) end)
end)

describe("another block", function()
  it("does not see them", function()
    assert.is_nil(block_global)
    assert.is_nil(each_global)
    assert.is_nil(setup_global)
  end)
end)

describe("nested functions", function()
  local function set() helper_global = "set by a helper" end
  it("assign where they are called", function() set() assert.equal("set by a helper", helper_global) end)
  it("and only there", function() assert.is_nil(helper_global) end)
end)

insulate("an insulated block", function()
  _G.insulated_global = 1
  package.loaded.insulated_module = { 1 }
  _G.deep_global = "changed"
  it("has globals of its own", function()
    assert.equal(1, insulated_global)
    assert.equal("changed", deep_global)
  end)
  it("may remove one", function() _G.deep_global = nil assert.is_nil(deep_global) end)
end)

describe("after an insulated block", function()
  it("globals are as they were", function()
    assert.is_nil(insulated_global)
    assert.equal(7, deep_global)
  end)
  it("modules are as they were", function() assert.is_nil(package.loaded.insulated_module) end)
end)

insulate("outer", function()
  expose("an exposed block", function()
    _G.exposed_global = 2
    exposed_name = "up"
    it("has its globals", function() assert.equal(2, exposed_global) end)
  end)
  it("shows them around it", function() assert.equal(2, exposed_global) end)
end)

describe("after it", function()
  it("they are gone", function() assert.is_nil(exposed_global) end)
end)

describe("replaced functions", function()
  it("tostring", function()
    local original = _G.tostring
    finally(function() _G.tostring = original end)
    _G.tostring = function() return "replaced" end
    assert.equal("replaced", tostring(1))
    assert.same({ 1 }, { 1 })
  end)
  it("string.format and pairs", function()
    local format, each = string.format, _G.pairs
    string.format, _G.pairs = nil, nil
    local is_fine, problem = pcall(assert.equal, 1, 1)
    string.format, _G.pairs = format, each
    assert(is_fine, problem)
  end)
  it("print by a stub", function()
    local silent = stub(_G, "print")
    print("nothing")
    assert.stub(silent).was_called_with("nothing")
    silent:revert()
  end)
end)

describe("file environments", function()
  it("are inherited by loaded functions only by request", function()
    assert.is_nil(load("return describe")())
    assert.is_function(load("return describe", "x", "t", _ENV)())
  end)
  it("have an _ENV that is not _G", function() assert.not_equal(_G, _ENV) end)
end)
