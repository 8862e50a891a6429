/// The Lua surface, described once: the binding installs what stands here, and messages, documentation and completion read it.
package enum Surface {
  /// The functions a script calls.
  package static let primitives: [Member] =
    constructors + views + stateMakers + swiftuiMakers + verbs + waiting + checking

  /// The objects a script meets.
  package static let objects: [ObjectType] = [
    controllerType, presentationControllerType, delegateType, attemptType, bindingType, timerType, flowType, tokenType,
    viewType, representableType, environmentType, policyType, detentNamespace, deviceType, sceneType, userType, appType,
    clockType, traceType,
  ]

  /// Values that are there from the start, with what they are.
  package static let values: [(name: String, summary: String)] = [
    ("root", "the window's root controller, configured like any other"),
    ("scene", sceneType.summary),
    ("user", userType.summary),
    ("app", appType.summary),
    ("clock", clockType.summary),
    ("trace", traceType.summary),
    ("environment", environmentType.summary),
    ("policy", policyType.summary),
    ("detent", detentNamespace.summary),
    ("device", deviceType.summary),
  ]

  static let primitivesByName = Dictionary(primitives.map { ($0.name, $0) }) { first, _ in first }
  package static let primitiveNames = Set(primitives.map(\.name) + values.map(\.name))
  /// In the order of the documentation.
  package static let orderedNames = primitives.map(\.name) + values.map(\.name)
}
