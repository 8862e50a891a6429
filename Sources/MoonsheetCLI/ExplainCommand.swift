import LuaRuntime
import MoonsheetReports

/// `moonsheet explain CODE`: the page of a warning, a refusal, an error or a property.
struct ExplainCommand {
  let words: [String]
  let output: Output

  func run() throws(ToolError) -> ExitStatus {
    let codes = ExplanationPage.all.map(\.code)
    guard let word = words.first, words.count == 1 else {
      throw ToolError(status: .usage, message: "name one code, or --all; there are \(codes.joined(separator: ", "))")
    }
    if word == "--all" {
      output.text(ExplanationPage.document())
      return .fine
    }
    guard let page = ExplanationPage.all.first(where: { $0.code == word }) else {
      let near = nearestName(to: word, among: codes).map { " (did you mean '\($0)'?)" } ?? ""
      throw ToolError(status: .usage, message: "no code '\(word)'\(near); moonsheet explain --all lists them")
    }
    output.line(page.text)
    return .fine
  }
}
