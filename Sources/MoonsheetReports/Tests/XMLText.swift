/// Text as it stands in XML 1.0. What XML cannot hold at all, such as NUL or ESC, becomes `\u001B` and the like.
enum XMLText {
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += isAttribute ? "&quot;" : "\""
      case "\n", "\t": result += isAttribute ? "&#\(scalar.value);" : String(scalar)
      case "\r": result += "&#13;"
      case _ where isForbidden(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
