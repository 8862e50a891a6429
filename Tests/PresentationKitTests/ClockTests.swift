@testable import PresentationKit
import Testing

@Suite struct ClockTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  private var fired: [TimerID] {
    stage.responder.received.compactMap { if case .timer(let id) = $0 { id } else { nil } }
  }

  @Test func `timers fire by deadline, and in order of age where deadlines are equal`() {
    let timers = [30, 10, 20, 10, -5].map { scene.startTimer(after: $0) }
    stage.settle()
    #expect(fired == [4, 1, 3, 2, 0].map { timers[$0] })
    #expect(scene.now == 30)
  }

  @Test func `a hundred thousand timers of one deadline fire in order of age, without those that were cancelled`() {
    let timers = (0..<100_000).map { _ in scene.startTimer(after: 10) }
    for timer in timers where timer.rawValue % 3 != 0 { scene.cancelTimer(timer) }
    stage.settle()
    #expect(fired == timers.filter { $0.rawValue % 3 == 0 })
  }

  @Test func `cancelling all timers leaves jobs and transitions`() throws {
    let timers = (0..<100).map { scene.startTimer(after: $0) }
    let job = scene.scheduleOnMainQueue()
    try scene.present(stage.sheet("P"), from: stage.root)
    scene.cancelAllTimers()
    #expect(!timers.contains { scene.isPending($0) })
    #expect(!scene.isIdle)
    stage.settle()
    #expect(fired == [job])
    #expect(stage.lines.last == "presented P")
  }

  @Test func `clocks that came to the same entries another way are equal`() {
    var (one, other) = (VirtualClock(), VirtualClock())
    for number in 0..<40 { one.schedule(.timer(TimerID(rawValue: number)), after: number % 7) }
    for number in 0..<40 { other.schedule(.timer(TimerID(rawValue: number)), after: number % 7) }
    for number in stride(from: 0, to: 40, by: 2) { one.cancel(.timer(TimerID(rawValue: number))) }
    for number in stride(from: 38, through: 0, by: -2) { other.cancel(.timer(TimerID(rawValue: number))) }
    #expect(one == other && one.hashValue == other.hashValue)
    _ = one.takeNext()
    #expect(one != other)
  }

  @Test func `a cancelled timer does not fire`() {
    let (first, second) = (scene.startTimer(after: 1), scene.startTimer(after: 2))
    scene.cancelTimer(first)
    #expect(!scene.isPending(first))
    stage.settle()
    scene.cancelTimer(second)
    #expect(fired == [second])
  }

  @Test func `one step runs one entry and moves the clock to it`() {
    _ = scene.startTimer(after: 5)
    _ = scene.startTimer(after: 5)
    #expect(scene.nextDeadline() == 5)
    #expect(scene.runNext())
    #expect(fired.count == 1)
    #expect(scene.now == 5)
    #expect(scene.runNext())
    #expect(!scene.runNext())
  }

  @Test func `an idle clock moves forward, but not past what is due, backwards, or from a callback`() {
    #expect(scene.advanceClock(to: 100))
    #expect(!scene.advanceClock(to: 99))
    _ = scene.startTimer(after: 50)
    #expect(!scene.advanceClock(to: 151))
    #expect(scene.advanceClock(to: 150))
    var moved = true
    stage.responder.react = { [scene] _ in moved = scene.advanceClock(to: 200) || scene.runNext() }
    scene.runNext()
    #expect(!moved)
    #expect(scene.now == 150)
  }

  @Test func `timers leave a scene idle; jobs, transitions and fingers do not`() throws {
    _ = scene.startTimer(after: 5000)
    #expect(scene.isIdle)
    _ = scene.scheduleOnMainQueue()
    #expect(!scene.isIdle)
    scene.runNext()
    #expect(scene.isIdle)
    let sheet = stage.sheet("P")
    try scene.present(sheet, from: stage.root)
    while !scene.isIdle { scene.runNext() }
    #expect(stage.lines.last == "presented P")
    scene.drag(fraction: 0.2)
    #expect(!scene.isIdle)
  }

  @Test func `a job of the main queue runs in a later turn of the same moment`() throws {
    try scene.present(stage.sheet("P"), from: stage.root)
    let job = scene.scheduleOnMainQueue()
    scene.runNext()
    #expect(fired.isEmpty)
    scene.runNext()
    #expect(fired == [job])
    #expect(scene.now == 0)
  }

  @Test func `a deadline beyond all numbers is the last one`() {
    _ = scene.startTimer(after: .max)
    scene.advanceClock(to: 10)
    _ = scene.startTimer(after: .max)
    #expect(scene.nextDeadline() == .max)
  }
}
