/// Where what happens now comes from, as far as warnings have to know.
extension WindowScene {
  /// The presentations whose own content acts at this moment: a button of theirs, a field that was typed into, or an
  /// alert that stands on them.
  var acting: [PresentationID] {
    var result = touching.map { [$0] } ?? []
    for callback in running {
      switch callback {
      case .action(let controller, _, _): result += presentations(acting: controller)
      case .bindingChanged(let binding, _, _): result += state[state.base(of: binding)].writtenIn
      default: continue
      }
    }
    if let actor = responder?.currentActor { result += presentations(acting: actor) }
    return result
  }

  private func presentations(acting controller: ControllerID) -> [PresentationID] {
    let own =
      state.presentation(around: controller)
      ?? state.presentations.lastNumber { $0.controller == controller }.map { PresentationID(rawValue: $0) }
    guard let own else { return [] }
    guard isAlert(own), let base = state[own].base else { return [own] }
    return [own, base]
  }

  /// Whether what happens now answers a closing: it comes of a callback that tells of one, or of a timer or a write of
  /// such a callback.
  var isEcho: Bool {
    running.contains { callback in
      switch callback {
      case .closed, .completion, .delegate(.didDismiss, _, _, _), .view(.dismissed, _): true
      case .lifecycle(.viewDidDisappear, let controller): state[controller].isBeingDismissed
      case .timer(let timer): state.echoes.contains(timer)
      case .bindingChanged(let binding, _, _): state[state.base(of: binding)].isEcho
      default: false
      }
    }
  }
}

extension SceneState {
  /// The binding that holds the value of one that may derive from it.
  func base(of binding: BindingID) -> BindingID {
    var base = binding
    while let origin = self[base].origin { base = origin }
    return base
  }
}
