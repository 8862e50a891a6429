import LuaRuntime
import PresentationKit

/// Everything the host knows beside the scene and Lua's own memory, as one value.
///
/// Scripts' functions stay in Lua, keyed by the ids that stand here, so that a copy of this value, of the scene's state and of
/// Lua's region are together one point in time.
struct HostState: Sendable {
  var flows = FlowTable()
  var mainFlow: FlowID?
  var mainStatus = FlowRecord.Status.running
  var mainError: LuaError?
  var drives: [Drive] = []
  /// Acts, ended drives and clock entries so far.
  var steps = 0
  /// The flows that wait for an answer to each request, oldest first.
  var requests: [String: [FlowID]] = [:]
  /// The timers of `after` that still wait, with the lines that started them.
  var timers: [TimerID: SourceSite?] = [:]
  var silence = Silence()
  /// What an answer, once its turn of the main queue has come, is handed to.
  var answers: [PendingAnswer] = []
  /// Where each controller was configured; a second time is an error.
  var configuredAt: [ControllerID: SourceSite] = [:]
  /// The word a controller was made with (`sheet`, `alert`), for messages.
  var constructors: [ControllerID: String] = [:]
  /// What each completion that is to come was given for.
  var completionSubjects: [CompletionID: ControllerID] = [:]
  /// Where each derived binding was mapped.
  var mappedAt: [BindingID: SourceSite] = [:]
  /// What each binding was made with, or held at its last `rebase`.
  var cleanValues: [BindingID: Value] = [:]
  /// How what a presentation modifier presents is made, by the number of its content.
  var modifierContents: [ActionID: ModifierContent] = [:]
  /// The numbers made while each controller's content was, the last times.
  var contentReferences: [ControllerID: [Range<Int>]] = [:]
  /// Whose content is being made.
  var environment: EnvironmentTarget?
  /// What the content functions of modifiers answered.
  var environments: [Int: ControllerID] = [:]
  /// The flows of views' tasks.
  var taskFlows: [TaskID: FlowID] = [:]
  /// The delegates that hand on what they do not answer.
  var forwardingDelegates: Set<DelegateID> = []
  /// The patterns of all `policy.rules`, to report those that never matched.
  var rulePatterns: [RulePattern] = []
  /// Bytes of what scripts made on the host's side in this run: names, views, controllers, entries of the trace.
  var charged = 0
  /// What `explore { … }` asked for.
  var plan = ExplorationPlan()
  /// Whether time would not come to rest, so that an exploration goes no further.
  var isWithoutRest = false
  /// What was declared by `invariant`.
  var invariants: [ScriptInvariant] = []
  var nextReference = 1
  var nextToken = 1
  /// The query that is being answered, if any: acting is barred.
  var query: QueryContext?
  var failure = Failure()

  /// About how many bytes a copy takes once the two have gone their ways.
  var weight: Int {
    let entries =
      timers.count + configuredAt.count + constructors.count + completionSubjects.count
      + mappedAt.count + cleanValues.count + modifierContents.count + contentReferences.count + environments.count
      + taskFlows.count + forwardingDelegates.count + rulePatterns.count + answers.count
    return entries * 96 + flows.weight
  }

  mutating func makeReference() -> Int {
    defer { nextReference += 1 }
    return nextReference
  }
}

/// What was made before a run that hit a limit: its callbacks are not called any more, so that the scene can come to rest.
struct Silence: Sendable {
  var controllers = 0
  var bindings = 0
  var references = 0
}

/// One pattern of a `policy.rules`.
struct RulePattern: Sendable {
  let text: String
  let site: SourceSite?
  var hasMatched = false
}

/// What has gone wrong so far in a run.
struct Failure: Sendable {
  /// A callback, a started flow or the script itself raised.
  var scriptFailed = false
  /// Fuel, time, memory, or rest that did not come.
  var limitHit = false
  var interrupted = false
}

/// The question being answered.
struct QueryContext: Sendable {
  /// `should_dismiss`, `is_modal_in_presentation`, `get`.
  let name: String
  /// As the trace names it.
  let subject: String
  /// As a message names it.
  let description: String
}

/// An `app:answer` on its way through the main queue.
struct PendingAnswer: Sendable {
  let timer: TimerID
  let name: String
  let isSuccess: Bool
  let value: Value
}
