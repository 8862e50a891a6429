-- The primitives are read-only globals of a flow script; `moonsheet api` lists them.
std = "lua54"
max_line_length = 140
read_globals = {
  "after", "alert", "app", "ask", "await", "binding", "button", "clock", "close", "confirmation_dialog", "container",
  "controller", "cover", "delegate", "dismiss", "dismiss_all", "navigation", "present", "request", "request_dismiss",
  "request_dismiss_all", "root", "scene", "settle", "sheet", "show", "start", "tabs", "text", "text_field", "toggle",
  "token", "trace", "user", "view", "wait",
}
