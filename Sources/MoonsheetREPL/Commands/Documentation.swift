import LuaRuntime
import Moonsheet
import MoonsheetReports

/// What the one description of the surface says about a name: a primitive, a value, an option, a member, or a code.
struct Documentation {
  let lines: [String]

  /// Nil when the surface has no such name. A member may stand alone or behind its object: `swipe_down`, `user:swipe_down`.
  init?(name: String) {
    var lines: [String] = []
    if let member = Surface.primitives.first(where: { $0.name == name }) { lines += Self.text(member) }
    if let value = Surface.values.first(where: { $0.name == name }) { lines.append("\(name): \(value.summary)") }
    if let type = Surface.objects.first(where: { $0.name == name }) { lines += Self.text(type) }
    if let option = Surface.allOptions.first(where: { $0.name == name }) {
      lines.append("option \(name): \(option.summary)" + Self.values(option))
    }
    lines += Self.members(name)
    if let page = ExplanationPage.all.first(where: { $0.code == name }) {
      lines += page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    guard !lines.isEmpty else { return nil }
    self.lines = lines
  }

  /// All names that have a page, for completion and "did you mean".
  static var names: [String] {
    Surface.orderedNames + Surface.objects.map(\.name) + Surface.allOptions.map(\.name)
      + Surface.objects.flatMap { type in
        type.fields.map { "\(type.name).\($0.name)" } + type.methods.map { "\(type.name)\(type.separator)\($0.name)" }
      } + ExplanationPage.all.map(\.code)
  }

  private static func text(_ member: Member) -> [String] {
    ["\(member.signature)   (\(member.duty.rawValue))", "  \(member.summary)"]
  }

  private static func text(_ type: ObjectType) -> [String] {
    type.fields.map { "  .\($0.name)   \($0.summary)" } + type.methods.map { "  \($0.signature)   \($0.summary)" }
  }

  private static func members(_ name: String) -> [String] {
    let parts = name.split(whereSeparator: { $0 == "." || $0 == ":" }).map(String.init)
    guard let last = parts.last, parts.count <= 2 else { return [] }
    let types = Surface.objects.filter { parts.count == 1 || $0.name == parts[0] }
    return types.flatMap { type in
      type.fields.filter { $0.name == last }.map { "\(type.name).\(last): \($0.summary)" }
        + type.methods.filter { $0.name == last }.flatMap(text)
    }
  }

  private static func values(_ option: Option) -> String {
    guard case .word(let words) = option.kind else { return "" }
    return "; one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}

extension ObjectType {
  /// What stands between the object and its method.
  var separator: String { methods.first.map { $0.signature.contains("\(name).\($0.name)") ? "." : ":" } ?? ":" }
}

extension Session {
  func tellDocumentation(of name: String) {
    guard !name.isEmpty else { return refuse("':doc' wants a name") }
    if let page = Documentation(name: name) { return tell(.answer, page.lines) }
    let members = Surface.objects.flatMap { $0.fields.map(\.name) + $0.methods.map(\.name) }
    let near = nearest(to: name, among: Documentation.names + members).map { " (did you mean '\($0)'?)" } ?? ""
    refuse("nothing is called '\(name)'\(near)")
  }

  /// The nearest of some names.
  func nearest(to name: String, among names: [String]) -> String? { nearestName(to: name, among: names) }
}
