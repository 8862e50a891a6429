-- ends: fine
assert(not os.execute and not os.exit and not os.getenv and not os.remove and not os.rename and not os.tmpname)
