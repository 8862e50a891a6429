-- The primitives are globals of a flow script; `moonsheet api` lists them.
std = "lua54"
max_line_length = 140
read_globals = {
  "after", "alert", "app", "ask", "await", "binding", "button", "clock", "close", "confirmation_dialog", "constant",
  "container", "controller", "cover", "delegate", "detent", "device", "dismiss", "dismiss_all", "environment", "item", "navigation",
  "on_presented", "policy", "popover", "present", "request", "request_dismiss", "representable", "request_dismiss_all", "root",
  "scroll_view", "settle", "sheet", "show", "start", "system_prompt", "tabs", "text", "text_field",
  "toggle", "token", "trace", "user", "view", "wait",
}
globals = { "scene", app = { fields = { "on_open_url", "on_background", "on_foreground", "answer", "background", "foreground", "open_url" } } }
files["**/*_spec.lua"] = {
  read_globals = { "describe", "it", "before_each", "after_each", "setup", "teardown", "finally", "pending", "expect", "assert", "spy", "stub", "mock", "match" },
}
