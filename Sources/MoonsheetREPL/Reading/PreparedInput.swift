/// An input's text with what makes the session's locals visible in it, and its own visible to later ones.
///
/// The input becomes the body of a function. Session locals that it names are declared before it, so that the compiler makes
/// them outer variables, which are then joined to the session's. Behind declarations, and at its end, it hands over functions for
/// its own locals, which share their variables. Nothing that is added breaks a line, so lines keep their numbers.
///
/// ```lua
/// local keep = ... local a = {} return function(...) local b <const> = a + 1
/// ;keep(3, false, 0, "b", (function(b) return function() return b end end)(b)); print(b)
/// ;keep(3, true, 1, "");
/// end
/// ```
struct PreparedInput {
  let text: [UInt8]

  /// - Parameters:
  ///   - source: text that Lua accepts as it is.
  ///   - number: the input's.
  ///   - session: the locals of the session.
  ///   - keeps: whether its own locals are handed over.
  init(_ source: [UInt8], number: Int, session: [TopLevel.Local], keeps: Bool) {
    let body = Self.body(of: source)
    let top = TopLevel(body)
    // NB: of the outer variables, those with the name of a session's local are joined to it, named here or not.
    let keep = Self.freshName(besides: top.names.union(session.map(\.name)))
    var head = "local \(keep) = ..."
    // NB: a constant's value must not be one that the compiler puts in its place.
    for local in session where top.names.contains(local.name) {
      head += local.isConstant ? " local \(local.name) <const> = {}" : " local \(local.name)"
    }
    head += " return function(...) "
    let split = top.finalReturn ?? body.count
    var result = Array(head.utf8)
    var begin = 0
    func copy(to end: Int) {
      result += body[begin..<end]
      begin = end
    }
    if keeps, !top.locals.isEmpty {
      for (group, (place, locals)) in top.declared.enumerated() {
        copy(to: place)
        result += Self.call("\(keep)(\(number), false, \(group)", locals).utf8
      }
      copy(to: split)
      if top.finalReturn == nil { result.append(UInt8(ascii: "\n")) }
      result += Self.call("\(keep)(\(number), true, \(top.declared.count)", top.lastDeclared).utf8
    }
    copy(to: body.count)
    text = result + Array("\nend".utf8)
  }

  /// Hands over the names of the constants, and functions that name all locals: of fifty each, since a function has at most
  /// 255 outer variables and registers. A constant that the compiler puts in its place is no variable, so it is given one.
  private static func call(_ head: String, _ locals: [TopLevel.Local]) -> String {
    let constants = locals.filter(\.isConstant).map(\.name)
    let variables = locals.filter { !$0.isConstant }.map(\.name)
    let groups = stride(from: 0, to: variables.count, by: 50).map { variables[$0..<min($0 + 50, variables.count)] }
    let functions =
      groups.map { ", function() return \($0.joined(separator: ", ")) end" }
      + constants.map { ", (function(\($0)) return function() return \($0) end end)(\($0))" }
    return ";\(head), \"\(constants.joined(separator: " "))\"\(functions.joined()));"
  }

  /// The source without a byte order mark, and without the text of a first line that begins with `#`.
  private static func body(of source: [UInt8]) -> [UInt8] {
    var rest = source[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    if rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != 10 } }
    return Array(rest)
  }

  private static func freshName(besides names: Set<String>) -> String {
    var name = "keep"
    while names.contains(name) { name += "_" }
    return name
  }
}
