import LuaRuntime
import PresentationKit

/// One use of a member from Lua: reads the arguments, names the place of a mistake, pushes results.
///
/// Positions count the arguments as they are typed, from 1, whether or not the call has a `self`.
struct Call {
  let host: MoonsheetHost
  let frame: LuaFrame
  /// As a script writes it: `present`, `user:tap`, `sheet:dismiss`.
  let name: String
  /// How many stack slots come before the first argument: 1 for a method's `self`.
  let offset: Int
  /// Where `self` stands: 1, or 2 when a field is assigned, whose value comes first.
  var selfSlot = 1

  var count: Int { max(0, frame.count - offset) }

  func slot(_ position: Int) -> Int { position + offset }

  func isPresent(_ position: Int) -> Bool {
    guard position <= count else { return false }
    return frame.type(at: slot(position)) != .nil
  }

  func type(_ position: Int) -> LuaFrame.LuaType {
    position <= count ? frame.type(at: slot(position)) : .none
  }

  // MARK: Arguments

  func string(_ position: Int, _ what: String) throws -> String {
    guard type(position) == .string, let text = frame.string(at: slot(position)) else {
      throw wrong(position, wanted: "\(what), a string")
    }
    return text
  }

  /// A name or label: not empty, and short enough for a line.
  func name(_ position: Int, _ what: String) throws -> String {
    let name = try string(position, what)
    guard !name.isEmpty else { throw wrong(position, wanted: "\(what) that is not empty") }
    guard name.utf8.count <= Self.longestName else {
      throw LuaError("'\(self.name)' takes \(what) of at most \(Self.longestName) bytes, not \(name.utf8.count)")
    }
    try host.charge(name.utf8.count)
    return name
  }

  /// The longest name or label, in bytes.
  static let longestName = 1_000

  func optionalString(_ position: Int, _ what: String) throws -> String? {
    isPresent(position) ? try string(position, what) : nil
  }

  /// Whole milliseconds, not negative.
  func milliseconds(_ position: Int) throws -> Int {
    guard let value = frame.integer(at: slot(position)), type(position) == .number else {
      throw wrong(position, wanted: "whole milliseconds")
    }
    guard value >= 0, value <= Self.longestDelay else {
      throw LuaError("'\(name)' takes 0 to \(Self.longestDelay) milliseconds, not \(value)")
    }
    return Int(value)
  }

  /// Ten years of virtual time: enough for any flow, far from overflow.
  static let longestDelay: Int64 = 10 * 366 * 86_400_000

  func number(_ position: Int, _ what: String) throws -> Double {
    guard type(position) == .number, let value = frame.number(at: slot(position)) else {
      throw wrong(position, wanted: "\(what), a number")
    }
    guard value.isFinite else { throw LuaError("'\(name)' takes a finite \(what)") }
    return value
  }

  func boolean(_ position: Int, _ what: String) throws -> Bool {
    guard let value = frame.bool(at: slot(position)), type(position) == .bool else {
      throw wrong(position, wanted: "\(what), true or false")
    }
    return value
  }

  func function(_ position: Int, _ what: String) throws {
    guard position <= count, isFunction(at: slot(position)) else {
      throw wrong(position, wanted: "\(what), a function")
    }
  }

  /// Whether the value at an index of the stack is called as a function is.
  func isFunction(at index: Int) -> Bool { host.isFunction(at: index, on: frame) }

  func controller(_ position: Int) throws -> ControllerID {
    guard position <= count,
      let id = frame.objectIfMatching(host.classes.controller, at: slot(position))
    else { throw wrong(position, wanted: "a controller such as a sheet") }
    return id
  }

  func optionalController(_ position: Int) throws -> ControllerID? {
    isPresent(position) ? try controller(position) : nil
  }

  func binding(_ position: Int) throws -> BindingID {
    guard position <= count, let id = frame.objectIfMatching(host.classes.binding, at: slot(position))
    else { throw wrong(position, wanted: "a binding") }
    return id
  }

  // MARK: Tables of named options

  /// Reads the table at `position`, whose keys must be among `known`; absent and nil count as empty.
  ///
  /// `body` sees each key with its value on top of the stack.
  func options(_ position: Int, known: [String], _ body: (String) throws -> Void) throws {
    guard isPresent(position) else { return }
    guard type(position) == .table else { throw wrong(position, wanted: "a table of options") }
    try frame.forEachPair(in: slot(position)) { frame in
      guard frame.type(at: -2) == .string, let key = frame.string(at: -2) else {
        throw LuaError("'\(name)' takes named options only: \(known.joined(separator: ", "))")
      }
      guard known.contains(key) else {
        throw LuaError("'\(name)' has no option \(Suggestion.quoted(key))" + Suggestion.suffix(for: key, among: known))
      }
      try body(key)
    }
  }

  /// The boolean on top of the stack, the value of option `key`.
  func booleanOption(_ key: String) throws -> Bool {
    guard frame.type(at: -1) == .bool, let value = frame.bool(at: -1) else { throw wrongOption(key, "true or false") }
    return value
  }

  func stringOption(_ key: String) throws -> String {
    guard frame.type(at: -1) == .string, let value = frame.string(at: -1) else { throw wrongOption(key, "a string") }
    return value
  }

  func numberOption(_ key: String) throws -> Double {
    guard frame.type(at: -1) == .number, let value = frame.number(at: -1), value.isFinite else {
      throw wrongOption(key, "a finite number")
    }
    return value
  }

  func controllerOption(_ key: String) throws -> ControllerID {
    guard let id = frame.objectIfMatching(host.classes.controller, at: -1) else {
      throw wrongOption(key, "a controller such as a sheet")
    }
    return id
  }

  func wrongOption(_ key: String, _ wanted: String) -> LuaError {
    LuaError("option '\(key)' of '\(name)' wants \(wanted), got \(described(at: -1))")
  }

  // MARK: Mistakes

  func wrong(_ position: Int, wanted: String) -> LuaError {
    let got = position <= count ? described(at: slot(position)) : "nothing"
    return LuaError(
      .conversion(argument: position), "bad argument #\(position) to '\(name)' (wants \(wanted); got \(got))")
  }

  private func described(at index: Int) -> String {
    switch frame.type(at: index) {
    // What a test made is gone when the test is over.
    case .userdata: (try? frame.tostring(at: index)) ?? "a \(frame.typeName(at: index)) that is no longer alive"
    case .string: "the string \(Suggestion.quoted(frame.string(at: index) ?? ""))"
    case .number: "the number \(frame.text(at: index))"
    default: frame.typeName(at: index)
    }
  }

  // MARK: Results

  var nothing: LuaReturn { .values(0) }

  func push(_ value: some LuaEncodable) -> LuaReturn {
    frame.push(value)
    return .values(1)
  }

  func push(controller: ControllerID?) -> LuaReturn {
    host.pushController(controller, on: frame)
    return .values(1)
  }
}
