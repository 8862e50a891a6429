import PresentationKit

/// Counts which verdicts policies gave under which triggers, as the trace tells it.
struct PolicyCoverage {
  private(set) var policies: [FileSummary.Policy] = []
  private var trigger: (name: String, time: Int)?
  /// The policy that answered last, so that a refusal without a question is known to be the flag's.
  private var asked: (subject: String, time: Int)?

  mutating func add(_ entry: Trace.Entry) {
    switch entry.name {
    case "gesture": trigger = ("swipe", entry.time)
    case "tap_outside": trigger = ("outside", entry.time)
    case "escape", "accessibility_escape": trigger = (entry.name, entry.time)
    case "tap", "type", "timer", "answer", "open_url": trigger = nil
    case "should_dismiss":
      asked = (entry.subject, entry.time)
      count(entry.subject, entry.name, trigger(at: entry.time), entry.detail == "-> true")
    case "did_attempt_to_dismiss":
      defer { asked = nil }
      if let asked, asked == (entry.subject, entry.time) { return }
      count(entry.subject, "is_modal_in_presentation", entry.detail.filter { $0 != "(" && $0 != ")" }, false)
    default: break
    }
  }

  /// Gives what was counted, and counts from 0 again.
  mutating func take() -> [FileSummary.Policy] {
    defer { policies = [] }
    return policies
  }

  /// The trigger of a question: the user's act of that moment, else the script's.
  private func trigger(at time: Int) -> String {
    guard let trigger, trigger.time == time else { return "request" }
    return trigger.name
  }

  private mutating func count(_ controller: String, _ callback: String, _ trigger: String, _ verdict: Bool) {
    let place = policies.firstIndex {
      $0.controller == controller && $0.callback == callback && $0.trigger == trigger && $0.verdict == verdict
    }
    if let place {
      policies[place].count += 1
    } else {
      policies.append(
        FileSummary.Policy(
          controller: controller, callback: callback, trigger: trigger, verdict: verdict, count: 1))
    }
  }
}
