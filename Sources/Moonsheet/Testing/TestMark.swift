import LuaRuntime
import PresentationKit

/// A point to which a host is put back between tests: what was made before it stays usable, what was made later is retired.
package struct TestMark {
  let scene: SceneState
  let state: HostState
  let counts: SceneCounts
  let now: Int
  /// Where Lua's side of it is kept in the registry.
  let number: Int
}

extension MoonsheetHost {
  /// What scripts gave to objects and to the host: kept in Lua, and put back from there. Delegates are held weakly, so
  /// that a copy would change their lives.
  private static let keptStores = Store.allCases.filter { $0 != .delegates }
  private static let marks: StaticString = "moonsheet.marks"

  /// Takes a mark of now. Flows that still wait are cancelled: they belong to no test.
  ///
  /// - Precondition: no flow of the scene is running.
  /// - Complexity: O(*n*) in the number of things made so far.
  package func mark(number: Int) -> TestMark {
    cancelAllFlows()
    state.drives.removeAll()
    lua.withFrame { frame in
      frame.registryTable(Self.marks)
      frame.newTable(fields: Self.keptStores.count + 1)
      for store in Self.keptStores {
        frame.registryTable(store.name)
        pushCopy(deep: store == .observers || store == .presented, on: frame)
        frame.rawSet(-3, key: store.rawValue)
        frame.pop(1)
      }
      pushUserValues(on: frame)
      frame.rawSet(-2, key: "callbacks")
      frame.rawSet(-2, index: number)
    }
    var kept = state
    kept.flows = FlowTable(startingAt: state.flows.next)
    return TestMark(scene: scene.state, state: kept, counts: scene.counts, now: scene.now, number: number)
  }

  /// Puts the host back to a mark: the scene, its clock and bindings are as they were, and the trace is empty.
  ///
  /// Things made since are retired: using them is an error that says that they are no longer alive.
  ///
  /// - Complexity: O(*n*) in the number of things there are.
  package func restore(_ mark: TestMark) {
    cancelAllFlows()
    retire(since: mark)
    lua.withFrame { frame in
      frame.registryTable(Self.marks)
      guard frame.rawGet(-1, index: mark.number) == .table else { return }
      for store in Self.keptStores {
        frame.rawGet(-1, key: store.rawValue)
        frame.registryTable(store.name)
        refill(deep: store == .observers || store == .presented, on: frame)
      }
      restoreUserValues(on: frame)
    }
    state = mark.state
    scene.restore(mark.scene)
    scene.clearTrace()
  }

  /// Whether nothing was made or done since a mark, so that there is nothing to put back.
  package func isUntouched(since mark: TestMark) -> Bool {
    scene.counts == mark.counts && scene.counts.controllers == 1 && state.nextReference == mark.state.nextReference
      && state.flows.next.rawValue == mark.state.flows.next.rawValue + 1 && scene.trace.total == 0
      && scene.now == mark.now
      && state.configuredAt.isEmpty && state.flows.all.allSatisfy { $0.status.isOver }
  }

  // MARK: Retiring

  private func retire(since mark: TestMark) {
    for id in scene.controllers(since: mark.counts) { lua.invalidate(id, as: classes.controller) }
    for id in scene.presentations(since: mark.counts) { lua.invalidate(id, as: classes.presentationController) }
    for id in scene.bindings(since: mark.counts) { lua.invalidate(id, as: classes.binding) }
    for id in scene.attempts(since: mark.counts) {
      lua.invalidate(id, as: classes.attempt)
      lua.invalidate(Token(serial: -1 - id.rawValue), as: classes.token)
    }
    for id in scene.timers(since: mark.counts) { lua.invalidate(id, as: classes.timer) }
    for id in numbers(from: mark.state.flows.next.rawValue, to: state.flows.next.rawValue) {
      lua.invalidate(FlowID(rawValue: id), as: classes.flow)
    }
    for id in numbers(from: mark.state.nextToken, to: state.nextToken + 1) {
      lua.invalidate(Token(serial: id), as: classes.token)
    }
    for id in numbers(from: mark.state.nextReference, to: state.nextReference) {
      lua.invalidate(DelegateID(rawValue: id), as: classes.delegate)
      lua.invalidate(ViewDescription(serial: id, item: .text("")), as: classes.view)
      lua.invalidate(Policy(serial: id, kind: .never), as: classes.policy)
    }
  }

  private func numbers(from low: Int, to high: Int) -> Range<Int> { low..<max(low, high) }

  // MARK: Lua's side

  /// Pushes a copy of the table on top; with `deep` of the tables in it too.
  private func pushCopy(deep: Bool, on frame: LuaFrame) {
    let source = frame.absolute(-1)
    frame.newTable()
    let copy = frame.absolute(-1)
    frame.forEachPair(in: source) { frame in
      self.setCopy(ofPairOn: frame, in: copy, deep: deep)
    }
  }

  /// Sets the pair on top of the stack in `table`, leaving it there; with `deep` a table is copied.
  private func setCopy(ofPairOn frame: LuaFrame, in table: Int, deep: Bool) {
    let top = frame.count
    frame.pushCopy(of: top - 1)
    frame.pushCopy(of: top)
    if deep, frame.type(at: -1) == .table {
      pushCopy(deep: false, on: frame)
      frame.remove(at: -2)
    }
    frame.rawSet(table)
  }

  /// Makes the table on top hold what the one below it holds; pops both.
  private func refill(deep: Bool, on frame: LuaFrame) {
    let (saved, target) = (frame.absolute(-2), frame.absolute(-1))
    var stale: [Int] = []
    frame.forEachPair(in: target) { frame in
      if let key = frame.integer(at: -2) { stale.append(Int(key)) }
    }
    for key in stale {
      frame.pushNil()
      frame.rawSet(target, index: key)
    }
    frame.forEachPair(in: saved) { frame in
      self.setCopy(ofPairOn: frame, in: target, deep: deep)
    }
    frame.pop(2)
  }

  /// Where the copy of the app's callbacks is kept, beside those of controllers by their numbers.
  private static let appKey = -1

  /// Pushes the table of the app's callbacks; false where there is no app.
  private func pushAppCallbacks(on frame: LuaFrame) -> Bool {
    guard let (app, luaClass) = classes.singletons.first(where: { $0.0 == .app }) else { return false }
    frame.push(app, as: luaClass)
    frame.pushUserValue(of: -1)
    return true
  }

  /// Pushes a table of copies of what controllers and the app were configured with, by id.
  private func pushUserValues(on frame: LuaFrame) {
    frame.newTable()
    let copies = frame.absolute(-1)
    frame.registryTable(Store.controllers.name)
    frame.forEachPair(in: frame.absolute(-1)) { frame in
      guard let id = frame.integer(at: -2) else { return }
      frame.pushUserValue(of: -1)
      self.pushCopy(deep: false, on: frame)
      frame.rawSet(copies, index: Int(id))
    }
    frame.pop(1)
    guard pushAppCallbacks(on: frame) else { return }
    pushCopy(deep: false, on: frame)
    frame.rawSet(copies, index: Self.appKey)
    frame.pop(2)
  }

  /// Puts back what controllers and the app were configured with; the mark's table is on top and stays.
  private func restoreUserValues(on frame: LuaFrame) {
    frame.rawGet(-1, key: "callbacks")
    let copies = frame.absolute(-1)
    frame.registryTable(Store.controllers.name)
    frame.forEachPair(in: frame.absolute(-1)) { frame in
      guard let id = frame.integer(at: -2) else { return }
      frame.pushUserValue(of: -1)
      let target = frame.absolute(-1)
      guard frame.type(at: target) == .table, frame.rawGet(copies, index: Int(id)) == .table else { return }
      self.replaceFields(of: target, by: frame.absolute(-1), on: frame)
    }
    frame.pop(1)
    if pushAppCallbacks(on: frame), frame.rawGet(copies, index: Self.appKey) == .table {
      replaceFields(of: frame.absolute(-2), by: frame.absolute(-1), on: frame)
      frame.pop(3)
    }
    frame.pop(1)
  }

  private func replaceFields(of target: Int, by saved: Int, on frame: LuaFrame) {
    var stale: [String] = []
    frame.forEachPair(in: target) { frame in
      if let key = frame.string(at: -2), frame.type(at: -2) == .string { stale.append(key) }
    }
    for key in stale {
      frame.pushNil()
      frame.rawSet(target, key: key)
    }
    frame.forEachPair(in: saved) { frame in
      self.setCopy(ofPairOn: frame, in: target, deep: false)
    }
  }
}
