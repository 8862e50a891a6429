import LuaRuntime
import PresentationKit

/// What a script can read of how it came where it is. As long as it does not, ways that lead to the same are one way.
package struct HistoryRead: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let clock = HistoryRead(rawValue: 1)
  /// How often was tried to dismiss.
  package static let attempts = HistoryRead(rawValue: 2)
  package static let trace = HistoryRead(rawValue: 4)
  /// Names with numbers.
  package static let names = HistoryRead(rawValue: 8)
  package static let random = HistoryRead(rawValue: 16)
  package static let serials = HistoryRead(rawValue: 32)
  package static let memory = HistoryRead(rawValue: 64)
  /// How what is over ended.
  package static let outcomes = HistoryRead(rawValue: 128)

  /// What of it can take endlessly many values.
  package static let endless: HistoryRead = [.clock, .attempts, .trace, .names, .random, .serials, .memory]

  package var words: [String] {
    let all: [(HistoryRead, String)] = [
      (.clock, "the clock"), (.attempts, "the count of attempts"), (.trace, "the trace"),
      (.names, "a name with a number"), (.random, "random numbers"), (.serials, "the number of an object"),
      (.memory, "the memory in use"), (.outcomes, "the outcome of what is over"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension MoonsheetHost {
  /// Takes note that a script reads its history.
  func noteRead(_ what: HistoryRead) {
    guard lua.watchesHistory, !exploring.read.contains(what) else { return }
    exploring.read.insert(what)
    if exploring.readSite == nil { exploring.readSite = currentSite }
  }

  /// Takes note that a script reads a name; one that is as it was given tells nothing.
  func noteRead(nameOf controller: ControllerID) {
    guard lua.watchesHistory, scene.givenName(of: controller) != scene.name(of: controller) else { return }
    noteRead(.names)
  }

  /// Does something in which nothing counts as read.
  func unnoted<T>(_ body: () -> T) -> T {
    guard lua.watchesHistory else { return body() }
    lua.watchesHistory = false
    defer { lua.watchesHistory = true }
    return body()
  }

  /// What scripts read of their history since it is watched, and where first.
  package var historyRead: (what: HistoryRead, site: SourceSite?) {
    let inLua = lua.historyRead
    var what = exploring.read
    if inLua.what.contains(.random) { what.insert(.random) }
    if inLua.what.contains(.serials) { what.insert(.serials) }
    if inLua.what.contains(.memory) { what.insert(.memory) }
    return (what, exploring.readSite ?? inLua.site.map { SourceSite($0) })
  }

  /// Where history was read first: by way of the host, and by what is Lua's own.
  package var historySites: (host: SourceSite?, lua: SourceSite?) {
    (exploring.readSite, lua.historyRead.site.map { SourceSite($0) })
  }
}
