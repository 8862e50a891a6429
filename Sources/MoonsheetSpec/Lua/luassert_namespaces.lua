-- `require "luassert.namespaces"`: what is registered, by namespace and lower-case name.
return {}
