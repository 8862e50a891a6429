import Moonsheet
import PresentationKit

/// What becomes more and more along a way.
struct FlowGrowth {
  let stage: FlowStage
  let options: FlowOptions

  /// What is larger at each third of a way than at the one before.
  func grown(along path: SearchPath<ExplorationAct>) -> [String] {
    var simulation = stage.simulation(options)
    simulation.start(path.start)
    let marks = [path.actions.count / 3, path.actions.count * 2 / 3, path.actions.count]
    var sizes: [[String: Double]] = []
    for step in 0...path.actions.count {
      if marks.contains(step) { sizes.append(stage.host.sizes()) }
      guard step < path.actions.count, simulation.perform(path.actions[step]) else { break }
    }
    guard let last = sizes.last, sizes.count >= 3 else { return [] }
    return last.keys.sorted().filter { name in
      zip(sizes, sizes.dropFirst()).allSatisfy { ($0[name] ?? 0) < ($1[name] ?? 0) }
    }
  }
}
