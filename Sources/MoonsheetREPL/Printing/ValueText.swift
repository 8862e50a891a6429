import LuaRuntime
import Moonsheet

/// Values as a person reads them: tables with ordered keys, down to a depth and up to a width, cycles named; modelled objects in
/// one telling line. No script code is called for it.
struct ValueText {
  let host: MoonsheetHost
  /// How long a line may become before a table is written over several.
  var width = 100
  /// How deep tables are shown.
  var depth = 4
  /// How many entries of one table are shown.
  var entries = 50

  private var path: [LuaFrame.Identity] = []
  private var nodes = 0

  init(host: MoonsheetHost, width: Int = 100) {
    self.host = host
    self.width = width
  }

  /// The lines of the value at an index.
  static func lines(at index: Int, on frame: LuaFrame, host: MoonsheetHost, width: Int) -> [String] {
    var writer = ValueText(host: host, width: width)
    return writer.lines(at: frame.absolute(index), on: frame, indent: 0)
  }

  /// The value in one line.
  static func line(at index: Int, on frame: LuaFrame, host: MoonsheetHost) -> String {
    var writer = ValueText(host: host, width: .max)
    writer.depth = 2
    return writer.lines(at: frame.absolute(index), on: frame, indent: 0).joined(separator: " ")
  }

  private mutating func lines(at index: Int, on frame: LuaFrame, indent: Int) -> [String] {
    nodes += 1
    guard frame.type(at: index) == .table else { return [scalar(at: index, on: frame)] }
    return table(at: index, on: frame, indent: indent)
  }

  private func scalar(at index: Int, on frame: LuaFrame) -> String {
    switch frame.type(at: index) {
    case .string: return Self.quoted(frame.bytes(at: index) ?? [])
    case .userdata: return host.telling(at: index, on: frame) ?? Self.plain(at: index, on: frame)
    case .function:
      guard let site = frame.definitionSite(at: index) else { return Self.plain(at: index, on: frame) }
      return "function (\(site))"
    default: return Self.plain(at: index, on: frame)
    }
  }

  /// What `tostring` gives for what has no metamethod of a script's.
  private static func plain(at index: Int, on frame: LuaFrame) -> String {
    (try? frame.tostring(at: index)) ?? frame.typeName(at: index)
  }

  private mutating func table(at index: Int, on frame: LuaFrame, indent: Int) -> [String] {
    frame.pushContent(of: index)
    defer { frame.pop(1) }
    let index = frame.absolute(-1)
    guard let identity = frame.identity(at: index) else { return ["{}"] }
    if let level = path.firstIndex(of: identity) {
      return [level == 0 ? "<cycle: the whole>" : "<cycle: \(path.count - level) up>"]
    }
    guard frame.rawCount(of: index, upTo: 1) > 0 else { return ["{}"] }
    guard path.count < depth, nodes < 2_000 else { return ["{…}"] }
    path.append(identity)
    defer { path.removeLast() }
    var parts: [[String]] = []
    var next: Int64 = 1
    var hidden = 0
    frame.forEachPair(in: index) { frame in
      guard parts.count < entries else {
        hidden += 1
        return
      }
      let top = frame.count
      let head = Self.key(at: top - 1, on: frame, next: &next, scalar: scalar)
      var lines = self.lines(at: top, on: frame, indent: indent + 2)
      lines[0] = head + lines[0]
      parts.append(lines)
    }
    if hidden > 0 { parts.append(["… \(hidden) more"]) }
    return Self.joined(parts, width: width - indent)
  }

  private static func key(
    at index: Int, on frame: LuaFrame, next: inout Int64, scalar: (Int, LuaFrame) -> String
  ) -> String {
    if frame.isInteger(at: index), frame.integer(at: index) == next {
      next += 1
      return ""
    }
    if frame.type(at: index) == .string, let name = frame.string(at: index), isName(name) { return "\(name) = " }
    let text = frame.type(at: index) == .table ? "table" : scalar(index, frame)
    return "[\(text)] = "
  }

  private static func joined(_ parts: [[String]], width: Int) -> [String] {
    let short = "{ " + parts.map { $0.joined(separator: " ") }.joined(separator: ", ") + " }"
    if parts.allSatisfy({ $0.count == 1 }), short.count <= width { return [short] }
    var lines = ["{"]
    for part in parts {
      lines += part.dropLast().map { "  " + $0 } + ["  " + (part.last ?? "") + ","]
    }
    return lines + ["}"]
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, LuaTokens.isNameStart(first) else { return false }
    return text.utf8.allSatisfy(LuaTokens.isNamePart) && !LuaTokens.keywords.contains(text)
  }

  /// A string for a person: the beginning of a long one.
  static func quoted(_ bytes: [UInt8]) -> String {
    guard bytes.count > 2_000 else { return literal(bytes) }
    // A character is not cut in two.
    var end = 2_000
    while end > 1_990, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return literal(Array(bytes[..<end])) + "… (\(bytes.count) bytes)"
  }

  /// The string as Lua reads it back; bytes that are no text as decimal escapes.
  static func literal(_ bytes: [UInt8]) -> String {
    var result = "\""
    if let text = String(validating: bytes, as: UTF8.self) {
      for scalar in text.unicodeScalars { result += escaped(scalar) }
    } else {
      for byte in bytes { result += byte < 128 ? escaped(Unicode.Scalar(byte)) : "\\" + String(byte) }
    }
    return result + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
      "\\u{" + String(scalar.value, radix: 16) + "}"
    default: String(scalar)
    }
  }
}
