extension ExplanationPage {
  /// The properties that `moonsheet explore` looks at without being told, as far as they are no warnings.
  static let properties: [ExplanationPage] = [
    ExplanationPage(
      "one_gesture", .property, "A gesture took one presentation away, and code took what was beneath it, too.",
      why: "What presented a sheet presents nothing once that is gone, so `dismiss` on it dismisses itself.",
      instead: "Leave it at the gesture's own end, or name with `close` what is meant."),
    ExplanationPage(
      "refused_presentation", .property, "Something was presented that UIKit would refuse to present.",
      why: "The presenter presents something already, moves, or is not on screen; UIKit does not queue, it drops.",
      instead: "See `already_presenting`, `not_in_window` and `transition_in_progress`, whichever it names."),
    ExplanationPage(
      "closed_once", .property, "`on_closed` came more or less than once for a presentation.",
      why: "It comes once, whatever closed it. No script can change that: the fault is Moonsheet's.",
      instead: "Report it, with the flow."),
    ExplanationPage(
      "forced_holds", .property, "An event or a gesture took away what is `forced`.",
      why: "`forced` says that the user leaves only by what the screen itself offers; code may dismiss all the same.",
      instead: "Keep what the event wants, and act when the screen is over."),
    ExplanationPage(
      "script_error", .property, "A callback or a query raised an error.",
      why: "In an app an exception there ends it, or leaves half of what was to be done.",
      instead: "Look at the line it names; the steps before it say how it came there."),
    ExplanationPage(
      "no_rest", .property, "A moment does not end: something is due at once, again and again.",
      why: "An observer writes what it observes, or a callback starts what calls it; an app would hang.",
      instead: "Write only where the value differs, or let time pass in between with `after`."),
    ExplanationPage(
      "warning", .property, "Something happened that is told as a warning which has no property of its own.",
      why: "A warning is what works, and seldom as it was meant.",
      instead: "See the page of its code; `--without CODE` leaves out one, `--without warning` all."),
  ]
}
