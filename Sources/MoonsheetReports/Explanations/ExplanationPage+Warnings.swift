extension ExplanationPage {
  static let warnings: [ExplanationPage] = delegateWarnings + presentationWarnings + worldWarnings + scriptWarnings

  private static let delegateWarnings: [ExplanationPage] = [
    ExplanationPage(
      "policy_unreachable", .warning,
      "A `should_dismiss` or an `adaptive_presentation_style` is there that can never be asked.",
      why:
        "While the modal flag is up UIKit refuses without asking, a full screen has no gesture that could ask, and only "
        + "sheets and popovers adapt.",
      instead: "Take one of the two: the flag for a plain refusal, the question for one that depends on something."),
    ExplanationPage(
      "delegate_replaced", .warning,
      "A delegate took the place of another one, which hears nothing from now on.",
      why: "A presentation controller has one delegate.",
      instead: "Keep the old one and forward to it, or write the callbacks in the controller's own table."),
    ExplanationPage(
      "delegate_released", .warning,
      "The delegate of a presentation has died, so nobody was asked and nobody told.",
      why: "A presentation controller holds its delegate weakly, and nothing else held it.",
      instead:
        "Keep it in a local that lives as long as the presentation, or write the callbacks in the controller's own table."
    ),
    ExplanationPage(
      "delegate_on_inner_controller", .warning,
      "A delegate stands on a controller inside the one that is presented.",
      why:
        "UIKit asks the delegate of the presentation controller of what is really presented: the navigation controller, not its root.",
      instead: "Set it on the navigation controller."),
    ExplanationPage(
      "guardian_not_reached", .warning,
      "A container overrides `present`, and the call climbed past it.",
      why: "UIKit climbs from the receiver to the outermost container by itself; overrides in between are not called.",
      instead: "Ask the guardian itself to present, or put it inside the container, next to what presents."),
    ExplanationPage(
      "style_after_controller", .warning,
      "The style was set after the presentation controller had been made.",
      why:
        "Reading `presentation_controller` builds one from the style of that moment, and UIKit does not build it again in this cycle.",
      instead: "Set the style first."),
    ExplanationPage(
      "silent_block", .warning,
      "The user was refused, and nobody listens: the sheet springs back and nothing explains why.",
      why: "A modal flag or a `should_dismiss` refuses without a word; UIKit tells only `did_attempt_to_dismiss`.",
      instead: "Handle the attempt and ask. If it is a wall on purpose, say `forced = true`."),
    ExplanationPage(
      "stale_attempt", .warning,
      "An attempt was told to proceed after it had been answered, or after what it was about had gone.",
      why: "An attempt closes one presentation, once.",
      instead: "Proceed while the sheet is there, and not twice."),
    ExplanationPage(
      "dismiss_in_will_dismiss", .warning,
      "Code dismissed a sheet in its own `will_dismiss`.",
      why: "For UIKit that is another dismissal, by code, so `did_dismiss` does not come.",
      instead: "Leave it to the user, or refuse in `should_dismiss`."),
    ExplanationPage(
      "unsaved_lost", .warning,
      "Something other than the user's own allowed act closed a sheet that its policy would have kept.",
      why: "Code, bindings, ancestors and replacements close without asking anybody.",
      instead:
        "Ask with `request_dismiss`, or save first. A sheet's own button may close it past a flag that is always up."),
  ]

  private static let presentationWarnings: [ExplanationPage] = [
    ExplanationPage(
      "dismiss_forwarded", .warning,
      "A second `dismiss` took the presenter away, too.",
      why:
        "What is going out does not count as presented any more, so UIKit forwards the call to the presenter's presenter.",
      instead: "Wait for the completion, or name what you mean with `close`."),
    ExplanationPage(
      "detached_presenter", .warning,
      "A controller presented whose view was added without `add_child`.",
      why: "UIKit presents all the same, and says that it is discouraged: the controller is not in the tree.",
      instead: "`add_child` before adding the view."),
    ExplanationPage(
      "teardown_before_closed", .warning,
      "A session was ended in `view_will_disappear`, and the sheet came back.",
      why: "A pull that is let go too early takes the disappearance back.",
      instead: "Clean up in `on_closed`, which comes once and only when it is over."),
    ExplanationPage(
      "presentation_lost", .warning, "A presentation that was asked for never came.",
      why: "It was asked for while another was closing, and UIKit or this version of SwiftUI dropped it; or a write of "
        + "SwiftUI's, as the one at the end of a user's dismissal, or a `while_closing` that keeps one value, took its place.",
      instead: "Ask again when the other one is over."),
    ExplanationPage(
      "presentation_waiting", .warning, "A presentation waits for another one to end.",
      why:
        "SwiftUI presents one sheet at a time for each hosting view, and an alert on a covered view waits, too. Several that "
        + "wait come in the order in which they are written.",
      instead: "Nothing, if that is meant; else attach the second one inside the first one's content."),
    ExplanationPage(
      "same_sheet_stacked", .warning, "The same sheet lies on itself.",
      why: "Two taps presented it twice, each time as a new controller.",
      instead: "Present one controller, or look whether it is on top."),
    ExplanationPage(
      "stuck_candidate", .warning, "A presentation offers no way out.",
      why: "No gesture, no button, no field that somebody looks at, no timer and no code can close it from here.",
      instead: "Give it a button, or a policy that allows a way out."),
    ExplanationPage(
      "reopen_loop", .warning, "Closing a sheet presents it again, over and over.",
      why: "Something that answers its closing makes it come back, and the user did nothing in between.",
      instead: "Look at what sets it: a binding that is written again, or an `on_closed` that presents."),
    ExplanationPage(
      "trap", .warning, "From here the user cannot get out.",
      why: "Every act that is possible is refused or has no effect.",
      instead: "Allow one."),
    ExplanationPage(
      "binding_out_of_step", .warning, "A binding says shown, and nothing is shown; or the other way round.",
      why:
        "UIKit code dismissed what a binding had presented, another delegate took the place of SwiftUI's, or an override of "
        + "`present` presented nothing. Nobody wrote the binding. The line is that of the dismissal, the delegate or the override.",
      instead: "Close through the binding."),
    ExplanationPage(
      "stale_content", .warning, "A sheet was made of the state of before.",
      why:
        "State that is set together with `is_presented`, and that the presenter itself does not read, is not seen by the "
        + "content that is made for the first time.",
      instead: "Read it in the presenter (`on_change`, its content), or present by an item, which brings its value."),
    ExplanationPage(
      "binding_shared", .warning, "One binding drives several modifiers.",
      why: "Each of them presents when it turns true, and only one can.",
      instead: "Give each its own, or attach one modifier further out."),
    ExplanationPage(
      "content_vanished", .warning,
      "A modifier's content gave nothing, so nothing was presented; or a sheet goes out blank.",
      why: "The closure returned nil; or what it shows was reset together with the flag.",
      instead: "Return a view, or keep the binding false; present by an item, whose last value stays."),
    ExplanationPage(
      "unknown_detent", .warning, "The selected or the largest undimmed detent is not among the detents.",
      why: "UIKit falls back to the smallest one, or dims what is behind at every height.",
      instead: "Name one of those in `detents`."),
  ]

  private static let worldWarnings: [ExplanationPage] = [
    ExplanationPage(
      "animated_in_background", .warning, "An animated presentation was asked for in the background.",
      why:
        "Nothing is drawn there, so nobody sees it, and UIKit may drop the animation half done. In the model clocks go on: the transition ends at its time.",
      instead: "Present without animation, or when the app is in the foreground."),
    ExplanationPage(
      "prompt_already_answered", .warning, "A system prompt was asked for that had been answered before.",
      why: "The system asks a person once and remembers.", instead: "Look at the answer you have."),
    ExplanationPage(
      "link_waits", .warning, "A link arrived and waits for a transition, an alert or a forced screen.",
      why: "What it wants to present would be refused now, or pass by what is forced.",
      instead: "Keep it, and act when the scene is at rest and what was in the way is over."),
  ]

  private static let scriptWarnings: [ExplanationPage] = [
    ExplanationPage(
      "side_effect_in_policy", .warning, "A verb that acts was skipped inside a query.",
      why: "UIKit may ask `should_dismiss` at any time and as often as it likes, so an answer must not do anything.",
      instead: "Act in `did_attempt_to_dismiss` or another callback."),
    ExplanationPage(
      "global_defined", .warning, "The script made a new global.",
      why: "In Lua a name without `local` is visible everywhere, also in the next file.",
      instead: "Write `local`; where other files are meant to see it, return it from a module."),
  ]
}
