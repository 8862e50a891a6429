import LuaRuntime
import Moonsheet
import MoonsheetReports
import PresentationKit

/// Completion, from the one description of the surface and from what a script has. Nothing here calls script code: tables are
/// read raw, objects are known by their class.
extension Session {
  /// What could follow a line up to the cursor.
  ///
  /// - Parameter line: the text before the cursor.
  public func completions(for line: String) -> Completions {
    if pending.isEmpty, let command = CommandLine(line) { return completions(for: command, line) }
    let earlier = pending.isEmpty ? "" : String(decoding: pending.text, as: UTF8.self) + "\n"
    let context = CompletionContext(earlier + line)
    isDisturbed = true
    switch context.place {
    case .string(let prefix, let owner): return completeString(prefix, owner, context)
    case .member(let path, let prefix, let isMethod): return completeMember(of: path, prefix, isMethod: isMethod)
    case .optionKey(let call, let prefix): return completeOption(of: call, prefix)
    case .name(let prefix): return completeName(prefix)
    case .nothing: return .none
    }
  }

  // MARK: Names

  private func completeName(_ prefix: String) -> Completions {
    let names = locals.all.map(\.name) + Surface.orderedNames + globalNames()
    return Completions(names + (prefix.isEmpty ? [] : LuaTokens.keywords.sorted()), prefix: prefix)
  }

  /// The keys of what is made or called; where there is none, a name of anything.
  private func completeOption(of call: OpenCall, _ prefix: String) -> Completions {
    let found = Completions(SurfaceOptions(call).keys, prefix: prefix, closing: " = ")
    return found.candidates.isEmpty ? completeName(prefix) : found
  }

  private func completeMember(of path: [String], _ prefix: String, isMethod: Bool) -> Completions {
    Completions(members(of: path, isMethod: isMethod), prefix: prefix)
  }

  private func members(of path: [String], isMethod: Bool) -> [String] {
    if path == ["_G"] || path == ["_ENV"] { return Surface.orderedNames + globalNames() }
    return host.lua.withFrame { frame in
      // What is no variable may be one of the surface's: `scene.top` is a controller, whatever stands there.
      guard pushPath(path, on: frame) else {
        return path.last.flatMap { memberTypes[$0] }.map { members(of: $0, isMethod: isMethod) } ?? []
      }
      if frame.type(at: -1) == .string { return isMethod ? fields(ofPath: ["string"], on: frame) : [] }
      if let type = host.surfaceType(at: -1, on: frame) { return members(of: type, isMethod: isMethod) }
      return fields(at: -1, on: frame, onlyFunctions: isMethod)
    }
  }

  /// The fields of the surface that hold objects of the surface.
  private var memberTypes: [String: ObjectType] {
    [
      "top": Surface.controllerType, "root": Surface.controllerType, "controller": Surface.controllerType,
      "presented_view_controller": Surface.controllerType, "presenting_view_controller": Surface.controllerType,
      "parent": Surface.controllerType, "top_view_controller": Surface.controllerType,
      "presentation_controller": Surface.presentationControllerType,
    ]
  }

  private func members(of type: ObjectType, isMethod: Bool) -> [String] {
    let methods = type.methods.map(\.name)
    if type.separator == "." { return isMethod ? [] : type.fields.map(\.name) + methods }
    return isMethod ? methods : type.fields.map(\.name)
  }

  private func fields(ofPath path: [String], on frame: LuaFrame) -> [String] {
    pushPath(path, on: frame) ? fields(at: -1, on: frame, onlyFunctions: true) : []
  }

  private func fields(at index: Int, on frame: LuaFrame, onlyFunctions: Bool) -> [String] {
    guard frame.type(at: index) == .table else { return [] }
    frame.pushContent(of: index)
    var names: [String] = []
    frame.forEachPair(in: -1) { frame in
      guard frame.type(at: -2) == .string, let name = frame.string(at: -2), Self.isName(name) else { return }
      if !onlyFunctions || frame.type(at: -1) == .function { names.append(name) }
    }
    return names
  }

  /// The string keys of a table.
  private func keys(of path: [String]) -> [String] {
    if path == ["_G"] || path == ["_ENV"] { return Surface.orderedNames + globalNames() }
    return host.lua.withFrame { frame in
      guard pushPath(path, on: frame), frame.type(at: -1) == .table else { return [] }
      frame.pushContent(of: -1)
      var names: [String] = []
      frame.forEachPair(in: -1) { frame in
        if frame.type(at: -2) == .string, let name = frame.string(at: -2) { names.append(name) }
      }
      return names
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(LuaTokens.isNameStart) == true && text.utf8.allSatisfy(LuaTokens.isNamePart)
  }

  // MARK: Strings

  private func completeString(_ prefix: String, _ owner: CompletionContext.Owner, _ context: CompletionContext)
    -> Completions
  {
    if case .key(let path) = owner {
      return Completions(keys(of: path), prefix: prefix, closing: context.quote + "]")
    }
    return Completions(words(for: owner), prefix: prefix, closing: context.quote)
  }

  private func words(for owner: CompletionContext.Owner) -> [String] {
    let screen = host.namesOnScreen
    switch owner {
    case .option(let key): return words(SurfaceOptions.values(ofOption: key))
    case .call(let call): return words(of: call)
    case .assigned(let field):
      let words = SurfaceOptions.words(ofField: field)
      return words.isEmpty ? screen.controllers : words
    case .key, .nobody: return screen.controllers
    }
  }

  private func words(of call: OpenCall) -> [String] {
    let screen = host.namesOnScreen
    let values = SurfaceOptions(call).values
    if values != .unknown { return words(values) }
    switch call.name {
    case "tap": return screen.labels
    case "drag_to_detent" where call.position == 1: return ["medium", "large"]
    case "type" where call.position == 1, "focus": return screen.fields
    case "require" where !call.isMember: return moduleNames()
    default: return screen.controllers
    }
  }

  private func words(_ values: SurfaceOptions.Values) -> [String] {
    switch values {
    case .words(let words): words
    case .labels: host.namesOnScreen.labels
    case .none: []
    case .unknown: host.namesOnScreen.controllers
    }
  }

  private func moduleNames() -> [String] {
    let names = files.names(in: "").filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }
    return ["moonsheet"] + PatternSources.names.map { "moonsheet.patterns.\($0)" } + names
  }

  // MARK: Commands

  private func completions(for command: CommandLine, _ line: String) -> Completions {
    let isWord = !line.drop { $0 == " " || $0 == "\t" }.contains { $0 == " " || $0 == "\t" }
    guard !isWord else {
      let found = Completions(Command.all.map(\.name), prefix: command.word)
      return Completions(found.candidates, prefix: command.word, closing: " ")
    }
    guard let known = Command.all.first(where: { $0.name == command.word }) else { return .none }
    let endsInBlank = line.last == " "
    let last = endsInBlank ? "" : command.words.last ?? ""
    if case .setting = known.argument, command.words.count > (endsInBlank ? 0 : 1) {
      let isSwitch = ["trace", "stack"].contains(command.words[0]) && command.words.count == (endsInBlank ? 1 : 2)
      return Completions(isSwitch ? ["on", "off"] : [], prefix: last)
    }
    return Completions(words(for: known.argument, last), prefix: last)
  }

  private func words(for argument: Command.Argument, _ prefix: String) -> [String] {
    switch argument {
    case .none: return []
    case .topic: return Self.topics.map(\.name) + Command.all.map(\.name)
    case .name: return Documentation.names + locals.all.map(\.name) + globalNames()
    case .file:
      let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
      return files.names(in: folder).map { folder + $0 }
    case .point: return timeline.points.flatMap(\.marks)
    case .branch: return timeline.branches.map(\.name)
    case .profile: return Profile.all.map(\.name)
    case .device: return ["iphone", "ipad", "mac_catalyst"]
    case .setting: return Self.settingNames
    }
  }
}
