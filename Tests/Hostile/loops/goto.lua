-- ends: fuel
::a:: goto a
