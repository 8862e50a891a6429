extension ExplanationPage {
  static let errors: [ExplanationPage] = [
    ExplanationPage(
      "driver_verb_in_callback", .error,
      "`settle`, `clock:advance` or a `user:` act was used in a callback.",
      why: "Drivers run the simulation, and a callback is called by it: it cannot run underneath itself.",
      instead: "Let the callback return; drive from the script, or from `start(function() … end)`.")
  ]
}
