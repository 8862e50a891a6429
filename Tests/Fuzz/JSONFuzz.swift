import MoonsheetReports
import MoonsheetSpec

/// Reads the bytes as the JSON Lines that this project writes. What can be read at all can be written, and read again.
func fuzzJSON(_ bytes: [UInt8]) {
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    guard let value = try? JSONText(reading: line) else { continue }
    let text = value.text
    guard let again = try? JSONText(reading: text.utf8) else { fault("cannot read what it wrote: \(text)") }
    if again.text != text { fault("two texts of one value: \(text) and \(again.text)") }
    _ = SpecJSON.readEvent(value)
    _ = SpecJSON.readUnseen(value)
  }
}
