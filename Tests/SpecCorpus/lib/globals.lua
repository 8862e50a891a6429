return { describe ~= nil, type(assert) }
