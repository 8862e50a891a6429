import LuaRuntime
import PresentationKit

/// What a host is made with. The defaults are those of `moonsheet run`.
public struct MoonsheetOptions: Sendable {
  /// The iOS version whose behaviour is modelled.
  public var profile = Profile.ios18
  /// The seed of `math.random`.
  public var seed: UInt64 = 0
  /// Bounds of each entry into Lua: fuel in VM instructions, memory in bytes.
  public var limits = LuaLimits()
  /// VM instructions of one query.
  public var queryFuel: Int64 = 100_000
  /// Clock entries without rest after which the simulation counts as endless.
  public var entriesWithoutRest = 10_000
  /// Acts, drives and clock entries of one run.
  public var steps = 200_000
  /// Wall time of a whole run: a backstop that decides nothing in a run within the other limits. Nil lifts it.
  public var wall: Duration? = .seconds(10)
  /// Trace entries that are kept; nil keeps all.
  public var traceCapacity: Int? = 100_000
  /// Whether the primitives are globals beside being what `require "moonsheet"` returns.
  public var primitivesAreGlobal = true
  /// Which libraries scripts find. With stock ones globals are not strict, and no primitive is global.
  public var libraries = LuaLibraries.sandboxed
  /// Where `require` finds modules; nil allows `moonsheet` alone.
  public var modules: (any LuaModuleSource)?

  public init() {}
}
