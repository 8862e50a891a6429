_G.helper_has = { count = select("#", ...), name = type(arg[0]), unpack = table.concat(arg, " ") }
