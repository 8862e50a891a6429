import Foundation
import Testing

/// One file's fault is one clear error, and every other file still runs and reports.
@Suite struct TestFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let spec: String
    var arguments: [String] = []
    /// What is said of it.
    let message: String
    /// How many tests of its file pass all the same.
    var others = 0
    /// How often the fault counts.
    var failures = 1
    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "a syntax error", spec: "it('x', function(", message: "m_spec.lua:1"),
    Fault(name: "an error while loading", spec: "error('at load')", message: "at load"),
    Fault(
      name: "an endless loop", spec: "it('loops', function() while true do end end)\nit('after', function() end)",
      message: "out of fuel", others: 1),
    Fault(name: "an endless loop while loading", spec: "while true do end", message: "out of fuel"),
    Fault(
      name: "memory without end",
      spec: "it('eats', function() local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end end)\n"
        + "it('after', function() end)", arguments: ["--limit-fuel=1000000000"], message: "memory", others: 1),
    Fault(
      name: "a loop that nothing bounds",
      spec: "it('loops', function() while true do end end)\nit('after', function() end)",
      arguments: ["--busted", "--limit-time=1"], message: "it ran longer than the limit of 1 s (--limit-time)",
      others: 1),
    Fault(
      name: "memory without end where nothing bounds it",
      spec: "it('eats', function() local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end end)\n"
        + "it('after', function() end)", arguments: ["--busted", "--limit-memory=64"], message: "memory", others: 1),
    Fault(
      name: "a worker that is killed",
      spec: "it('dies', function() os.execute('kill -KILL $PPID') end)\nit('after', function() end)",
      arguments: ["--busted"], message: "the process that ran it died: signal 9", others: 1),
    Fault(
      name: "a worker that crashes",
      spec: "it('dies', function() os.execute('kill -SEGV $PPID') end)\nit('after', function() end)",
      arguments: ["--busted"], message: "the process that ran it died: signal 11 (segmentation fault)", others: 1),
    Fault(
      name: "a worker that is killed while loading", spec: "os.execute('kill -KILL $PPID')", arguments: ["--busted"],
      message: "the process that ran it died: signal 9"),
  ]

  @Test("a fault is one error of its own, and the other files run", arguments: faults, [1, 2])
  func fault(_ fault: Fault, _ jobs: Int) throws {
    let folder = try SpecFolder([
      "a_spec.lua": TestCommandTests.good, "m_spec.lua": fault.spec, "z_spec.lua": TestCommandTests.good,
    ])
    let run = try folder.test(fault.arguments + ["-j\(jobs)"])
    #expect(run.status == 1)
    #expect(
      run.lastLine == "\(4 + fault.others) passed, \(fault.failures) failed, 0 skipped", "\(run.output)\(run.errors)")
    #expect(run.output.contains(fault.message), "\(run.output)")
  }

  @Test("what goes wrong beside a test is told as well")
  func besides() throws {
    let folder = try SpecFolder([
      "a_spec.lua": "after_each(function() error('after broke') end)\nit('is fine', function() end)\n"
    ])
    let run = try folder.test()
    #expect(run.output.contains("after broke"), "\(run.output)")
    #expect(run.lastLine == "1 passed, 1 failed, 0 skipped")
  }

  @Test("a helper that is missing is one error a file that names it")
  func missingHelper() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    let run = try folder.test("--helper", "nowhere.lua")
    #expect(run.status == 1)
    #expect(run.output.contains("nowhere.lua"), "\(run.output)")
  }

  @Test("a corrupt snapshot is one error of its file's tests, and other files run")
  func corruptSnapshot() throws {
    let folder = try SpecFolder([
      "a_spec.lua": "it('looks', function() expect({ 1, 2 }):to_match_snapshot() end)\nit('other', function() end)\n",
      "b_spec.lua": TestCommandTests.good,
    ])
    #expect(try folder.test().status == 0)
    let snapshots = try FileManager.default.subpathsOfDirectory(atPath: folder.scratch.url.path)
      .filter { $0.hasSuffix(".snap") }
    let name = try #require(snapshots.first)
    try folder.scratch.write(Data([0, 255, 10, 91, 0x80]), to: name)
    let run = try folder.test()
    #expect(run.status == 1)
    #expect(run.output.contains(".snap"), "\(run.output)")
    #expect(run.output.contains("pass  b_spec.lua: two"))
    #expect(run.output.contains("pass  a_spec.lua: other") || run.output.contains("ERR   a_spec.lua"))
  }

  @Test("the limit of the whole run ends with 124, with what is known written")
  func timeout() throws {
    let folder = try SpecFolder([
      "a_spec.lua": TestCommandTests.good, "b_spec.lua": "it('loops', function() while true do end end)",
    ])
    let run = try folder.test("--busted", "--timeout=1", "-o", "junit=x.xml", "-o", "plain")
    #expect(run.status == 124)
    #expect(run.lastLine == "2 passed, 1 failed, 0 skipped")
    #expect(run.output.contains("ended at the limit of 1 s for the whole run (--timeout)"))
    #expect(folder.scratch.read("x.xml")?.hasSuffix("</testsuites>\n") == true)
  }

  @Test("Ctrl-C ends with 130, with what is known written and no process left")
  func interrupt() throws {
    let folder = try SpecFolder([
      "a_spec.lua": TestCommandTests.good,
      "b_spec.lua": "it('loops', function() io.open('pid', 'w'):close() os.execute('exec sleep 61') end)",
    ])
    let run = try folder.shell(
      """
      "$MOONSHEET" test --busted -o tap=x.tap -o plain & tool=$!
      for i in $(seq 200); do [ -e pid ] && break; sleep 0.05; done
      kill -INT $tool; wait $tool
      status=$?
      pgrep -f '[s]leep 61' >/dev/null && echo left
      exit $status
      """)
    #expect(run.status == 130)
    #expect(run.lastLine == "2 passed, 1 failed, 0 skipped", "\(run.output)\(run.errors)")
    #expect(folder.scratch.read("x.tap")?.hasSuffix("Bail out! interrupted\n") == true)
  }
}
