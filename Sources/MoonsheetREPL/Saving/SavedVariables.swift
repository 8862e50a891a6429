/// The session's locals in a script: which of them are declared outside of the function that their input stands in, and what each
/// is called there. A local that others read later is declared outside; where its name would be another's, it has one of its own.
struct SavedVariables {
  /// A local by the number of its input and its place among the declarations there.
  private struct Variable: Hashable {
    let step: Int
    let declaration: Int
  }

  /// A name where it comes from outside of its input.
  private struct Use {
    let step: Int
    let name: String
    let variable: Variable?
  }

  private let steps: [Int: SavedScript.Step]
  private var uses: [Use] = []
  /// By the number of an input, its statements whose locals are declared outside.
  private var hoisted: [Int: Set<Int>] = [:]
  private var others: [Variable: String] = [:]

  /// - Parameter names: all names that the script has already.
  init(_ steps: [SavedScript.Step], names: Set<String>) {
    self.steps = Dictionary(uniqueKeysWithValues: steps.map { ($0.number, $0) })
    for step in steps where !step.isLeftOut {
      for reference in step.scoped.references where reference.declaration == nil {
        uses.append(Use(step: step.number, name: reference.name, variable: outer(reference.name, in: step)))
      }
    }
    for variable in Set(uses.compactMap(\.variable)) {
      guard let step = self.steps[variable.step], !step.standsAlone,
        let statement = step.scoped.statements.firstIndex(where: { $0.declarations.contains(variable.declaration) })
      else { continue }
      hoisted[step.number, default: []].insert(statement)
    }
    var taken = names
    for step in steps {
      for index in hoisted[step.number, default: []].sorted() {
        for declaration in step.scoped.statements[index].declarations {
          let variable = Variable(step: step.number, declaration: declaration)
          let name = step.scoped.declarations[declaration].name
          guard step.scoped.declarations[declaration].isClosed || clashes(variable, name, steps) else { continue }
          let number = (2...).first { !taken.contains("\(name)_\($0)") } ?? 2
          taken.insert("\(name)_\(number)")
          others[variable] = "\(name)_\(number)"
        }
      }
    }
  }

  /// The session's local that a name meant when an input was compiled.
  private func outer(_ name: String, in step: SavedScript.Step) -> Variable? {
    guard let origin = step.outcome.locals[name], let source = steps[origin.input] else { return nil }
    let places = source.top.declared.map(\.place)
    let end = origin.group < places.count ? places[origin.group] : .max
    let declaration = source.scoped.declarations.lastIndex { $0.name == name && $0.range.lowerBound < end }
    return declaration.map { Variable(step: origin.input, declaration: $0) }
  }

  /// Whether a local that is declared outside, by its own name, would be meant where another is, or another where it is.
  private func clashes(_ variable: Variable, _ name: String, _ steps: [SavedScript.Step]) -> Bool {
    guard let own = self.steps[variable.step] else { return false }
    if own.scoped.declarations.filter({ $0.name == name }).count > 1 { return true }
    let later = uses.filter { $0.step >= variable.step && $0.name == name }
    if later.contains(where: { $0.variable != variable }) { return true }
    guard let last = later.last?.step else { return false }
    return steps.contains { step in
      variable.step < step.number && step.number < last
        && step.scoped.declarations.contains { $0.name == name }
    }
  }

  // MARK: Text

  /// What is declared before an input: the names of its locals that stand outside.
  func declared(by step: SavedScript.Step) -> [String] {
    var names: [String] = []
    for index in hoisted[step.number, default: []].sorted() {
      names += step.scoped.statements[index].declarations.map { name(of: $0, in: step) }
    }
    return names
  }

  private func name(of declaration: Int, in step: SavedScript.Step) -> String {
    others[Variable(step: step.number, declaration: declaration)] ?? step.scoped.declarations[declaration].name
  }

  /// An input's text with the names of the script; declarations of what stands outside are assignments. What is closed at its
  /// end is that still.
  func text(of step: SavedScript.Step) -> String {
    var edits: [(range: Range<Int>, text: String)] = []
    for reference in step.scoped.references {
      let variable =
        reference.declaration.map { Variable(step: step.number, declaration: $0) } ?? outer(reference.name, in: step)
      if let variable, let name = others[variable] { edits.append((reference.range, name)) }
    }
    for index in hoisted[step.number, default: []] { edits += assignment(step.scoped.statements[index], step) }
    var bytes = step.read
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes.dropFirst(step.lead), as: UTF8.self)
  }

  private func assignment(
    _ statement: ScopedNames.Statement, _ step: SavedScript.Step
  ) -> [(range: Range<Int>, text: String)] {
    // The blank behind the word goes with it.
    let word = statement.word.upperBound
    let end = step.read.indices.contains(word) && step.read[word] == 32 ? word + 1 : word
    var edits: [(range: Range<Int>, text: String)] = [(statement.word.lowerBound..<end, "")]
    var tail = statement.hasValues || statement.isFunction ? "" : " = nil"
    for index in statement.declarations {
      let declaration = step.scoped.declarations[index]
      let name = name(of: index, in: step)
      edits.append((declaration.range, name))
      if let attribute = declaration.attribute {
        edits.append((declaration.range.upperBound..<attribute.upperBound, ""))
      }
      if declaration.isClosed { tail += " local \(declaration.name) <close> = \(name)" }
    }
    return edits + [(statement.end..<statement.end, tail)]
  }
}
