import Moonsheet
import PresentationKit

/// How an act is told: in plain words, and as Lua.
struct FlowWords {
  let host: MoonsheetHost

  /// What a thumb does, said of the state before the act.
  func words(_ act: ExplorationAct) -> String {
    switch act {
    case .user(let action, let text): words(action, text)
    case .event(let position): "the world: \(host.plan.events[position].name)"
    case .answer(let name, let position): "answer \(name): \(answer(name, position))"
    case .wait: "wait \(milliseconds) ms"
    }
  }

  private func words(_ action: UserAction, _ text: String) -> String {
    switch action {
    case .swipeDown(let target): "swipe down on \(name(target))"
    case .drag(let target, let fraction): "drag \(name(target)) to \(number(fraction)) of its height, and hold"
    case .release(let velocity): velocity == 0 ? "let go" : "let go with a flick"
    case .cancelTouch: "the system takes the touch away"
    case .dragToDetent(let target, let detent): "drag \(name(target)) to \(detent)"
    case .scroll(let target, let dy): "scroll \(name(target)) \(dy > 0 ? "down" : "up")"
    case .tap(let label): "tap \"\(label)\""
    case .type(let field): text.isEmpty ? "clear \(field)" : "type \"\(text)\" into \(field)"
    case .focus(let field): "put the keyboard into \(field)"
    case .dismissKeyboard: "send the keyboard away"
    case .tapOutside(let target): "tap outside \(name(target))"
    case .pressEscape: "press Escape"
    case .performEscape: "VoiceOver's escape"
    }
  }

  private func name(_ controller: ControllerID) -> String { host.scene.name(of: controller) }

  private var milliseconds: Int { (host.nextMoment ?? host.scene.now) - host.scene.now }

  private func answer(_ name: String, _ position: Int) -> String {
    guard let answers = host.plan.answers.first(where: { $0.name == name })?.answers else { return "" }
    return (answers[position].isSuccess ? "ok" : "failed")
      + (answers[position].value == .none ? "" : " \(answers[position].value.traceText)")
  }

  // MARK: Lua

  /// The lines that do the same in a script, or a comment where a script cannot.
  func lua(_ act: ExplorationAct) -> String {
    switch act {
    case .user(let action, let text): "\(lua(action, text))  clock:advance(0)"
    case .event(let position): "-- \(host.plan.events[position].name)"
    case .answer(let name, let position): "\(luaAnswer(name, position))  clock:advance(0)"
    case .wait: "clock:advance(\(milliseconds))"
    }
  }

  private func lua(_ action: UserAction, _ text: String) -> String {
    switch action {
    case .swipeDown(let target): "user:swipe_down(\(expression(target)))"
    case .drag(let target, let fraction):
      "user:drag(\([expression(target), number(fraction)].filter { !$0.isEmpty }.joined(separator: ", ")))"
    case .release(let velocity): velocity == 0 ? "user:release()" : "user:release { velocity = \(number(velocity)) }"
    case .cancelTouch: "user:cancel_touch()"
    case .dragToDetent(let target, let detent):
      "user:drag_to_detent(\([LuaText.quoted(detent), expression(target)].filter { !$0.isEmpty }.joined(separator: ", ")))"
    case .scroll(let target, let dy):
      "user:scroll(\([expression(target), number(dy)].filter { !$0.isEmpty }.joined(separator: ", ")))"
    case .tap(let label): "user:tap(\(LuaText.quoted(label)))"
    case .type(let field): "user:type(\(LuaText.quoted(field)), \(LuaText.quoted(text)))"
    case .focus(let field): "user:focus(\(LuaText.quoted(field)))"
    case .dismissKeyboard: "user:dismiss_keyboard()"
    case .tapOutside(let target): "user:tap_outside(\(expression(target)))"
    case .pressEscape: "user:press_escape()"
    case .performEscape: "user:perform_escape()"
    }
  }

  /// A controller as a script can say it; nothing where it is the one that is meant without.
  private func expression(_ controller: ControllerID) -> String {
    if controller == host.scene.top { return "" }
    if controller == host.scene.root { return "root" }
    return host.scene.stack.firstIndex(of: controller).map { "scene.stack[\($0 + 1)]" } ?? ""
  }

  private func luaAnswer(_ name: String, _ position: Int) -> String {
    guard let answers = host.plan.answers.first(where: { $0.name == name })?.answers else { return "" }
    let value =
      switch answers[position].value {
      case .none: ""
      case .string(let text): ", \(LuaText.quoted(text))"
      case .reference: ", nil --[[ \(answers[position].value.traceText) ]]"
      default: ", \(answers[position].value.traceText)"
      }
    return "app:answer(\(LuaText.quoted(name)), \(answers[position].isSuccess)\(value))"
  }

  private func number(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : "\(number)"
  }
}
