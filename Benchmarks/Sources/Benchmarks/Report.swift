/// Turns measurements into text.
struct Report {
  let luaRelease: String
  let options: Options
  let measurements: [Measurement]
  /// What there is to say below the table: rows that are not there, and why.
  let notes: [String]
  /// The most memory of a session of 10,000 inputs (fewer at a scale below 1), if it was measured.
  let promptBytes: Int?

  // MARK: Table

  var table: String {
    let header = ["row", "C median", "C min", "Swift median", "Swift min", "ratio median", "ratio min"]
    let lines = [header] + measurements.map(cells)
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = """
      The same work through plain C and through LuaRuntime, on the same \(luaRelease), with the same count hook and heap cap.
      Time of one iteration over \(options.rounds) interleaved rounds; a ratio is Swift's time divided by C's.


      """
    for line in lines {
      let padded = zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      text += padded.joined(separator: "  ") + "\n"
    }
    return text + (notes.isEmpty ? "" : "\n" + notes.map { $0 + "\n" }.joined())
  }

  private func cells(_ measurement: Measurement) -> [String] {
    let (c, swift, ratios) = (measurement.c, measurement.swift, measurement.ratios)
    return [
      measurement.row.name, ratios == nil ? "-" : duration(c.median), ratios == nil ? "-" : duration(c.minimum),
      duration(swift.median), duration(swift.minimum), ratios.map { fixed($0.median, 2) } ?? "-",
      ratios.map { fixed($0.minimum, 2) } ?? "-",
    ]
  }

  private func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(fixed(nanoseconds, 1)) ns"
    case ..<1_000_000: "\(fixed(nanoseconds / 1_000, 2)) us"
    default: "\(fixed(nanoseconds / 1_000_000, 2)) ms"
    }
  }

  /// A number that is not negative, with so many decimal places.
  private func fixed(_ number: Double, _ places: Int) -> String {
    let unit = Int((0..<places).reduce(1.0) { power, _ in power * 10 })
    let scaled = Int((number * Double(unit)).rounded())
    let fraction = String(scaled % unit)
    return "\(scaled / unit)." + String(repeating: "0", count: places - fraction.count) + fraction
  }

  // MARK: JSON

  /// Times in nanoseconds; `c` and `ratio` are null where there is no C.
  var json: String {
    let rows = measurements.map { measurement -> String in
      let c = measurement.ratios == nil ? "null" : object(measurement.c.median, measurement.c.minimum, places: 1)
      let swift = object(measurement.swift.median, measurement.swift.minimum, places: 1)
      let ratio = measurement.ratios.map { object($0.median, $0.minimum, places: 3) } ?? "null"
      return "    {\"name\": \"\(measurement.row.name)\", \"c\": \(c), \"swift\": \(swift), \"ratio\": \(ratio)}"
    }
    return """
      {
        "lua": "\(luaRelease)",
        "rounds": \(options.rounds),
        "promptBytes": \(promptBytes.map(String.init) ?? "null"),
        "rows": [
      \(rows.joined(separator: ",\n"))
        ]
      }

      """
  }

  private func object(_ median: Double, _ minimum: Double, places: Int) -> String {
    "{\"median\": \(fixed(median, places)), \"min\": \(fixed(minimum, places))}"
  }
}
