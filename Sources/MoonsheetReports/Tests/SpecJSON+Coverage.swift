import MoonsheetSpec

extension SpecJSON {
  /// One line for each file with lines that can be run, and one for each answer of a policy.
  ///
  /// - Parameter isPart: whether it is that of a part of a run. What ran outside of tests then has lines of its own, as each
  ///   part may have run it.
  public static func coverage(_ coverage: SpecCoverage, isPart: Bool = false) -> [JSONText] {
    isPart ? coverage.scopes.flatMap { self.coverage($0.share, $0.scope) } : self.coverage(coverage, nil)
  }

  private static func coverage(_ coverage: SpecCoverage, _ scope: String?) -> [JSONText] {
    let scope = scope.map { [("scope", JSONText.string($0))] } ?? []
    var files: [JSONText] = []
    var counts: [JSONText] = []
    let lines = coverage.lines
    for (position, entry) in lines.enumerated() {
      counts.append(.array([.integer(entry.line.line), .integer(entry.count)]))
      guard position + 1 == lines.count || lines[position + 1].line.file != entry.line.file else { continue }
      files.append(line("coverage", [("file", .string(entry.line.file)), ("lines", .array(counts))] + scope))
      counts = []
    }
    return files + coverage.verdicts.map { policy($0.verdict, $0.count, scope) }
  }

  private static func policy(_ verdict: SpecCoverage.Verdict, _ count: Int, _ scope: Members) -> JSONText {
    line(
      "policy",
      [
        ("controller", .string(verdict.controller)), ("callback", .string(verdict.callback)),
        ("trigger", .string(verdict.trigger)), ("verdict", .string(verdict.verdict)), ("count", .integer(count)),
      ] + scope)
  }

  /// Adds what a `coverage` or `policy` line tells; other lines change nothing.
  ///
  /// - Returns: whether it was one.
  @discardableResult
  public static func readCoverage(_ line: JSONText, into coverage: inout SpecCoverage) -> Bool {
    switch line["type"]?.string {
    case "coverage":
      guard let file = line["file"]?.string else { return false }
      for pair in line["lines"]?.array ?? [] {
        guard let pair = pair.array, pair.count == 2, let number = pair[0].integer, let count = pair[1].integer else {
          continue
        }
        coverage.add(SpecCoverage.Line(file: file, line: number), count: count, scope: line["scope"]?.string)
      }
      return true
    case "policy":
      guard let controller = line["controller"]?.string, let callback = line["callback"]?.string,
        let trigger = line["trigger"]?.string, let verdict = line["verdict"]?.string, let count = line["count"]?.integer
      else { return false }
      coverage.add(
        .init(controller: controller, callback: callback, trigger: trigger, verdict: verdict), count: count,
        scope: line["scope"]?.string)
      return true
    default: return false
    }
  }
}
