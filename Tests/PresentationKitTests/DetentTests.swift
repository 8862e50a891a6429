import PresentationKit
import Testing

/// Detents, scrolling and undimmed backgrounds (5.2).
@Suite struct DetentTests {
  let stage = Stage()
  var scene: WindowScene { stage.scene }

  /// A sheet with detents, presented, with a delegate that implements everything.
  @discardableResult
  private func show(
    _ detents: [Detent], selected: DetentSelection = .smallest, modal: Flag = .constant(false), undimmed: String? = nil,
    content: [ContentItem] = [], on stage: Stage? = nil, change: (inout SheetConfiguration) -> Void = { _ in }
  ) throws -> ControllerID {
    let stage = stage ?? self.stage
    var configuration = ControllerConfiguration(
      name: "P", isModalInPresentation: modal, content: content, delegate: stage.delegate)
    configuration.sheet.detents = detents
    configuration.sheet.selectedDetent = selected
    configuration.sheet.largestUndimmedDetent = undimmed
    change(&configuration.sheet)
    let sheet = stage.scene.makeController(configuration)
    try stage.show(sheet)
    stage.responder.methods = Set(DelegateMethod.allCases)
    return sheet
  }

  static let touched = ["gesture P began", "gesture P changed", "gesture P ended"]
  static func changed(_ detent: String) -> [String] {
    ["detent P = \(detent) (user)", "did_change_selected_detent_identifier P"]
  }

  @Test func `S20: from large to medium under the flag is a detent's change, and no attempt`() throws {
    let sheet = try show([.medium, .large], selected: .identifier("large"), modal: .constant(true))
    let start = scene.now
    scene.drag(fraction: 0.5)
    scene.release()
    stage.settle()
    #expect(stage.lines == Self.touched + Self.changed("medium"))
    #expect(scene.currentDetent(of: sheet) == "medium")
    #expect(scene.now == start + 300)
  }

  @Test func `S21: pulled below medium under the flag is an attempt, and the detent stays`() throws {
    let sheet = try show([.medium, .large], modal: .constant(true))
    scene.drag(fraction: 0.6)
    scene.release()
    stage.settle()
    #expect(stage.lines == Self.touched + ["did_attempt_to_dismiss P (swipe)"])
    #expect(scene.currentDetent(of: sheet) == "medium")
  }

  @Test func `S22: a change by code is silent to the delegate`() throws {
    let sheet = try show([.medium, .large])
    scene.setSelectedDetent("large", of: sheet)
    stage.settle()
    #expect(stage.lines == ["detent P = large (script)"])
  }

  @Test func `R15: between detents nobody is asked, below the smallest the delegate is`() throws {
    try show([.medium, .large], selected: .identifier("large"))
    scene.drag(fraction: 0.5)
    #expect(stage.lines == ["gesture P began", "gesture P changed"])
    scene.drag(fraction: 0.51)
    #expect(stage.lines.dropFirst(2).prefix(2) == ["gesture P changed", "should_dismiss P -> true"])
  }

  @Test func `a flick goes to the next smaller detent, and from the smallest it is a try to dismiss`() throws {
    try show([.height(100), .medium, .large], selected: .identifier("large"))
    scene.swipeDown()
    stage.settle()
    scene.swipeDown()
    stage.settle()
    #expect(
      stage.lines == Self.touched + Self.changed("medium") + Self.touched + Self.changed("height(100)"))
    scene.swipeDown()
    stage.settle()
    #expect(scene.stack.isEmpty)
  }

  @Test func `C-5: a fast flick that stays above the smallest detent settles, below it dismisses`() throws {
    let sheet = try show([.medium, .large], selected: .identifier("large"))
    scene.drag(fraction: 0.4)
    scene.release(velocity: 5000)
    stage.settle()
    #expect(stage.lines == Self.touched + Self.changed("medium"))
    scene.setSelectedDetent("large", of: sheet)
    scene.drag(fraction: 0.6)
    scene.release(velocity: 5000)
    stage.settle()
    #expect(scene.stack.isEmpty)
  }

  @Test(arguments: [(0.2, 0.0, "large"), (0.3, 0.0, "medium"), (0.2, 600.0, "medium"), (0.3, -600.0, "large")])
  func `it settles at the detent nearest to where it would be after a fifth of a second`(
    fraction: Double, velocity: Double, detent: String
  ) throws {
    let sheet = try show([.medium, .large], selected: .identifier("large"))
    scene.drag(fraction: fraction)
    scene.release(velocity: velocity)
    stage.settle()
    #expect(scene.currentDetent(of: sheet) == detent)
  }

  @Test func `a pull that began as a dismissal and went up again changes the detent when it is back`() throws {
    let sheet = try show([.medium, .large])
    scene.drag(fraction: 0.2)
    scene.drag(fraction: -0.9)
    stage.forget()
    scene.release()
    stage.settle()
    #expect(
      stage.lines == [
        "gesture P ended", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
        "view_is_appearing P", "view_did_appear P",
      ] + Self.changed("large"))
    #expect(scene.currentDetent(of: sheet) == "large")
  }

  @Test func `R58: a user's change writes the selection as the system, a script's write moves the sheet`() throws {
    let selection = scene.makeBinding(name: "s", initial: .string("large"))
    let sheet = try show([.medium, .large], selected: .binding(selection))
    try scene.dragToDetent("medium")
    stage.settle()
    #expect(
      stage.lines == Self.touched + [
        "detent P = medium (user)", "binding s = medium (system)", "did_change_selected_detent_identifier P",
      ])
    stage.forget()
    scene.set(selection, to: .string("large"))
    #expect(scene.currentDetent(of: sheet) == "medium")
    stage.settle()
    #expect(stage.lines == ["binding s = large (script)", "detent P = large (script)"])
    stage.forget()
    scene.setSelectedDetent("medium", of: sheet)
    stage.settle()
    #expect(stage.lines == ["binding s = medium (script)", "detent P = medium (script)"])
  }

  @Test func `a sheet that is set anew moves to what is selected then`() throws {
    let sheet = try show([.medium, .large])
    var other = SheetConfiguration()
    other.detents = [.height(200), .large]
    other.selectedDetent = .identifier("large")
    scene.setSheet(other, of: sheet)
    #expect(stage.lines == ["detent P = large (script)"])
    #expect(scene.activeDetents(of: sheet) == ["height(200)", "large"])
  }

  @Test func `a touch on a sheet that settles finds it where it was going`() throws {
    try show([.medium, .large])
    try scene.dragToDetent("large")
    scene.drag(fraction: 0.1)
    #expect(stage.lines == Self.touched + Self.changed("large") + ["gesture P began", "gesture P changed"])
  }

  @Test func `custom detents have the height they are given, and none where they are given none`() throws {
    var heights: [String: Double] = ["peek": 120]
    stage.responder.detentHeight = { heights[$0] }
    let sheet = try show([.large, .custom("peek"), .fraction(0.25), .custom("gone")])
    #expect(scene.activeDetents(of: sheet) == ["peek", "fraction(0.25)", "large"])
    heights = ["gone": 500]
    scene.invalidateDetents(of: sheet)
    #expect(scene.activeDetents(of: sheet) == ["fraction(0.25)", "gone", "large"])
    #expect(stage.lines == ["detent P = fraction(0.25) (script)"])
  }

  @Test func `drag_to_detent knows the detents there are`() throws {
    try show([.medium, .large])
    #expect(throws: TapError.unknown("huge", known: ["medium", "large"])) { try scene.dragToDetent("huge") }
    try scene.dragToDetent("medium")
    #expect(stage.lines == ["no_effect drag_to_detent P (it rests at medium already)"])
  }

  @Test func `R34: in compact height medium is inactive, and a sheet fills unless it stays attached`() throws {
    let low = Device(idiom: .phone, width: .compact, height: .compact)
    for (attached, detents) in [(false, ["large"]), (true, ["height(90)", "large"])] {
      let stage = Stage(device: low)
      let sheet = try show([.height(90), .medium, .large], on: stage) {
        $0.prefersEdgeAttachedInCompactHeight = attached
      }
      #expect(stage.scene.activeDetents(of: sheet) == detents)
    }
  }

  // MARK: Scrolling

  private static let list = ContentItem.scrollView(name: "list", [.text("row")])

  @Test func `S24: scrolled-down content scrolls, and no detent and no policy is touched`() throws {
    let sheet = try show([.large], content: [Self.list])
    scene.scroll(dy: -200)
    scene.scroll(dy: 50)
    scene.scroll(dy: 500)
    #expect(stage.lines == ["scroll P list = 200", "scroll P list = 150", "scroll P list = 0"])
    #expect(scene.scrollOffset(of: "list", in: sheet) == 0)
  }

  @Test(arguments: [false, true])
  func `S24: at the top the same pan moves the sheet, as S01 or S02`(isModal: Bool) throws {
    try show([.large], modal: .constant(isModal), content: [Self.list])
    scene.scroll(dy: 500)
    stage.settle()
    #expect(
      stage.lines == ["gesture P began", "gesture P changed"]
        + (isModal
          ? ["gesture P ended", "did_attempt_to_dismiss P (swipe)"]
          : [
            "should_dismiss P -> true", "will_dismiss P", "view_will_disappear P", "dismissal_transition_will_begin P",
            "gesture P ended", "dismissing P (swipe)",
          ] + Stage.endBlock("P", "swipe", didDismiss: true)))
  }

  @Test func `R16: scrolling up at the edge makes the sheet larger first, and scrolls with the rest`() throws {
    let sheet = try show([.medium, .large], content: [Self.list])
    scene.scroll(dy: -450)
    stage.settle()
    #expect(stage.lines == Self.touched + ["scroll P list = 50"] + Self.changed("large"))
    #expect(scene.currentDetent(of: sheet) == "large")
  }

  @Test func `R16: a sheet that does not prefer it scrolls its content at once`() throws {
    try show([.medium, .large], content: [Self.list]) { $0.prefersScrollingExpandsWhenScrolledToEdge = false }
    scene.scroll(dy: -450)
    stage.settle()
    #expect(stage.lines == ["scroll P list = 450"])
  }

  @Test func `a scroll view of the root scrolls, and without one there is nothing to scroll`() {
    scene.scroll(dy: -10)
    scene.setContent([.group(name: "g", [Self.list])], of: stage.root)
    scene.scroll(dy: -10)
    scene.scroll(dy: 10)
    scene.scroll(dy: 10)
    #expect(
      stage.lines == [
        "no_effect scroll root (it has no scroll view)", "scroll root list = 10", "scroll root list = 0",
        "no_effect scroll root (its content is at the top)",
      ])
  }

  // MARK: Undimmed backgrounds

  private func putButtonBehind() {
    scene.setContent([.button(label: "behind", role: .none, action: ActionID(rawValue: 7))], of: stage.root)
  }

  @Test(arguments: [true, false])
  func `S29: behind an undimmed sheet buttons fire, whatever its delegate would say`(answer: Bool) throws {
    putButtonBehind()
    let sheet = try show([.medium, .large], undimmed: "medium")
    stage.responder.shouldDismiss = { _ in answer }
    try scene.tap(label: "behind")
    scene.tapOutside()
    #expect(
      stage.lines == [
        "tap \"behind\"", "action root \"behind\"", "tap_outside",
        "no_effect tap_outside P (nothing is dimmed: touches outside go to what is behind)",
      ])
    #expect(scene.stack == [sheet])
  }

  @Test func `S29: the modal flag swallows touches behind an undimmed sheet`() throws {
    putButtonBehind()
    try show([.medium, .large], modal: .constant(true), undimmed: "medium")
    try scene.tap(label: "behind")
    #expect(
      stage.lines == ["no_effect tap root (\"behind\": is_modal_in_presentation ignores touches outside of P)"])
  }

  @Test func `S90: above the undimmed detent it is dimmed, and a tap outside dismisses`() throws {
    putButtonBehind()
    try show([.height(120), .large], selected: .identifier("large"), undimmed: "height(120)")
    try scene.tap(label: "behind")
    #expect(stage.lines == ["refused covered root"])
    stage.forget()
    scene.tapOutside()
    stage.settle()
    #expect(
      stage.lines == ["tap_outside", "should_dismiss P -> true", "will_dismiss P"] + Stage.leaving("P", "outside")
        + Stage.endBlock("P", "outside", didDismiss: true))
  }

  @Test func `what shows of a sheet follows the finger, with resistance where it cannot go`() throws {
    let sheet = try show([.medium, .large], modal: .constant(true))
    func height() -> Double? { scene.status().first { $0.controller == sheet }?.height }
    #expect(height() == 400)
    scene.drag(fraction: -0.5)
    #expect(height() == 600)
    scene.drag(fraction: 0.75)
    #expect(height() == 300)
    scene.drag(fraction: -1.75)
    #expect(height() == 900)
  }
}
