import LuaRuntime
import PresentationKit

/// The Lua classes of one host. Objects are ids of the scene's state, so a userdata never holds a pointer.
struct Classes {
  let controller = LuaClass<ControllerID>("controller")
  let presentationController = LuaClass<PresentationID>("presentation_controller")
  let delegate = LuaClass<DelegateID>("delegate")
  let attempt = LuaClass<AttemptID>("attempt")
  let binding = LuaClass<BindingID>("binding")
  let timer = LuaClass<TimerID>("timer")
  let flow = LuaClass<FlowID>("flow")
  let detent = LuaClass<DetentDescription>("detent")
  let policy = LuaClass<Policy>("policy")
  let token = LuaClass<Token>("token")
  let view = LuaClass<ViewDescription>("view")
  let originalPresent = LuaClass<OriginalPresent>("original")
  let dismissAction = LuaClass<DismissAction>("dismiss")
  let representable = LuaClass<RepresentableView>("representable")
  let singletons = Singleton.allCases.map { ($0, LuaClass<Singleton>($0.rawValue)) }
}

/// A value that equals no other: the script's UUID.
struct Token: Hashable, Sendable {
  let serial: Int
}

/// What an overridden `present` calls to do what UIKit does.
struct OriginalPresent: Hashable, Sendable {
  let receiver: ControllerID
  /// The modifier that presents, where SwiftUI called the override.
  var presenter: PresenterID?
}

/// A view as a script described it; each description is an object of its own.
struct ViewDescription: Hashable, Sendable {
  let serial: Int
  let item: ContentItem
  /// How deep it is nested, itself included.
  var depth = 1
  /// How many views it is, itself included.
  var count = 1

  static func == (a: ViewDescription, b: ViewDescription) -> Bool { a.serial == b.serial }
  func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}

/// A detent as a script made it; a custom one keeps its function in its user value.
struct DetentDescription: Hashable, Sendable {
  let serial: Int
  let detent: Detent

  static func == (a: DetentDescription, b: DetentDescription) -> Bool { a.serial == b.serial }
  func hash(into hasher: inout Hasher) { hasher.combine(serial) }
}

/// The objects of which there is one.
enum Singleton: String, Hashable, Sendable, CaseIterable {
  case scene, user, app, clock, trace, environment, policy, detent, device

  var type: ObjectType {
    switch self {
    case .scene: Surface.sceneType
    case .user: Surface.userType
    case .app: Surface.appType
    case .clock: Surface.clockType
    case .trace: Surface.traceType
    case .environment: Surface.environmentType
    case .policy: Surface.policyType
    case .detent: Surface.detentNamespace
    case .device: Surface.deviceType
    }
  }
}
