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
    @inline(__always) get { box.value.profile }
    @inline(__always) _modify { yield &fields.profile }
  }

  var device: Device {
    @inline(__always) get { box.value.device }
    @inline(__always) _modify { yield &fields.device }
  }

  var clock: VirtualClock {
    @inline(__always) get { box.value.clock }
    @inline(__always) _modify { yield &fields.clock }
  }

  var controllers: [ControllerRecord] {
    @inline(__always) get { box.value.controllers }
    @inline(__always) _modify { yield &fields.controllers }
  }

  var presentations: PresentationTable {
    @inline(__always) get { box.value.presentations }
    @inline(__always) _modify { yield &fields.presentations }
  }

  var chain: [PresentationID] {
    @inline(__always) get { box.value.chain }
    @inline(__always) _modify { yield &fields.chain }
  }

  var prompts: [PresentationID] {
    @inline(__always) get { box.value.prompts }
    @inline(__always) _modify { yield &fields.prompts }
  }

  var promptAnswers: [String: String] {
    @inline(__always) get { box.value.promptAnswers }
    @inline(__always) _modify { yield &fields.promptAnswers }
  }

  var dismissals: [Dismissal] {
    @inline(__always) get { box.value.dismissals }
    @inline(__always) _modify { yield &fields.dismissals }
  }

  var dismissalCount: Int {
    @inline(__always) get { box.value.dismissalCount }
    @inline(__always) _modify { yield &fields.dismissalCount }
  }

  var navigations: [NavigationTransition] {
    @inline(__always) get { box.value.navigations }
    @inline(__always) _modify { yield &fields.navigations }
  }

  var bindings: [BindingRecord] {
    @inline(__always) get { box.value.bindings }
    @inline(__always) _modify { yield &fields.bindings }
  }

  var hosts: [HostRecord] {
    @inline(__always) get { box.value.hosts }
    @inline(__always) _modify { yield &fields.hosts }
  }

  var presenters: [PresenterRecord] {
    @inline(__always) get { box.value.presenters }
    @inline(__always) _modify { yield &fields.presenters }
  }

  var work: UpdateWork {
    @inline(__always) get { box.value.work }
    @inline(__always) _modify { yield &fields.work }
  }

  var tasks: [TaskID] {
    @inline(__always) get { box.value.tasks }
    @inline(__always) _modify { yield &fields.tasks }
  }

  var taskCount: Int {
    @inline(__always) get { box.value.taskCount }
    @inline(__always) _modify { yield &fields.taskCount }
  }

  var attempts: [AttemptRecord] {
    @inline(__always) get { box.value.attempts }
    @inline(__always) _modify { yield &fields.attempts }
  }

  var timerCount: Int {
    @inline(__always) get { box.value.timerCount }
    @inline(__always) _modify { yield &fields.timerCount }
  }

  var echoes: Set<TimerID> {
    @inline(__always) get { box.value.echoes }
    @inline(__always) _modify { yield &fields.echoes }
  }

  var gesture: GestureState? {
    @inline(__always) get { box.value.gesture }
    @inline(__always) _modify { yield &fields.gesture }
  }

  var scrolls: [ScrollPosition] {
    @inline(__always) get { box.value.scrolls }
    @inline(__always) _modify { yield &fields.scrolls }
  }

  var isInBackground: Bool {
    @inline(__always) get { box.value.isInBackground }
    @inline(__always) _modify { yield &fields.isInBackground }
  }

  var userActs: Int {
    @inline(__always) get { box.value.userActs }
    @inline(__always) _modify { yield &fields.userActs }
  }

  var reopening: Reopening? {
    @inline(__always) get { box.value.reopening }
    @inline(__always) _modify { yield &fields.reopening }
  }

  var explanation: Explanation? {
    @inline(__always) get { box.value.explanation }
    @inline(__always) _modify { yield &fields.explanation }
  }

  var names: ControllerNames {
    @inline(__always) get { box.value.names }
    @inline(__always) _modify { yield &fields.names }
  }

  var root: ControllerID {
    @inline(__always) get { box.value.root }
    @inline(__always) _modify { yield &fields.root }
  }

  var trace: Trace {
    @inline(__always) get { box.value.trace }
    @inline(__always) _modify { yield &fields.trace }
  }

  var warned: Set<WarningKey> {
    @inline(__always) get { box.value.warned }
    @inline(__always) _modify { yield &fields.warned }
  }
}
