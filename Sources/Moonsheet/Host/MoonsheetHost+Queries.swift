import LuaRuntime
import PresentationKit

/// Queries: scripts' answers that must come at once and do nothing.
extension MoonsheetHost {
  /// Asks a script's function for a boolean.
  ///
  /// `push` pushes the function and one argument, or answers false when there is no function. A query that raises, runs out of
  /// its own small fuel, or answers no boolean is an error entry and counts as `whenFailing`, the refusing answer.
  func ask(
    _ name: String, about controller: ControllerID, whenFailing: Bool, _ push: (LuaFrame) -> Bool
  ) -> Bool {
    let answer = query(name, about: controller, otherwise: whenFailing, push) { try Self.readVerdict(on: $0) }
    if lua.watchesHistory { noteVerdict(answer, of: name, controller) }
    return answer
  }

  private static func readVerdict(on frame: LuaFrame) throws -> Bool {
    guard frame.count >= 1, frame.type(at: 1) == .bool, let answer = frame.bool(at: 1) else {
      let got = frame.count == 0 ? "nothing" : frame.typeName(at: 1)
      throw LuaError("answered \(got), not true or false; that counts as a refusal")
    }
    return answer
  }

  /// Asks a delegate whether a controller may go. One that hands on may leave it to those before it, by answering nil; with
  /// nobody before it, that allows (R11).
  func askShouldDismiss(_ delegate: DelegateReference, about controller: ControllerID) -> Bool {
    let method = DelegateMethod.shouldDismiss
    let handsOn = if case .object(let id) = delegate { state.forwardingDelegates.contains(id) } else { false }
    let answer: Bool? = query(method.traceName, about: controller, otherwise: false) { frame in
      guard pushCallback(method.traceName, of: delegate, on: frame) else { return false }
      pushController(controller, on: frame)
      return true
    } read: { frame in
      handsOn && (frame.count == 0 || frame.type(at: 1) == .nil) ? nil : try Self.readVerdict(on: frame)
    }
    if let answer {
      if lua.watchesHistory { noteVerdict(answer, of: method.traceName, controller) }
      return answer
    }
    guard let before = scene.delegate(before: delegate, of: controller, for: method) else { return true }
    return askShouldDismiss(before, about: controller)
  }

  /// Asks an adaptive delegate for the style on a device; nil is UIKit's none.
  func askStyle(of delegate: DelegateReference, about controller: ControllerID, on device: Device)
    -> ModalPresentationStyle?
  {
    let name = DelegateMethod.adaptivePresentationStyle.traceName
    let words = ["none"] + ModalPresentationStyle.allCases.map(\.rawValue)
    return query(name, about: controller, otherwise: .automatic) { frame in
      guard self.pushCallback(name, of: delegate, on: frame) else { return false }
      self.push(device, on: frame)
      return true
    } read: { frame in
      guard frame.count >= 1, frame.type(at: 1) == .string, let word = frame.string(at: 1), words.contains(word) else {
        throw LuaError(
          "answered \(frame.count == 0 ? "nothing" : frame.text(at: 1)), not one of \(words.joined(separator: ", "))")
      }
      return ModalPresentationStyle(rawValue: word)
    }
  }

  /// Asks an adaptive delegate what is shown for an adapted style; nil is the controller itself.
  func askController(
    of delegate: DelegateReference, about controller: ControllerID, adaptedTo style: ModalPresentationStyle
  ) -> ControllerID? {
    let name = DelegateMethod.viewControllerForAdaptivePresentationStyle.traceName
    return query(name, about: controller, otherwise: nil) { frame in
      guard self.pushCallback(name, of: delegate, on: frame) else { return false }
      frame.push(style.rawValue)
      return true
    } read: { frame in
      if frame.count == 0 || frame.type(at: 1) == .nil { return nil }
      guard let answer = frame.objectIfMatching(classes.controller, at: 1) else {
        throw LuaError("answered \(frame.typeName(at: 1)), not a controller or nil")
      }
      return answer
    }
  }

  /// Asks the function of a custom detent for its height; nil is inactive.
  func askHeight(of identifier: String, _ controller: ControllerID, maximum: Double) -> Double? {
    let name = "detent \(identifier)"
    return query(name, about: controller, otherwise: nil) { frame in
      guard self.pushCallback(name, of: controller, on: frame) else { return false }
      frame.push(maximum)
      return true
    } read: { frame in
      if frame.count == 0 || frame.type(at: 1) == .nil { return nil }
      guard frame.type(at: 1) == .number, let height = frame.number(at: 1), height.isFinite, height > 0 else {
        throw LuaError("answered \(frame.text(at: 1)), not a height above 0 or nil")
      }
      return height
    }
  }

  private func push(_ device: Device, on frame: LuaFrame) {
    frame.newTable(fields: 3)
    for (key, word) in [
      ("idiom", device.idiom.rawValue), ("width", device.width.rawValue), ("height", device.height.rawValue),
    ] {
      frame.push(word)
      frame.rawSet(-2, key: key)
    }
  }

  /// Runs a query of a controller's: `push` pushes the function and one argument, or answers false when there is none.
  func query<Answer>(
    _ name: String, about controller: ControllerID, otherwise: Answer, _ push: (LuaFrame) -> Bool,
    read: (LuaFrame) throws -> Answer
  ) -> Answer {
    let outer = state.query
    state.query = QueryContext(
      name: name, subject: scene.name(of: controller), description: described(controller))
    defer { state.query = outer }
    lastAnswerSite = nil
    do throws(LuaError) {
      return try lua.query(fuel: options.queryFuel) { frame in
        guard push(frame) else { throw LuaError("\(name) went away while it was asked") }
        lastAnswerSite = frame.definitionSite(at: -2).map { SourceSite($0) }
        return 1
      } read: { frame in
        try read(frame)
      }
    } catch {
      var place = CallbackPlace(name, of: controller)
      place.site = lastAnswerSite
      reportError(error, in: place)
      return otherwise
    }
  }

  /// Runs the `get` or `set` of a mapped binding.
  func derive(_ binding: BindingID, _ key: String, _ values: [Value], otherwise: Value) -> Value {
    let outer = state.query
    state.query = QueryContext(
      name: key, subject: scene.name(of: binding), description: "binding '\(scene.name(of: binding))'")
    defer { state.query = outer }
    do throws(LuaError) {
      return try lua.query(fuel: options.queryFuel) { frame in
        self.push(binding.rawValue, from: .derivations, on: frame)
        guard frame.type(at: -1) == .table, frame.rawGet(-1, key: key) != .nil else {
          throw LuaError("'\(scene.name(of: binding))' was mapped without '\(key)'")
        }
        frame.remove(at: -2)
        for value in values { self.push(value, on: frame) }
        return values.count
      } read: { frame in
        frame.count == 0 ? .none : value(at: 1, on: frame)
      }
    } catch {
      var place = CallbackPlace(key, of: binding)
      place.site = state.mappedAt[binding]
      reportError(error, in: place)
      return otherwise
    }
  }
}
