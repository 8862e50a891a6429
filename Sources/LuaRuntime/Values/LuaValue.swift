/// A Lua value by value: what can leave a host.
///
/// Reading stops at a depth of 16, 10,000 nodes or a cycle, and puts an `opaque` value there.
public indirect enum LuaValue: Sendable, Hashable {
  /// One entry of a table.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public var key: LuaValue
    /// What is stored under it.
    public var value: LuaValue

    /// Creates an entry.
    public init(key: LuaValue, value: LuaValue) {
      self.key = key
      self.value = value
    }
  }

  case `nil`
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  /// A string that is valid UTF-8.
  case string(String)
  /// A string that is not.
  case bytes([UInt8])
  /// A table's entries in the order of `pairs`.
  case table([Entry])
  /// Something that has no value outside its host.
  case opaque(type: String)
}

extension LuaValue {
  /// The value under a string key of a table.
  public subscript(_ key: String) -> LuaValue? {
    guard case .table(let entries) = self else { return nil }
    return entries.first { $0.key == .string(key) }?.value
  }
}

extension LuaValue: CustomStringConvertible {
  /// The value as a Lua constructor would write it.
  public var description: String {
    switch self {
    case .nil: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): LuaValue.quoted(value)
    case .bytes(let bytes): LuaValue.quoted(String(decoding: bytes, as: UTF8.self))
    case .table(let entries): LuaValue.constructor(entries)
    case .opaque(let type): "<\(type)>"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func constructor(_ entries: [Entry]) -> String {
    var position: Int64 = 1
    let parts = entries.map { entry -> String in
      if entry.key == .integer(position) {
        position += 1
        return entry.value.description
      }
      if case .string(let name) = entry.key, isName(name) { return "\(name) = \(entry.value)" }
      return "[\(entry.key)] = \(entry.value)"
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
    return text.utf8.allSatisfy {
      $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
    }
  }
}
