/// Whether a scalar would break a line of a trace or reorder what a reader sees.
func isUnsafeInTrace(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
  case 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional overrides and isolates
  default: false
  }
}

/// Most texts are. NB: asked for each part of each entry, so eight bytes are looked at together.
@inline(__always)
private func isPrintableASCII(_ text: String) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  return text.utf8.withContiguousStorageIfAvailable { bytes in
    var place = 0
    while place + 8 <= bytes.count {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // The high bit of a byte is set where it is no ASCII, below a blank, or 0x7F; once one is, others may be, too.
      guard (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) == 0 else { return false }
      place += 8
    }
    return bytes[place...].allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  } ?? false
}

/// The text with control characters written as escapes; everything else is left alone, so doing it twice is harmless.
package func escapingControls(_ text: String) -> String {
  if isPrintableASCII(text) { return text }
  guard text.unicodeScalars.contains(where: isUnsafeInTrace) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where isUnsafeInTrace(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The text in double quotes, with quotes, backslashes and control characters escaped.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    result.unicodeScalars.append(scalar)
  }
  return escapingControls(result + "\"")
}
