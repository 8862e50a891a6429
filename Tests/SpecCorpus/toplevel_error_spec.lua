it("declared before the error", function() end)
error("the file broke")
