-- `require "luassert.formatters.binarystring"`: a formatter for strings of bytes, to be added by those who want it.
local function row(bytes)
  local hex, text = {}, {}
  for index = 1, #bytes do
    local byte = string.byte(bytes, index)
    hex[index] = string.format("%2x ", byte)
    text[index] = byte < 32 and "." or string.char(byte)
  end
  local left = table.concat(hex)
  left = left .. string.rep(" ", 16 * 3 - #left)
  local right = table.concat(text)
  right = right .. string.rep(" ", 16 - #right)
  return string.sub(left, 1, 24) .. "  " .. string.sub(left, 25) .. " " .. string.sub(right, 1, 8) .. " "
    .. string.sub(right, 9) .. "\n"
end

return function(value)
  if type(value) ~= "string" then return nil end
  local result = "Binary string length; " .. tostring(#value) .. " bytes\n"
  for start = 1, #value, 16 do result = result .. row(string.sub(value, start, start + 15)) end
  return result
end
