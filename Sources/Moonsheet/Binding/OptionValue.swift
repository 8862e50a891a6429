import LuaRuntime
import PresentationKit

/// The value of one option, on top of the stack, read as the kind that the surface describes.
struct OptionValue {
  let option: Option
  /// The controller as messages name it.
  let owner: String
  let call: Call

  private var frame: LuaFrame { call.frame }

  func string() throws -> String {
    guard frame.type(at: -1) == .string, let value = frame.string(at: -1) else { throw mismatch("a string") }
    return value
  }

  func boolean() throws -> Bool {
    guard frame.type(at: -1) == .bool, let value = frame.bool(at: -1) else { throw mismatch("true or false") }
    return value
  }

  /// One of the words that the option's kind lists.
  func word() throws -> String {
    guard case .word(let words) = option.kind else { return try string() }
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard frame.type(at: -1) == .string, let value = frame.string(at: -1) else { throw mismatch("one of \(list)") }
    guard words.contains(value) else {
      throw LuaError(
        "'\(option.name)' of \(owner) cannot be \"\(value)\"" + Suggestion.suffix(for: value, among: words)
          + "; it is one of \(list)")
    }
    return value
  }

  func flag() throws -> Flag {
    switch frame.type(at: -1) {
    case .bool: return .constant(frame.bool(at: -1) ?? false)
    case .function: return .query
    case .userdata where call.host.isPolicy(at: -1, on: frame): return .query
    default:
      guard let binding = frame.objectIfMatching(call.host.classes.binding, at: -1) else {
        throw mismatch("true, false, a binding or a function")
      }
      return .binding(binding)
    }
  }

  func delegate() throws -> DelegateID {
    guard let delegate = frame.objectIfMatching(call.host.classes.delegate, at: -1) else {
      throw mismatch("what delegate { … } made")
    }
    return delegate
  }

  /// A function, or for a query also a policy.
  func requireCallable() throws {
    if case .query = option.kind {
      guard call.host.isPolicy(at: -1, on: frame) else { throw mismatch("a function or a policy") }
    } else if frame.type(at: -1) != .function {
      throw mismatch("a function")
    }
  }

  private func mismatch(_ wanted: String) -> LuaError {
    let got = frame.type(at: -1) == .userdata ? frame.text(at: -1) : frame.typeName(at: -1)
    return LuaError("'\(option.name)' of \(owner) wants \(wanted), got \(got)")
  }
}
