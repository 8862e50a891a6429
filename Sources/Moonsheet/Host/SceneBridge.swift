import LuaRuntime
import PresentationKit

/// Answers the scene's questions with scripts' queries, and hands its facts to scripts' callbacks.
///
/// The scene holds it weakly; the host owns it, and it does not outlive the host.
final class SceneBridge: SceneResponder {
  private unowned let host: MoonsheetHost

  init(host: MoonsheetHost) { self.host = host }

  var currentSite: SourceSite? { host.currentSite }

  // MARK: Questions

  func responds(_ delegate: DelegateReference, to method: DelegateMethod) -> Bool {
    host.lua.withFrame { frame in
      guard host.pushCallback(method.traceName, of: delegate, on: frame) else { return false }
      frame.pop(1)
      return true
    }
  }

  func isAlive(_ delegate: DelegateID) -> Bool {
    host.lua.withFrame { host.push(delegate.rawValue, from: .delegates, on: $0) == .userdata }
  }

  func shouldDismiss(_ delegate: DelegateReference, _ controller: ControllerID) -> Bool {
    host.askShouldDismiss(delegate, about: controller)
  }

  func isModalInPresentation(_ controller: ControllerID) -> Bool {
    let name = "is_modal_in_presentation"
    return host.ask(name, about: controller, whenFailing: true) { frame in
      guard host.pushCallback(name, of: controller, on: frame) else { return false }
      host.pushController(controller, on: frame)
      return true
    }
  }

  func adaptivePresentationStyle(
    _ delegate: DelegateReference, _ controller: ControllerID, on device: Device
  ) -> ModalPresentationStyle? {
    host.askStyle(of: delegate, about: controller, on: device)
  }

  func viewController(
    _ delegate: DelegateReference, _ controller: ControllerID, adaptedTo style: ModalPresentationStyle
  ) -> ControllerID? {
    host.askController(of: delegate, about: controller, adaptedTo: style)
  }

  func customDetentHeight(_ identifier: String, of controller: ControllerID, maximum: Double) -> Double? {
    host.askHeight(of: identifier, controller, maximum: maximum)
  }

  func performEscape(_ controller: ControllerID) -> Bool { host.callEscape(of: controller) }

  var lastAnswerSite: SourceSite? { host.lastAnswerSite }

  var currentAttempt: AttemptID? { host.runningFlow.flatMap { host.state.flows[$0]?.attempt } }

  var currentActor: ControllerID? {
    guard let flow = host.runningFlow, case .callback(let place)? = host.state.flows[flow]?.kind,
      place.name == "action", case .controller(let controller) = place.subject
    else { return nil }
    return controller
  }

  var mayStillAct: Bool {
    host.state.flows.all.contains { flow in
      switch flow.status {
      case .running, .waiting(.drive), .waiting(.request): true
      case .waiting, .finished, .failed, .cancelled: false
      }
    }
  }

  func derivedValue(_ binding: BindingID, of base: Value) -> Value {
    host.derive(binding, "get", [base], otherwise: .none)
  }

  func baseValue(_ binding: BindingID, setting new: Value, base: Value) -> Value {
    host.derive(binding, "set", [new, base], otherwise: base)
  }

  func presentedController(_ content: ActionID, for value: Value, in controller: ControllerID) -> ControllerID? {
    host.askPresented(content, for: value, in: controller)
  }

  func isPresenting(for presenter: PresenterID) -> Bool {
    host.state.flows.all.contains { flow in
      guard case .callback(let place) = flow.kind, place.presenter == presenter else { return false }
      return !flow.status.isOver
    }
  }

  func content(of controller: ControllerID) -> [ContentItem]? { host.askContent(of: controller) }

  func identity(of value: Value, in binding: BindingID) -> Value { host.askIdentity(of: value, in: binding) }

  func isOn(_ query: ActionID, of controller: ControllerID) -> Bool { host.askSwitch(query, of: controller) }

  func forwards(_ delegate: DelegateID) -> Bool { host.state.forwardingDelegates.contains(delegate) }

  // MARK: Facts

  func receive(_ callback: Callback) {
    switch callback {
    case .lifecycle(let moment, let controller):
      host.callBack(moment.traceName, of: controller)
    case .presented(let controller):
      host.callPresented(controller)
    case .delegate(let method, let delegate, let controller, let attempt):
      host.callDelegate(method, of: delegate, about: controller, attempt: attempt)
    case .closed(let controller, let outcome):
      host.callClosed(outcome, of: controller)
    case .action(let controller, let action, _):
      host.callKept(
        .actions, action.rawValue, CallbackPlace("action", of: controller), passing: controller,
        host.scene.data(of: controller))
    case .completion(let completion):
      host.callCompletion(completion)
    case .timer(let timer):
      host.timerFired(timer)
    case .bindingChanged(let binding, let new, let old):
      host.callObservers(of: binding, new: new, old: old)
    case .appMoved(let toBackground):
      host.callApp(toBackground ? "on_background" : "on_foreground", nil)
    case .urlOpened(let url):
      host.callApp("on_open_url", url)
    case .view(let event, let controller):
      host.callView(event, controller)
    case .presenting(let controller, let receiver, let presenter):
      host.callPresent(controller, through: receiver, for: presenter)
    case .raised(let exception, let callback, let controller, let site):
      host.noteRaised(exception, in: callback, of: controller, at: site)
    case .ended(let presentations):
      host.wakeFlows(waitingFor: presentations)
    }
  }
}
