import LuaRuntime
import PresentationKit

/// Memory that scripts take on the host's side, beside Lua's own.
extension MoonsheetHost {
  /// Counts bytes against the run's allowance, which is four times that of Lua's heap.
  ///
  /// - Throws: a limit of kind `memory`; the running entry ends even if the script catches it.
  func charge(_ bytes: Int) throws(LuaError) {
    state.charged += bytes
    guard state.charged > options.limits.memory * 4 else { return }
    lua.exhaust(.memory)
    throw LuaError(
      .memory,
      "not enough memory: names, views and controllers of this run take more than \(options.limits.memory >> 18) MiB")
  }

  /// Counts an entry of the trace that nobody can refuse any more; the run ends at its next step.
  func charge(_ entry: Trace.Entry) {
    state.charged += 120 + entry.subject.utf8.count + entry.detail.utf8.count
  }

  /// The error of a run whose trace has outgrown its allowance.
  func checkCharge() throws(LuaError) {
    try charge(0)
  }
}
