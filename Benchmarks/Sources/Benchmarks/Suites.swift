// NB: `environ` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// The rows of whole test runs: `moonsheet test --busted` and Debian's busted on the same spec files, written for the purpose.
final class Suites {
  /// 240 tests of one expectation or two, in one file.
  private let small: String
  /// 240 such tests in eight files.
  private let spread: String
  /// Six files whose specs do the work.
  private let working: String
  /// 10,000 small tests.
  private let many: String
  private let folder: String
  private let processes: Processes
  private static let busted = "/usr/bin/busted"

  static let peakName = "10,000 tests"
  static let names = ["240 tests", "240 in 8 files", "specs that work", "-j2 against -j1", peakName]

  /// Writes the spec files; `remove()` them afterwards.
  init(_ processes: Processes) throws {
    self.processes = processes
    var template = Array("/tmp/moonsheet-suites-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Processes.Failure(description: "cannot make a folder in /tmp") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    (small, spread) = (folder + "/small", folder + "/spread")
    (working, many) = (folder + "/working", folder + "/many")
    // What moonsheet remembers of a run stays in the folder, too.
    setenv("XDG_STATE_HOME", folder, 1)
    try write([Self.smallTests(blocks: 24)], to: small)
    try write((0..<8).map { _ in Self.smallTests(blocks: 3) }, to: spread)
    try write((1...6).map(Self.workingTests), to: working)
    try write([Self.smallTests(blocks: 1000)], to: many)
  }

  func remove() {
    for path in [small, spread, working, many] {
      for file in 1...8 { unlink("\(path)/f\(file)_spec.lua") }
      rmdir(path)
    }
    _ = try? processes.run(["rm", "-r", folder], 1)
  }

  /// The rows, or why there are none.
  func rows() -> Result<[Row], Processes.Failure> {
    guard access(Self.busted, X_OK) == 0 else {
      return .failure(Processes.Failure(description: "\(Self.busted) is not there (apt-get install lua-busted)"))
    }
    for command in [ours(small), theirs(small)] {
      do { _ = try processes.run(command, 1) } catch { return .failure(Processes.Failure(description: "\(error)")) }
    }
    func against(_ name: String, _ suite: String) -> Row {
      Row(
        name: name, iterations: 2, c: { try self.processes.run(self.theirs(suite), $0) },
        swift: { try self.processes.run(self.ours(suite), $0) })
    }
    return .success([
      against(Self.names[0], small), against(Self.names[1], spread), against(Self.names[2], working),
      Row(
        name: Self.names[3], iterations: 2, c: { try self.processes.run(self.ours(self.working, "-j1"), $0) },
        swift: { try self.processes.run(self.ours(self.working, "-j2"), $0) }),
    ])
  }

  /// The most memory that a process of a run of 10,000 tests has, or why that is not known.
  var peak: String {
    do {
      return "at most \((try processes.peak(of: ours(many)) + 1023) / 1024) MiB at a time"
    } catch {
      return "skipped, \(error)"
    }
  }

  private func ours(_ suite: String, _ jobs: String = "-j1") -> [String] {
    [processes.tool, "test", "--busted", jobs, "-o", "tap", suite]
  }

  private func theirs(_ suite: String) -> [String] { ["lua5.4", Self.busted, "-o", "TAP", suite] }

  // MARK: Specs

  private func write(_ texts: [String], to suite: String) throws {
    mkdir(suite, 0o755)
    for (index, text) in texts.enumerated() {
      let path = "\(suite)/f\(index + 1)_spec.lua"
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      let bytes = Array(text.utf8)
      defer { close(file) }
      guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
        throw Processes.Failure(description: "cannot write \(path)")
      }
    }
  }

  /// Blocks of ten tests with a hook.
  private static func smallTests(blocks: Int) -> String {
    let bodies = [
      "assert.are.equal(3, #list)", "assert.same({ 1, 2, 3 }, list)", "assert.is_true(list[1] == 1)",
      "assert.has_error(function() error('no', 0) end, 'no')",
      "local s = spy.new(function() end) s(1) assert.spy(s).was.called(1)",
    ]
    return (1...blocks).map { block in
      let tests = (1...10).map { "  it('works \($0)', function() \(bodies[$0 % bodies.count]) end)\n" }.joined()
      return """
        describe('block \(block)', function()
          local list
          before_each(function() list = { 1, 2, 3 } end)
        \(tests)end)

        """
    }.joined()
  }

  /// Tests that sort, match and concatenate for some time.
  private static func workingTests(_ file: Int) -> String {
    """
    describe('file \(file)', function()
      for round = 1, 4 do
        it('sorts and joins ' .. round, function()
          local list, seed = {}, \(file) + round
          for i = 1, 40000 do
            seed = (seed * 1103515245 + 12345) % 2147483648
            list[i] = seed
          end
          table.sort(list)
          local text = table.concat(list, ',')
          local count = 0
          for number in text:gmatch('%d+') do count = count + #number end
          assert.is_true(count > 40000)
        end)
      end
    end)

    """
  }
}
