import CLuaShim

extension LuaHost {
  /// Whether the lines that run are counted, in every coroutine; off at first, since it makes scripts several times
  /// slower. What was counted stays when it is turned off. Fuel is spent alike with and without.
  public var countsLines: Bool {
    get { handle.map { $0.pointee.counts_lines != 0 } ?? false }
    set {
      guard let handle else { return }
      ms_count_lines(handle, newValue ? 1 : 0)
    }
  }

  /// How often each line of each named chunk ran while ``countsLines`` was on, by chunk (bytewise), then by line. Lines
  /// that did not run are not there.
  ///
  /// - Complexity: O(*n* log *n*) in the number of lines.
  public func lineHits() -> [(chunk: String, line: Int, count: Int)] {
    guard let handle else { return [] }
    var result: [(chunk: String, line: Int, count: Int)] = []
    var lines = ms_chunk_lines()
    var position = 0
    while ms_lines_of(handle, position, &lines) != 0 {
      position += 1
      guard let hits = lines.hits, let name = lines.name.map(String.init(cString:)) else { continue }
      for line in 0..<lines.lines where hits[line] > 0 {
        result.append((chunk: name, line: line, count: Int(hits[line])))
      }
    }
    return result.sorted { ($0.chunk, $0.line) < ($1.chunk, $1.line) }
  }

  /// Counts from 0 again, and goes on as before.
  package func clearLineHits() {
    if let handle { ms_clear_lines(handle) }
  }

  /// The lines of a function, and of the functions written in it, that hold code.
  ///
  /// A line that holds nothing but the `end` where a function returns by itself is left out, since it does not run when
  /// every path returns before.
  ///
  /// - Returns: Ascending lines; empty for a function that is not written in Lua or that belongs to another host.
  /// - Complexity: O(*n*) in the size of the code.
  public func executableLines(of function: LuaFunction) -> [Int] {
    guard !isClosed else { return [] }
    let bytes = withFrame { frame -> [UInt8] in
      frame.push(function)
      var length = 0
      guard let start = ms_dump(frame.L, -1, &length) else { return [] }
      defer { ms_free(start) }
      return Array(UnsafeBufferPointer(start: start, count: length))
    }
    var code = CompiledCode(bytes)
    return code.executableLines() ?? []
  }
}
