/// Answers `to_match_snapshot`, and keeps what is to be written.
struct Snapshots {
  enum Answer: Equatable {
    case same
    /// There is none yet, and none may be written.
    case new
    case changed(expected: String)
    case broken(String)
  }

  let path: String
  let mode: SnapshotMode
  private let files: any SpecFileSource
  private var file: SnapshotFile?
  /// Why the file cannot be used.
  private(set) var failure: String?
  private var isChanged = false
  private(set) var seen: [String] = []
  /// How often each test has asked without a name.
  private var asked: [String: Int] = [:]

  init(besides spec: String, mode: SnapshotMode, files: any SpecFileSource) {
    path = SnapshotFile.path(besides: spec)
    self.mode = mode
    self.files = files
  }

  /// Compares a text with the snapshot of a test.
  ///
  /// - Parameter name: what the test calls it; without one it is counted.
  /// - Returns: the snapshot's whole name, and what came of it.
  mutating func match(_ text: String, test: String, name: String?) -> (title: String, answer: Answer) {
    let title = title(test: test, name: name)
    open()
    if failure != nil { return (title, .broken("there is nothing to compare with: \(path) is corrupt")) }
    if !seen.contains(title) { seen.append(title) }
    guard let kept = file?[title] else {
      if mode == .ci { return (title, .new) }
      write(text, as: title)
      return (title, .same)
    }
    if kept == text { return (title, .same) }
    guard mode == .update else { return (title, .changed(expected: kept)) }
    write(text, as: title)
    return (title, .same)
  }

  /// The names that nothing asked for.
  mutating func obsolete() -> [String] {
    open()
    guard failure == nil else { return [] }
    let wanted = Set(seen)
    return (file?.texts.map(\.name) ?? []).filter { !wanted.contains($0) }.sorted()
  }

  /// Writes what has changed. With `.update` and a whole run, what is obsolete goes.
  ///
  /// - Returns: what went wrong.
  mutating func save(dropping obsolete: [String]) -> String? {
    if mode == .update, !obsolete.isEmpty {
      file?.keep(Set(seen))
      isChanged = true
    }
    guard isChanged, let file else { return nil }
    if file.texts.isEmpty {
      files.remove(path)
      return nil
    }
    return files.write(file.rendered, to: path) ? nil : "cannot write the snapshot file \(path)"
  }

  private mutating func write(_ text: String, as title: String) {
    file?.set(title, text)
    isChanged = true
  }

  private mutating func title(test: String, name: String?) -> String {
    if let name { return "\(test): \(name)" }
    asked[test, default: 0] += 1
    return "\(test) \(asked[test] ?? 1)"
  }

  private mutating func open() {
    guard file == nil, failure == nil else { return }
    guard let bytes = files.read(path) else {
      file = SnapshotFile()
      return
    }
    do throws(SnapshotError) {
      file = try SnapshotFile(parsing: bytes)
    } catch {
      guard mode == .update else { return failure = error.reason }
      // Written anew, since that is what was asked for.
      file = SnapshotFile()
      isChanged = true
    }
  }
}
