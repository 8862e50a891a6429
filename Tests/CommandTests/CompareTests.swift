import Foundation
import Testing

/// `moonsheet compare`: a device's log against a run.
@Suite struct CompareTests {
  static let header =
    #"{"v":1,"type":"log","system":"18.1","names":["view_will_appear","view_did_appear","did_dismiss"]}"#

  static func event(_ name: String, _ subject: String, time: Int = 1) -> String {
    #"{"v":1,"type":"event","time":\#(time),"name":"\#(name)","subject":"\#(subject)"}"#
  }

  /// A folder with a run's trace, `ours.jsonl`: a sheet that comes in and is pulled away.
  static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(
      """
      local s = binding(true, "s")
      root:sheet { is_presented = s, content = function() return sheet "P" { did_dismiss = function() end } end }
      settle()
      user:swipe_down() settle()
      """, to: "flow.lua")
    let run = try moonsheet(["run", "--json", "flow.lua"], in: folder.url)
    try folder.write(run.output, to: "ours.jsonl")
    return folder
  }

  @Test("logs that agree on what both can tell are the same, whatever their times")
  func same() throws {
    let folder = try Self.folder()
    let lines = [
      Self.header, Self.event("view_will_appear", "P", time: 3), Self.event("view_did_appear", "P", time: 517),
      Self.event("did_dismiss", "P", time: 9_000),
    ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "device.jsonl")
    let run = try moonsheet(["compare", "device.jsonl", "ours.jsonl"], in: folder.url)
    #expect(run.output == "device.jsonl and ours.jsonl agree on all 3 lines\n")
    #expect(run.status == 0)
    #expect(try moonsheet(["compare", "ours.jsonl", "ours.jsonl"], in: folder.url).status == 0)
  }

  @Test("a folder is no log, and standard input is read once")
  func noLogs() throws {
    let folder = try ScratchFolder()
    let folders = try moonsheet(["compare", ".", "."], in: folder.url)
    #expect(folders.errors.contains("cannot read .: it is a directory; name a log\n"))
    #expect(folders.status == 3)
    let twice = try moonsheet(["compare", "-", "-"], in: folder.url)
    #expect(twice.errors.contains("'compare' reads standard input once; name a file for one of the two"))
    #expect(twice.status == 2)
  }

  @Test("where they part is shown on both sides, with status 1")
  func parted() throws {
    let folder = try Self.folder()
    let lines = [Self.header, Self.event("view_did_appear", "P"), Self.event("did_dismiss", "P")]
    try folder.write(lines.joined(separator: "\n"), to: "device.jsonl")
    let run = try moonsheet(["compare", "device.jsonl", "ours.jsonl"], in: folder.url)
    #expect(
      run.output == """
        ours.jsonl   | view_will_appear P
                       view_did_appear P
                       did_dismiss P

        """)
    #expect(run.status == 1)
  }

  @Test("who wrote a binding, what triggered an attempt, and whom the app does not log is not compared")
  func whatCounts() throws {
    let folder = try Self.folder()
    try folder.write(
      """
      {"v":1,"type":"log","names":["binding","completion"],"subjects":["s"]}
      {"v":1,"type":"event","time":9,"name":"binding","subject":"s","detail":"= false"}
      """, to: "device.jsonl")
    #expect(try moonsheet(["compare", "device.jsonl", "ours.jsonl"], in: folder.url).status == 0)
    try folder.write(
      """
      {"v":1,"type":"log","names":["binding"]}
      {"v":1,"type":"event","time":9,"name":"binding","subject":"s","detail":"= true"}
      """, to: "device.jsonl")
    #expect(try moonsheet(["compare", "device.jsonl", "ours.jsonl"], in: folder.url).status == 1)
  }

  @Test("a file that is no log is one error that names the file and the line")
  func oddInput() throws {
    let folder = try Self.folder()
    let good = Self.event("did_dismiss", "P")
    let cases: [(text: String, line: Int, message: String)] = [
      ("", 1, "the file is empty"),
      ("\n\n", 1, "the file is empty"),
      ("not JSON\n", 1, "this is no JSON: byte 1"),
      ("\(Self.header)\n\(good.dropLast(9))", 2, "the file ends in the middle of it"),
      ("\(Self.header)\n\(good.dropLast(9))\n\(good)\n", 2, "this is no JSON"),
      ("{\"v\":2,\"type\":\"log\"}\n", 1, "version 2 is not known; this reads version 1"),
      ("{\"type\":\"log\"}\n", 1, "no version"),
      ("[1]\n", 1, "a line is an object"),
      ("\(good)\n", 1, "the log has no beginning"),
      ("\(Self.header)\n{\"v\":1,\"type\":\"fact\"}\n", 2, "there is no type 'fact'"),
      ("{\"v\":1,\"type\":\"log\",\"phone\":\"x\"}\n", 1, "'log' has no key 'phone'"),
      (
        "\(Self.header)\n{\"v\":1,\"type\":\"event\",\"time\":1,\"name\":\"did_dismiss\",\"who\":\"P\"}\n", 2,
        "'event' has no key 'who'"
      ),
      (
        "\(Self.header)\n{\"v\":1,\"type\":\"event\",\"time\":1,\"name\":\"did_dismiss\"}\n", 2,
        "a 'name' and a 'subject'"
      ),
      (
        "\(Self.header)\n{\"v\":1,\"type\":\"event\",\"time\":-1,\"name\":\"did_dismiss\",\"subject\":\"P\"}\n", 2,
        "'time' is milliseconds"
      ),
      ("\(Self.header)\n\(Self.event("presenting", "P"))\n", 2, "no device logs 'presenting'"),
      ("{\"v\":1,\"type\":\"log\",\"names\":[\"gesture\"]}\n", 1, "no device logs 'gesture'"),
      ("{\"v\":1,\"type\":\"log\",\"names\":\"all\"}\n", 1, "'names' is a list of strings"),
      ("\(Self.header)\n\(good)\n\(Self.header)\n", 3, "a second log begins here"),
    ]
    for (text, line, message) in cases {
      try folder.write(text, to: "odd.jsonl")
      for arguments in [["compare", "odd.jsonl", "ours.jsonl"], ["compare", "ours.jsonl", "odd.jsonl"]] {
        let run = try moonsheet(arguments, in: folder.url)
        #expect(run.status == 2, "\(text)")
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("moonsheet: error: odd.jsonl:\(line): "), "\(text): \(run.errors)")
        #expect(run.errors.contains(message), "\(text): \(run.errors)")
      }
    }
  }

  @Test("it wants two files, and says which cannot be read")
  func usage() throws {
    let folder = try Self.folder()
    #expect(try moonsheet(["compare", "ours.jsonl"], in: folder.url).status == 2)
    #expect(try moonsheet(["compare", "a", "b", "c"], in: folder.url).status == 2)
    let run = try moonsheet(["compare", "none.jsonl", "ours.jsonl"], in: folder.url)
    #expect(run.status == 3)
    #expect(run.errors.contains("none.jsonl"))
  }

  @Test("the schema and the page name what may be logged, all of it")
  func names() throws {
    for page in ["docs/device-log.schema.json", "docs/DEVICE_LOGS.md"] {
      let text = try String(contentsOf: Built.root.appendingPathComponent(page), encoding: .utf8)
      let folder = try Self.folder()
      try folder.write("{\"v\":1,\"type\":\"log\",\"names\":[]}\n", to: "device.jsonl")
      let sign: Character = page.hasSuffix("json") ? "\"" : "`"
      let words = text.split(separator: sign).map(String.init).filter { word in
        word.contains("_") && word.allSatisfy { $0.isLowercase || $0 == "_" }
      }
      for word in Set(words).subtracting(["page_sheet", "full_screen"]) {
        try folder.write("{\"v\":1,\"type\":\"log\",\"names\":[\"\(word)\"]}\n", to: "device.jsonl")
        let run = try moonsheet(["compare", "device.jsonl", "ours.jsonl"], in: folder.url)
        #expect(run.status < 2, "\(page): \(word): \(run.errors)")
      }
    }
  }
}
