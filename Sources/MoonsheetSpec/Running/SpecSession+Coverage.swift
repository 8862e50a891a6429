import LuaRuntime
import Moonsheet

extension SpecSession {
  /// The lines of scripts that ran, and those that could have: of each file that was loaded under its own name.
  func lineCoverage() -> [FileSummary.Lines] {
    guard options.coverage else { return [] }
    host.lua.countsLines = false
    var counts: [String: [Int: Int]] = [:]
    for hit in host.lua.lineHits() where isCovered(hit.chunk) { counts[hit.chunk, default: [:]][hit.line] = hit.count }
    return counts.keys.sorted().compactMap { file in lines(of: file, counts[file] ?? [:]) }
  }

  /// Specs and helpers are there to run, not to be covered; the vocabulary is not the script's.
  private func isCovered(_ chunk: String) -> Bool {
    !chunk.hasPrefix("[") && chunk != file && chunk != options.helper
  }

  private func lines(of file: String, _ counts: [Int: Int]) -> FileSummary.Lines? {
    guard let source = files.read(file), let function = try? host.lua.load(LuaChunk(name: file, source: source)) else {
      return nil
    }
    let known = Set(host.lua.executableLines(of: function)).union(counts.keys)
    return FileSummary.Lines(file: file, hits: known.sorted().map { (line: $0, count: counts[$0] ?? 0) })
  }
}
