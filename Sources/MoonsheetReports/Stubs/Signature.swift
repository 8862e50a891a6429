import Moonsheet

/// The parameters in a member's signature, as `docs/LUA_API.md` shows it: `present(what [, { from =, animated = }])`.
package struct Signature {
  package struct Parameter: Equatable {
    package var name: String
    package var type: String
    package var isOptional: Bool
  }

  package private(set) var parameters: [Parameter] = []
  /// Whether the first may be left out though others follow: `drag([target,] fraction)`.
  var hasOptionalFirst: Bool {
    guard let first = parameters.first, parameters.count > 1 else { return false }
    return first.isOptional && !parameters[1].isOptional
  }

  package init(of member: Member) {
    for piece in Self.pieces(of: Self.inside(member)) { add(piece, of: member.name) }
  }

  /// What stands between the parentheses, or the one table in braces.
  private static func inside(_ member: Member) -> Substring {
    let text = member.signature[...]
    let brace = text.firstIndex(of: "{") ?? text.endIndex
    guard let open = text.firstIndex(of: "("), open < brace else { return text[brace...] }
    return text[text.index(after: open)..<(text.lastIndex(of: ")") ?? text.endIndex)]
  }

  private struct Piece {
    var text = ""
    var isOptional = false
  }

  /// The parts between commas, outside of braces; brackets make what is in them optional.
  private static func pieces(of text: Substring) -> [Piece] {
    var pieces = [Piece()]
    var (braces, brackets) = (0, 0)
    for character in text {
      if character == "{" { braces += 1 }
      if character == "}" { braces -= 1 }
      switch character {
      case "[" where braces == 0: brackets += 1
      case "]" where braces == 0: brackets -= 1
      case "," where braces == 0: pieces.append(Piece(isOptional: brackets > 0 && pieces.last?.isOptional != true))
      default:
        let last = pieces.count - 1
        if character == " ", pieces[last].text.isEmpty { continue }
        if brackets > 0, pieces[last].text.isEmpty { pieces[last].isOptional = true }
        pieces[last].text.append(character)
      }
    }
    return pieces.filter { !$0.text.isEmpty }
  }

  private mutating func add(_ piece: Piece, of member: String) {
    let text = piece.text.reversed().drop { $0 == " " }.reversed()
    let words = String(text)
    if words.hasPrefix("{") {
      return add(table: words, isOptional: piece.isOptional, of: member)
    }
    if words == "…" {
      parameters.append(Parameter(name: "...", type: "any", isOptional: false))
      return
    }
    let isNilable = words.hasSuffix("| nil")
    let name = String(words.prefix { $0 != " " })
    parameters.append(
      Parameter(name: name, type: Self.type(name, of: member), isOptional: piece.isOptional || isNilable))
  }

  private mutating func add(table: String, isOptional: Bool, of member: String) {
    let keys = Self.keys(in: table)
    if keys.isEmpty {
      let type = SurfaceTypes.parameters["\(member){}"] ?? "table"
      parameters.append(Parameter(name: "list", type: type, isOptional: isOptional))
      return
    }
    let fields = keys.map { "\($0)?: \(Self.type($0, of: member))" }.joined(separator: ", ")
    parameters.append(Parameter(name: "options", type: "{ \(fields) }", isOptional: isOptional))
  }

  /// The names before an equals sign; `role = "a" | "b"` has one.
  static func keys(in table: String) -> [String] {
    var (keys, word, last): ([String], String, String) = ([], "", "")
    for character in table {
      if character.isLetter || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { last = word }
      word = ""
      if character == "=" { keys.append(last) } else if character != " " { last = "" }
    }
    return keys
  }

  private static func type(_ name: String, of member: String) -> String {
    let type = SurfaceTypes.parameters["\(member).\(name)"] ?? SurfaceTypes.parameters[name] ?? "any"
    return type.contains("fun(") && type.contains("|") ? "(\(type))" : type
  }
}
