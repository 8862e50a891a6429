/// Everything a scene is at one moment: a value, to be copied out and put back.
public struct SceneState: Hashable, Sendable {
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

  subscript(_ id: ControllerID) -> ControllerRecord {
    get { controllers[id.rawValue] }
    _modify { yield &controllers[id.rawValue] }
  }

  subscript(_ id: PresentationID) -> PresentationRecord {
    get { presentations[id.rawValue] }
    _modify { yield &presentations[id.rawValue] }
  }

  subscript(_ id: BindingID) -> BindingRecord {
    get { bindings[id.rawValue] }
    _modify { yield &bindings[id.rawValue] }
  }

  subscript(_ id: PresenterID) -> PresenterRecord {
    get { presenters[id.rawValue] }
    _modify { yield &presenters[id.rawValue] }
  }

  /// About how many bytes a copy takes once the two have gone their ways; what they share then is counted, too.
  package var weight: Int {
    func bytes<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
    return bytes(controllers) + bytes(presentations) + bytes(bindings) + bytes(attempts) + bytes(hosts)
      + bytes(presenters) + bytes(dismissals) + bytes(scrolls)
      + warned.count * MemoryLayout<WarningKey>.stride * 2
  }

  mutating func makeTimer() -> TimerID {
    timerCount += 1
    return TimerID(rawValue: timerCount - 1)
  }
}
