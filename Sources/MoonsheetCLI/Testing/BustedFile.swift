import LuaRuntime

/// The options that a `.busted` file holds for a task.
struct BustedFile {
  /// What to search when the command line names nothing.
  private(set) var roots: [String] = []
  /// Names and values as on a command line, in the order of the names.
  private(set) var options: [(name: String, value: String)] = []

  /// A task is looked for, then what is for all tasks; the first to name an option counts. Lists come as one entry each.
  private static let flattening = """
    local file, task, wanted = ...
    local all = file()
    if type(all) ~= 'table' then error('it does not return a table', 0) end
    local own = all[task]
    if wanted and type(own) ~= 'table' then error("it has no task '" .. task .. "'", 0) end
    local merged, names, lines = {}, {}, {}
    local function take(options)
      if type(options) ~= 'table' then return end
      for name, value in pairs(options) do
        name = tostring(name):gsub('_', '-')
        if merged[name] == nil then merged[name], names[#names + 1] = value, name end
      end
    end
    take(own)
    take(all._all)
    table.sort(names)
    local function add(name, value) lines[#lines + 1] = name .. '\\t' .. tostring(value):gsub('\\n', ' ') end
    for _, name in ipairs(names) do
      local value = merged[name]
      if type(value) == 'table' then
        for _, entry in ipairs(value) do add(name, entry) end
      else
        add(name, value)
      end
    end
    return table.concat(lines, '\\n')
    """

  /// - Parameters:
  ///   - task: the task to take; whether it must be there is told by `isWanted`.
  /// - Throws: a usage error that names the file.
  init(_ source: [UInt8], named name: String, task: String, isWanted: Bool) throws(ToolError) {
    let text: String
    do throws(LuaError) {
      let host = try LuaHost()
      defer { host.close() }
      let file = try host.load(LuaChunk(name: name, source: source))
      let flatten = try host.load(LuaChunk(name: "options", source: Self.flattening))
      text = try host.call(flatten, file, task, isWanted)
    } catch {
      throw ToolError(status: .usage, message: "cannot take options from \(name): \(error.message)")
    }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      add(parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if name == "ROOT" {
      roots.append(value)
      return
    }
    let option = name == "Xhelper" || name == "Xoutput" ? "-\(name)" : name.count == 1 ? "-\(name)" : "--\(name)"
    switch value {
    case "true": options.append((option, ""))
    case "false": options.append(("--no-\(name)", ""))
    default: options.append((option, value))
    }
  }
}
