import LuaRuntime
import Moonsheet

/// All rows that run inside this process.
func makeRows() throws -> [Row] {
  let (c, swift) = (try CSide(), try SwiftSide())
  let (editor, asking) = (try NoteEditor(.counts), try NoteEditor(.asks))
  func calls(_ name: String, _ function: String, _ iterations: Int) -> Row {
    Row(
      name: name, iterations: iterations, c: { try c.call(function, $0) }, swift: { try swift.call(function, $0) })
  }
  return [
    calls("loop", "loop", 1_000_000),
    calls("call", "call", 200_000),
    calls("add", "sum", 100_000),
    calls("property get", "get", 50_000),
    calls("property set", "set", 50_000),
    calls("method", "method", 50_000),
    Row(name: "policy", iterations: 20_000, c: c.ask, swift: swift.ask),
    Row(name: "coroutine", iterations: 5_000, c: c.wait, swift: swift.wait),
    calls("string 12", "echo_short", 50_000),
    calls("string 40", "echo_long", 50_000),
    calls("error", "catch", 5_000),
    calls("patterns", "find_patterns", 200),
    calls("table build", "build_tables", 10_000),
    calls("table read", "read_tables", 20_000),
    Row(name: "snapshot", iterations: 2_000, c: nil, swift: swift.save),
    Row(name: "restore", iterations: 2_000, c: nil, swift: swift.restore),
    Row(name: "editor saved", iterations: 2_000, c: nil, swift: asking.saveAndRestore),
    Row(name: "ten gestures", iterations: 200, c: nil, swift: editor.tenGestures),
    Row(name: "five prompts", iterations: 50, c: nil, swift: asking.fivePrompts),
    Row(name: "host bare", iterations: 100, c: CSide.createStates, swift: createBareHosts),
    Row(name: "host whole", iterations: 20, c: nil, swift: createWholeHosts),
  ]
}

private func createBareHosts(_ n: Int) throws -> Int {
  for _ in 0..<n { try LuaHost().close() }
  return n
}

private func createWholeHosts(_ n: Int) throws -> Int {
  for _ in 0..<n { try MoonsheetHost().close() }
  return n
}
