/// A small flow drawn from a seed: two or three controllers with policies, buttons, bindings, timers, and an invariant that may
/// or may not hold.
struct RandomFlow {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func one(of texts: [String]) -> String { texts[next(texts.count)] }

  private mutating func verb() -> String {
    one(of: [
      "present(A)", "present(B)", "dismiss(A)", "dismiss(B)", "dismiss_all()", "close(A)", "request_dismiss(A)",
      "n = (n + 1) % 3", "flag:set(true)", "flag:set(false)", "flag:toggle()", "draft:set('')",
      "if scene.top == root then present(A) end", "if scene.top == A then present(B) end",
      "after(100, function() n = (n + 1) % 3 end)", "start(function() wait(30) flag:toggle() end)",
      "list = { list and #list or 0 }", "list = nil", "present(A, { animated = false })",
      "dismiss(A, { animated = false })",
      "start(function() local c = ask('Sure?', { 'Yes', 'No' }) n = c == 'Yes' and 1 or 0 end)",
    ])
  }

  private mutating func controller(_ name: String) -> String {
    let kind = one(of: ["sheet", "sheet", "sheet", "cover"])
    var parts: [String] = []
    if next(2) == 0 {
      parts.append(
        "should_dismiss = " + one(of: ["policy.never", "policy.dirty(draft)", "function() return n ~= 1 end"]))
    }
    if next(2) == 0 { parts.append("did_attempt_to_dismiss = function(attempt) \(verb()) end") }
    if next(3) == 0 { parts.append("on_closed = function() \(verb()) end") }
    if next(3) == 0 { parts.append("will_dismiss = function() \(verb()) end") }
    if next(4) == 0 { parts.append("animated = false") }
    if next(3) == 0 { parts.append("text_field('body', draft)") }
    if next(3) == 0 { parts.append("toggle('\(name) flag', flag)") }
    for number in 0..<next(3) { parts.append("button('\(name)\(number)', function(self) \(verb()) end)") }
    return "\(name) = \(kind) '\(name)' { \(parts.joined(separator: ", ")) }"
  }

  /// The script.
  static func source(_ seed: UInt64, depth: Int) -> String {
    var flow = RandomFlow(seed: seed)
    var lines = ["local A, B, list", "local n = 0", "local draft, flag = binding('', 'draft'), binding(false, 'flag')"]
    lines += [flow.controller("A"), flow.controller("B")]
    if flow.next(3) == 0 { lines.append("root:sheet { is_presented = flag, content = B }") }
    lines.append("root { button('R0', function() \(flow.verb()) end), button('R1', function() \(flow.verb()) end) }")
    if flow.next(2) == 0 { lines.append("present(A)") }
    if flow.next(2) == 0 { lines.append("settle()") }
    lines.append(
      """
      explore { depth = \(depth), actions = { 'tap', 'wait', 'type', 'swipe_down' }, types = { body = { 'x' } },
        always = { ["n is not two"] = function() return n ~= 2 end },
        sometimes = { ["B is shown"] = function() return scene.top == B end } }
      """)
    return lines.joined(separator: "\n")
  }
}
