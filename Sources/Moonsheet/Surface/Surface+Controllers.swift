import LuaRuntime
import PresentationKit

extension Call {
  /// The controller whose method or field this is.
  func selfController() throws -> ControllerID {
    guard let id = frame.objectIfMatching(host.classes.controller, at: selfSlot) else {
      throw LuaError("'\(name)' wants a controller before the colon")
    }
    return id
  }

  func selfPresentation() throws -> PresentationID {
    guard let id = frame.objectIfMatching(host.classes.presentationController, at: selfSlot) else {
      throw LuaError("'\(name)' wants a presentation controller")
    }
    return id
  }

  func selfAttempt() throws -> AttemptID {
    guard let id = frame.objectIfMatching(host.classes.attempt, at: 1) else {
      throw LuaError("'\(name)' wants an attempt before the colon")
    }
    return id
  }

  /// The index of the value that a field assignment brings.
  var assigned: Int { 1 }
}

extension Surface {
  package static let controllerType = ObjectType(
    name: "controller", summary: "a view controller: sheets, covers, alerts and containers are controllers too",
    fields: controllerFields + containerFields,
    methods: [
      Member(
        "present", "c:present(what [, { animated =, completion = }])", .acts,
        "UIKit's present, with this one as receiver."
      ) {
        call in try call.host.present(call, receiver: try call.selfController(), throughOverride: true)
      },
      Member(
        "dismiss", "c:dismiss([{ animated =, completion = }])", .acts, "UIKit's dismiss, with this one as receiver."
      ) { call in
        try call.host.dismiss(try call.selfController(), optionsAt: 1, call)
      },
    ] + modifiers(of: "c") + containment)

  private static let controllerFields: [Field] = [
    Field("name", "the name that the trace shows") { call in
      let controller = try call.selfController()
      call.host.noteRead(nameOf: controller)
      return call.push(call.host.scene.name(of: controller))
    },
    Field(
      "presentation_controller",
      "the presentation controller of the current cycle; made on demand from the current style"
    ) { call in
      let host = call.host
      call.frame.push(
        host.scene.presentationController(of: try call.selfController()), as: host.classes.presentationController)
      return .values(1)
    },
    Field("presented_view_controller", "what this controller or one of its ancestors presented, or nil") { call in
      call.push(controller: call.host.scene.controller(try call.selfController()).presented)
    },
    Field("presenting_view_controller", "who presented this controller or its farthest ancestor, or nil") { call in
      call.push(controller: call.host.scene.controller(try call.selfController()).presenting)
    },
    Field("is_being_presented", "true from the present call until it has appeared") { call in
      call.push(call.host.scene.controller(try call.selfController()).isBeingPresented)
    },
    Field("is_being_dismissed", "true from view_will_disappear through view_did_disappear") { call in
      call.push(call.host.scene.controller(try call.selfController()).isBeingDismissed)
    },
    Field("is_view_loaded", "whether view_did_load has come") { call in
      call.push(call.host.scene.controller(try call.selfController()).isViewLoaded)
    },
    Field("is_modal_in_presentation", "refuses every interactive dismissal without asking the delegate") { call in
      call.push(call.host.scene.isModalInPresentation(try call.selfController()))
    } set: { call in
      try call.host.setModalFlag(call)
    },
    Field("modal_presentation_style", "the style; set it before the presentation controller is touched") { call in
      call.push(call.host.scene.controller(try call.selfController()).style.rawValue)
    } set: { call in
      let styles = ModalPresentationStyle.allCases
      let word = call.frame.text(at: call.assigned)
      guard let style = ModalPresentationStyle(rawValue: word) else {
        throw LuaError(
          "'modal_presentation_style' cannot be '\(word)'" + Suggestion.suffix(for: word, among: styles.map(\.rawValue))
        )
      }
      call.host.scene.setStyle(style, of: try call.selfController())
    },
  ]

  private static let containerFields: [Field] = [
    Field("parent", "the container it is a child of, or nil") { call in
      call.push(controller: call.host.scene.controller(try call.selfController()).parent)
    },
    Field("children", "its children, in order") { call in
      call.host.pushControllers(call.host.scene.controller(try call.selfController()).children, call)
    },
    Field("next", "the next responder of the chain among controllers, or nil") { call in
      call.push(controller: call.host.scene.nextResponder(of: try call.selfController()))
    },
    Field("top_view_controller", "a navigation controller's visible child, or nil") { call in
      call.push(controller: call.host.scene.controller(try call.selfController()).visibleChild)
    },
  ]

  private static let containment: [Member] = [
    Member("push", "nav:push(controller [, { animated = }])", .acts, "Pushes onto a navigation controller.") { call in
      let (scene, animated) = (call.host.scene, try call.animated(2))
      return try call.containing { try scene.push(try call.controller(1), onto: $0, animated: animated) }
    },
    Member("pop", "nav:pop([{ animated = }])", .acts, "Pops the visible controller; the root stays.") { call in
      let (scene, animated) = (call.host.scene, try call.animated(1))
      return try call.containing { try scene.pop($0, animated: animated) }
    },
    Member("pop_to_root", "nav:pop_to_root([{ animated = }])", .acts, "Pops all but the root.") { call in
      let (scene, animated) = (call.host.scene, try call.animated(1))
      return try call.containing { try scene.popToRoot($0, animated: animated) }
    },
    Member("select", "tabs:select(controller)", .acts, "Makes a tab the selected one.") { call in
      let tab = try call.controller(1)
      return try call.containing { tabs in
        guard let index = call.host.scene.controller(tabs).children.firstIndex(of: tab) else {
          throw LuaError("\(call.host.described(tab)) is no tab of \(call.host.described(tabs))")
        }
        try call.host.scene.selectTab(index, of: tabs)
      }
    },
    Member("add_child", "c:add_child(child)", .acts, "Makes it a child, with its view and both move callbacks.") {
      call in
      try call.containing { try call.host.scene.embed(try call.controller(1), in: $0) }
    },
    Member("remove_child", "c:remove_child(child)", .acts, "Takes a child out, with its view and both move callbacks.")
    { call in
      let child = try call.controller(1)
      return try call.containing { parent in
        guard call.host.scene.controller(child).parent == parent else {
          throw LuaError("\(call.host.described(child)) is no child of \(call.host.described(parent))")
        }
        call.host.scene.removeChild(child)
      }
    },
    Member("will_move", "child:will_move(parent | nil)", .acts, "The raw call that a container owes its child.") {
      call in
      let parent = try call.optionalController(1)
      return try call.containing { call.host.scene.willMove($0, toParent: parent) }
    },
    Member("did_move", "child:did_move(parent | nil)", .acts, "The raw call that a container owes its child.") { call in
      let parent = try call.optionalController(1)
      return try call.containing { call.host.scene.didMove($0, toParent: parent) }
    },
    Member(
      "add_subview", "c:add_subview(controller)", .acts,
      "Adds only its view, without `add_child`: the mistake that leaves a detached controller."
    ) { call in
      try call.containing { try call.host.scene.addSubview(try call.controller(1), to: $0) }
    },
  ]

  package static let presentationControllerType = ObjectType(
    name: "presentation_controller", summary: "manages one presentation; each presentation gets a new one",
    fields: [
      Field("delegate", "the adaptive delegate, held weakly; nil when the slot is free: there is none, or it has died")
      { call in
        try call.host.pushDelegate(call)
      } set: { call in
        try call.host.setDelegate(call)
      },
      Field("presented_view_controller", "what it presents") { call in
        call.push(controller: call.host.scene.presentedController(of: try call.selfPresentation()))
      },
      Field("presenting_view_controller", "who presents, once presented") { call in
        let presented = call.host.scene.presentedController(of: try call.selfPresentation())
        return call.push(controller: call.host.scene.controller(presented).presenting)
      },
    ], methods: [])

  package static let attemptType = ObjectType(
    name: "attempt", summary: "one refused try of the user's to dismiss, as `did_attempt_to_dismiss` receives it",
    fields: [
      Field("controller", "what they tried to dismiss") { call in
        call.push(controller: call.host.scene.attempt(try call.selfAttempt()).controller)
      },
      Field("trigger", "swipe, outside, escape or request") { call in
        call.push(call.host.scene.attempt(try call.selfAttempt()).trigger.rawValue)
      },
      Field("count", "how many tries this presentation has seen, this one included") { call in
        call.host.noteRead(.attempts)
        return call.push(call.host.scene.attempt(try call.selfAttempt()).count)
      },
      Field("token", "a new value for each attempt") { call in
        let token = Token(serial: -1 - (try call.selfAttempt()).rawValue)
        call.frame.push(token, as: call.host.classes.token)
        return .values(1)
      },
    ],
    methods: [
      Member(
        "proceed", "attempt:proceed([result])", .acts,
        "Closes what was refused and all above it, once; a stale attempt does nothing and warns."
      ) { call in
        let attempt = try call.selfAttempt()
        let result = call.isPresent(1) ? call.host.value(at: call.slot(1), on: call.frame) : .none
        return call.push(call.host.scene.proceed(attempt, result: result))
      },
      Member("cancel", "attempt:cancel()", .acts, "Leaves it presented; the attempt is spent.") { call in
        call.host.scene.cancelAttempt(try call.selfAttempt())
        return call.nothing
      },
    ])
}

extension Call {
  fileprivate func animated(_ position: Int) throws -> Bool {
    var animated = true
    try options(position, known: ["animated"]) { animated = try booleanOption($0) }
    return animated
  }

  /// Runs a containment call on `self`; UIKit's exceptions become errors of the calling line.
  fileprivate func containing(_ body: (ControllerID) throws -> Void) throws -> LuaReturn {
    let controller = try selfController()
    try host.attempt { try body(controller) }
    return nothing
  }
}

extension MoonsheetHost {
  func pushControllers(_ ids: [ControllerID], _ call: Call) -> LuaReturn {
    call.frame.newTable(array: ids.count)
    for (position, id) in ids.enumerated() {
      pushController(id, on: call.frame)
      call.frame.rawSet(-2, index: position + 1)
    }
    return .values(1)
  }

  func setModalFlag(_ call: Call) throws {
    let controller = try call.selfController()
    let frame = call.frame
    let flag: Flag
    switch frame.type(at: call.assigned) {
    case .bool: flag = .constant(frame.bool(at: call.assigned) ?? false)
    case _ where isPolicy(at: call.assigned, on: frame):
      frame.pushCopy(of: call.assigned)
      keepCallback("is_modal_in_presentation", of: controller, on: frame)
      frame.pop(1)
      flag = .query
    default:
      guard let binding = frame.objectIfMatching(classes.binding, at: call.assigned) else {
        throw LuaError("'is_modal_in_presentation' wants true, false, a binding or a function")
      }
      flag = .binding(binding)
    }
    scene.setModalInPresentation(flag, of: controller)
  }

  func pushDelegate(_ call: Call) throws -> LuaReturn {
    let presentation = try call.selfPresentation()
    switch scene.delegate(of: presentation) {
    case .object(let delegate): push(delegate.rawValue, from: .delegates, on: call.frame)
    case .inline: pushFixedDelegate(Self.inlineDelegate, on: call.frame)
    case nil where scene.hasFrameworkDelegate(presentation): pushFixedDelegate(Self.frameworkDelegate, on: call.frame)
    case nil: call.frame.pushNil()
    }
    return .values(1)
  }

  /// SwiftUI's own delegate, and the methods that stand on a controller: both are somebody in the slot.
  static let frameworkDelegate = DelegateID(rawValue: -1)
  static let inlineDelegate = DelegateID(rawValue: -2)

  private func pushFixedDelegate(_ delegate: DelegateID, on frame: LuaFrame) {
    if push(delegate.rawValue, from: .delegates, on: frame) == .userdata { return }
    frame.pop(1)
    frame.push(delegate, as: classes.delegate)
    frame.pushCopy(of: -1)
    keep(in: .delegates, under: delegate.rawValue, on: frame)
  }

  func setDelegate(_ call: Call) throws {
    let presentation = try call.selfPresentation()
    if call.frame.type(at: call.assigned) == .nil { return scene.setDelegate(nil, of: presentation) }
    guard let delegate = call.frame.objectIfMatching(classes.delegate, at: call.assigned) else {
      throw LuaError("'delegate' wants what delegate { … } made, or nil")
    }
    switch delegate {
    case Self.frameworkDelegate: scene.restoreFrameworkDelegate(of: presentation)
    case Self.inlineDelegate:
      scene.setDelegate(reference: .inline(scene.presentedController(of: presentation)), of: presentation)
    default: scene.setDelegate(delegate, of: presentation)
    }
  }
}
