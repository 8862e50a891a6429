import LuaRuntime
import Moonsheet

private let limits = LuaLimits(memory: 8 << 20, maxBlock: 1 << 20, fuel: 200_000, wall: .seconds(5))

/// Runs the bytes as a flow script. However it ends, its host runs an ordinary script afterwards, and can be saved.
func fuzzScript(_ bytes: [UInt8]) {
  var options = MoonsheetOptions()
  options.limits = limits
  options.entriesWithoutRest = 500
  options.steps = 2_000
  guard let host = try? MoonsheetHost(options) else { fault("no room for a host") }
  defer { host.close() }
  let report = host.run(LuaChunk(name: "fuzz.lua", source: bytes))
  if report.error?.kind == .time { fault("the wall ended it, not fuel") }
  let again = host.run(LuaChunk(name: "again.lua", source: "local s = 0 for i = 1, 100 do s = s + i end return s"))
  if let error = again.error { fault("the host is of no use afterwards: \(error)") }
}
