extension ExplanationPage {
  static let refusals: [ExplanationPage] = [
    ExplanationPage(
      "already_presenting", .refusal,
      "`present` reached a controller that presents something else already. The new one is not shown, and its completion never runs.",
      why:
        "A controller presents one thing at a time. `present` climbs from the controller you ask to its outermost container, so a "
        + "screen inside a tab bar shares the tab bar's one place.",
      instead:
        "Present on the top controller (leave `from` out), or dismiss what is in the way and present in the completion."
    ),
    ExplanationPage(
      "not_in_window", .refusal,
      "`present` was called on a controller whose view is not on screen: not presented yet, or gone.",
      why:
        "UIKit presents over a view that is in a window. Right after `present` the new controller is linked, and on screen only in "
        + "the next turn.",
      instead:
        "Wait for `view_did_appear` or the completion of the presentation below; ask `scene.top` rather than a remembered controller."
    ),
    ExplanationPage(
      "transition_in_progress", .refusal,
      "`present` came while the presenter, or what it presents, was moving in or out.",
      why: "UIKit runs one transition of a presenter at a time and drops what comes in between; it does not queue.",
      instead: "Present in the completion of the dismissal or presentation, or after `show` or `await` has returned."),
    ExplanationPage(
      "dismiss_in_transition", .refusal,
      "`dismiss` came while what it would dismiss was still coming in or going out.",
      why: "A presentation that moves cannot be turned round by code; UIKit logs and ignores the call.",
      instead: "Dismiss in the completion of `present`, or from `view_did_appear`."),
    ExplanationPage(
      "nothing_to_dismiss", .refusal,
      "`dismiss`, `close` or `request_dismiss` found nothing that is presented. A completion does not run.",
      why:
        "The receiver presents nothing and nobody presented it, nor an ancestor. Often it was dismissed a moment ago.",
      instead: "Ask `scene.stack`, or keep the outcome that `show` returns."),
    ExplanationPage(
      "covered", .refusal,
      "A touch went to something under what is presented.",
      why: "The dimming view, or the presentation itself, lies over it and takes the touch.",
      instead: "Act on what is in front, or dismiss it first."),
  ]
}
