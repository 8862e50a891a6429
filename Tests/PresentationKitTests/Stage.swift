import PresentationKit

/// A scene with a recording responder, and the few words the tests are told in.
final class Stage {
  let scene: WindowScene
  let responder = RecordingResponder()
  /// The delegate object that controllers made with `delegate: true` have.
  let delegate = DelegateID(rawValue: 1)

  init(_ profile: Profile = .ios18, device: Device = .iphone) {
    scene = WindowScene(profile: profile, device: device)
    scene.responder = responder
    // What popovers point at.
    scene.setContent([.text("Share")], of: scene.root)
  }

  var root: ControllerID { scene.root }

  func sheet(
    _ name: String, _ kind: ControllerKind = .viewController, style: ModalPresentationStyle = .automatic,
    modal: Flag = .constant(false), forced: Bool = false, delegate: Bool = false, content: [ContentItem] = []
  ) -> ControllerID {
    scene.makeController(
      ControllerConfiguration(
        name: name, kind: kind, style: style, isModalInPresentation: modal, forced: forced, content: content,
        delegate: delegate ? self.delegate : nil))
  }

  /// An alert with buttons; the number of a button is that of its action.
  func alert(_ name: String, _ labels: String...) -> ControllerID {
    let buttons = labels.enumerated().map { number, label in
      ContentItem.button(label: label, role: .none, action: ActionID(rawValue: number))
    }
    return sheet(name, .alert, content: buttons)
  }

  /// Presents controllers on one another, the first on the root, and forgets how.
  func show(_ controllers: ControllerID...) throws {
    for controller in controllers {
      try scene.present(controller, from: scene.top)
      settle()
    }
    forget()
  }

  func settle() {
    while scene.runNext() {}
  }

  func forget() {
    scene.clearTrace()
    responder.received = []
  }

  /// The trace, where the messages of refusals and warnings are left out; tests of messages read them themselves.
  var lines: [String] {
    scene.trace.entries.map { entry in
      guard entry.name == "refused" || entry.name == "warning" else { return entry.text }
      return "\(entry.name) \(entry.code ?? "?") \(entry.subject)"
    }
  }

  /// The messages of refusals and warnings.
  var messages: [String] {
    scene.trace.entries.filter { $0.name == "refused" || $0.name == "warning" }.map(\.detail)
  }

  /// The end block of a presentation nobody listens to (2.0).
  static func endBlock(_ name: String, _ reason: String, didDismiss: Bool = false) -> [String] {
    [
      "dismissal_transition_did_end \(name) true", "view_did_disappear \(name)", "dismissed \(name) (\(reason))",
    ] + (didDismiss ? ["did_dismiss \(name)"] : []) + ["on_closed \(name) (\(reason))"]
  }

  /// What a dismissal by code shows in the call (order 5).
  static func leaving(_ name: String, _ reason: String) -> [String] {
    ["dismissing \(name) (\(reason))", "view_will_disappear \(name)", "dismissal_transition_will_begin \(name)"]
  }

  /// What presenting a sheet for the first time shows (order 1).
  static func arriving(_ name: String, on presenter: String) -> [String] {
    [
      "presenting \(name) on \(presenter)", "view_did_load \(name)", "will_present \(name) (none)",
      "presentation_transition_will_begin \(name)", "view_will_appear \(name)", "view_is_appearing \(name)",
      "presentation_transition_did_end \(name) true", "view_did_appear \(name)", "presented \(name)",
    ]
  }
}
