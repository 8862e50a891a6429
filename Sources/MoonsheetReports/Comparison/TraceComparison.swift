/// Two traces beside each other: where they part, and how they go on.
public struct TraceComparison: Sendable {
  public enum Line: Sendable, Equatable {
    case both(String)
    case first(String)
    case second(String)
  }

  public let lines: [Line]

  /// Between the first and the last line that differ, more than this is not aligned.
  static let mostAligned = 10_000

  /// Compares line by line, keeping as much in common as possible; of what is very long, the beginning and the end.
  ///
  /// - Complexity: O(*n* · *d*) in the number of lines and of differences, O(*n*) where nothing is aligned.
  public init(_ first: [String], _ second: [String]) {
    let head = zip(first, second).prefix { $0 == $1 }.count
    let most = min(first.count, second.count) - head
    let tail = zip(first.reversed(), second.reversed()).prefix(most).prefix { $0 == $1 }.count
    let middles = (Array(first[head..<first.count - tail]), Array(second[head..<second.count - tail]))
    let isLong = max(middles.0.count, middles.1.count) > Self.mostAligned
    lines =
      first.prefix(head).map { .both($0) }
      + (isLong ? middles.0.map { .first($0) } + middles.1.map { .second($0) } : Self.aligned(middles.0, middles.1))
      + first.suffix(tail).map { .both($0) }
  }

  private static func aligned(_ first: [String], _ second: [String]) -> [Line] {
    let difference = second.difference(from: first)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      if i < first.count, removed.contains(i) {
        lines.append(.first(first[i]))
        i += 1
      } else if j < second.count, inserted.contains(j) {
        lines.append(.second(second[j]))
        j += 1
      } else {
        lines.append(.both(first[i]))
        i += 1
        j += 1
      }
    }
    return lines
  }

  public var isSame: Bool {
    lines.allSatisfy { if case .both = $0 { true } else { false } }
  }

  /// The comparison as text: what both share is shown around each difference, longer stretches are counted.
  ///
  /// - Parameters:
  ///   - names: what the two are called, such as two profiles.
  ///   - context: how many shared lines stand around a difference.
  public func text(names: (String, String), context: Int = 3) -> [String] {
    let width = max(names.0.count, names.1.count)
    guard !isSame else { return ["\(names.0) and \(names.1) agree on all \(lines.count) lines"] }
    let shown = shownLines(context)
    var output: [String] = []
    var hidden = 0
    for (position, line) in lines.enumerated() {
      guard shown[position] else {
        hidden += 1
        continue
      }
      Self.close(&hidden, width, &output)
      switch line {
      case .both(let text): output.append(String(repeating: " ", count: width) + "   \(text)")
      case .first(let text): output.append(Self.padded(names.0, width) + " | \(text)")
      case .second(let text): output.append(Self.padded(names.1, width) + " | \(text)")
      }
    }
    Self.close(&hidden, width, &output)
    return output
  }

  private func shownLines(_ context: Int) -> [Bool] {
    var shown = [Bool](repeating: false, count: lines.count)
    for (position, line) in lines.enumerated() {
      if case .both = line { continue }
      for near in max(0, position - context)...min(lines.count - 1, position + context) { shown[near] = true }
    }
    return shown
  }

  private static func close(_ hidden: inout Int, _ width: Int, _ output: inout [String]) {
    guard hidden > 0 else { return }
    output.append(String(repeating: " ", count: width) + "   … \(hidden) \(hidden == 1 ? "line" : "lines") the same")
    hidden = 0
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}
