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
    let outer = state.query
    state.query = QueryContext(name: name, subject: described(controller))
    defer { state.query = outer }
    do throws(LuaError) {
      return try lua.query(fuel: options.queryFuel) { frame in
        guard push(frame) else { throw LuaError("\(name) went away while it was asked") }
        return 1
      } read: { frame in
        guard frame.count >= 1, frame.type(at: 1) == .bool, let answer = frame.bool(at: 1) else {
          let got = frame.count == 0 ? "nothing" : frame.typeName(at: 1)
          throw LuaError("answered \(got), not true or false; that counts as a refusal")
        }
        return answer
      }
    } catch {
      reportError(error, callback: name, subject: controller)
      return whenFailing
    }
  }

  /// Runs the `get` or `set` of a mapped binding.
  func derive(_ binding: BindingID, _ key: String, _ values: [Value], otherwise: Value) -> Value {
    let outer = state.query
    state.query = QueryContext(name: key, subject: "binding '\(scene.name(of: binding))'")
    defer { state.query = outer }
    do throws(LuaError) {
      return try lua.query(fuel: options.queryFuel) { frame in
        self.push(binding.rawValue, from: .derivations, on: frame)
        guard frame.type(at: -1) == .table, frame.rawGet(-1, key: key) == .function else {
          throw LuaError("'\(scene.name(of: binding))' was mapped without '\(key)'")
        }
        frame.remove(at: -2)
        for value in values { self.push(value, on: frame) }
        return values.count
      } read: { frame in
        frame.count == 0 ? .none : value(at: 1, on: frame)
      }
    } catch {
      reportError(error, callback: key, subject: nil)
      return otherwise
    }
  }
}
