/// The fields of a ``SceneState``.
struct SceneFields: Hashable, Sendable {
  var profile: Profile
  var device: Device
  var clock = VirtualClock()
  var controllers: [ControllerRecord] = []
  var presentations: [PresentationRecord] = []
  /// The live presentations, lowest first.
  var chain: [PresentationID] = []
  /// The system prompts on screen, oldest first; they are in no chain.
  var prompts: [PresentationID] = []
  /// The label each system prompt was answered with, by its name: the system asks for one thing once, whoever asks.
  var promptAnswers: [String: String] = [:]
  var dismissals: [Dismissal] = []
  var dismissalCount = 0
  var navigations: [NavigationTransition] = []
  var bindings: [BindingRecord] = []
  /// The controllers whose views have modifiers, in the order in which they got them.
  var hosts: [HostRecord] = []
  var presenters: [PresenterRecord] = []
  var work = UpdateWork()
  /// The tasks that run.
  var tasks: [TaskID] = []
  var taskCount = 0
  var attempts: [AttemptRecord] = []
  var timerCount = 0
  /// The timers and jobs that a callback started which told of a closing.
  var echoes: Set<TimerID> = []
  var gesture: GestureState?
  var scrolls: [ScrollPosition] = []
  var isInBackground = false
  /// How many acts a user has done.
  var userActs = 0
  var reopening: Reopening?
  var explanation: Explanation?
  var names = ControllerNames()
  var root = ControllerID(rawValue: 0)
  var trace = Trace()
  var warned: Set<WarningKey> = []

  init(profile: Profile, device: Device) {
    self.profile = profile
    self.device = device
  }
}

extension SceneState {
  var profile: Profile {
    get { fields.profile }
    _modify { yield &fields.profile }
  }

  var device: Device {
    get { fields.device }
    _modify { yield &fields.device }
  }

  var clock: VirtualClock {
    get { fields.clock }
    _modify { yield &fields.clock }
  }

  var controllers: [ControllerRecord] {
    get { fields.controllers }
    _modify { yield &fields.controllers }
  }

  var presentations: [PresentationRecord] {
    get { fields.presentations }
    _modify { yield &fields.presentations }
  }

  var chain: [PresentationID] {
    get { fields.chain }
    _modify { yield &fields.chain }
  }

  var prompts: [PresentationID] {
    get { fields.prompts }
    _modify { yield &fields.prompts }
  }

  var promptAnswers: [String: String] {
    get { fields.promptAnswers }
    _modify { yield &fields.promptAnswers }
  }

  var dismissals: [Dismissal] {
    get { fields.dismissals }
    _modify { yield &fields.dismissals }
  }

  var dismissalCount: Int {
    get { fields.dismissalCount }
    _modify { yield &fields.dismissalCount }
  }

  var navigations: [NavigationTransition] {
    get { fields.navigations }
    _modify { yield &fields.navigations }
  }

  var bindings: [BindingRecord] {
    get { fields.bindings }
    _modify { yield &fields.bindings }
  }

  var hosts: [HostRecord] {
    get { fields.hosts }
    _modify { yield &fields.hosts }
  }

  var presenters: [PresenterRecord] {
    get { fields.presenters }
    _modify { yield &fields.presenters }
  }

  var work: UpdateWork {
    get { fields.work }
    _modify { yield &fields.work }
  }

  var tasks: [TaskID] {
    get { fields.tasks }
    _modify { yield &fields.tasks }
  }

  var taskCount: Int {
    get { fields.taskCount }
    _modify { yield &fields.taskCount }
  }

  var attempts: [AttemptRecord] {
    get { fields.attempts }
    _modify { yield &fields.attempts }
  }

  var timerCount: Int {
    get { fields.timerCount }
    _modify { yield &fields.timerCount }
  }

  var echoes: Set<TimerID> {
    get { fields.echoes }
    _modify { yield &fields.echoes }
  }

  var gesture: GestureState? {
    get { fields.gesture }
    _modify { yield &fields.gesture }
  }

  var scrolls: [ScrollPosition] {
    get { fields.scrolls }
    _modify { yield &fields.scrolls }
  }

  var isInBackground: Bool {
    get { fields.isInBackground }
    _modify { yield &fields.isInBackground }
  }

  var userActs: Int {
    get { fields.userActs }
    _modify { yield &fields.userActs }
  }

  var reopening: Reopening? {
    get { fields.reopening }
    _modify { yield &fields.reopening }
  }

  var explanation: Explanation? {
    get { fields.explanation }
    _modify { yield &fields.explanation }
  }

  var names: ControllerNames {
    get { fields.names }
    _modify { yield &fields.names }
  }

  var root: ControllerID {
    get { fields.root }
    _modify { yield &fields.root }
  }

  var trace: Trace {
    get { fields.trace }
    _modify { yield &fields.trace }
  }

  var warned: Set<WarningKey> {
    get { fields.warned }
    _modify { yield &fields.warned }
  }
}
