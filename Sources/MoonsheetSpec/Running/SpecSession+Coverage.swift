import LuaRuntime
import Moonsheet

/// What ran of a file: in its tests, or in one place outside of them.
public struct CoveragePart: Sendable, Equatable {
  /// Nil for tests. A run that comes to the same place again runs the same again, such as another shard that loads the file.
  public var place: String?
  public var lines: [FileSummary.Lines] = []
  public var policies: [FileSummary.Policy] = []

  public init(place: String?) { self.place = place }
}

extension SpecSession {
  /// Tells what ran since this was last called.
  func takeCoverage(in place: String?) {
    guard options.coverage, purpose == .runs, let onCoverage else { return }
    var part = CoveragePart(place: place)
    part.lines = lineCounts().map { file, counts in
      FileSummary.Lines(file: file, hits: counts.sorted { $0.key < $1.key }.map { (line: $0.key, count: $0.value) })
    }.sorted { $0.file < $1.file }
    part.policies = policies.take()
    host.lua.clearLineHits()
    if !part.lines.isEmpty || !part.policies.isEmpty { onCoverage(part) }
  }

  /// The lines of scripts that ran, and those that could have: of each file that was loaded under its own name.
  func lineCoverage() -> [FileSummary.Lines] {
    guard options.coverage else { return [] }
    host.lua.countsLines = false
    return lineCounts().sorted { $0.key < $1.key }.compactMap { file, counts in
      SpecCoverage.executableLines(of: file, files, host.lua).map { executable in
        let known = Set(executable).union(counts.keys)
        return FileSummary.Lines(file: file, hits: known.sorted().map { (line: $0, count: counts[$0] ?? 0) })
      }
    }
  }

  /// How often each line of each file that is to be covered ran.
  private func lineCounts() -> [String: [Int: Int]] {
    let excluded = [file, options.helper ?? ""].map(Self.plain)
    var counts: [String: [Int: Int]] = [:]
    // Specs and helpers are there to run, not to be covered; the vocabulary is not the script's.
    for hit in host.lua.lineHits() where !hit.chunk.hasPrefix("[") {
      let name = Self.plain(hit.chunk)
      if !excluded.contains(name) { counts[name, default: [:]][hit.line, default: 0] += hit.count }
    }
    return counts
  }

  /// A file's name as it is whichever way it was come to: `src/m.lua` for `./src//m.lua`.
  private static func plain(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + parts : parts
  }
}

extension SpecCoverage {
  /// Lines of a file that hold code; nil when it cannot be read.
  static func executableLines(of file: String, _ files: any SpecFileSource, _ lua: LuaHost) -> [Int]? {
    guard let source = files.read(file), let function = try? lua.load(LuaChunk(name: file, source: source)) else {
      return nil
    }
    return lua.executableLines(of: function)
  }

  /// Adds the lines that could have run of each file of which some did. What cannot be read is left out.
  public mutating func addExecutableLines(from files: any SpecFileSource) {
    guard let lua = try? LuaHost() else { return }
    defer { lua.close() }
    for file in self.files {
      if let lines = Self.executableLines(of: file, files, lua) {
        for line in lines { add(Line(file: file, line: line), count: 0) }
      } else {
        remove(file)
      }
    }
  }
}
