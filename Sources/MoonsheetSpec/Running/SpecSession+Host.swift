import LuaRuntime
import Moonsheet
import PresentationKit

/// What the runner gets when it goes on.
enum Answer {
  case nothing
  case number(Int)
  /// Something outside of Lua ended the function.
  case limit(LuaError)

  func push(to frame: LuaFrame) -> Int {
    switch self {
    case .nothing: return 0
    case .number(let number): frame.push(number)
    case .limit(let error):
      var frames = error.traceback.filter { $0.site != nil }
      if let site = error.site, frames.first?.site != site {
        frames.insert(LuaError.Frame(site: site, function: nil, isNative: false), at: 0)
      }
      frame.push(LuaTable([("message", SpecSession.told(error.message)), ("frames", FrameList(frames: frames))]))
    }
    return 1
  }
}

/// Frames as the vocabulary has them: `{ file =, line =, name = }`, innermost first.
struct FrameList: LuaEncodable {
  let frames: [LuaError.Frame]

  func push(to frame: LuaFrame) {
    let known = frames.compactMap { frame in frame.site.map { ($0, frame.function) } }
    frame.newTable(array: known.count)
    for (offset, (site, name)) in known.enumerated() {
      frame.push(LuaTable([("file", site.chunk), ("line", site.line), ("name", name)]))
      frame.rawSet(-2, index: offset + 1)
    }
  }
}

/// The functions and values that the vocabulary gets from its host.
extension SpecSession {
  func hostTable(preloading names: [String]) -> LuaTable {
    LuaTable(
      [("options", optionTable(names))] + sourceFunctions + recordingFunctions + stepFunctions + timeFunctions
        + (options.isBusted ? stockFunctions : sandboxFunctions))
  }

  /// The options that belong to one file.
  func ownTable(_ occurrences: [String: Int]) -> LuaTable {
    LuaTable([
      ("file", file), ("only_lists", purpose == .lists), ("is_part", isWanted != nil), ("has_focus", hasFocus),
      ("occurrences", occurrences.isEmpty ? nil : LuaTable(occurrences.sorted { $0.key < $1.key }.map { ($0, $1) })),
    ])
  }

  private func optionTable(_ preloads: [String]) -> LuaTable {
    LuaTable([
      ("preloads", preloads), ("statements", options.statements), ("helper", options.helper),
      ("helper_arguments", options.helperArguments), ("tags", options.tags), ("excluded_tags", options.excludedTags),
      ("filters", options.filters), ("excluded_filters", options.excludedFilters), ("is_busted", options.isBusted),
      ("lpath", options.lpath), ("cpath", options.cpath), ("is_lazy", options.isLazy),
      ("insulates_files", options.insulatesFiles), ("sorts", options.sorts),
      ("shuffles", options.shuffles), ("seed", Int64(bitPattern: options.seed)), ("bail", options.bail),
      ("is_exhaustive", options.isExhaustive),
    ])
  }

  func function(
    _ name: String, _ body: @escaping (LuaFrame) throws -> LuaReturn
  ) -> (String, any LuaEncodable) { (name, host.lua.function(name, body)) }

  // MARK: Files

  private var sourceFunctions: [(String, any LuaEncodable)] {
    [
      function("source") { [isBusted = options.isBusted] frame in
        let name = frame.string(at: 1) ?? ""
        let compiled = isBusted ? VocabularySource.compiled(name) : nil
        guard let bytes = compiled ?? VocabularySource.text(of: name) else { return .values(0) }
        frame.push(bytes: bytes)
        return .values(1)
      },
      function("read") { [unowned self] frame in
        guard let path = frame.string(at: 1), let bytes = files.read(path) else { return .values(0) }
        frame.push(bytes: bytes)
        return .values(1)
      },
      function("find") { [unowned self] frame in
        guard let name = frame.string(at: 1), let found = modules.find(name) else { return .values(0) }
        frame.push(bytes: found.source)
        frame.push(found.file)
        return .values(2)
      },
      function("snapshot") { [unowned self] frame in matchSnapshot(frame) },
      function("suggest") { frame in
        let near = nearestName(to: frame.string(at: 1) ?? "", among: try [String].read(from: frame, at: 2))
        frame.push(near.map { " (did you mean '\($0)'?)" } ?? "")
        return .values(1)
      },
    ]
  }

  private func matchSnapshot(_ frame: LuaFrame) -> LuaReturn {
    let name = frame.string(at: 1)
    let text = frame.string(at: 2) ?? ""
    let (title, answer) = snapshots.match(text, test: test?.id.name ?? "", name: name)
    switch answer {
    case .same: frame.push("same")
    case .new: frame.push("new")
    case .changed: frame.push("changed")
    case .broken: frame.push("broken")
    }
    if case .broken(let why) = answer { frame.push(string: why) } else { frame.push(string: title) }
    guard case .changed(let expected) = answer else { return .values(2) }
    frame.push(string: expected)
    return .values(3)
  }

  // MARK: Stock libraries

  private var stockFunctions: [(String, any LuaEncodable)] { [("file_system", FileSystem(lua: host.lua).table)] }

  // MARK: The sandbox

  private var sandboxFunctions: [(String, any LuaEncodable)] {
    [
      function("invoke") { [unowned self] frame in
        request = .run(try LuaFunction.read(from: frame, at: 1))
        return .yield
      },
      function("mark") { [unowned self] _ in
        request = .mark
        return .yield
      },
      function("restore") { [unowned self] frame in
        request = .restore(Int(frame.integer(at: 1) ?? 0))
        return .yield
      },
      function("frames") { frame in
        let limit = Int(frame.integer(at: 1) ?? 1)
        let frames = frame.host.runningFrames(limit: 200).filter {
          $0.site.map { !$0.chunk.hasPrefix("[moonsheet]") } ?? false
        }
        frame.push(FrameList(frames: Array(frames.prefix(limit))))
        return .values(1)
      },
      function("set_global") { frame in
        let name = frame.string(at: 1) ?? ""
        frame.host.setGlobal(name, to: try LuaFunction.read(from: frame, at: 2))
        return .values(0)
      },
      function("undefined") { [unowned self] frame in
        let name = frame.string(at: 1) ?? frame.typeName(at: 1)
        frame.push("undefined global '\(name)'" + suggestion(for: name))
        return .values(1)
      },
      function("leftovers") { [unowned self] frame in
        frame.push(host.leftovers)
        return .values(1)
      },
      function("callback_errors") { [unowned self] frame in
        pushCallbackErrors(frame)
        return .values(1)
      },
    ]
  }

  private func suggestion(for name: String) -> String {
    let known =
      Surface.orderedNames + [
        "describe", "context", "it", "spec", "test", "before_each", "after_each", "setup", "teardown", "pending",
        "expect", "assert", "spy", "stub", "mock", "match", "finally", "insulate", "expose", "print", "pairs", "ipairs",
        "tostring", "tonumber", "require", "string", "table", "math",
      ]
    return nearestName(to: name, among: known).map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// A message as people get it: where a limit ended something, with the option that raises it.
  static func told(_ message: String) -> String {
    message + LimitOption.hint(for: message, among: [.fuel, .time, .memory])
  }

  private func pushCallbackErrors(_ frame: LuaFrame) {
    frame.newTable(array: callbackErrors.count)
    for (offset, error) in callbackErrors.enumerated() {
      let fields: [(String, any LuaEncodable)] = [
        ("kind", "error"), ("message", Self.told(error.message)), ("text", error.text), ("file", error.site?.file),
        ("line", error.site?.line), ("frames", error.traceback), ("difference", [String]()),
      ]
      frame.push(LuaTable(fields))
      frame.rawSet(-2, index: offset + 1)
    }
    callbackErrors = []
  }
}
