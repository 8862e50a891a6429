/// The names that are taken, so that finding a free one does not look at all controllers.
struct ControllerNames: Hashable, Sendable {
  private var taken: Set<String> = []
  /// For a name: a number below which all numbered ones are taken.
  private var next: [String: Int] = [:]

  /// Takes a name: the one wanted, or the first free one with a number.
  mutating func take(_ base: String) -> String {
    if taken.insert(base).inserted { return base }
    var number = next[base] ?? 2
    while !taken.insert("\(base)#\(number)").inserted { number += 1 }
    next[base] = number + 1
    return "\(base)#\(number)"
  }

  mutating func giveBack(_ name: String) {
    taken.remove(name)
    guard let hash = name.lastIndex(of: "#"), let number = Int(name[name.index(after: hash)...]) else { return }
    let base = String(name[..<hash])
    if let first = next[base] { next[base] = max(min(first, number), 2) }
  }
}
