import LuaRuntime
import PresentationKit

/// Where scripts' objects and functions are kept: in Lua, in named tables of the registry, under the ids of the scene.
///
/// Controllers live as long as their host. An assigned delegate is kept weakly, as UIKit does: `delegates` holds weak values.
extension MoonsheetHost {
  enum Store: String, CaseIterable {
    case controllers, delegates, actions, timers, completions, values, observers, derivations, presented, identities

    var name: StaticString {
      switch self {
      case .controllers: "moonsheet.controllers"
      case .delegates: "moonsheet.delegates"
      case .actions: "moonsheet.actions"
      case .timers: "moonsheet.timers"
      case .completions: "moonsheet.completions"
      case .values: "moonsheet.values"
      case .observers: "moonsheet.observers"
      case .derivations: "moonsheet.derivations"
      case .presented: "moonsheet.presented"
      case .identities: "moonsheet.identities"
      }
    }
  }

  /// Pushes what `store` keeps under `id`; nil when there is nothing.
  @discardableResult
  func push(_ id: Int, from store: Store, on frame: LuaFrame) -> LuaFrame.LuaType {
    frame.registryTable(store.name, weakValues: store == .delegates)
    let type = frame.rawGet(-1, index: id)
    frame.remove(at: -2)
    return type
  }

  /// Keeps the value on top of the stack under `id`, and pops it.
  func keep(in store: Store, under id: Int, on frame: LuaFrame) {
    frame.registryTable(store.name, weakValues: store == .delegates)
    frame.insert(at: -2)
    frame.rawSet(-2, index: id)
    frame.pop(1)
  }

  func forget(_ id: Int, in store: Store, on frame: LuaFrame) {
    frame.pushNil()
    keep(in: store, under: id, on: frame)
  }

  /// Adds the function at `slot` to the list that `store` keeps under `id`; answers whether it is the first.
  func append(functionAt slot: Int, to store: Store, under id: Int, on frame: LuaFrame) -> Bool {
    let isFirst = push(id, from: store, on: frame) != .table
    if isFirst {
      frame.pop(1)
      frame.newTable()
      frame.pushCopy(of: -1)
      keep(in: store, under: id, on: frame)
    }
    frame.pushCopy(of: slot)
    frame.rawSet(-2, index: frame.rawLength(at: -2) + 1)
    frame.pop(1)
    return isFirst
  }

  // MARK: Controllers

  /// Pushes the one userdata of a controller, or nil.
  func pushController(_ id: ControllerID?, on frame: LuaFrame) {
    guard let id else { return frame.pushNil() }
    if push(id.rawValue, from: .controllers, on: frame) == .userdata { return }
    frame.pop(1)
    frame.push(id, as: classes.controller)
    frame.pushCopy(of: -1)
    keep(in: .controllers, under: id.rawValue, on: frame)
  }

  /// Pushes the function a controller was configured with under `name`; pushes nothing and answers false when there is none.
  func pushCallback(_ name: String, of controller: ControllerID, on frame: LuaFrame) -> Bool {
    pushController(controller, on: frame)
    return pushCallback(name, ofObjectOn: frame)
  }

  func pushCallback(_ name: String, of delegate: DelegateReference, on frame: LuaFrame) -> Bool {
    switch delegate {
    case .inline(let controller): pushCallback(name, of: controller, on: frame)
    case .object(let id): pushCallback(name, of: id, on: frame)
    }
  }

  /// Pushes the function that a live delegate has under `name`.
  func pushCallback(_ name: String, of delegate: DelegateID, on frame: LuaFrame) -> Bool {
    guard push(delegate.rawValue, from: .delegates, on: frame) == .userdata else {
      frame.pop(1)
      return false
    }
    return pushCallback(name, ofObjectOn: frame)
  }

  /// Replaces the object on top of the stack by its callback, if it has it.
  func pushCallback(_ name: String, ofObjectOn frame: LuaFrame) -> Bool {
    frame.pushUserValue(of: -1)
    let type = frame.rawGet(-1, key: name)
    frame.remove(at: -2)
    frame.remove(at: -2)
    if type == .function || type == .userdata || type == .table { return true }
    frame.pop(1)
    return false
  }

  // MARK: Values of bindings and results

  /// The scene's form of the Lua value at `index`; tables, functions and objects stay in Lua under a number.
  func value(at index: Int, on frame: LuaFrame) -> Value {
    switch frame.type(at: index) {
    case .none, .nil: return .none
    case .bool: return .bool(frame.bool(at: index) ?? false)
    case .number:
      if frame.isInteger(at: index), let integer = frame.integer(at: index) { return .integer(integer) }
      return .number(frame.number(at: index) ?? 0)
    case .string:
      if let text = frame.withUTF8(at: index, { String(validating: $0, as: UTF8.self) }) ?? nil { return .string(text) }
      // Bytes that are no text stay in Lua, so that what comes back is what was given.
      return keepReference(at: index, on: frame)
    default: return keepReference(at: index, on: frame)
    }
  }

  private func keepReference(at index: Int, on frame: LuaFrame) -> Value {
    let reference = state.makeReference()
    let description = unnoted { frame.text(at: index) }
    frame.pushCopy(of: index)
    keep(in: .values, under: reference, on: frame)
    return .reference(reference, description: String(description.prefix(Call.longestName)))
  }

  /// As `value(at:on:)`, but an object that one of `known` stands for keeps its number, so that setting it again is no change.
  func value(at index: Int, among known: [Value], on frame: LuaFrame) -> Value {
    let absolute = frame.absolute(index)
    for value in known {
      guard case .reference(let reference, _) = value else { continue }
      push(reference, from: .values, on: frame)
      defer { frame.pop(1) }
      if frame.rawEqual(absolute, -1) { return value }
    }
    return value(at: index, on: frame)
  }

  func push(_ value: Value, on frame: LuaFrame) {
    switch value {
    case .none: frame.pushNil()
    case .bool(let bool): frame.push(bool)
    case .integer(let integer): frame.push(integer)
    case .number(let number): frame.push(number)
    case .string(let string): frame.push(string)
    case .reference(let reference, _): push(reference, from: .values, on: frame)
    }
  }
}
