-- The primitives are globals of a flow script; `moonsheet api` lists them.
std = "lua54"
max_line_length = 140
read_globals = {
  "after", "alert", "app", "ask", "await", "binding", "button", "clock", "close", "confirmation_dialog",
  "container", "controller", "cover", "delegate", "detent", "device", "dismiss", "dismiss_all", "navigation",
  "on_presented", "policy", "popover", "present", "request", "request_dismiss", "request_dismiss_all", "root",
  "scene", "scroll_view", "settle", "sheet", "show", "start", "system_prompt", "tabs", "text", "text_field",
  "toggle", "token", "trace", "user", "view", "wait",
}
globals = { app = { fields = { "on_open_url", "on_background", "on_foreground", "answer", "background", "foreground", "open_url" } } }
files["**/*_spec.lua"] = {
  read_globals = { "describe", "it", "before_each", "after_each", "setup", "teardown", "finally", "pending", "expect", "assert", "spy", "stub", "mock", "match" },
}
