loads_of_counter = (loads_of_counter or 0) + 1
return { loads = loads_of_counter }
