/// A suspended or running computation of a script: a coroutine that belongs to the host.
///
/// A plain value: it may be part of copied state, and one that is finished is refused, never confused with another.
public struct LuaFlow: Hashable, Sendable {
  /// Counts the flows of a host from 1.
  public let serial: UInt64
}

/// What became of a flow that was resumed.
public enum LuaFlowStep {
  /// It waits for the host.
  case waiting
  /// Its function returned.
  case finished
  /// It raised; its variables to be closed have been closed.
  case failed(LuaError)
}
