/// One thing a user could do.
public enum UserAction: Hashable, Sendable {
  case swipeDown(ControllerID)
  /// A finger put on a sheet, or moved there, in parts of its height.
  case drag(ControllerID, fraction: Double)
  case release(velocity: Double)
  case cancelTouch
  case dragToDetent(ControllerID, String)
  case scroll(ControllerID, dy: Double)
  /// A button, a toggle, or an answer to an alert or system prompt.
  case tap(label: String)
  /// A field that can be typed into.
  case type(field: String)
  case focus(field: String)
  case dismissKeyboard
  case tapOutside(ControllerID)
  case pressEscape
  case performEscape
}
