/// A window scene: the one mutable object. It owns the state, the clock, the main queue and the trace of one
/// simulated window, and changes only when one of its verbs is called or its clock is run.
///
/// ```swift
/// let scene = WindowScene()
/// let sheet = scene.makeController(ControllerConfiguration(name: "Sheet"))
/// try scene.present(sheet, from: scene.root)
/// while scene.runNext() {}
/// print(scene.trace.entries.map(\.text))
/// ```
public final class WindowScene {
  /// Everything the scene is at this moment; `restore(_:)` puts it back.
  #if !DEBUG
    // NB: each look would be checked at a cost of its own. A debug build, which all tests are, checks.
    @exclusivity(unchecked)
  #endif
  public internal(set) var state: SceneState
  /// Whom the scene asks and tells; without one, questions have their default answers.
  @exclusivity(unchecked) public weak var responder: (any SceneResponder)?
  /// Called with each new entry of the trace; must not act on the scene.
  @exclusivity(unchecked) public var onEntry: ((Trace.Entry) -> Void)?

  /// Called in debug builds with what is wrong with the state after a step, instead of stopping.
  package var onViolation: (([String]) -> Void)?

  /// Whether no trace and no account of acts is kept, which many short runs do without; warnings, refusals and errors are
  /// told to `onEntry` as ever.
  @exclusivity(unchecked) package var isQuiet = false
  /// Whether a warning is said each time, and not once for each place: who looks at many ways to one state wants to hear
  /// it on each of them.
  @exclusivity(unchecked) package var repeatsWarnings = false

  /// The callbacks that run now, outermost first.
  @exclusivity(unchecked) var running: [Callback] = []
  /// How many questions are being asked.
  @exclusivity(unchecked) var questions = 0
  /// How deep acts are nested: what callbacks of an act do belongs to it.
  @exclusivity(unchecked) var actDepth = 0
  /// The presentations that attempts close at this moment.
  @exclusivity(unchecked) var proceeding: [PresentationID] = []
  /// The alerts of SwiftUI's whose chosen action runs at this moment: they go when it has.
  @exclusivity(unchecked) var choosing: [PresentationID] = []
  /// The presentation whose content a finger or a key touches at this moment.
  @exclusivity(unchecked) var touching: PresentationID?
  /// Whether a question is asked of which nothing may show.
  @exclusivity(unchecked) var isSilent = false
  /// How many hosts, views, modifiers and bindings updates have looked at.
  @exclusivity(unchecked) package internal(set) var visits = 0
  /// The content that is made at this moment, and what it has read.
  @exclusivity(unchecked) var making: ContentReading?
  /// The bindings that were read while the question of the moment was answered.
  @exclusivity(unchecked) var bindingsRead: [Explanation.Input] = []

  /// A scene whose root view controller, named `root`, is in the window from the start.
  public init(profile: Profile = .ios18, device: Device = .iphone) {
    state = SceneState(profile: profile, device: device)
    state.root = makeController(ControllerConfiguration(name: "root"))
    state[state.root].isViewLoaded = true
    state[state.root].appearance = .appeared
  }

  /// The switches in force. Change them before the first presentation.
  public var profile: Profile {
    get { state.profile }
    set { state.profile = newValue }
  }

  /// The device. Changing it adapts nothing that is presented; `resize(width:height:)` does.
  public var device: Device {
    get { state.device }
    set { state.device = newValue }
  }

  /// The root view controller of the window.
  public var root: ControllerID { state.root }

  /// The topmost presented controller, or the root.
  public var top: ControllerID { state.top }

  /// The presented controllers, lowest first, without the root.
  public var stack: [ControllerID] { state.chain.map { state[$0].controller } }

  /// Whether anything was ever presented.
  public var hasPresented: Bool {
    state.presentations.firstLate > 0 || state.presentations.contains { $0.phase != .unused }
  }

  /// Puts back a state copied from this scene.
  ///
  /// - Precondition: no callback is running.
  public func restore(_ state: SceneState) {
    precondition(!isCallingOut, "a scene cannot be restored from inside one of its callbacks")
    self.state = state
  }

  var isCallingOut: Bool { !running.isEmpty || questions > 0 }

  func notify(_ callback: Callback) {
    guard let responder else { return }
    running.append(callback)
    responder.receive(callback)
    running.removeLast()
  }

  func ask<Answer>(_ question: (any SceneResponder) -> Answer) -> Answer? {
    guard let responder else { return nil }
    questions += 1
    defer { questions -= 1 }
    return question(responder)
  }

  /// Stops a debug build where the state is not sound, unless somebody wants to hear of it. Inside a callback a step is
  /// half done, so nothing is said there.
  func checkInvariants() {
    assert(isCallingOut || isSound(), "\(state.violations)")
  }

  private func isSound() -> Bool {
    guard let onViolation else { return state.violations.isEmpty }
    let violations = state.violations
    if !violations.isEmpty { onViolation(violations) }
    return true
  }
}
