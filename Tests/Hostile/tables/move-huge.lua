-- ends: fuel
table.move({}, 1, 1 << 40, 2)
