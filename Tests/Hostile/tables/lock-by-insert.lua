-- ends: error
table.insert(table, 'x')
