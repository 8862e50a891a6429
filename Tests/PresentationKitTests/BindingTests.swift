import PresentationKit
import Testing

@Suite struct BindingTests {
  @Test func `not a number equals itself, so setting it again is no change`() {
    let stage = Stage()
    let binding = stage.scene.makeBinding(name: "n", initial: .number(.nan))
    stage.scene.observe(binding)
    stage.scene.set(binding, to: .number(-.nan))
    stage.settle()
    #expect(stage.responder.received.isEmpty)
    #expect(Value.number(.nan).hashValue == Value.number(-.nan).hashValue)
    #expect(Value.number(.nan) != .number(0))
  }

  let stage = Stage()
  var scene: WindowScene { stage.scene }

  private var changes: [Callback] {
    stage.responder.received.filter { if case .bindingChanged = $0 { true } else { false } }
  }

  @Test func `several writes in one turn are one change at the next update`() {
    let binding = scene.makeBinding(name: "s", initial: .integer(0))
    scene.observe(binding)
    scene.set(binding, to: .integer(1))
    scene.set(binding, to: .integer(2), by: .system)
    #expect(stage.lines == ["binding s = 1 (script)", "binding s = 2 (system)"])
    #expect(changes.isEmpty)
    stage.settle()
    #expect(changes == [.bindingChanged(binding, new: .integer(2), old: .integer(0))])
  }

  @Test func `a value written and taken back is no change`() {
    let binding = scene.makeBinding(name: "s", initial: .bool(false))
    scene.observe(binding)
    scene.set(binding, to: .bool(true))
    scene.set(binding, to: .bool(false))
    stage.settle()
    #expect(changes.isEmpty)
  }

  @Test func `a write while changes are told is a change of the next update`() {
    let binding = scene.makeBinding(name: "s", initial: .integer(0))
    scene.observe(binding)
    stage.responder.react = { [scene] callback in
      guard case .bindingChanged(_, .integer(1), _) = callback else { return }
      scene.set(binding, to: .integer(2))
    }
    scene.set(binding, to: .integer(1))
    scene.runNext()
    #expect(changes.count == 1)
    stage.settle()
    #expect(changes.last == .bindingChanged(binding, new: .integer(2), old: .integer(1)))
  }

  @Test func `a derived binding reads and writes through to its base`() {
    let base = scene.makeBinding(name: "n", initial: .integer(1))
    let derived = scene.makeDerivedBinding(of: base, name: "isTwo")
    stage.responder.derive = { .bool($0 == .integer(2)) }
    stage.responder.underive = { new, base in new.isTrue ? .integer(2) : base }
    scene.observe(derived)
    #expect(scene.value(of: derived) == .bool(false))
    scene.set(derived, to: .bool(true))
    stage.settle()
    #expect(scene.value(of: base) == .integer(2))
    #expect(stage.lines == ["binding n = 2 (script)"])
    #expect(changes == [.bindingChanged(derived, new: .bool(true), old: .bool(false))])
  }

  @Test func `an unnamed binding is named by its place`() {
    let binding = scene.makeBinding(initial: .none, site: SourceSite(file: "a.lua", line: 3))
    #expect(scene.name(of: binding) == "binding@a.lua:3")
  }

  @Test func `without an observer a write leaves the scene idle`() {
    scene.set(scene.makeBinding(name: "s", initial: .none), to: .bool(true))
    #expect(scene.isIdle)
    #expect(scene.nextDeadline() == nil)
  }

  @Test(arguments: [
    (Value.none, "nil"), (.bool(true), "true"), (.integer(-3), "-3"), (.number(1.5), "1.5"),
    (.string("medium"), "medium"),
    (.string(""), "\"\""), (.string("true"), "\"true\""), (.string("12"), "\"12\""), (.string("a\nb"), "\"a\\nb\""),
    (.string(" a"), "\" a\""), (.reference(1, description: "Book#1"), "Book#1"),
  ])
  func `a value shows as itself, and in quotes only where it could be taken for another`(value: Value, text: String) {
    #expect(value.traceText == text)
  }
}
