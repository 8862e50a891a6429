import Glibc

/// Measures rows in rounds: each round runs both sides of every row back to back, so that whatever else the machine does
/// falls on both.
struct Measuring {
  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }

  let options: Options

  func measure(_ rows: [Row]) throws -> [Measurement] {
    var measurements = rows.map { Measurement(row: $0) }
    for row in rows { try warmUp(row) }
    for round in 0..<options.rounds {
      for index in measurements.indices { try measure(&measurements[index], cFirst: round % 2 == 0) }
    }
    return measurements
  }

  private func iterations(of row: Row) -> Int { max(1, Int(Double(row.iterations) * options.scale)) }

  /// Runs both sides briefly, and compares what they say they did.
  private func warmUp(_ row: Row) throws {
    let n = max(1, iterations(of: row) / 10)
    let swift = try row.swift(n)
    guard let c = try row.c?(n), c != swift else { return }
    throw Disagreement(description: "row '\(row.name)': C counted \(c), Swift \(swift)")
  }

  private func measure(_ measurement: inout Measurement, cFirst: Bool) throws {
    let row = measurement.row
    let n = iterations(of: row)
    if cFirst, let c = row.c { measurement.c.add(try time(c, n)) }
    measurement.swift.add(try time(row.swift, n))
    if !cFirst, let c = row.c { measurement.c.add(try time(c, n)) }
  }

  /// Nanoseconds of one of `n` iterations.
  private func time(_ work: Row.Work, _ n: Int) throws -> Double {
    let begin = now()
    _ = try work(n)
    return Double(now() - begin) / Double(n)
  }

  private func now() -> Int {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec * 1_000_000_000 + t.tv_nsec
  }
}
