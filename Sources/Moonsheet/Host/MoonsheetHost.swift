import LuaRuntime
import PresentationKit

/// A Lua state joined to a modelled scene: loads flow scripts, runs them on a virtual clock, and tells what happened.
///
/// A host is synchronous and belongs to one thread at a time; it is not `Sendable`. Scripts cannot crash or hang it: whatever they
/// do ends in a ``RunReport``, and the host can be used again.
///
/// ```swift
/// let host = try MoonsheetHost()
/// let report = host.run(LuaChunk(name: "flow.lua", source: "present(sheet 'Editor') settle() user:swipe_down() settle()"))
/// for entry in host.scene.trace.entries { print(entry.text) }
/// host.close()
/// ```
public final class MoonsheetHost {
  public let options: MoonsheetOptions
  /// The Lua side, for exposing functions and classes of the embedder's own.
  public let lua: LuaHost
  /// The modelled scene. Acts done on it from Swift take effect at once; ``settle()`` lets what follows from them happen.
  public let scene: WindowScene
  /// Called with each error and warning as it arises; must not act on the host.
  @exclusivity(unchecked) public var onDiagnostic: ((Diagnostic) -> Void)?
  /// Called with each new entry of the trace; must not act on the host.
  @exclusivity(unchecked) public var onEntry: ((Trace.Entry) -> Void)?
  /// Called with the number and the results of an input that has come to its end.
  package var onInputResult: ((Int, LuaFrame) -> Void)?
  /// Whether a new global is warned of; at a prompt it is fine.
  package var warnsOfNewGlobals = true

  let classes: Classes
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var state = HostState()
  @exclusivity(unchecked) var isPumping = false
  @exclusivity(unchecked) var backstop = Backstop()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var exploring = ExploringState()
  /// The script line of the act that is being performed while no script runs.
  @exclusivity(unchecked) var actSite: SourceSite?
  /// Where the query that answered last was written.
  @exclusivity(unchecked) var lastAnswerSite: SourceSite?
  /// Sources of loaded chunks, for messages that quote a line.
  var sources: [String: [UInt8]] = [:]
  @exclusivity(unchecked) private var bridge: SceneBridge?

  /// Makes a host with an empty scene.
  ///
  /// - Throws: a ``LuaError`` of kind `memory` when the limits leave no room for the libraries.
  public init(_ options: MoonsheetOptions = .init()) throws(LuaError) {
    self.options = options
    var luaOptions = LuaOptions()
    luaOptions.limits = options.limits
    luaOptions.seed = options.seed
    luaOptions.modules = PatternModules(others: options.modules)
    luaOptions.libraries = options.libraries
    lua = try LuaHost(luaOptions)
    scene = WindowScene(profile: options.profile)
    scene.setTraceCapacity(options.traceCapacity)
    classes = Classes()
    let bridge = SceneBridge(host: self)
    self.bridge = bridge
    scene.responder = bridge
    scene.onEntry = { [unowned self] in self.pass(on: $0) }
    installSurface()
    lua.noteBuiltins()
  }

  private func pass(on entry: Trace.Entry) {
    if lua.watchesHistory { exploring.note(entry) }
    if scene.isQuiet { return }
    if options.traceCapacity == nil { charge(entry) }
    onEntry?(entry)
    guard entry.name == "warning" else { return }
    onDiagnostic?(Diagnostic(.warning, code: entry.code, "\(entry.subject): \(entry.detail)", site: entry.site))
  }

  deinit { close() }

  /// Ends all flows, youngest first, and frees Lua's memory. Safe to call twice; everything later throws `.closed`.
  public func close() {
    guard !isClosed else { return }
    cancelAllFlows()
    scene.responder = nil
    scene.onEntry = nil
    lua.close()
  }

  public var isClosed: Bool { lua.isClosed }

  /// The position to name for what happens now: the script line that runs, else the one whose act is being performed.
  var currentSite: SourceSite? {
    if isClosed { return nil }
    return lua.currentSite().map { SourceSite($0) } ?? actSite
  }

  /// `sheet 'Editor'`: how messages name a controller.
  func described(_ controller: ControllerID) -> String {
    "\(state.constructors[controller] ?? "controller") '\(scene.name(of: controller))'"
  }
}
