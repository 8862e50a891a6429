import Moonsheet
import PresentationKit

extension FlowExplorer {
  /// A search through a flow, and what was kept of it.
  struct Explored {
    let stage: FlowStage
    let ledger = FlowLedger()
    var search: Search<FlowSimulation>
    var result = SearchResult<ExplorationAct>()
    private let heard = FlowHearing()

    init(_ explorer: FlowExplorer, _ stage: FlowStage) {
      self.stage = stage
      let options = explorer.options
      search = Search(stage.simulation(options), properties: stage.properties)
      search.options.depth = [options.depth, stage.plan.depth].compactMap { $0 }.min()
      search.options.states = options.states
      search.options.seed = options.seed
      search.options.reduces = options.reduces
      search.options.part = options.part
      search.onProgress = explorer.onProgress
      ledger.listen(to: &search)
    }

    mutating func explore(
      _ explorer: FlowExplorer, _ counted: HistoryRead, _ recorder: ExpansionRecorder?
    ) throws(FlowProblem) {
      if let walks = explorer.options.walks {
        result = search.randomWalks(walks, depth: search.options.depth ?? FlowExplorer.walkDepth)
        return
      }
      var fresh: [FlowStage] = []
      defer { for stage in fresh { stage.host.close() } }
      if let recorder {
        // NB: which actions are left out depends on the way to a state, which parts do not share.
        search.options.reduces = false
        heard.counts = stage.host.takeCallbackCounts()
        search.record(to: recorder, listener)
      } else if let crew = explorer.crew {
        search.share(with: crew, listener) {
          guard let stage = try? FlowStage(explorer.chunk, explorer.options.host, counted: counted, isQuiet: true)
          else { return nil }
          fresh.append(stage)
          return stage.simulation(explorer.options)
        }
      }
      result = search.breadthFirst()
      if let failure = search.failure { throw .crew(failure) }
    }

    mutating func readUp(_ records: ExpansionRecords<FlowSimulation>) throws(FlowProblem) {
      result = search.readUp(records, listener)
      if search.failure != nil { throw .record("the records do not fit together") }
    }

    private var listener: SearchListener<FlowSimulation> {
      SearchListener(
        state: { [ledger] names, number in ledger.note(names, state: number) },
        step: { [ledger, heard] note, from, to, act in
          heard.add(note)
          ledger.note(presents: note.presents, from: from, to: to, act)
        }, glance: { [heard] in heard.add($0) })
    }

    var isStale: Bool { search.simulation.isStale || search.isHeardStale }

    /// What scripts have read of their history.
    var read: HistoryRead { stage.host.historyRead.what.union(heard.read) }

    /// Where they did first.
    var historySite: SourceSite? {
      let sites = stage.host.historySites
      return sites.host ?? heard.sites.host ?? sites.lua ?? heard.sites.lua
    }

    /// How often callbacks ran. The host is then where the search looked last.
    func counts() -> CallbackCounts {
      var counts = heard.counts
      counts.add(stage.host.takeCallbackCounts())
      guard let last = search.last else { return counts }
      var simulation = search.simulation
      let path = result.graph.path(to: last.state)
      simulation.start(path.start)
      for act in path.actions + [last.action].compactMap({ $0 }) { _ = simulation.perform(act) }
      return counts
    }
  }
}

/// What others tell of steps.
final class FlowHearing {
  var counts = CallbackCounts()
  private(set) var read: HistoryRead = []
  private(set) var sites: (host: SourceSite?, lua: SourceSite?)

  func add(_ note: FlowStepNote) {
    if !note.counts.isEmpty { counts.add(note.counts) }
    guard let history = note.history else { return }
    read.formUnion(history.what)
    sites = (sites.host ?? history.sites.host, sites.lua ?? history.sites.lua)
  }
}
