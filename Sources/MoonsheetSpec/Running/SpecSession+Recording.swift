import LuaRuntime
import Moonsheet
import PresentationKit

/// What the runner tells of tests, turned into events.
extension SpecSession {
  var recordingFunctions: [(String, any LuaEncodable)] {
    [
      recording("listed") { [unowned self] frame in
        let line = Int(frame.integer(at: 3) ?? 0)
        let tags = (try? [String].read(from: frame, at: 4)) ?? []
        listing.append((SpecListing.Test(id: id(frame), line: line, tags: tags), frame.string(at: 5) ?? ""))
      },
      recording("focused") { [unowned self] _ in hasFocus = true },
      recording("started") { [unowned self] frame in
        flushPrinted()
        let (id, line) = (id(frame), Int(frame.integer(at: 3) ?? 0))
        placeAround = place
        enter(nil)
        if !options.isBusted { numberObjects(at: 1000) }
        test = RunningTest(id: id, line: line, start: Self.now())
        emit(.testStarted(id, line: line))
      },
      recording("finished") { [unowned self] frame in finish(frame) },
      recording("closed") { [unowned self] _ in closeTest() },
      recording("issue") { [unowned self] frame in
        emit(.fileIssue(file, Self.issue(frame.value(at: 1))))
      },
      recording("partial") { [unowned self] _ in isPartial = true },
      ("wanted", wanted),
    ]
  }

  /// Hears of each step of the run, where somebody wants to know: each test and block, and the end of each block's tests.
  var stepFunctions: [(String, any LuaEncodable)] {
    guard !options.isBusted || options.coverage else { return [] }
    let apart = recording("apart") { [unowned self] frame in host.lua.numberApart(begins: frame.bool(at: 1) == true) }
    return (options.isBusted ? [] : [apart]) + [
      function("at") { [unowned self] frame in
        steps += 1
        outer = []
        if !options.isBusted { numberObjects() }
        if options.coverage { enter(frame.string(at: 1) ?? "") }
        frame.push(steps)
        return .values(1)
      },
      // Begins what belongs to another place, and to a step where its objects are numbered; without a place it has ended.
      recording("aside") { [unowned self] frame in
        guard let place = frame.string(at: 1) else { return leave() }
        let step = frame.integer(at: 2)
        outer.append((self.place, step == nil ? nil : host.lua.objectNumbers))
        enter(place)
        guard !options.isBusted else { return }
        if let step {
          host.lua.renumberObjects(from: Self.firstNumber(ofStep: Int(step)) + 500_000)
        } else {
          host.lua.numberApart(begins: true)
        }
      },
    ]
  }

  private func leave() {
    guard let (place, numbers) = outer.popLast() else { return }
    if let numbers {
      host.lua.objectNumbers = numbers
    } else if !options.isBusted {
      host.lua.numberApart(begins: false)
    }
    enter(place)
  }

  /// What runs belongs to that place from here on.
  private func enter(_ place: String?) {
    takeCoverage(in: self.place)
    self.place = place
  }

  var timeFunctions: [(String, any LuaEncodable)] {
    [
      (
        "monotime",
        host.lua.function("monotime") { frame in
          frame.push(Double(Self.now()) / 1_000_000)
          return .values(1)
        }
      ),
      (
        "time",
        host.lua.function("time") { [unowned self] frame in
          frame.push(options.isBusted ? Double(Self.now()) / 1_000_000 : Double(host.scene.now) / 1_000)
          return .values(1)
        }
      ),
      ("sleep", host.lua.function("sleep") { _ in .values(0) }),
    ]
  }

  private var wanted: LuaFunction {
    host.lua.function("wanted") { [unowned self] frame in
      let answer = isWanted?(id(frame), Int(frame.integer(at: 3) ?? 0)) ?? true
      if !answer { wasFiltered = true }
      frame.push(answer)
      return .values(1)
    }
  }

  private func recording(
    _ name: String, _ body: @escaping (LuaFrame) throws -> Void
  ) -> (String, any LuaEncodable) {
    (
      name,
      host.lua.function(name) { frame in
        try body(frame)
        return .values(0)
      }
    )
  }

  private func id(_ frame: LuaFrame) -> SpecID {
    SpecID(file: file, name: frame.string(at: 1) ?? "", occurrence: Int(frame.integer(at: 2) ?? 1))
  }

  // MARK: Results

  private static let verdicts: [String: SpecResult.Verdict] = [
    "success": .passed, "failure": .failed, "error": .errored, "pending": .pending,
  ]

  private func finish(_ frame: LuaFrame) {
    guard let test else { return }
    var result = SpecResult(id: test.id, line: test.line, verdict: Self.verdicts[frame.string(at: 1) ?? ""] ?? .errored)
    if case .table(let issues) = frame.value(at: 2) { result.issues = issues.map { Self.issue($0.value) } }
    if frame.type(at: 3) == .table { result.notes = (try? [String].read(from: frame, at: 3)) ?? [] }
    result.notes += warnings
    result.microseconds = Int(Self.now() - test.start)
    checkTime(&result)
    self.test?.result = result
  }

  /// Virtual time is bounded for all a test did; it is looked at when the test is over.
  private func checkTime(_ result: inout SpecResult) {
    let limit = options.virtualTimePerTest
    guard !options.isBusted, host.scene.now > limit else { return }
    let message =
      "out of virtual time: \(host.scene.now) ms, of \(limit) that a test may let pass (--limit-virtual-time)"
    result.issues.append(SpecIssue(.error, message, site: SourceSite(file: file, line: result.line)))
    if result.verdict == .passed || result.verdict == .pending { result.verdict = .errored }
  }

  private func closeTest() {
    outer = []
    enter(placeAround)
    guard var result = test?.result else { return }
    result.printed = printed
    printed = []
    test = nil
    emit(.testEnded(result))
  }

  private static func issue(_ value: LuaValue) -> SpecIssue {
    let site: SourceSite? =
      if let file = value["file"]?.text, case .integer(let line)? = value["line"] {
        SourceSite(file: file, line: Int(line))
      } else { nil }
    // A traceback of one line says no more than the site.
    let frames = value["frames"]?.lines ?? []
    return SpecIssue(
      value["kind"]?.text == "failure" ? .failure : .error, value["message"]?.text ?? "", site: site,
      traceback: frames.count > 1 ? frames : [], difference: value["difference"]?.lines ?? [])
  }
}

extension LuaValue {
  /// The text of a string; of one that is not UTF-8 with what is wrong replaced.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  fileprivate var lines: [String] {
    guard case .table(let entries) = self else { return [] }
    return entries.compactMap(\.value.text)
  }
}
