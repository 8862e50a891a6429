import PresentationKit

/// A driver's request to the host: something to do with the scene once no script is on the stack.
struct Drive: Sendable {
  enum Work: Sendable {
    /// One act of the user or the world, done at once.
    case act(UserAct)
    /// Run what is due within this much virtual time of the call, and stop at the last thing that ran.
    case settle(until: Int)
    /// Run what is due up to this time, and stop the clock there.
    case advance(to: Int)
  }

  /// Whom to resume when it is done; nil for the embedder.
  let flow: FlowID?
  let work: Work
  let site: SourceSite?
  /// Clock entries that ran for it.
  var entries = 0
  /// How many trace entries there were when it began: where a search for what repeats starts.
  let traceStart: Int

  /// The time up to which it runs the clock; nil for an act.
  var horizon: Int? {
    switch work {
    case .act: nil
    case .settle(let until), .advance(let until): until
    }
  }
}

/// What a user can do, as a script asks for it.
enum UserAct: Sendable {
  case swipeDown(ControllerID?)
  case drag(ControllerID?, fraction: Double)
  case release(velocity: Double)
  case cancelTouch
  case tap(label: String)
  case type(field: String, text: String)
  case tapOutside(ControllerID?)
  case pressEscape
  case performEscape
  case dragToDetent(String, ControllerID?)
  case scroll(ControllerID?, dy: Double)
  case focus(field: String)
  case dismissKeyboard
}
