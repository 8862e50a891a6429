import Moonsheet

/// What a session is made with.
public struct SessionOptions {
  public var host = MoonsheetOptions()
  /// How many bytes of points to go back to are kept; older ones are brought back by running the inputs again.
  public var undoBytes = 32 << 20
  /// How many of the latest points are kept whatever they weigh.
  public var undoPoints = 8

  public init() {}
}

/// What `:set` changes.
struct SessionSettings {
  var showsTrace = true
  var showsStack = true
  /// Nil for that of the terminal.
  var width: Int?
}
