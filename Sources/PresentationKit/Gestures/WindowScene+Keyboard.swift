/// Which text field has the keyboard.
extension WindowScene {
  /// The text field that has the keyboard; nil where there is none.
  public var focusedField: String? { keyboardOwner.flatMap { state[$0].focusedField } }

  /// Who of those that can be typed into has the keyboard: the topmost, or what shows behind an undimmed one.
  var keyboardOwner: ControllerID? { keyboardOwners.first { state[$0].focusedField != nil } }

  private var keyboardOwners: [ControllerID] {
    guard whyNoTouch == nil else { return [] }
    var result: [ControllerID] = []
    for id in state.shown.reversed() {
      result.append(state[id].controller)
      if state[id].phase != .dismissing, !isUndimmed(id) { return result }
    }
    return result + [root]
  }

  func giveKeyboard(to field: String, of owner: ControllerID) {
    for other in keyboardOwners { state[other].focusedField = nil }
    state[owner].focusedField = field
  }

  /// Taps a text field, so that it gets the keyboard.
  ///
  /// - Throws: `TapError` if no field has the name, or several within reach have it.
  public func focus(field: String) throws(TapError) {
    try act("focus", nil, by: .user) { () throws(TapError) in
      guard let spot = try spot(named: field, by: \.fieldName, act: "focus") else { return }
      guard keyboardOwner != spot.owner || state[spot.owner].focusedField != field else {
        return recordNoEffect("focus", spot.owner, "\(quoted(field)) has the keyboard already")
      }
      giveKeyboard(to: field, of: spot.owner)
      record("focus", spot.owner, field)
    }
  }

  /// Sends the keyboard away with its own key.
  public func dismissKeyboard() {
    act("dismiss_keyboard", nil, by: .user) {
      guard canTouch("dismiss_keyboard") else { return }
      guard let owner = keyboardOwner else {
        return recordNoEffect("dismiss_keyboard", state.top, "no field has the keyboard")
      }
      state[owner].focusedField = nil
      record("dismiss_keyboard", owner)
    }
  }

  /// UIKit's `disablesAutomaticKeyboardDismissal`: true by default for form sheets only, and not forwarded by a
  /// navigation controller to its top child.
  public func disablesAutomaticKeyboardDismissal(_ controller: ControllerID) -> Bool {
    let configuration = state[controller].configuration
    if let isDisabled = configuration.disablesAutomaticKeyboardDismissal { return isDisabled }
    return state[controller].presentation.map { activeStyle(of: $0) == .formSheet }
      ?? (configuration.style == .formSheet)
  }

  /// What was focused before something was presented over it has the keyboard again.
  func restoreFocus() {
    let top = state.top
    guard let field = state[top].focusedField else { return }
    record("focus", top, "\(field) (restored)")
  }
}
