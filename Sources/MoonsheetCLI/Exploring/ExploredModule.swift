import Moonsheet
import MoonsheetExplorer

/// What saved tests of an exploration require.
enum ExploredModule {
  static func install(in host: MoonsheetHost) {
    FlowWalk.install(in: host) { path in
      var options = FlowOptions()
      options.host.modules = DirectoryModules(besides: path)
      return options
    } read: { path in
      try? Files.script(at: path)
    }
  }
}
