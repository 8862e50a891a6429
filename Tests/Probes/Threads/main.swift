import Glibc
import LuaRuntime
import Moonsheet

// Hosts on several threads at once, and an interrupt from another thread; CI builds it with the thread sanitizer, which
// says what the hosts share without a lock.
let script = """
  local draft = binding("", "draft")
  local editor = sheet "Editor" {
    should_dismiss = function() return draft:get() == "" end,
    did_attempt_to_dismiss = function(attempt)
      if ask("Discard?", { "Discard", "Keep" }) == "Discard" then attempt:proceed() end
    end,
    text_field("body", draft),
  }
  present(editor) settle() user:type("body", "x")
  user:swipe_down() settle() user:tap "Keep" settle()
  user:swipe_down() settle() user:tap "Discard" settle()
  print(scene.stack[1] == nil, clock.now)
  """

/// Runs the script in hosts of this thread, going back to a point in each of them; what went wrong.
func work() -> String? {
  for _ in 0..<20 {
    guard let host = try? MoonsheetHost() else { return "no room for a host" }
    defer { host.close() }
    var printed: [String] = []
    host.lua.printer = { printed.append($0) }
    for _ in 0..<2 {
      guard let point = try? host.snapshot() else { return "no snapshot" }
      if let error = host.run(LuaChunk(name: "flow.lua", source: script)).error { return "\(error)" }
      guard (try? host.restore(point)) != nil else { return "no way back" }
    }
    guard printed.count == 2, printed[0] == printed[1] else { return "printed \(printed)" }
  }
  return nil
}

/// A loop without end in one host, ended by the thread that started this one.
func endless(_ token: (LuaInterrupt) -> Void) -> LuaError.Kind? {
  guard let host = try? LuaHost(LuaOptions(limits: LuaLimits(fuel: .max / 4, wall: nil))) else { return nil }
  defer { host.close() }
  token(host.interruptToken)
  do throws(LuaError) {
    try host.call(try host.load(LuaChunk(name: "loop.lua", source: "while true do end")))
    return nil
  } catch {
    return error.kind
  }
}

func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  return thread
}

let workers = (0..<4).map { _ in
  start { if let fault = work() { print("fault: \(fault)") } }
}
let looping = start {
  let kind = endless { token in
    pthread_join(start { token.interrupt() }, nil)
  }
  if kind != .interrupted { print("fault: the loop ended with \(String(describing: kind))") }
}
for thread in workers + [looping] { pthread_join(thread, nil) }
print("done")
