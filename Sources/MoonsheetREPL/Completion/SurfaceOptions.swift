import Moonsheet
import MoonsheetReports
import PresentationKit

/// What the one description of the surface says of an argument that is being typed: the keys of its table, the words of its string.
struct SurfaceOptions {
  /// What a string may be.
  enum Values: Equatable {
    case words([String])
    /// What stands on screen.
    case labels
    /// Any text.
    case none
    /// The description does not say.
    case unknown
  }

  private let call: OpenCall
  /// The members that may be meant.
  private let members: [Member]
  private let isConstructor: Bool

  init(_ call: OpenCall) {
    self.call = call
    let isConstructor =
      !call.isMember && (call.name == "root" || Surface.constructors.contains { $0.name == call.name })
    self.isConstructor = isConstructor
    let object = call.callee.dropLast().last
    let types = Surface.objects.filter { type in type.methods.contains { $0.name == call.name } }
    let own = types.filter { $0.name == object }
    members =
      !call.isMember
      ? Surface.primitives.filter { $0.name == call.name && !isConstructor }
      : (own.isEmpty ? types : own).flatMap { $0.methods.filter { $0.name == call.name } }
  }

  private static let deviceKeys = ["idiom", "width", "height"]

  private var isDevice: Bool { call.name == "device" && !call.isMember }

  /// The keys of the table that is open.
  var keys: [String] {
    if call.keys.count == 2, isConstructor, let key = call.keys[0] {
      let option = Surface.allOptions.first { $0.name == key }
      return option.map { Self.fields(of: SurfaceTypes.type(of: $0)).map(\.name) } ?? []
    }
    guard call.keys.count == 1 else { return [] }
    if isDevice { return Self.deviceKeys }
    if isConstructor { return Surface.options(for: call.name).map(\.name) }
    return types.flatMap { Self.fields(of: $0).map(\.name) }
  }

  /// What the string may be that is being typed.
  var values: Values {
    switch (call.keys.count, call.keys.first ?? nil) {
    case (0, _):
      if isDevice { return .words(["iphone", "ipad", "mac_catalyst"]) }
      if isConstructor { return .unknown }
      return Self.values(of: types.flatMap { Self.words(of: $0) })
    case (1, let key?):
      if isDevice { return .words(Self.words(of: SurfaceTypes.fields["device.\(key)"] ?? "")) }
      if isConstructor { return Self.values(ofOption: key) }
      return Self.values(
        of: types.flatMap { Self.fields(of: $0) }.filter { $0.name == key }.flatMap { Self.words(of: $0.type) })
    case (2, let key?) where isConstructor: return Self.values(ofOption: key)
    case (_, nil): return Self.values(of: members.flatMap { Self.words(of: $0.signature) })
    default: return .unknown
    }
  }

  private static func values(of words: [String]) -> Values { words.isEmpty ? .unknown : .words(words) }

  /// The types of the argument.
  private var types: [String] {
    members.compactMap { member in
      let signature = Signature(of: member)
      let index = call.position - 1
      return signature.parameters.indices.contains(index) ? signature.parameters[index].type : nil
    }
  }

  // MARK: Options and fields

  static func values(ofOption key: String) -> Values {
    guard let option = Surface.allOptions.first(where: { $0.name == key }) else {
      return values(of: words(of: SurfaceTypes.parameters[key] ?? ""))
    }
    switch option.kind {
    case .word(let words): return .words(words)
    case .detent, .detents: return .words(["medium", "large"])
    case .anchor, .anchors: return .labels
    default: return .none
    }
  }

  /// The words that a field of the surface's objects may be.
  static func words(ofField name: String) -> [String] {
    if name == "profile" { return Profile.all.map(\.name) }
    if name == "reason" { return DismissalReason.allCases.map(\.rawValue) }
    if name == "modal_presentation_style" { return ModalPresentationStyle.allCases.map(\.rawValue) }
    let types = Surface.objects.compactMap { SurfaceTypes.fields["\($0.name).\(name)"] }
    return types.flatMap { words(of: $0) }
  }

  // MARK: Types

  /// The words that a type consists of, outside of tables: `"cancel"|"destructive"`.
  private static func words(of type: String) -> [String] {
    if type.contains("detent.value") || type == "detents" { return ["medium", "large"] }
    var (words, depth): ([String], Int) = ([], 0)
    for (index, part) in type.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        if depth == 0 || !type.contains("?:") { words.append(String(part)) }
      } else {
        depth += part.count { $0 == "{" } - part.count { $0 == "}" }
      }
    }
    return words
  }

  /// The fields of the table that a type is, or may be: `{ width?: string }`.
  private static func fields(of type: String) -> [(name: String, type: String)] {
    guard let open = type.firstIndex(of: "{"), let close = type.lastIndex(of: "}") else { return [] }
    var (fields, depth): ([String], Int) = ([""], 0)
    for character in type[type.index(after: open)..<close] {
      if "({".contains(character) { depth += 1 }
      if ")}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { fields.append("") } else { fields[fields.count - 1].append(character) }
    }
    return fields.compactMap { field in
      let parts = field.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let name = parts[0].drop { $0 == " " }.prefix { $0 != "?" && $0 != " " }
      return (String(name), String(parts[1]))
    }
  }
}
