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
    case _ where call.host.isPolicy(at: -1, on: frame): return .query
    default:
      guard let binding = frame.objectIfMatching(call.host.classes.binding, at: -1) else {
        throw mismatch("true, false, a binding or a function")
      }
      guard case .bool = call.host.scene.value(of: binding) else {
        throw mismatch("a binding that holds true or false")
      }
      return .binding(binding)
    }
  }

  /// `interactive_dismiss_disabled`: a boolean, a binding or a query.
  func viewSwitch() throws -> ViewModifiers.Switch {
    guard let value = try call.host.readSwitch(at: -1, on: frame) else {
      throw mismatch("true, false, a binding or a function")
    }
    return value
  }

  /// A function, kept for later calls.
  func action() throws -> ActionID {
    try requireCallable()
    return call.host.keepAction(at: -1, on: frame)
  }

  func delegate() throws -> DelegateID {
    guard let delegate = frame.objectIfMatching(call.host.classes.delegate, at: -1) else {
      throw mismatch("what delegate { … } made")
    }
    return delegate
  }

  func binding() throws -> BindingID {
    guard let binding = frame.objectIfMatching(call.host.classes.binding, at: -1) else { throw mismatch("a binding") }
    return binding
  }

  /// A button's label, or a view that has a name.
  func anchor() throws -> String {
    if frame.type(at: -1) == .string {
      let label = try string()
      guard !label.isEmpty else { throw mismatch("a label or a view, no empty string") }
      return label
    }
    guard let view = frame.objectIfMatching(call.host.classes.view, at: -1) else { throw mismatch("a label or a view") }
    return view.item.shownName
  }

  /// Labels, and views that have a name.
  func anchors() throws -> [String] {
    guard frame.type(at: -1) == .table else { throw mismatch("a table of labels and views") }
    var names: [String] = []
    try frame.forEachPair(in: frame.absolute(-1)) { _ in names.append(try anchor()) }
    return names
  }

  /// The sides of a rectangle that are given.
  func rect() throws -> [String: Double] {
    let known = ["x", "y", "width", "height"]
    guard frame.type(at: -1) == .table else { throw mismatch("a table with x, y, width and height") }
    var sides: [String: Double] = [:]
    try frame.forEachPair(in: frame.absolute(-1)) { frame in
      guard frame.type(at: -2) == .string, let side = frame.string(at: -2), known.contains(side),
        frame.type(at: -1) == .number, let points = frame.number(at: -1), points.isFinite
      else { throw mismatch("a table with x, y, width and height, in points") }
      sides[side] = points
    }
    return sides
  }

  func escape() throws -> EscapeHandling {
    switch frame.type(at: -1) {
    case .bool: return frame.bool(at: -1) == true ? .policy : .unhandled
    case _ where call.isFunction(at: -1): return .override
    default: throw mismatch("true, false or a function")
    }
  }

  /// Applies one of a sheet's own options.
  func apply(to sheet: inout SheetConfiguration) throws {
    switch option.name {
    case "detents": sheet.detents = try detents()
    case "selected_detent":
      if let binding = frame.objectIfMatching(call.host.classes.binding, at: -1) {
        sheet.selectedDetent = .binding(binding)
      } else {
        sheet.selectedDetent = .identifier(try detentIdentifier("an identifier, a detent or a binding"))
      }
    case "largest_undimmed_detent": sheet.largestUndimmedDetent = try detentIdentifier("an identifier or a detent")
    case "prefers_grabber_visible": sheet.prefersGrabberVisible = try boolean()
    case "prefers_edge_attached_in_compact_height": sheet.prefersEdgeAttachedInCompactHeight = try boolean()
    default: sheet.prefersScrollingExpandsWhenScrolledToEdge = try boolean()
    }
  }

  private func detents() throws -> [Detent] {
    guard frame.type(at: -1) == .table else { throw mismatch("a table of detents") }
    var detents: [Detent] = []
    try frame.forEachPair(in: frame.absolute(-1)) { frame in detents.append(try detent()) }
    guard !detents.isEmpty else { throw mismatch("at least one detent") }
    return detents
  }

  private func detent() throws -> Detent {
    if let made = frame.objectIfMatching(call.host.classes.detent, at: -1) { return made.detent }
    switch frame.type(at: -1) == .string ? frame.string(at: -1) : nil {
    case "medium": return .medium
    case "large": return .large
    case let word?:
      throw LuaError(
        "'\(option.name)' of \(owner) knows no detent \"\(word)\""
          + Suggestion.suffix(for: word, among: ["medium", "large"])
          + "; others are made by detent.height, detent.fraction and detent.custom")
    default:
      throw mismatch("detents: \"medium\", \"large\", or what detent.height, detent.fraction and detent.custom make")
    }
  }

  private func detentIdentifier(_ wanted: String) throws -> String {
    if let made = frame.objectIfMatching(call.host.classes.detent, at: -1) { return made.detent.identifier }
    guard frame.type(at: -1) == .string else { throw mismatch(wanted) }
    return frame.string(at: -1) ?? ""
  }

  /// A function, or for a query also a policy.
  func requireCallable() throws {
    if case .query = option.kind {
      guard call.host.isPolicy(at: -1, on: frame) else { throw mismatch("a function or a policy") }
    } else if !call.isFunction(at: -1) {
      throw mismatch("a function")
    }
  }

  private func mismatch(_ wanted: String) -> LuaError {
    let got = frame.type(at: -1) == .userdata ? frame.text(at: -1) : frame.typeName(at: -1)
    return LuaError("'\(option.name)' of \(owner) wants \(wanted), got \(got)")
  }
}
