import PresentationKit

extension Trace {
  /// The script lines that most entries since `start` were caused by, the most frequent first; ties by first appearance.
  ///
  /// - Parameter start: a `total` of before.
  /// - Complexity: O(*n*) in the number of entries since then that are kept.
  func mostFrequentSites(since start: Int, limit: Int) -> [SourceSite] {
    var counts: [SourceSite: (count: Int, first: Int)] = [:]
    for (position, entry) in entries.suffix(max(0, total - start)).enumerated() {
      guard let site = entry.site else { continue }
      counts[site, default: (0, position)].count += 1
    }
    let ranked = counts.sorted {
      $0.value.count != $1.value.count ? $0.value.count > $1.value.count : $0.value.first < $1.value.first
    }
    return ranked.prefix(limit).map(\.key)
  }
}
