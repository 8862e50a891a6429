/// The fields of a ``SceneState``.
struct SceneFields: Hashable, Sendable {
  var profile: Profile
  var device: Device
  var clock = VirtualClock()
  var controllers: [ControllerRecord] = []
  var presentations = PresentationTable()
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
    get { $fields.value.profile }
    _modify { yield &fields.profile }
  }

  var device: Device {
    get { $fields.value.device }
    _modify { yield &fields.device }
  }

  var clock: VirtualClock {
    get { $fields.value.clock }
    _modify { yield &fields.clock }
  }

  var controllers: [ControllerRecord] {
    get { $fields.value.controllers }
    _modify { yield &fields.controllers }
  }

  var presentations: PresentationTable {
    get { $fields.value.presentations }
    _modify { yield &fields.presentations }
  }

  var chain: [PresentationID] {
    get { $fields.value.chain }
    _modify { yield &fields.chain }
  }

  var prompts: [PresentationID] {
    get { $fields.value.prompts }
    _modify { yield &fields.prompts }
  }

  var promptAnswers: [String: String] {
    get { $fields.value.promptAnswers }
    _modify { yield &fields.promptAnswers }
  }

  var dismissals: [Dismissal] {
    get { $fields.value.dismissals }
    _modify { yield &fields.dismissals }
  }

  var dismissalCount: Int {
    get { $fields.value.dismissalCount }
    _modify { yield &fields.dismissalCount }
  }

  var navigations: [NavigationTransition] {
    get { $fields.value.navigations }
    _modify { yield &fields.navigations }
  }

  var bindings: [BindingRecord] {
    get { $fields.value.bindings }
    _modify { yield &fields.bindings }
  }

  var hosts: [HostRecord] {
    get { $fields.value.hosts }
    _modify { yield &fields.hosts }
  }

  var presenters: [PresenterRecord] {
    get { $fields.value.presenters }
    _modify { yield &fields.presenters }
  }

  var work: UpdateWork {
    get { $fields.value.work }
    _modify { yield &fields.work }
  }

  var tasks: [TaskID] {
    get { $fields.value.tasks }
    _modify { yield &fields.tasks }
  }

  var taskCount: Int {
    get { $fields.value.taskCount }
    _modify { yield &fields.taskCount }
  }

  var attempts: [AttemptRecord] {
    get { $fields.value.attempts }
    _modify { yield &fields.attempts }
  }

  var timerCount: Int {
    get { $fields.value.timerCount }
    _modify { yield &fields.timerCount }
  }

  var echoes: Set<TimerID> {
    get { $fields.value.echoes }
    _modify { yield &fields.echoes }
  }

  var gesture: GestureState? {
    get { $fields.value.gesture }
    _modify { yield &fields.gesture }
  }

  var scrolls: [ScrollPosition] {
    get { $fields.value.scrolls }
    _modify { yield &fields.scrolls }
  }

  var isInBackground: Bool {
    get { $fields.value.isInBackground }
    _modify { yield &fields.isInBackground }
  }

  var userActs: Int {
    get { $fields.value.userActs }
    _modify { yield &fields.userActs }
  }

  var reopening: Reopening? {
    get { $fields.value.reopening }
    _modify { yield &fields.reopening }
  }

  var explanation: Explanation? {
    get { $fields.value.explanation }
    _modify { yield &fields.explanation }
  }

  var names: ControllerNames {
    get { $fields.value.names }
    _modify { yield &fields.names }
  }

  var root: ControllerID {
    get { $fields.value.root }
    _modify { yield &fields.root }
  }

  var trace: Trace {
    get { $fields.value.trace }
    _modify { yield &fields.trace }
  }

  var warned: Set<WarningKey> {
    get { $fields.value.warned }
    _modify { yield &fields.warned }
  }
}
