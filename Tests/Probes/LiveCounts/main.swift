import Glibc
import LuaRuntime
import Moonsheet

// Makes, uses and closes hosts, and prints what still lives; a test runs it in a process of its own, where nothing else does.
let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let script = """
  local b = binding(1, "b")
  b:on_change(function() end)
  local p = sheet "P" { should_dismiss = function() return true end, button("x", function() end) }
  start(function() show(p) end)
  after(5, function() end)
  coroutine.wrap(function() coroutine.yield() end)()
  settle() user:swipe_down()
  """
/// The most memory that this process has had, in KiB.
func peak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

var failures = 0
var before = 0
for round in 0..<rounds {
  // What is made once for the whole process is made by now.
  if round == rounds / 2 { before = peak() }
  let host = try MoonsheetHost()
  host.lua.define("extra") { (value: Int) in value + 1 }
  host.onDiagnostic = { _ in failures += 1 }
  host.start(LuaChunk(name: "flow.lua", source: script))
  host.close()
}
let counts = LuaHost.liveCounts()
let live = "hosts \(counts.hosts), boxes \(counts.boxes), slots \(counts.slots), regions \(counts.regions)"
print("failures \(failures), \(live), KiB more in the second half \(peak() - before)")
