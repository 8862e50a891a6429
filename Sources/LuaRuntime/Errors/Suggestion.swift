/// The known name that someone who wrote `name` most likely meant, or `nil`.
///
/// A name differing only in case, or camelCase for snake_case, is always a match; otherwise the Damerau distance may be
/// at most a third of the length, plus one. Ties go to the earlier candidate.
///
/// - Parameters:
///   - name: What was written.
///   - candidates: The names that exist.
/// - Returns: One of `candidates`.
/// - Complexity: O(*n*·*m*²) for *n* candidates of length *m*.
public func nearestName(to name: String, among candidates: [String]) -> String? {
  let folded = foldedName(name)
  if let same = candidates.first(where: { foldedName($0) == folded && $0 != name }) { return same }
  let wanted = Array(name.utf8)
  guard wanted.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let distance = damerauDistance(wanted, Array(candidate.utf8))
    guard distance <= wanted.count / 3 + 1, distance < max(wanted.count, 2) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.name
}

/// Lowercase, without underscores: what `isModal` and `is_modal` have in common.
private func foldedName(_ name: String) -> [UInt8] {
  name.utf8.compactMap { byte in
    switch byte {
    case UInt8(ascii: "_"): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
    default: byte
    }
  }
}

/// Optimal string alignment: insertions, deletions, substitutions, swaps of neighbours.
private func damerauDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  guard abs(a.count - b.count) <= a.count / 3 + 1 else { return Int.max }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [Int](repeating: i, count: b.count + 1)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], beforeLast[j - 2] + 1) }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
