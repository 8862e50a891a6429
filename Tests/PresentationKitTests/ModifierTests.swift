import PresentationKit
import Testing

/// SwiftUI's presentation modifiers, as whole lists (R37 to R42, orders 1, 2, 6 and 7).
@Suite struct ModifierTests {
  @Test func `a flag presents at the next update, and hides by the binding (orders 1 and 6, R37)`() {
    let stage = ModifierStage()
    stage.set(stage.flag, .bool(true))
    #expect(stage.lines == ["binding s = true (script)"])
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)"] + ModifierStage.arriving("P", on: "root"))
    stage.forget()
    stage.set(stage.flag, .bool(false))
    stage.settle()
    #expect(
      stage.lines == ["binding s = false (script)"] + Stage.leaving("P", "binding")
        + ModifierStage.endBlock("P", "binding"))
  }

  @Test func `a swipe writes the binding at the end, then on_dismiss (S61, R38)`() {
    let stage = ModifierStage()
    stage.open()
    stage.scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P began", "gesture P changed", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissing P (swipe)", "dismissal_transition_did_end P true", "view_did_disappear P",
        "on_disappear P", "dismissed P (swipe)", "binding s = false (system)", "on_dismiss P", "on_closed P (swipe)",
      ])
  }

  @Test func `dismiss of the environment writes the binding first, and on_dismiss comes once (S62, R39)`() {
    let stage = ModifierStage()
    stage.open()
    stage.scene.dismissFromEnvironment(of: stage.scene.top)
    stage.settle()
    #expect(
      stage.lines == ["binding s = false (system)"] + Stage.leaving("P", "script")
        + ModifierStage.endBlock("P", "script"))
  }

  @Test func `a pull that springs back writes nothing (S64)`() {
    let stage = ModifierStage()
    stage.open()
    stage.scene.drag(fraction: 0.2)
    stage.scene.release()
    stage.settle()
    #expect(stage.named("binding", "on_dismiss", "on_appear", "on_disappear", "on_closed") == [])
    #expect(stage.lines.last == "view_did_appear P")
    #expect(stage.scene.value(of: stage.flag) == .bool(true))
  }

  @Test func `another item replaces, with no nil between (S70, order 7, R41)`() {
    let stage = ModifierStage(byItem: true)
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.forget()
    stage.set(stage.item, .string("b"))
    stage.settle()
    #expect(
      stage.lines == ["binding i = b (script)"] + Stage.leaving("a", "replaced")
        + ModifierStage.endBlock("a", "replaced") + ModifierStage.arriving("b", on: "root"))
  }

  @Test func `another payload of the same identity updates the content and replaces nothing (R41)`() {
    let stage = ModifierStage(byItem: true)
    stage.responder.identify = { if case .string(let text) = $0 { .string(String(text.prefix(1))) } else { $0 } }
    stage.set(stage.item, .string("a1"))
    stage.settle()
    stage.forget()
    stage.set(stage.item, .string("a2"))
    stage.settle()
    #expect(stage.lines == ["binding i = a2 (script)", "content_updated a1"])
    #expect(stage.scene.controller(stage.scene.top).content == [.text("a2")])
  }

  @Test func `an item set while a swipe's sheet goes out is lost before 16.4, and shown from then on (S72, R42, C-6)`()
  {
    for (profile, rest) in [
      (
        Profile.ios16,
        ["binding i = nil (system)", "warning presentation_lost i", "on_dismiss a", "on_closed a (swipe)"]
      ),
      (.ios16_4, ["on_dismiss a", "on_closed a (swipe)"] + ModifierStage.arriving("b", on: "root")),
    ] {
      let stage = ModifierStage(profile, byItem: true)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.scene.swipeDown()
      stage.forget()
      stage.set(stage.item, .string("b"))
      stage.settle()
      #expect(
        stage.lines == [
          "binding i = b (script)", "dismissal_transition_did_end a true", "view_did_disappear a", "on_disappear a",
          "dismissed a (swipe)",
        ] + rest, "\(profile.name)")
    }
  }

  /// A modifier's kind, and a way in which a user dismisses what it presents.
  private static let usersWays: [(PresentationModifier.Kind, Device, String, @Sendable (WindowScene) -> Void)] = [
    (.sheet, .iphone, "swipe", { $0.swipeDown() }), (.sheet, .ipad, "outside", { $0.tapOutside() }),
    (.popover, .ipad, "outside", { $0.tapOutside() }), (.sheet, .macCatalyst, "escape", { $0.pressEscape() }),
  ]

  @Test func `a flag set again while a user's dismissal slides out is overwritten, and that is told (R42, C-6)`() {
    for profile in [Profile.ios16, .ios18] {
      for (kind, device, reason, dismiss) in Self.usersWays {
        let stage = ModifierStage(profile, device: device, kind)
        stage.open()
        dismiss(stage.scene)
        stage.forget()
        stage.set(stage.flag, .bool(true))
        stage.settle()
        #expect(
          stage.lines == [
            "binding s = true (script)", "dismissal_transition_did_end P true", "view_did_disappear P",
            "on_disappear P",
            "dismissed P (\(reason))", "binding s = false (system)", "warning presentation_lost s",
          ] + (kind == .sheet ? ["on_dismiss P"] : []) + ["on_closed P (\(reason))"], "\(profile.name) \(reason)")
        #expect(stage.stage.messages[0].hasPrefix("true was set again while it went out, and the write at the end of "))
      }
    }
  }

  @Test func `what is on from before, or off again, is nobody's wish (R42)`() {
    let writes: [[Bool]] = [[], [false], [true, false], [false, true, false]]
    for values in writes {
      let stage = ModifierStage()
      stage.open()
      stage.scene.swipeDown()
      for value in values { stage.set(stage.flag, .bool(value)) }
      stage.settle()
      #expect(stage.named("warning", "presenting") == [], "\(values)")
    }
    // Off and on again is one, as on alone is.
    for values in [[true], [false, true]] {
      let stage = ModifierStage()
      stage.open()
      stage.scene.swipeDown()
      for value in values { stage.set(stage.flag, .bool(value)) }
      stage.settle()
      #expect(stage.named("warning", "presenting") == ["warning presentation_lost s"], "\(values)")
    }
    // Set while the finger holds it, it is on as it was.
    let held = ModifierStage()
    held.open()
    held.scene.drag(fraction: 0.6)
    held.set(held.flag, .bool(true))
    held.scene.release()
    held.settle()
    #expect(held.named("warning", "presenting") == [])
  }

  @Test func `the same item set again by code is overwritten and told, one that a field of the content writes is not`()
  {
    for (writer, warned) in [(Writer.script, ["warning presentation_lost i"]), (.user, [])] {
      let stage = ModifierStage(byItem: true)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.scene.swipeDown()
      stage.forget()
      stage.scene.set(stage.item, to: .string("a"), by: writer)
      stage.settle()
      #expect(stage.named("warning", "presenting") == warned)
      #expect(stage.scene.value(of: stage.item) == .none)
    }
  }

  @Test func `what is kept while closing is shown, and nothing is lost (R42)`() {
    for rule in [PresentationModifier.WhileClosing.keepFirst, .keepLast, .fifo] {
      let stage = ModifierStage(whileClosing: rule)
      stage.open()
      stage.scene.swipeDown()
      stage.set(stage.flag, .bool(true))
      stage.settle()
      #expect(stage.named("warning", "presenting") == ["presenting P on root"], "\(rule)")
    }
  }

  @Test func `an alert's flag that its own action sets again is overwritten, and that is told (C-14)`() throws {
    let stage = ModifierStage(.ios18, .alert)
    stage.responder.presented = { [unowned stage] _, _ in stage.stage.alert("P", "OK") }
    stage.responder.react = { [unowned stage] callback in
      if case .action = callback { stage.set(stage.flag, .bool(true)) }
    }
    stage.open()
    try stage.scene.tap(label: "OK")
    stage.settle()
    #expect(stage.named("warning", "presenting") == ["warning presentation_lost s"])
    #expect(stage.scene.value(of: stage.flag) == .bool(false))
  }

  // MARK: An update that is due comes before a touch

  @Test func `a touch comes after the update that is due, and what it did is another (R37, R51)`() throws {
    let stage = ModifierStage()
    let (locked, seen) = (
      stage.scene.makeBinding(name: "locked", initial: .bool(true)),
      stage.scene.makeBinding(name: "seen", initial: .integer(0))
    )
    stage.responder.presented = { [unowned stage] _, _ in
      let sheet = stage.stage.sheet("P", content: [.toggle(label: "Lock", binding: locked)])
      var modifiers = ViewModifiers()
      modifiers.interactiveDismissDisabled = [.binding(locked)]
      stage.scene.setModifiers(modifiers, of: sheet)
      return sheet
    }
    stage.open()
    // Code unlocks it, and the user pulls in the next turn: nothing is in the way, and nobody is warned.
    stage.set(locked, .bool(false))
    stage.scene.swipeDown()
    stage.settle()
    #expect(
      stage.named("gesture", "dismissing", "dismissal_cancelled", "warning") == [
        "gesture P began", "gesture P changed", "gesture P ended", "dismissing P (swipe)",
      ])
    // What the user's own touch wrote counts for the next touch.
    stage.open()
    try stage.scene.tap(label: "Lock")
    stage.scene.swipeDown()
    stage.settle()
    #expect(
      stage.named("binding", "gesture", "dismissing", "warning") == [
        "binding locked = true (user)", "gesture P began", "gesture P changed", "gesture P ended",
        "warning silent_block P",
      ])
    stage.scene.observe(seen)
    stage.responder.received = []
    for value in 1...3 {
      stage.set(seen, .integer(Int64(value)))
      if value == 2 { stage.scene.swipeDown() }
    }
    stage.settle()
    #expect(
      stage.responder.received.filter { if case .bindingChanged = $0 { true } else { false } } == [
        .bindingChanged(seen, new: .integer(2), old: .integer(0)),
        .bindingChanged(seen, new: .integer(3), old: .integer(2)),
      ])
  }

  @Test func `a drag is on what the due update brings, and its hold is not lost to it (C-20, R37)`() {
    let stage = ModifierStage()
    stage.set(stage.flag, .bool(true))
    stage.scene.drag(fraction: 0.3)
    #expect(
      stage.lines == [
        "binding s = true (script)", "presenting P on root", "no_effect drag P (it is not on screen yet)",
      ])
    stage.settle()
    stage.forget()
    // A presentation that is due over the sheet comes before the finger.
    let other = stage.scene.makeBinding(name: "t", initial: .bool(false))
    var modifiers = ViewModifiers()
    modifiers.presentations = [PresentationModifier(.sheet, .flag(other), content: ActionID(rawValue: 3))]
    stage.scene.setModifiers(modifiers, of: stage.scene.top)
    stage.settle()
    stage.set(other, .bool(true))
    stage.scene.drag(fraction: 0.3)
    #expect(
      stage.lines == ["binding t = true (script)", "presenting Q on P", "no_effect drag Q (it is not on screen yet)"])
  }

  @Test func `updates that write for ever do not keep a touch from coming`() {
    let stage = ModifierStage()
    let count = stage.scene.makeBinding(name: "n", initial: .integer(0))
    stage.scene.observe(count)
    stage.responder.react = { [unowned stage] callback in
      guard case .bindingChanged(_, .integer(let new), _) = callback else { return }
      stage.set(count, .integer(new + 1))
    }
    stage.set(count, .integer(1))
    stage.scene.swipeDown()
    #expect(stage.lines.last == "no_effect swipe_down root (nothing is presented)")
  }

  @Test func `a flag set again while its sheet goes out presents from 16.4; before, only once it was off (R42)`() {
    for profile in [Profile.ios16, .ios16_4] {
      let stage = ModifierStage(profile)
      stage.open()
      stage.set(stage.flag, .bool(false))
      stage.scene.runNext()
      stage.set(stage.flag, .bool(true))
      stage.settle()
      #expect(stage.scene.stack.count == (profile.representDuringDismissal ? 1 : 0), "\(profile.name)")
      #expect(stage.scene.value(of: stage.flag) == .bool(true))
      guard !profile.representDuringDismissal else { continue }
      #expect(stage.lines.contains("warning presentation_lost s"))
      stage.set(stage.flag, .bool(true))
      stage.settle()
      #expect(stage.scene.stack.isEmpty)
      stage.set(stage.flag, .bool(false))
      stage.settle()
      stage.set(stage.flag, .bool(true))
      stage.settle()
      #expect(stage.scene.stack.count == 1)
    }
  }

  @Test func `what on_dismiss sets is presented in every profile (S74, R50)`() {
    for profile in Profile.all {
      let stage = ModifierStage(profile, byItem: true)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.responder.react = { [stage] callback in
        if case .view(.dismissed, _) = callback { stage.set(stage.item, .string("b")) }
      }
      stage.scene.swipeDown()
      stage.settle()
      stage.responder.react = { _ in }
      #expect(stage.scene.stack.map { stage.scene.name(of: $0) } == ["b"], "\(profile.name)")
    }
  }

  @Test func `values set while closing are kept as while_closing says`() {
    for (rule, shown) in [
      (PresentationModifier.WhileClosing.system, ["c"]), (.keepFirst, ["b"]), (.keepLast, ["c"]), (.fifo, ["b", "c"]),
    ] {
      let stage = ModifierStage(byItem: true, whileClosing: rule)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.scene.swipeDown()
      stage.set(stage.item, .string("b"))
      stage.set(stage.item, .string("c"))
      stage.settle()
      stage.scene.swipeDown()
      stage.settle()
      stage.scene.swipeDown()
      stage.settle()
      let presented = stage.named("presenting").dropFirst().map { String($0.split(separator: " ")[1]) }
      #expect(presented == shown, "\(rule)")
      #expect(stage.scene.value(of: stage.item) == .none)
    }
  }

  @Test func `values of a derived binding are kept too, and a write to its base that changes nothing for it is not`() {
    for (rule, shown) in [
      (PresentationModifier.WhileClosing.keepFirst, ["b"]), (.keepLast, ["c"]), (.fifo, ["b", "c"]),
    ] {
      let stage = ModifierStage()
      let derived = stage.scene.makeDerivedBinding(of: stage.item, name: "d")
      var modifiers = ViewModifiers()
      modifiers.presentations = [
        PresentationModifier(.sheet, .item(derived), content: ActionID(rawValue: 1), whileClosing: rule)
      ]
      stage.scene.setModifiers(modifiers, of: stage.root)
      stage.set(derived, .string("a"))
      stage.settle()
      stage.forget()
      stage.scene.swipeDown()
      stage.set(stage.item, .string("a"))
      stage.set(derived, .string("b"))
      stage.set(stage.item, .string("c"))
      for _ in 0..<2 {
        stage.settle()
        stage.scene.swipeDown()
      }
      stage.settle()
      #expect(stage.named("presenting") == shown.map { "presenting \($0) on root" }, "\(rule)")
    }
  }

  @Test func `what replaces is the first of what while_closing keeps`() {
    for (rule, shown) in [
      (PresentationModifier.WhileClosing.system, ["c"]), (.keepFirst, ["b"]), (.keepLast, ["c"]), (.fifo, ["b", "c"]),
    ] {
      let stage = ModifierStage(byItem: true, whileClosing: rule)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.forget()
      stage.set(stage.item, .string("b"))
      stage.scene.runNext()
      #expect(stage.lines.contains("dismissing a (replaced)"))
      stage.set(stage.item, .string("c"))
      stage.settle()
      stage.scene.swipeDown()
      stage.settle()
      #expect(stage.named("presenting") == shown.map { "presenting \($0) on root" }, "\(rule)")
    }
  }

  @Test func `what replaces comes before what is still kept`() {
    let stage = ModifierStage(byItem: true, whileClosing: .fifo)
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.scene.swipeDown()
    stage.set(stage.item, .string("b"))
    stage.set(stage.item, .string("c"))
    stage.settle()
    stage.forget()
    stage.set(stage.item, .string("z"))
    stage.settle()
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.named("presenting") == ["presenting z on root", "presenting c on root"])
  }

  @Test func `a dismiss that is refused leaves the write at the end to the next dismissal (R30, R38)`() throws {
    let stage = ModifierStage()
    stage.open()
    let below = stage.scene.top
    try stage.scene.present(stage.sheet("Q"), from: below)
    stage.scene.dismissFromEnvironment(of: below)
    #expect(stage.named("binding", "refused") == ["binding s = false (system)", "refused dismiss_in_transition P"])
    stage.set(stage.flag, .bool(true))
    stage.settle()
    stage.scene.swipeDown()
    stage.settle()
    stage.forget()
    stage.scene.swipeDown()
    stage.settle()
    #expect(stage.named("binding", "on_dismiss", "presenting") == ["binding s = false (system)", "on_dismiss P"])
  }

  @Test func `a buffer keeps the same item when code sets it again, and not what a field writes into it`() {
    for profile in [Profile.ios16, .ios18] {
      for writer in [Writer.script, .user] {
        let stage = ModifierStage(profile, byItem: true, whileClosing: .keepFirst)
        stage.set(stage.item, .string("a"))
        stage.settle()
        stage.scene.swipeDown()
        stage.forget()
        stage.scene.set(stage.item, to: .string("a"), by: writer)
        stage.settle()
        #expect(stage.named("presenting").count == (writer == .script ? 1 : 0), "\(profile.name), \(writer)")
        #expect(stage.scene.value(of: stage.item) == (writer == .script ? .string("a") : .none))
      }
    }
  }

  @Test func `a buffer keeps the same item though UIKit's dismissal leaves the binding as it is (C-29)`() {
    for profile in [Profile.ios16, .ios18] {
      let stage = ModifierStage(profile, byItem: true, whileClosing: .keepFirst)
      stage.set(stage.item, .string("a"))
      stage.settle()
      stage.scene.dismiss(stage.scene.top)
      stage.forget()
      stage.set(stage.item, .string("a"))
      stage.settle()
      #expect(
        stage.named("binding", "warning", "on_dismiss", "presenting") == [
          "binding i = a (script)", "on_dismiss a", "presenting a on root",
        ], "\(profile.name)")
    }
  }

  @Test func `the buffer shows the lost item before 16.4 too`() {
    let stage = ModifierStage(.ios16, byItem: true, whileClosing: .keepFirst)
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.scene.swipeDown()
    stage.forget()
    stage.set(stage.item, .string("b"))
    stage.settle()
    #expect(
      stage.named("binding", "on_dismiss", "presenting") == [
        "binding i = b (script)", "binding i = nil (system)", "on_dismiss a", "binding i = b (system)",
        "presenting b on root",
      ])
  }

  @Test func `keep_first says what it drops, and nothing where nothing is dropped`() {
    let stage = ModifierStage(byItem: true, whileClosing: .keepFirst)
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.scene.swipeDown()
    stage.set(stage.item, .string("b"))
    stage.set(stage.item, .string("b"))
    #expect(stage.named("warning") == [])
    stage.set(stage.item, .string("c"))
    #expect(stage.named("warning") == ["warning presentation_lost i"])
    #expect(stage.stage.messages.last?.hasPrefix("c was set while a went out, and b is kept already") == true)
  }

  @Test(arguments: PresentationModifier.WhileClosing.allCases)
  func `none, set while it goes out, takes back what is kept`(_ rule: PresentationModifier.WhileClosing) {
    for (isItem, on, off) in [(true, Value.string("b"), Value.none), (false, .bool(true), .bool(false))] {
      let stage = ModifierStage(byItem: isItem, whileClosing: rule)
      let binding = isItem ? stage.item : stage.flag
      stage.set(binding, isItem ? .string("a") : .bool(true))
      stage.settle()
      stage.set(binding, off)
      stage.scene.runNext()
      stage.set(binding, on)
      if rule != .keepFirst { stage.set(binding, on) }
      stage.set(binding, off)
      stage.forget()
      stage.settle()
      #expect(stage.named("presenting", "binding", "warning") == [], "\(rule), item: \(isItem)")
      #expect(stage.scene.value(of: binding) == off)
    }
  }

  @Test func `none takes back what replaces, too`() {
    let stage = ModifierStage(byItem: true, whileClosing: .fifo)
    stage.set(stage.item, .string("a"))
    stage.settle()
    stage.set(stage.item, .string("b"))
    stage.scene.runNext()
    stage.set(stage.item, .none)
    stage.forget()
    stage.settle()
    #expect(stage.named("presenting", "binding") == [])
    #expect(stage.scene.stack == [])
  }

  @Test func `content that is nil presents nothing until the binding was off (content_vanished)`() {
    let stage = ModifierStage()
    stage.responder.presented = { _, _ in nil }
    stage.set(stage.flag, .bool(true))
    stage.settle()
    #expect(stage.lines == ["binding s = true (script)", "warning content_vanished root"])
  }

  @Test func `a modifier of a view that is not in the window waits for it (R37)`() throws {
    let stage = ModifierStage()
    let sheet = stage.sheet("Host")
    var modifiers = ViewModifiers()
    let other = stage.scene.makeBinding(name: "t", initial: .bool(true))
    modifiers.presentations = [PresentationModifier(.sheet, .flag(other), content: ActionID(rawValue: 1))]
    stage.scene.setModifiers(modifiers, of: sheet)
    stage.settle()
    #expect(stage.lines == [])
    try stage.scene.present(sheet, from: stage.root)
    stage.settle()
    #expect(stage.named("presenting") == ["presenting Host on root", "presenting P on Host"])
  }
}

/// A stage whose root has one presentation modifier: a flag `s` that presents `P`, or an item `i` that presents a sheet
/// named like it.
final class ModifierStage {
  let stage: Stage
  let flag: BindingID
  let item: BindingID
  var scene: WindowScene { stage.scene }
  var responder: RecordingResponder { stage.responder }
  var root: ControllerID { scene.root }
  var lines: [String] { stage.lines }

  init(
    _ profile: Profile = .ios18, device: Device = .iphone, _ kind: PresentationModifier.Kind = .sheet,
    byItem: Bool = false, whileClosing: PresentationModifier.WhileClosing = .system
  ) {
    stage = Stage(profile, device: device)
    flag = stage.scene.makeBinding(name: "s", initial: .bool(false))
    item = stage.scene.makeBinding(name: "i", initial: .none)
    responder.presented = { [unowned stage] number, value in
      let name: String
      if case .string(let text) = value { name = text } else { name = number.rawValue == 1 ? "P" : "Q" }
      return stage.sheet(name, content: [.text(name)])
    }
    var modifiers = ViewModifiers()
    modifiers.presentations = [
      PresentationModifier(
        kind, byItem ? .item(item) : .flag(flag), content: ActionID(rawValue: 1), onDismiss: ActionID(rawValue: 2),
        whileClosing: whileClosing)
    ]
    scene.setModifiers(modifiers, of: root)
    settle()
    forget()
  }

  func sheet(_ name: String) -> ControllerID { stage.sheet(name) }
  func settle() { stage.settle() }
  func forget() { stage.forget() }
  func set(_ binding: BindingID, _ value: Value) { scene.set(binding, to: value) }
  func named(_ names: String...) -> [String] {
    lines.filter { line in names.contains { line.hasPrefix($0 + " ") } }
  }

  /// Presents by the flag, and forgets how.
  func open() {
    set(flag, .bool(true))
    settle()
    forget()
  }

  /// What presenting by a modifier shows: order 1 with SwiftUI's line.
  static func arriving(_ name: String, on presenter: String) -> [String] {
    var lines = Stage.arriving(name, on: presenter)
    lines.insert("on_appear \(name)", at: (lines.firstIndex(of: "view_is_appearing \(name)") ?? 0) + 1)
    return lines
  }

  /// The end block with SwiftUI's lines, nothing written at the end.
  static func endBlock(_ name: String, _ reason: String) -> [String] {
    [
      "dismissal_transition_did_end \(name) true", "view_did_disappear \(name)", "on_disappear \(name)",
      "dismissed \(name) (\(reason))", "on_dismiss \(name)", "on_closed \(name) (\(reason))",
    ]
  }
}
