import Moonsheet
import PresentationKit

/// What is kept of each state and step of a flow beside the search's own graph, for what can be judged only of the whole.
final class FlowLedger {
  /// The different stacks, and for each state which it has.
  private(set) var stacks: [[String]] = []
  private(set) var stackOf: [Int32] = []
  private var stackNumbers: [[String]: Int32] = [:]
  /// Where letting time pass leads from each state; -1 where it does not.
  private(set) var waits: [Int32] = []
  /// Whether something is presented in that.
  private(set) var presentsWhileWaiting: [Bool] = []

  func note(_ names: [String], state: Int) {
    var number = stackNumbers[names] ?? -1
    if number < 0 {
      number = Int32(stacks.count)
      stacks.append(names)
      stackNumbers[names] = number
    }
    stackOf.append(number)
    waits.append(-1)
    presentsWhileWaiting.append(false)
  }

  func note(presents: Bool, from: Int, to: Int, _ act: ExplorationAct) {
    guard act == .wait else { return }
    waits[from] = Int32(to)
    presentsWhileWaiting[from] = presents
  }

  /// Has a search tell what is kept of it.
  func listen(to search: inout Search<FlowSimulation>) {
    search.onState = { simulation, state in self.note(simulation.stateNote(), state: state) }
    search.onStep = { simulation, from, to, act in
      self.note(presents: simulation.presented > 0, from: from, to: to, act)
    }
  }

  func stack(of state: Int) -> [String] { stacks[Int(stackOf[state])] }
}
