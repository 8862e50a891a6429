import Moonsheet

/// How a flow is explored.
public struct FlowOptions: Sendable {
  /// Of the hosts it runs in.
  public var host = MoonsheetOptions()
  /// Steps from the start; the script's `explore` may say less.
  public var depth: Int?
  /// States at which it stops.
  public var states = 1_000_000
  /// Whether points are one when the scene and the bindings are; it may miss things then.
  public var isAbstract = false
  /// Random walks instead of all ways: how many.
  public var walks: Int?
  public var seed: UInt64 = 0
  /// Whether of two acts that commute one order is left out.
  public var reduces = true
  /// Which part of several is explored: of what is reached first, each takes its share and goes on from there.
  public var part: SearchPart?
  /// Built-in properties that are not looked at.
  public var without: [String] = []

  public init() {}
}
