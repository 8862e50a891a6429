import LuaRuntime
import PresentationKit

/// A point in a simulation: the scene, the flows, and everything in Lua, suspended flows included.
///
/// It belongs to the host that made it, and can be gone back to as often as wanted, each time with other answers.
public struct MoonsheetSnapshot {
  /// NB: behind a reference, since explorations hand points around far more often than they make them.
  private final class Parts {
    let lua: LuaSnapshot
    let scene: SceneState
    let host: HostState

    init(_ lua: LuaSnapshot, _ scene: SceneState, _ host: HostState) {
      (self.lua, self.scene, self.host) = (lua, scene, host)
    }
  }

  private let parts: Parts

  fileprivate init(lua: LuaSnapshot, scene: SceneState, host: HostState) { parts = Parts(lua, scene, host) }

  var lua: LuaSnapshot { parts.lua }
  var scene: SceneState { parts.scene }
  var host: HostState { parts.host }

  /// Bytes that were copied of Lua's memory. The scene's state is shared until one of them changes.
  public var byteCount: Int { lua.byteCount }

  /// About how many bytes it takes when everything has changed since.
  package var weight: Int { lua.byteCount + scene.weight + host.weight }
}

extension MoonsheetHost {
  /// Takes a snapshot of the whole simulation.
  ///
  /// - Throws: what ``LuaHost/snapshot()`` throws: while a script runs, on a closed host, or where a class of the embedder's
  ///   own cannot be saved.
  /// - Complexity: O(*n*) in the bytes that Lua uses.
  public func snapshot() throws(LuaError) -> MoonsheetSnapshot {
    guard !isPumping else { throw LuaError("a snapshot is taken at rest, not from a callback") }
    return MoonsheetSnapshot(lua: try lua.snapshot(), scene: scene.state, host: state)
  }

  /// As ``snapshot()``, of a point that lies near another one: of Lua's memory only what differs is kept.
  package func snapshot(near other: MoonsheetSnapshot) throws(LuaError) -> MoonsheetSnapshot {
    guard !isPumping else { throw LuaError("a snapshot is taken at rest, not from a callback") }
    return MoonsheetSnapshot(
      lua: try lua.snapshotOfAnyLibraries(near: other.lua), scene: scene.state, host: state)
  }

  /// As ``snapshot()``, of a host with stock libraries too; see ``LuaHost/snapshotOfAnyLibraries()``.
  package func snapshotOfAnyLibraries() throws(LuaError) -> MoonsheetSnapshot {
    MoonsheetSnapshot(lua: try lua.snapshotOfAnyLibraries(), scene: scene.state, host: state)
  }

  /// Goes back to a snapshot: the scene, bindings, timers, flows and script variables are as they were then.
  ///
  /// - Throws: what ``LuaHost/restore(_:)`` throws: while a script runs, on a closed host, or for another host's snapshot.
  /// - Complexity: O(*n*) in the bytes that Lua used then.
  public func restore(_ snapshot: MoonsheetSnapshot) throws(LuaError) {
    guard !isPumping else { throw LuaError("a snapshot is restored at rest, not from a callback") }
    try lua.restore(snapshot.lua)
    scene.restore(snapshot.scene)
    state = snapshot.host
    actSite = nil
    lastAnswerSite = nil
  }
}
