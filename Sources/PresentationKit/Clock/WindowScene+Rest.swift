extension WindowScene {
  /// Whether nothing but timers is due: all transitions and updates are done and the main queue is empty.
  ///
  /// A finger that holds a sheet does not count; `isIdle` also wants it lifted.
  public var hasOnlyTimersDue: Bool { state.clock.hasOnlyTimers }

  /// How many controllers were made; the next one gets this number.
  public var controllerCount: Int { state.controllers.count }

  /// How many bindings were made; the next one gets this number.
  public var bindingCount: Int { state.bindings.count }

  /// The bindings in the order in which they were made.
  package var bindingIDs: [BindingID] { state.bindings.indices.map { BindingID(rawValue: $0) } }
}
