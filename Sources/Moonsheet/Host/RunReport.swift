import LuaRuntime
import PresentationKit

/// How a run ended.
public struct RunReport: Sendable {
  public enum Ending: Sendable, Equatable {
    /// The script came to its end, and no callback failed.
    case finished
    /// The script or one of its callbacks raised.
    case failed
    /// Fuel, memory, steps or time ran out somewhere.
    case limitHit
    case interrupted
  }

  /// A flow that still waited when nothing was left to happen. That is no failure.
  public struct WaitingFlow: Sendable, Equatable {
    public let description: String
    public let site: SourceSite?
  }

  public let ending: Ending
  /// What ended the main chunk, if something did.
  public let error: LuaError?
  public let waiting: [WaitingFlow]
}
