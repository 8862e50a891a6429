import LuaRuntime
import PresentationKit

/// A hash of the whole simulation, in which two points are the same when nothing can tell them apart from now on
/// (decision 12): the scene, bindings and what is due, relative to the clock; the flows that wait; and what scripts
/// have made, from there in order of reach.
package final class HostFingerprint {
  private unowned let host: MoonsheetHost
  private let walk: LuaHeapWalk
  @exclusivity(unchecked) private var words = CanonicalWords()
  @exclusivity(unchecked) private var bindings: [(id: Int, number: Int)] = []
  @exclusivity(unchecked) private var hosts: [(index: Int, number: Int)] = []
  @exclusivity(unchecked) private var number = 0
  /// What scripts have read of their history, and so tells points apart.
  @exclusivity(unchecked) package var counted: HistoryRead = []

  private static let flow = 12
  private static let pending = 13
  private static let token = 14

  /// - Throws: where Lua is another than the walk knows.
  package init(of host: MoonsheetHost) throws(LuaError) {
    self.host = host
    walk = try LuaHeapWalk(of: host.lua)
    host.nameObjects()
  }

  /// The hash of now.
  ///
  /// - Precondition: nothing is running.
  package func callAsFunction() -> (high: UInt64, low: UInt64) {
    walk.begin()
    bindings.removeAll(keepingCapacity: true)
    hosts.removeAll(keepingCapacity: true)
    host.scene.state.encodeRoots(into: &words)
    flush()
    addFlows()
    addAnswers()
    addPlan()
    walk.addGlobals()
    addApp()
    if !counted.isEmpty { addHistory() }
    number = 0
    while let thing = walk.next() { describe(thing) }
    addOrders()
    return walk.hash
  }

  /// A hash of the scene and the bindings alone. Points that scripts could tell apart may have one.
  package func abstract() -> (high: UInt64, low: UInt64) {
    walk.begin()
    host.scene.state.encodeRoots(into: &words)
    for binding in 0..<host.scene.bindingCount { words.refer(.binding, binding) }
    flush()
    while let thing = walk.next() {
      switch SceneThing(rawValue: UInt32(thing.kind)) {
      case .controller?: host.scene.state.encode(ControllerID.numbered(thing.id), into: &words)
      case .presentation?: host.scene.state.encode(PresentationID.numbered(thing.id), counted: false, into: &words)
      case .binding?: host.scene.state.encode(BindingID.numbered(thing.id), into: &words)
      case .presenter?: host.scene.state.encode(presenter: thing.id, into: &words)
      default: break
      }
      flush()
    }
    return walk.hash
  }

  /// Hands what was encoded to the walk.
  private func flush() {
    words.words.withUnsafeBytes { walk.add(words: $0) }
    words.removeAll()
  }

  // MARK: Roots

  /// The flows that wait, oldest first; not the one that the exploration has left behind.
  private func addFlows() {
    for flow in host.state.flows.all where !flow.status.isOver && flow.id != host.exploring.stop?.flow {
      walk.refer(Self.flow, flow.id.rawValue)
    }
    walk.add(0)
    for drive in host.state.drives {
      walk.add(drive.horizon.map { $0 - host.scene.now } ?? -1)
      walk.refer(Self.flow, drive.flow?.rawValue ?? 0)
    }
  }

  private func addAnswers() {
    for answer in host.state.answers {
      words.refer(.timer, answer.timer.rawValue)
      words.add(answer.name)
      words.add(answer.isSuccess)
      words.add(answer.value)
    }
    words.add(host.state.answers.count)
    flush()
  }

  /// What the exploration itself will call: events happen, and questions see variables.
  private func addPlan() {
    let plan = host.state.plan
    let asked = plan.always + plan.sometimes + plan.events
    var functions = asked.map(\.function) + host.state.invariants.map(\.function)
    for temporal in plan.temporal { functions += [temporal.function] + (temporal.goal.map { [$0] } ?? []) }
    for function in functions { walk.refer(Int(SceneThing.action.rawValue), function.rawValue) }
  }

  /// The callbacks that were assigned to `app`.
  private func addApp() {
    guard let (app, luaClass) = host.classes.singletons.first(where: { $0.0 == .app }) else { return }
    host.lua.withFrame { frame in
      guard frame.pushIfKnown(app, as: luaClass) else { return walk.add(0) }
      walk.addUserValueOfTop(of: frame)
      frame.pop(1)
    }
  }

  private func addHistory() {
    walk.add(counted.rawValue)
    if counted.contains(.clock) { walk.add(host.scene.now) }
    if counted.contains(.trace) { walk.add(host.scene.trace.total) }
    if counted.contains(.random) { walk.addRandomState() }
    if counted.contains(.serials) { walk.add(host.lua.serialCount) }
    if counted.contains(.memory) { walk.add(host.lua.memoryInUse) }
  }

  /// Updates go through bindings and hosts by their age, which nothing else says.
  private func addOrders() {
    if bindings.count > 1 {
      bindings.sort { $0.id < $1.id }
      for binding in bindings { walk.add(binding.number) }
    }
    if hosts.count > 1 {
      hosts.sort { $0.index < $1.index }
      for host in hosts { walk.add(host.number) }
    }
  }

  // MARK: Things

  private func describe(_ thing: LuaHeapWalk.Thing) {
    defer { number += 1 }
    walk.add(thing.kind)
    switch SceneThing(rawValue: UInt32(thing.kind)) {
    case .controller?: describeController(thing.id)
    case .presentation?:
      words.add(0)
      host.scene.state.encode(
        PresentationID.numbered(thing.id), counted: counted.contains(.attempts), into: &words)
      flush()
    case .binding?: describeBinding(thing.id)
    case .presenter?:
      host.scene.state.encode(presenter: thing.id, into: &words)
      flush()
    case .timer?: describeTimer(thing.id)
    case .attempt?:
      host.scene.state.encode(AttemptID.numbered(thing.id), counted: counted.contains(.attempts), into: &words)
      flush()
    case .task?: walk.refer(Self.flow, host.state.taskFlows[TaskID.numbered(thing.id)]?.rawValue ?? 0)
    case .delegate?:
      walk.add(host.state.forwardingDelegates.contains(DelegateID(rawValue: thing.id)) ? 1 : 0)
      addUserValue(thing.id, of: .delegates)
    case .completion?:
      add(thing.id, from: .completions)
      if let subject = host.state.completionSubjects[CompletionID(rawValue: thing.id)] {
        walk.refer(Int(SceneThing.controller.rawValue), subject.rawValue)
      }
    case .action?: describeAction(thing.id)
    case .reference?: add(thing.id, from: .values)
    case nil: describeOther(thing)
    }
  }

  private func describeController(_ id: Int) {
    let controller = ControllerID.numbered(id)
    host.scene.state.encode(controller, into: &words)
    if counted.contains(.names) { words.add(host.scene.name(of: controller)) }
    if counted.contains(.outcomes), let last = host.scene.lastPresentation(of: controller) {
      words.refer(.presentation, last.rawValue)
    }
    flush()
    if let index = host.scene.state.hostIndex(of: controller) { hosts.append((index, number)) }
    addUserValue(id, of: .controllers)
    add(id, from: .presented)
  }

  private func describeBinding(_ id: Int) {
    let binding = BindingID.numbered(id)
    host.scene.state.encode(binding, into: &words)
    words.add(host.state.cleanValues[binding] ?? .none)
    flush()
    if host.scene.state.isObserved(binding) { bindings.append((id, number)) }
    add(id, from: .observers)
    add(id, from: .derivations)
    add(id, from: .identities)
  }

  private func describeTimer(_ id: Int) {
    walk.add(host.scene.isPending(TimerID.numbered(id)) ? 1 : 0)
    if let flow = host.state.flows.flow(waitingFor: TimerID.numbered(id)) { walk.refer(Self.flow, flow.rawValue) }
    add(id, from: .timers)
  }

  private func describeAction(_ id: Int) {
    add(id, from: .actions)
    guard let content = host.state.modifierContents[ActionID(rawValue: id)] else { return }
    words.add(content.kind.rawValue)
    words.add(content.name ?? "")
    flush()
  }

  private func describeOther(_ thing: LuaHeapWalk.Thing) {
    switch thing.kind {
    case Self.flow: describeFlow(FlowID(rawValue: thing.id))
    case Self.pending:
      if let controller = host.state.environments[thing.id] {
        walk.refer(Int(SceneThing.controller.rawValue), controller.rawValue)
      }
    case Self.token: break
    default:
      walk.addUserValue(of: thing)
      describeValue(thing)
    }
  }

  private func describeFlow(_ id: FlowID) {
    words.add(host.state.flows.status(of: id).word)
    guard let flow = host.state.flows[id], !flow.status.isOver else { return flush() }
    switch flow.kind {
    case .main: words.add(0)
    case .started: words.add(1)
    case .input: words.add(3)
    case .callback(let place):
      words.add(2)
      words.add(place.name)
      if case .controller(let controller) = place.subject { words.refer(.controller, controller.rawValue) }
      if let presenter = place.presenter { words.refer(.presenter, presenter.rawValue) }
      if let awaited = place.awaited { words.refer(.controller, awaited.rawValue) }
    }
    if let attempt = flow.attempt { words.refer(.attempt, attempt.rawValue) }
    if case .waiting(let wait) = flow.status { encode(wait) }
    flush()
    if let parent = flow.parent, parent != host.exploring.stop?.flow { walk.refer(Self.flow, parent.rawValue) }
    walk.add(flow.lua)
  }

  private func encode(_ wait: Wait) {
    switch wait {
    case .presentation(let presentation, _):
      words.add(1)
      words.refer(.presentation, presentation.rawValue)
    case .choice(let presentation, _):
      words.add(2)
      words.refer(.presentation, presentation.rawValue)
    case .timer(let timer):
      words.add(3)
      words.refer(.timer, timer.rawValue)
    case .request(let name):
      words.add(4)
      words.add(name)
    case .drive: words.add(5)
    }
  }

  /// Objects that are what they hold.
  private func describeValue(_ thing: LuaHeapWalk.Thing) {
    let classes = host.classes
    if let view = walk.object(thing, as: classes.view) {
      host.scene.state.encode(view.item, into: &words)
    } else if let policy = walk.object(thing, as: classes.policy) {
      encode(policy.kind)
    } else if let detent = walk.object(thing, as: classes.detent) {
      words.add(detent.detent.identifier)
    } else if let original = walk.object(thing, as: classes.originalPresent) {
      words.refer(.controller, original.receiver.rawValue)
      if let presenter = original.presenter { words.refer(.presenter, presenter.rawValue) }
    } else if let view = walk.object(thing, as: classes.representable) {
      words.refer(.controller, view.controller.rawValue)
      words.add(view.isBeingMade)
    } else if let dismiss = walk.object(thing, as: classes.dismissAction) {
      switch dismiss.target {
      case .controller(let controller): words.refer(.controller, controller.rawValue)
      case .pending(let number):
        flush()
        walk.refer(Self.pending, number)
      }
    } else {
      // An embedder's own: its class and its place tell it from others.
      words.add(thing.kind)
      words.add(thing.id)
    }
    flush()
  }

  private func encode(_ policy: Policy.Kind) {
    switch policy {
    case .never: words.add(0)
    case .always: words.add(1)
    case .dirty(let binding):
      words.add(2)
      words.refer(.binding, binding.rawValue)
    case .all(let count):
      words.add(3)
      words.add(count)
    case .any(let count):
      words.add(4)
      words.add(count)
    case .negate: words.add(5)
    case .atRoot(let navigation):
      words.add(6)
      words.refer(.controller, navigation.rawValue)
    case .rules(let rules):
      words.add(7)
      for rule in rules { words.add(rule.pattern.text) }
    }
  }

  // MARK: What Lua keeps under numbers

  private func add(_ id: Int, from store: MoonsheetHost.Store) {
    host.lua.withFrame { frame in
      host.push(id, from: store, on: frame)
      walk.addTop(of: frame)
      frame.pop(1)
    }
  }

  private func addUserValue(_ id: Int, of store: MoonsheetHost.Store) {
    host.lua.withFrame { frame in
      host.push(id, from: store, on: frame)
      walk.addUserValueOfTop(of: frame)
      frame.pop(1)
    }
  }
}

extension MoonsheetHost {
  /// Says what the objects of each class are called in a walk.
  fileprivate func nameObjects() {
    func thing(_ thing: SceneThing, _ id: Int) -> (kind: Int, id: Int) { (Int(thing.rawValue), id) }
    classes.controller.canonicalName = { thing(.controller, $0.rawValue) }
    classes.presentationController.canonicalName = { thing(.presentation, $0.rawValue) }
    classes.delegate.canonicalName = { thing(.delegate, $0.rawValue) }
    classes.attempt.canonicalName = { thing(.attempt, $0.rawValue) }
    classes.binding.canonicalName = { thing(.binding, $0.rawValue) }
    classes.timer.canonicalName = { thing(.timer, $0.rawValue) }
    classes.flow.canonicalName = { (12, $0.rawValue) }
    // NB: the tokens of attempts count downwards.
    classes.token.canonicalName = { (14, $0.serial & 0xFFFF_FFFF_FFFF) }
  }
}
