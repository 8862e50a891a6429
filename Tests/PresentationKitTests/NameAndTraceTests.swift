import PresentationKit
import Testing

@Suite struct NameAndTraceTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  @Test func `controllers of one name are numbered, and a name that looks numbered is never given twice`() {
    let names = ["D", "D#2", "D", "D", "root"].map { scene.name(of: stage.sheet($0)) }
    #expect(names == ["D", "D#2", "D#3", "D#4", "root#2"])
  }

  @Test func `a controller without a name has that of its kind`() {
    let kinds: [ControllerKind] = [.viewController, .navigation, .tabs, .container, .alert, .actionSheet]
    let names = kinds.map { scene.name(of: scene.makeController(ControllerConfiguration(kind: $0))) }
    #expect(names == ["controller", "navigation", "tabs", "container", "alert", "action_sheet"])
  }

  @Test func `configuring a controller renames it and keeps its own name free for it`() {
    let first = scene.makeController(ControllerConfiguration())
    scene.configure(first, ControllerConfiguration(name: "D"))
    scene.configure(first, ControllerConfiguration(name: "D"))
    #expect(scene.name(of: first) == "D")
    #expect(scene.name(of: scene.makeController(ControllerConfiguration())) == "controller")
  }

  @Test(arguments: [
    ("a\nb\t\r", "a\\nb\\t\\r"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{202E}abc", "\\u{202e}abc"),
    ("\u{2028}", "\\u{2028}"),
    ("Müller 👨‍👩‍👧", "Müller 👨‍👩‍👧"),
  ])
  func `control characters in names and labels are escaped, other text is left alone`(raw: String, shown: String) {
    #expect(scene.name(of: stage.sheet(raw)) == shown)
    scene.record("tap", detail: raw)
    #expect(scene.trace.last?.text == "tap \(shown)")
  }

  @Test func `the text of an entry has a colon only before a message`() {
    scene.record("presenting", subject: "P", detail: "on R")
    scene.record("refused", code: "covered", subject: "P", detail: "why")
    scene.record("error", code: "should_dismiss", subject: "P", detail: "boom (a.lua:3)")
    scene.record("completion", code: "present", subject: "P")
    scene.record("no_effect", code: "tap", subject: "P", detail: "(why)")
    scene.record("escape")
    #expect(
      scene.trace.entries.map(\.text) == [
        "presenting P on R", "refused covered P: why", "error should_dismiss P: boom (a.lua:3)", "completion present P",
        "no_effect tap P (why)", "escape",
      ])
  }

  @Test func `a ring keeps the newest entries in order and counts all`() {
    scene.setTraceCapacity(3)
    for number in 1...5 { scene.record("\(number)") }
    #expect(scene.trace.entries.map(\.name) == ["3", "4", "5"])
    #expect(scene.trace.last?.name == "5")
    #expect(scene.trace.count == 3)
    #expect(scene.trace.total == 5)
    scene.clearTrace()
    #expect(scene.trace.entries.isEmpty)
    #expect(scene.trace.capacity == 3)
  }

  @Test func `each new entry is passed on with its time and place`() {
    var seen: [Trace.Entry] = []
    scene.onEntry = { seen.append($0) }
    scene.advanceClock(to: 40)
    stage.responder.currentSite = SourceSite(file: "a.lua", line: 9)
    scene.record("escape")
    #expect(seen == [Trace.Entry(time: 40, name: "escape", site: SourceSite(file: "a.lua", line: 9))])
  }

  @Test func `a state put back goes on as it did the first time`() throws {
    try stage.show(stage.sheet("P"), stage.sheet("Q"))
    scene.drag(fraction: 0.7)
    let copy = scene.state
    scene.release()
    stage.settle()
    let (first, end) = (stage.lines, scene.state)
    scene.restore(copy)
    #expect(scene.state == copy)
    scene.release()
    stage.settle()
    #expect(stage.lines == first)
    #expect(scene.state == end)
  }

  @Test func `every profile is found by its name, and 18 is the default`() {
    #expect(
      Profile.all.map(\.name) == ["ios13", "ios14.5", "ios15", "ios16", "ios16.4", "ios17.4", "ios18", "ios26"])
    for profile in Profile.all { #expect(Profile.named(profile.name) == profile) }
    #expect(Profile.named("ios12") == nil)
    #expect(WindowScene().profile == .ios18)
  }

  @Test func `the switches turn at the versions the release notes name`() {
    #expect(Profile.all.map(\.singleModifier) == [true, false, false, false, false, false, false, false])
    #expect(Profile.all.map(\.representDuringDismissal) == [false, false, false, false, true, true, true, true])
    #expect(Profile.all.map(\.compactAdaptation) == [false, false, false, false, true, true, true, true])
    #expect(Profile.all.map(\.alertDuringDismissal) == [false, false, false, false, false, true, true, true])
    #expect(
      Profile.all.map(\.resetBindingOnModifierRemoval) == [true, true, true, true, true, true, false, false])
    #expect(Profile.all.map(\.dialogIsPopoverEverywhere) == [false, false, false, false, false, false, false, true])
    #expect(Profile.all.map(\.swiftuiOwnsDelegate) == [false, false, true, true, true, true, true, true])
  }
}

@Suite struct ManyControllersTests {
  @Test func `twenty thousand controllers of one name have twenty thousand names`() {
    let stage = Stage()
    let made = (0..<20_000).map { _ in stage.sheet("D") }
    #expect(stage.scene.name(of: made[0]) == "D")
    #expect(stage.scene.name(of: made[19_999]) == "D#20000")
  }

  @Test func `an empty name is the kind's`() {
    let stage = Stage()
    #expect(stage.scene.name(of: stage.sheet("")) == "controller")
    #expect(stage.scene.name(of: stage.sheet("", .alert)) == "alert")
  }

  @Test func `views nested deeper than a hundred are left out`() throws {
    var item = ContentItem.button(label: "deep", role: .none, action: nil)
    for _ in 0..<99 { item = .group(name: "g", [item]) }
    let stage = Stage()
    try stage.show(stage.sheet("P", content: [item]))
    #expect(stage.scene.tapLabels == ["deep"])
    stage.scene.setContent([.group(name: "g", [item])], of: stage.scene.top)
    #expect(stage.scene.tapLabels.isEmpty)
  }
}
