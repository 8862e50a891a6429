/// What the members of the surface take and answer, for editors: LuaCATS types, by the names that stand in the descriptions.
package enum SurfaceTypes {
  /// What does not come from a description: types that several members share.
  package static let preamble: [String] = [
    "---@alias verdict fun(self: controller): boolean",
    "---@alias detents (\"medium\"|\"large\"|detent.value)[]",
    "---@alias switch boolean|binding|fun(self: controller): boolean",
    "",
    "---A detent that `detent.height` and its kin made.",
    "---@class detent.value",
    "",
    "---How a presentation ended.",
    "---@class outcome",
    "---@field reason string swipe, outside, escape, accessibility_escape, action, script, request, binding, ancestor, replaced, presenter_removed or refused",
    "---@field by_user boolean",
    "---@field result any",
    "---@field code? string of a refusal",
    "",
    "---What a style is asked for.",
    "---@class traits",
    "---@field width \"compact\"|\"regular\"",
    "---@field height \"compact\"|\"regular\"",
  ]

  /// By the name of a parameter or key, also as `member.name`; `member{}` is a list in braces.
  package static let parameters: [String: String] = [
    "explore.start": "fun()", "explore.actions": "string|string[]", "explore.depth": "integer", "explore.always": "any",
    "explore.sometimes": "any", "explore.eventually": "table", "explore.next": "table", "explore.until": "table",
    "explore.vary": "table[]", "explore.events": "table[]", "explore.answers": "table", "explore.types": "table",
    "explore.properties": "table",
    "what": "controller", "controller": "controller", "child": "controller", "parent": "controller",
    "from": "controller",
    "c": "controller", "nav": "controller",
    "animated": "boolean", "completion": "fun()", "forwarding": "boolean", "ok": "boolean", "flag": "switch",
    "ms": "integer", "dy": "number", "fraction": "number", "points": "number", "part": "number", "velocity": "number",
    "string": "string", "label": "string", "name": "string", "question": "string", "field": "string", "text": "string",
    "url": "string", "id": "string", "message": "string", "cancel": "string", "destructive": "string",
    "drag_to_detent.id": "string", "target": "controller|string", "initial": "any", "value": "any", "result": "any",
    "binding": "binding", "b": "binding", "is_presented": "binding", "item": "binding", "p": "verdict",
    "action": "fun(self: controller, value: any)", "f": "function",
    "role": "\"cancel\"|\"destructive\"", "while_closing": "\"system\"|\"keep_first\"|\"keep_last\"|\"fifo\"",
    "width": "\"compact\"|\"regular\"", "height": "\"compact\"|\"regular\"",
    "should_dismiss": "fun(self: controller): boolean?", "will_dismiss": "fun(self: controller)",
    "did_dismiss": "fun(self: controller)",
    "did_attempt_to_dismiss": "fun(attempt: attempt)", "will_present": "fun(self: controller)",
    "content": "controller|view[]|fun(value: any): controller|view[]?", "on_dismiss": "fun(self: controller)",
    "item.id": "fun(value: any): any", "make": "fun(view: representable)", "update": "fun(view: representable)",
    "get": "fun(value: any): any", "set": "fun(new: any, value: any): any",
    "custom.f": "fun(maximum: number): number?", "on_presented.f": "fun(self: controller)", "after.f": "fun()",
    "task.f": "fun(self: controller)", "on_appear.f": "fun(self: controller)",
    "on_disappear.f": "fun(self: controller)",
    "on_change.f": "fun(new: any, old: any)", "presenting": "binding", "detent": "string|detent.value",
    "presentation_background_interaction.interaction": "\"automatic\"|\"disabled\"|\"enabled\"",
    "presentation_content_interaction.interaction": "\"automatic\"|\"resizes\"|\"scrolls\"",
    "presentation_compact_adaptation.adaptation":
      "\(adaptation)|{ horizontal?: \(adaptation), vertical?: \(adaptation) }",
    "horizontal": adaptation, "vertical": adaptation,
    "ask{}": "string[]", "scroll_view{}": "view[]", "view{}": "view[]", "rules{}": "table[]",
  ]

  private static let adaptation = "\"automatic\"|\"none\"|\"sheet\"|\"full_screen_cover\"|\"popover\""

  /// By `name`, or `type.name`, what a function answers; one that is not here answers nothing.
  package static let results: [String: String] = [
    "text": "view", "button": "view", "text_field": "view", "toggle": "view", "scroll_view": "view", "view": "view",
    "representable": "view",
    "binding": "binding", "item": "binding", "constant": "binding", "token": "token", "delegate": "delegate",
    "request_dismiss": "boolean", "request_dismiss_all": "boolean", "after": "timer", "start": "flow",
    "show": "outcome", "await": "outcome", "ask": "string?, string?", "request": "boolean, any",
    "attempt.proceed": "boolean", "binding.get": "any", "binding.map": "binding",
    "representable.parent_view_controller": "controller?",
    "policy.dirty": "verdict", "policy.all": "verdict", "policy.any": "verdict", "policy.negate": "verdict",
    "policy.at_root": "verdict", "policy.rules": "verdict",
    "detent.height": "detent.value", "detent.fraction": "detent.value", "detent.custom": "detent.value",
    "scene.explain": "string?", "user.actions": "table[]", "trace.names": "string[]",
  ]

  /// Methods that answer what stands before the colon, so that another can follow.
  package static let chained: Set<String> = [
    "sheet", "cover", "popover", "alert", "confirmation_dialog", "interactive_dismiss_disabled", "on_appear",
    "on_disappear", "on_change", "task", "presentation_background_interaction", "presentation_content_interaction",
    "presentation_compact_adaptation",
  ]

  /// By `type.field`.
  package static let fields: [String: String] = [
    "controller.name": "string", "controller.presentation_controller": "presentation_controller",
    "controller.presented_view_controller": "controller?", "controller.presenting_view_controller": "controller?",
    "controller.is_being_presented": "boolean", "controller.is_being_dismissed": "boolean",
    "controller.is_view_loaded": "boolean", "controller.is_modal_in_presentation": "switch",
    "controller.modal_presentation_style": "string", "controller.parent": "controller?",
    "controller.children": "controller[]", "controller.next": "controller?",
    "controller.top_view_controller": "controller?",
    "presentation_controller.delegate": "delegate?",
    "presentation_controller.presented_view_controller": "controller",
    "presentation_controller.presenting_view_controller": "controller?",
    "delegate.owner": "\"script\"|\"controller\"|\"swiftui\"",
    "attempt.controller": "controller", "attempt.trigger": "\"swipe\"|\"outside\"|\"escape\"|\"request\"",
    "attempt.count": "integer", "attempt.token": "token",
    "binding.value": "any", "binding.name": "string",
    "flow.status": "\"running\"|\"waiting\"|\"finished\"|\"failed\"|\"cancelled\"",
    "environment.dismiss": "fun()", "environment.is_presented": "boolean",
    "policy.never": "verdict", "policy.always": "verdict",
    "device.idiom": "\"phone\"|\"pad\"|\"mac\"", "device.width": "\"compact\"|\"regular\"",
    "device.height": "\"compact\"|\"regular\"",
    "scene.root": "controller", "scene.top": "controller", "scene.stack": "controller[]", "scene.profile": "string",
    "scene.device": "device", "scene.is_idle": "boolean",
    "app.on_open_url": "fun(url: string)?", "app.on_background": "fun()?", "app.on_foreground": "fun()?",
    "clock.now": "integer", "trace.entries": "table[]",
  ]

  /// How a controller's option is typed.
  package static func type(of option: Option) -> String {
    switch option.kind {
    case .string: "string"
    case .boolean: "boolean"
    case .word(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
    case .flag: "switch"
    case .action(let receives): "fun(\(arguments(receives)))"
    case .query(let receives):
      switch option.name {
      case "content": "fun(self: controller): view[]|view?"
      case "adaptive_presentation_style": "fun(\(arguments(receives))): string"
      case "view_controller_for_adaptive_presentation_style": "fun(\(arguments(receives))): controller?"
      default: "verdict"
      }
    case .delegate: "delegate"
    case .detents: "detents"
    case .detent: "string|detent.value|binding"
    case .anchor: "string|view"
    case .binding: "binding"
    case .anchors: "(string|view)[]"
    case .rect: "{ x?: number, y?: number, width?: number, height?: number }"
    case .escape: "boolean|fun(self: controller): boolean"
    }
  }

  private static let argumentTypes = [
    "self": "controller", "attempt": "attempt", "outcome": "outcome", "traits": "traits", "what": "controller",
    "style": "string",
    "options": "table", "original": "fun(what: controller, options?: table)",
  ]

  private static func arguments(_ receives: String) -> String {
    receives.split(separator: ",").map { part in
      let name = String(part.drop { $0 == " " })
      return "\(name): \(argumentTypes[name] ?? "any")"
    }.joined(separator: ", ")
  }
}
