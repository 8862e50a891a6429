import PresentationKit
import Testing

/// SwiftUI's modifiers ask the controller they stand on to present, and that may override it (C-22).
@Suite struct OverrideTests {
  /// A child of the root that overrides `present` and carries a sheet by a flag; what its override does is `present`.
  private final class Guarded {
    let stage = ModifierStage()
    let box: ControllerID
    let flag: BindingID
    var asked: [ControllerID] = []
    var presenter: PresenterID?
    var present: (WindowScene, ControllerID, PresenterID) throws -> Void = { scene, controller, presenter in
      try scene.presentOriginal(controller, for: presenter, animated: nil, completion: nil)
    }

    init() throws {
      let scene = stage.scene
      box = scene.makeController(ControllerConfiguration(name: "Box", overridesPresent: true))
      flag = scene.makeBinding(name: "f", initial: .bool(false))
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.sheet, .flag(flag), content: ActionID(rawValue: 1))]
      scene.setModifiers(modifiers, of: box)
      try scene.embed(box, in: scene.root)
      stage.responder.react = { [unowned self] callback in
        guard case .presenting(let controller, let receiver, let presenter) = callback else { return }
        #expect(receiver == box)
        asked.append(controller)
        self.presenter = presenter
        do { try present(scene, controller, presenter) } catch { Issue.record(error) }
      }
      stage.settle()
      stage.forget()
    }

    func turn(_ value: Bool) {
      stage.set(flag, .bool(value))
      stage.settle()
    }
  }

  @Test func `the override is called, and what it calls in turn presents for the modifier`() throws {
    let guarded = try Guarded()
    guarded.turn(true)
    #expect(guarded.asked.count == 1)
    #expect(guarded.stage.named("presenting", "warning") == ["presenting P on root"])
    guarded.stage.scene.swipeDown()
    guarded.stage.settle()
    #expect(guarded.stage.scene.value(of: guarded.flag) == .bool(false))
  }

  @Test func `an override that presents nothing leaves the flag, and only a toggle asks again`() throws {
    let guarded = try Guarded()
    guarded.present = { _, _, _ in }
    guarded.turn(true)
    #expect(guarded.stage.named("presenting", "warning") == ["warning binding_out_of_step f"])
    guarded.turn(true)
    #expect(guarded.asked.count == 1)
    guarded.turn(false)
    guarded.turn(true)
    #expect(guarded.asked.count == 2)
  }

  @Test func `toggled while its override waits it is asked again, and told only when none waits any more`() throws {
    let guarded = try Guarded()
    let stage = guarded.stage
    guarded.present = { _, _, _ in }
    stage.responder.isPresentingForModifiers = true
    for value in [true, false, true] { guarded.turn(value) }
    #expect(guarded.asked.count == 2)
    // The first one is over, the second waits still.
    let presenter = try #require(guarded.presenter)
    stage.scene.endOverride(for: presenter)
    #expect(stage.named("warning") == [])
    stage.responder.isPresentingForModifiers = false
    stage.scene.endOverride(for: presenter)
    #expect(stage.named("warning") == ["warning binding_out_of_step f"])
  }

  @Test func `what an override calls too late is refused like any present (R5, R6)`() throws {
    let stage = ModifierStage()
    let scene = stage.scene
    let (flag, inner) = (stage.flag, scene.makeBinding(name: "f", initial: .bool(false)))
    var asked: [(ControllerID, PresenterID)] = []
    stage.responder.presented = { [unowned stage] number, _ in
      guard number.rawValue == 1 else { return stage.sheet("Q") }
      let box = scene.makeController(ControllerConfiguration(name: "Box", overridesPresent: true))
      var modifiers = ViewModifiers()
      modifiers.presentations = [PresentationModifier(.sheet, .flag(inner), content: ActionID(rawValue: 3))]
      scene.setModifiers(modifiers, of: box)
      return box
    }
    stage.responder.react = { callback in
      if case .presenting(let controller, _, let presenter) = callback { asked.append((controller, presenter)) }
    }
    stage.responder.isPresentingForModifiers = true
    for (dismiss, code) in [
      ({ scene.swipeDown() }, "transition_in_progress"),
      (
        {
          scene.swipeDown(); stage.settle()
        }, "not_in_window"
      ),
      ({ scene.drag(fraction: 0.3) }, "transition_in_progress"),
    ] as [(() -> Void, String)] {
      stage.open()
      stage.set(inner, .bool(true))
      stage.settle()
      dismiss()
      stage.forget()
      let (controller, presenter) = asked.removeLast()
      try scene.presentOriginal(controller, for: presenter, animated: nil, completion: nil)
      #expect(stage.named("presenting", "refused").map { $0.prefix { $0 != "#" } } == ["refused \(code) Q"])
      scene.cancelTouch()
      stage.settle()
      stage.set(inner, .bool(false))
      stage.set(flag, .bool(false))
      stage.settle()
    }
  }

  @Test func `called twice, the second is refused like any present`() throws {
    let guarded = try Guarded()
    let other = guarded.stage.sheet("Other")
    guarded.present = { scene, controller, presenter in
      try scene.presentOriginal(controller, for: presenter, animated: nil, completion: nil)
      try scene.presentOriginal(other, for: presenter, animated: nil, completion: nil)
    }
    guarded.turn(true)
    #expect(guarded.stage.scene.stack.count == 1)
    #expect(guarded.stage.lines.contains { $0.hasPrefix("refused already_presenting Other") })
  }

  @Test func `what is presented in its place is the modifier's, and writes its flag`() throws {
    let guarded = try Guarded()
    let other = guarded.stage.sheet("Other")
    guarded.present = { scene, _, presenter in
      try scene.presentOriginal(other, for: presenter, animated: false, completion: nil)
    }
    guarded.turn(true)
    #expect(guarded.stage.scene.top == other)
    guarded.stage.scene.swipeDown()
    guarded.stage.settle()
    #expect(guarded.stage.scene.value(of: guarded.flag) == .bool(false))
  }

  @Test func `the framework has the slot before the override can look into it, and gives it up when nothing comes`()
    throws
  {
    let guarded = try Guarded()
    var seen: [Bool] = []
    guarded.present = { scene, controller, _ in
      seen.append(scene.hasFrameworkDelegate(scene.presentationController(of: controller)))
    }
    guarded.turn(true)
    #expect(seen == [true])
    let scene = guarded.stage.scene
    #expect(!scene.hasFrameworkDelegate(scene.presentationController(of: guarded.asked[0])))
  }
}
