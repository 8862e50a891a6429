import LuaRuntime
import PresentationKit

extension Surface {
  /// The words that make a controller.
  package static let constructors: [Member] = [
    constructor("controller", "a view controller without a style of its own (automatic: a page sheet)"),
    constructor("sheet", "a view controller presented as a page sheet"),
    constructor("cover", "a view controller presented full screen: no gesture takes it away"),
    constructor("popover", "a view controller presented as a popover; it needs an `anchor` in regular width"),
    constructor("alert", "an alert; each button dismisses it, then its action runs"),
    constructor("confirmation_dialog", "an action sheet; give it a button of role cancel: UIKit adds none"),
    constructor("system_prompt", "a question of the system, above everything, asked once; its answer is remembered"),
    constructor("navigation", "a navigation controller; controllers in its array part are its stack, from the root up"),
    constructor("tabs", "a tab bar controller; controllers in its array part are its tabs, the first one selected"),
    constructor("container", "a container of your own; controllers in its array part become its children"),
  ]

  /// What may stand in the table that configures a controller.
  package static let options: [Option] = [
    Option("name", .string, "the name that the trace shows"),
    Option("style", .word(ModalPresentationStyle.allCases.map(\.rawValue)), "the presentation style"),
    Option("animated", .boolean, "whether presenting is animated when the call does not say; true by default"),
    Option("is_modal_in_presentation", .flag, "refuses every interactive dismissal without asking the delegate"),
    Option("forced", .boolean, "refuses the user as the modal flag does, and says that it is meant: no silent_block"),
    Option("delegate", .delegate, "the presentation controller's delegate, held weakly as UIKit does"),
    Option(
      "should_dismiss", .query(receives: "self"), "may this swipe dismiss it? Asked only while the modal flag is down"),
    Option("will_dismiss", .action(receives: "self"), "the user's dismissal was accepted and begins"),
    Option("did_dismiss", .action(receives: "self"), "the user's dismissal is over"),
    Option("did_attempt_to_dismiss", .action(receives: "attempt"), "the user tried to dismiss it and was refused"),
    Option("will_present", .action(receives: "self"), "it is about to be presented"),
    Option("view_did_load", .action(receives: "self"), "its view was loaded, once"),
    Option("view_will_appear", .action(receives: "self"), "its view is about to appear"),
    Option("view_is_appearing", .action(receives: "self"), "its view joined the hierarchy"),
    Option("view_did_appear", .action(receives: "self"), "its view has appeared"),
    Option(
      "view_will_disappear", .action(receives: "self"),
      "its view is about to disappear; a cancelled pull takes that back"),
    Option("view_did_disappear", .action(receives: "self"), "its view is gone"),
    Option("interactive_dismiss_disabled", .flag, "SwiftUI's: the user cannot dismiss it; read at updates"),
    Option("on_appear", .action(receives: "self"), "SwiftUI's: before its first frame"),
    Option("on_disappear", .action(receives: "self"), "SwiftUI's: it is gone"),
    Option("content", .query(receives: "self"), "answers its views, made anew at each update"),
    Option("on_closed", .action(receives: "outcome"), "exactly once per presentation, whatever closed it"),
    Option(
      "present", .action(receives: "self, what, options, original"), "overrides presenting through this controller"),
    Option(
      "message", .string, "the text under the title", constructors: ["alert", "confirmation_dialog", "system_prompt"]),
    Option(
      "presenting", .binding,
      "SwiftUI's: it is shown only with a value here, which its buttons' actions get after the alert; a modifier that presents it waits for one",
      constructors: ["alert", "confirmation_dialog"]),
  ]

  package static func options(for constructor: String) -> [Option] {
    allOptions.filter { $0.constructors.isEmpty || $0.constructors.contains(constructor) }
  }

  /// In the order of the documentation.
  package static let allOptions = options + sheetOptions

  private static func constructor(_ word: String, _ what: String) -> Member {
    Member(word, "\(word) \"NAME\" { … }", .reads, "Makes \(what).") { call in
      try call.host.construct(word, call)
    }
  }
}
