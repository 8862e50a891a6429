import Glibc
import LuaRuntime

/// The wall-clock bound of one run: the last resort behind fuel, entries and virtual time.
///
/// It never decides anything in a run that stays within its other limits, so output does not depend on it.
struct Backstop {
  private let start = Self.milliseconds()

  /// The error of a run that has taken longer than `limit`; nil while it has not, or when there is no limit.
  func error(whenPast limit: Duration?) -> LuaError? {
    guard let limit else { return nil }
    let allowed = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
    guard Self.milliseconds() - start > allowed else { return nil }
    return LuaError(.time, "out of time: the run took longer than \(allowed) ms")
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
