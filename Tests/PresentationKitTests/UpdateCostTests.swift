@testable import PresentationKit
import Testing

/// What an update costs, counted in what it looks at.
@Suite struct UpdateCostTests {
  private let stage = Stage()
  private var scene: WindowScene { stage.scene }

  /// A view that looks at a binding of its own.
  private func row(_ number: Int, _ binding: BindingID) -> ContentItem {
    var modifiers = ViewModifiers()
    modifiers.changes = [.init(binding: binding, action: ActionID(rawValue: number))]
    return .modified(.text("row \(number)"), modifiers)
  }

  @Test func `ten thousand updates of a thousand views with a presentation look at what changed`() {
    let bindings = (0..<1000).map { scene.makeBinding(name: "b\($0)", initial: .integer(0)) }
    scene.setContent(bindings.indices.map { row($0, bindings[$0]) }, of: stage.root)
    let shown = scene.makeBinding(name: "shown", initial: .bool(true))
    var modifiers = ViewModifiers()
    modifiers.presentations = [PresentationModifier(.sheet, .flag(shown), content: ActionID(rawValue: 1))]
    scene.setModifiers(modifiers, of: stage.root)
    stage.responder.presented = { [unowned stage] _, _ in stage.sheet("P") }
    stage.settle()
    #expect(scene.stack.count == 1)
    stage.responder.received = []
    scene.setTraceCapacity(100)
    let before = scene.visits
    for update in 0..<10_000 {
      scene.set(bindings[update % 1000], to: .integer(Int64(update + 1)))
      stage.settle()
    }
    // In each the host, the one view that looks at the binding, and the modifier that presents.
    #expect(scene.visits - before == 30_000)
    #expect(stage.responder.received.count == 10_000)
  }

  @Test func `an update that changed nothing anybody looks at looks at nothing but what presents`() {
    scene.setContent((0..<100).map { row($0, scene.makeBinding(name: "b", initial: .none)) }, of: stage.root)
    let other = scene.makeBinding(name: "other", initial: .integer(0))
    stage.settle()
    let before = scene.visits
    scene.set(other, to: .integer(1))
    stage.settle()
    #expect(scene.visits == before)
  }

  @Test func `hosts that are gone cost nothing, though they look at the same binding`() throws {
    let binding = scene.makeBinding(name: "b", initial: .integer(0))
    for number in 0..<200 {
      let sheet = stage.sheet("S")
      scene.setContent([row(number, binding)], of: sheet)
      try stage.show(sheet)
      scene.dismiss(sheet)
      stage.settle()
    }
    scene.set(binding, to: .integer(1))
    stage.settle()
    let before = scene.visits
    scene.set(binding, to: .integer(2))
    stage.settle()
    #expect(scene.visits == before)
  }

  @Test func `a host that comes back is told what changed meanwhile`() throws {
    let binding = scene.makeBinding(name: "b", initial: .integer(0))
    let sheet = stage.sheet("S")
    scene.setContent([row(7, binding)], of: sheet)
    try stage.show(sheet)
    scene.dismiss(sheet)
    stage.settle()
    scene.set(binding, to: .integer(1))
    stage.settle()
    stage.responder.received = []
    try stage.scene.present(sheet, from: stage.root)
    stage.settle()
    let changes = stage.responder.received.filter {
      if case .view(.changed(ActionID(rawValue: 7), new: .integer(1), old: .integer(0)), _) = $0 { true } else { false }
    }
    #expect(changes.count == 1)
  }

  @Test func `a set in order finds, inserts and removes where they belong`() {
    var set = SortedSet<Int>()
    for element in [5, 1, 9, 5, 3] { set.insert(element) }
    #expect(set.elements == [1, 3, 5, 9])
    #expect(set.next(after: nil) == 1)
    #expect(set.next(after: 3) == 5)
    #expect(set.next(after: 4) == 5)
    #expect(set.next(after: 9) == nil)
    set.remove(5)
    set.remove(4)
    #expect(set.elements == [1, 3, 9])
    #expect(set.contains(3))
    #expect(!set.contains(5))
  }
}
