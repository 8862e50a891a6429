import LuaRuntime
import Moonsheet

extension SpecSession {
  /// Writes snapshots, tells of obsolete ones, and gives what is left to know.
  func summary() -> FileSummary {
    var summary = FileSummary()
    if onCoverage == nil {
      summary.policies = policies.policies
      summary.lines = lineCoverage()
    } else {
      takeCoverage(in: place)
    }
    summary.snapshots = snapshots.seen
    summary.isPartial = isPartial
    let isWhole =
      !isPartial && !wasFiltered && !hasFocus && options.tags.isEmpty && options.excludedTags.isEmpty
      && options.filters.isEmpty && options.excludedFilters.isEmpty
    if isWhole { summary.obsoleteSnapshots = snapshots.obsolete() }
    if let reason = snapshots.failure {
      issue(
        SpecIssue(
          .error, "the snapshot file \(snapshots.path) is corrupt: \(reason); --update-snapshots writes it anew"))
    }
    if options.snapshots == .ci, !summary.obsoleteSnapshots.isEmpty {
      let names = summary.obsoleteSnapshots.map { "'\($0)'" }.joined(separator: ", ")
      issue(SpecIssue(.failure, "obsolete snapshots in \(snapshots.path): \(names)"))
    }
    if let problem = snapshots.save(dropping: summary.obsoleteSnapshots) { issue(SpecIssue(.error, problem)) }
    return summary
  }
}
