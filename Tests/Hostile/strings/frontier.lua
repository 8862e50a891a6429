-- ends: any
return ((' '):rep(1e5)):find('%f[%w]' .. ('%f[%W]'):rep(20))
