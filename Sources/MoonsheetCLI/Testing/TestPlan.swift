import MoonsheetSpec

/// Which tests of which files a run means.
struct TestPlan {
  struct File {
    let name: String
    /// The file's position in the whole run, of which this may be a shard.
    let position: Int
    /// The tests to run; nil for all.
    var only: [SpecID]?
    /// Whether the whole run, of which this may be a shard, has every test of the file.
    var isWhole = true
  }

  var files: [File]
  /// Whether the whole run, of which this may be a shard, has anything in it.
  var wholeIsEmpty: Bool

  init(names: [String]) {
    files = names.enumerated().map { File(name: $1, position: $0) }
    wholeIsEmpty = names.isEmpty
  }

  /// Keeps what failed when it last ran.
  mutating func keepFailed(_ history: SpecHistory) {
    files = files.compactMap { file in
      guard let failed = history.failures(in: file.name) else { return nil }
      var file = file
      file.only = failed.isEmpty ? nil : failed
      return file
    }
    wholeIsEmpty = files.isEmpty
  }
}

/// What listing a plan's files found.
struct ListedPlan {
  struct File {
    let name: String
    let position: Int
    var tests: [SpecListing.Test] = []
    /// What keeps the file from being run.
    var issues: [SpecIssue] = []
  }

  var files: [File]

  /// Keeps the tests that were named by their lines: the one declared on the line, or the last one before it.
  mutating func keep(lines: [String: [Int]]) {
    for index in files.indices {
      guard let wanted = lines[files[index].name], !wanted.isEmpty else { continue }
      let declared = Set(files[index].tests.map(\.line))
      let meant = Set(wanted.compactMap { line in declared.filter { $0 <= line }.max() })
      files[index].tests.removeAll { !meant.contains($0.line) }
    }
  }

  /// Keeps what failed when it last ran.
  mutating func keepFailed(_ history: SpecHistory) {
    for index in files.indices { files[index].tests.removeAll { !history.failedLast($0.id) } }
    files.removeAll { $0.tests.isEmpty && $0.issues.isEmpty }
  }

  var isEmpty: Bool { files.allSatisfy { $0.tests.isEmpty && $0.issues.isEmpty } }

  /// The shard's part as a plan. A file that cannot be listed, or has no test that matches, counts as one
  /// test, so that one shard tells about it.
  func plan(whole: [String: Int], shard: Shard?, by rule: ShardRule, _ history: SpecHistory) -> TestPlan {
    let units = files.flatMap { file in
      let isEmpty = file.tests.isEmpty && (!file.issues.isEmpty || whole[file.name] == 0)
      return isEmpty ? [SpecID(file: file.name, name: "")] : file.tests.map(\.id)
    }
    var mine = Set(units)
    if let shard {
      let shares = rule.shares(of: units, count: shard.count) { history.microseconds($0) }
      mine = Set(zip(units, shares).filter { $0.1 == shard.index }.map(\.0))
    }
    var plan = TestPlan(names: [])
    plan.wholeIsEmpty = isEmpty
    plan.files = files.compactMap { file in
      let tests = file.tests.map(\.id).filter(mine.contains)
      guard !tests.isEmpty || mine.contains(SpecID(file: file.name, name: "")) else { return nil }
      var planned = TestPlan.File(name: file.name, position: file.position)
      if tests.count < (whole[file.name] ?? 0) { planned.only = tests }
      planned.isWhole = file.tests.count == whole[file.name] ?? 0
      return planned
    }
    return plan
  }
}
