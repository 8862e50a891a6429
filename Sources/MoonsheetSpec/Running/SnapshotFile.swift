/// The snapshots of one spec file, as `__snapshots__/NAME.snap` holds them.
///
/// The first line is `moonsheet-snapshots 1`. Each snapshot is a line `[NAME]`, in which `\n` and `\\` stand for a line break and a
/// backslash, and then its text, each line behind a `|`. Empty lines between them mean nothing.
struct SnapshotFile: Equatable {
  static let header = "moonsheet-snapshots 1"

  private(set) var texts: [(name: String, text: String)] = []
  private(set) var index: [String: Int] = [:]

  static func == (a: SnapshotFile, b: SnapshotFile) -> Bool {
    a.texts.elementsEqual(b.texts) { $0.name == $1.name && $0.text == $1.text }
  }

  init() {}

  /// Where the snapshots of a spec file are kept.
  static func path(besides file: String) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.dropLast().map { $0 + "/" }.joined()
    let name = parts.last.map(String.init) ?? file
    let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    return "\(directory)__snapshots__/\(stem).snap"
  }

  /// - Throws: what is wrong with the file, and in which line.
  init(parsing bytes: [UInt8]) throws(SnapshotError) {
    guard let whole = String(validating: bytes, as: UTF8.self) else { throw SnapshotError("it is not UTF-8") }
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.header[...] else {
      throw SnapshotError("line 1 is not '\(Self.header)'")
    }
    var name: String?
    var text: [Substring] = []
    for (offset, line) in lines.enumerated().dropFirst() {
      if line.first == "|" {
        guard name != nil else { throw SnapshotError("line \(offset + 1) belongs to no snapshot") }
        text.append(line.dropFirst())
      } else if line.first == "[", line.last == "]" {
        try close(name, text)
        name = Self.unescaped(line.dropFirst().dropLast())
        text = []
      } else if !line.isEmpty {
        throw SnapshotError("line \(offset + 1) is neither a name in brackets nor a text behind '|'")
      }
    }
    try close(name, text)
  }

  private mutating func close(_ name: String?, _ text: [Substring]) throws(SnapshotError) {
    guard let name else { return }
    guard index[name] == nil else { throw SnapshotError("'\(name)' is there twice") }
    set(name, text.joined(separator: "\n"))
  }

  subscript(_ name: String) -> String? { index[name].map { texts[$0].text } }

  mutating func set(_ name: String, _ text: String) {
    if let place = index[name] {
      texts[place].text = text
    } else {
      index[name] = texts.count
      texts.append((name, text))
    }
  }

  /// Keeps only these.
  mutating func keep(_ names: Set<String>) {
    let kept = texts.filter { names.contains($0.name) }
    self = SnapshotFile()
    for entry in kept { set(entry.name, entry.text) }
  }

  /// The file's text; snapshots are ordered by name, so that it does not depend on the order of tests.
  var rendered: [UInt8] {
    var result = Self.header + "\n"
    for entry in texts.sorted(by: { $0.name < $1.name }) {
      result += "\n[\(Self.escaped(entry.name))]\n"
      for line in entry.text.split(separator: "\n", omittingEmptySubsequences: false) { result += "|\(line)\n" }
    }
    return Array(result.utf8)
  }

  private static func escaped(_ name: String) -> String {
    name.map { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) }.joined()
  }

  private static func unescaped(_ name: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in name {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

/// Why a snapshot file cannot be used.
struct SnapshotError: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
