import MoonsheetReports

/// One form of the results and where it goes, as `-o FORMAT[=FILE]` names it.
struct TestOutput {
  enum Form: String, CaseIterable {
    case plain, dots, tap, tap14, junit, json, github, lcov

    func recorder(isColoured: Bool) -> any SpecRecorder {
      switch self {
      case .plain: PlainRecorder(isColoured: isColoured)
      case .dots: DotsRecorder()
      case .tap: TAPRecorder()
      case .tap14: TAPRecorder(version: 14)
      case .junit: JUnitRecorder()
      case .json: JSONLinesRecorder()
      case .github: GitHubRecorder()
      case .lcov: LCOVRecorder()
      }
    }

    /// The names that busted has for its own forms.
    private static let bustedNames = ["plainterminal": Form.plain, "utfterminal": .dots, "gtest": .plain]

    init?(named name: String) {
      guard let form = Form(rawValue: name.lowercased()) ?? Self.bustedNames[name.lowercased()] else { return nil }
      self = form
    }
  }

  let form: Form
  /// Nil for standard output.
  let path: String?

  init(form: Form, path: String?) {
    self.form = form
    self.path = path
  }

  /// Each form needs a place of its own.
  static func checkPlaces(of outputs: [TestOutput]) throws(ToolError) {
    var seen: [String?] = []
    for output in outputs {
      guard let path = output.path else {
        guard !seen.contains(nil) else {
          throw ToolError(
            status: .usage,
            message: "only one '--output' can go to standard output; give the others a file: FORMAT=FILE")
        }
        seen.append(nil)
        continue
      }
      // What no form replaces, such as a terminal, takes several.
      if path.hasPrefix("/dev/") { continue }
      guard !seen.contains(where: { $0.map { isSame($0, path) } ?? false }) else {
        throw ToolError(status: .usage, message: "two '--output' cannot go to one file, \(path)")
      }
      seen.append(path)
    }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    Discovery.plain(a) == Discovery.plain(b) || Files.isSame(a, b)
  }

  /// Reads `FORMAT` or `FORMAT=FILE`.
  init(_ text: String) throws(ToolError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let form = Form(named: parts[0]), parts.count == 1 || !parts[1].isEmpty else {
      throw ToolError(
        status: .usage,
        message: "option '--output' wants FORMAT or FORMAT=FILE, not '\(text)'; formats are "
          + Form.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.init(form: form, path: parts.count > 1 && parts[1] != "-" ? parts[1] : nil)
  }
}
