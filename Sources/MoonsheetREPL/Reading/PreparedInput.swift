/// An input's text with what makes the session's locals visible in it, and its own visible to later ones.
///
/// The input becomes the body of a function. Session locals that it names are declared before it, so that the compiler makes
/// them outer variables, which are then joined to the session's. At its end it hands over a function for its own locals, which
/// shares their variables. Everything that is added before stands on the input's first line, so lines keep their numbers.
///
/// ```lua
/// local keep = ... local a = {} return function(...) local b <const> = a + 1
/// ;keep("b", (function(b) return function() return b end end)(b));
/// end
/// ```
struct PreparedInput {
  let text: [UInt8]

  /// - Parameters:
  ///   - source: text that Lua accepts as it is.
  ///   - session: the locals of the session.
  ///   - keeps: whether its own locals are handed over.
  init(_ source: [UInt8], session: [TopLevel.Local], keeps: Bool) {
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
    let call = keeps ? Self.call(keep, top.locals) : ""
    let split = top.finalReturn ?? body.count
    let lineEnd = top.finalReturn == nil ? "\n" : ""
    text = Array(head.utf8) + body[..<split] + Array("\(lineEnd)\(call) ".utf8) + body[split...] + Array("\nend".utf8)
  }

  /// Hands over the names of the constants, and functions that name all locals: of fifty each, since a function has at most
  /// 255 outer variables and registers. A constant that the compiler puts in its place is no variable, so it is given one.
  private static func call(_ keep: String, _ locals: [TopLevel.Local]) -> String {
    guard !locals.isEmpty else { return "" }
    let constants = locals.filter(\.isConstant).map(\.name)
    let variables = locals.filter { !$0.isConstant }.map(\.name)
    let groups = stride(from: 0, to: variables.count, by: 50).map { variables[$0..<min($0 + 50, variables.count)] }
    let functions =
      groups.map { "function() return \($0.joined(separator: ", ")) end" }
      + constants.map { "(function(\($0)) return function() return \($0) end end)(\($0))" }
    return ";\(keep)(\"\(constants.joined(separator: " "))\", \(functions.joined(separator: ", ")));"
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
