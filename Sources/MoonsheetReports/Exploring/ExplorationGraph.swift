import MoonsheetExplorer
import PresentationKit

/// What can be on screen, as a drawing: states with one stack are one node.
public enum ExplorationGraph: String, Sendable, CaseIterable {
  case dot, mermaid, json

  /// The graph in this form, with a newline at its end.
  public func render(_ report: FlowReport) -> String {
    switch self {
    case .dot: Self.dot(report)
    case .mermaid: Self.mermaid(report)
    case .json: Self.json(report).text + "\n"
    }
  }

  /// How many acts an arrow names.
  private static let mostActs = 6

  /// For each pair of nodes the acts that lead from one to the other, in the order in which they were met.
  private static func arrows(_ graph: FlowGraph) -> [(from: Int, to: Int, acts: [String])] {
    var places: [[Int]: Int] = [:]
    var result: [(from: Int, to: Int, acts: [String])] = []
    for edge in graph.edges {
      if let place = places[[edge.from, edge.to]] {
        result[place].acts.append(edge.act)
      } else {
        places[[edge.from, edge.to]] = result.count
        result.append((edge.from, edge.to, [edge.act]))
      }
    }
    return result
  }

  private static func name(_ node: FlowGraph.Node) -> String {
    node.stack.isEmpty ? "nothing presented" : node.stack.joined(separator: " > ")
  }

  private static func shortened(_ acts: [String]) -> [String] {
    guard acts.count > mostActs else { return acts }
    return acts.prefix(mostActs - 1) + ["and \(acts.count - mostActs + 1) more"]
  }

  // MARK: Graphviz

  private static func dot(_ report: FlowReport) -> String {
    var lines = ["digraph \(quotedForDot(report.script)) {", "  rankdir=LR", "  node [shape=box]"]
    for (number, node) in report.graph.nodes.enumerated() {
      var label = "\(name(node))\n\(node.states) state\(node.states == 1 ? "" : "s")"
      for finding in node.findings { label += "\n! \(report.findings[finding].property)" }
      var attributes = "label=\(quotedForDot(label))"
      if node.isStart { attributes += ", peripheries=2" }
      if !node.findings.isEmpty { attributes += ", color=red" }
      lines.append("  n\(number) [\(attributes)]")
    }
    for arrow in arrows(report.graph) {
      let label = quotedForDot(shortened(arrow.acts).joined(separator: "\n"))
      lines.append("  n\(arrow.from) -> n\(arrow.to) [label=\(label)]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func quotedForDot(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result += escapingControls(String(scalar))
      }
    }
    return result + "\""
  }

  // MARK: Mermaid

  private static func mermaid(_ report: FlowReport) -> String {
    var lines = ["stateDiagram-v2"]
    for (number, node) in report.graph.nodes.enumerated() {
      lines.append("  state \"\(plain(name(node)))\" as n\(number)")
      if node.isStart { lines.append("  [*] --> n\(number)") }
    }
    for arrow in arrows(report.graph) {
      lines.append("  n\(arrow.from) --> n\(arrow.to): \(plain(shortened(arrow.acts).joined(separator: ", ")))")
    }
    let found = report.graph.nodes.indices.filter { !report.graph.nodes[$0].findings.isEmpty }
    if !found.isEmpty {
      lines.append("  classDef found stroke:#c00,stroke-width:3px")
      lines += found.map { "  class n\($0) found" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text without what Mermaid takes for its own.
  private static func plain(_ text: String) -> String {
    String(escapingControls(text).map { "\":;#{}[]<>".contains($0) ? ($0 == ">" ? "›" : "'") : $0 })
  }

  // MARK: JSON

  static func json(_ report: FlowReport) -> JSONText {
    let nodes = report.graph.nodes.map { node in
      JSONText.object([
        ("stack", .array(node.stack.map { .string($0) })), ("states", .integer(node.states)),
        ("start", .bool(node.isStart)), ("findings", .array(node.findings.map { .integer($0) })),
      ])
    }
    let edges = arrows(report.graph).map { arrow in
      JSONText.object([
        ("from", .integer(arrow.from)), ("to", .integer(arrow.to)),
        ("acts", .array(arrow.acts.map { .string($0) })),
      ])
    }
    return .object([("v", .integer(1)), ("nodes", .array(nodes)), ("edges", .array(edges))])
  }
}
