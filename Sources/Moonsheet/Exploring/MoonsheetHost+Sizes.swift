import LuaRuntime
import PresentationKit

/// How large what a script keeps is, by name: to see what grows.
extension MoonsheetHost {
  package func sizes() -> [String: Double] {
    var sizes: [String: Double] = [:]
    sizes["the stack of presentations"] = Double(scene.stack.count)
    sizes["the timers that wait"] = Double(state.timers.count)
    sizes["the flows that wait"] = Double(state.flows.all.count { !$0.status.isOver })
    for id in 0..<scene.bindingCount {
      let binding = BindingID.numbered(id)
      if let size = Self.size(of: scene.value(of: binding)) { sizes["the binding \(scene.name(of: binding))"] = size }
    }
    addVariables(to: &sizes)
    return sizes
  }

  private static func size(of value: Value) -> Double? {
    switch value {
    case .integer(let integer): abs(Double(integer))
    case .number(let number): abs(number)
    case .string(let text): Double(text.utf8.count)
    default: nil
    }
  }

  /// The variables that callbacks see, and globals.
  private func addVariables(to sizes: inout [String: Double]) {
    lua.withFrame { frame in
      for store in [Store.actions, .controllers, .timers, .observers] {
        frame.registryTable(store.name)
        frame.forEachPair(in: frame.absolute(-1)) { frame in
          if frame.type(at: -1) == .function { add(upvaluesOfTop: frame, to: &sizes) }
          guard frame.type(at: -1) == .userdata else { return }
          frame.pushUserValue(of: -1)
          frame.forEachPair(in: frame.absolute(-1)) { frame in add(upvaluesOfTop: frame, to: &sizes) }
          frame.pop(1)
        }
        frame.pop(1)
      }
    }
  }

  private func add(upvaluesOfTop frame: LuaFrame, to sizes: inout [String: Double]) {
    guard frame.type(at: -1) == .function else { return }
    frame.forEachUpvalue(at: -1) { name, frame in
      switch frame.type(at: -1) {
      case .number: sizes["the variable \(name)"] = abs(frame.number(at: -1) ?? 0)
      case .string: sizes["the variable \(name)"] = Double(frame.withUTF8(at: -1) { $0.count } ?? 0)
      case .table: sizes["the table \(name)"] = Double(frame.rawLength(at: -1))
      default: break
      }
    }
  }
}
