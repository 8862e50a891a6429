import MoonsheetReports
import MoonsheetSpec

/// Counts through a round, so that each event has its place in the whole run.
final class RoundProgress {
  private let plan: TestPlan
  private let round: Int
  private var current = (file: -1, next: 0)

  init(_ plan: TestPlan, _ round: Int) {
    self.plan = plan
    self.round = round
  }

  /// - Parameter known: where in the whole file the event's test stands; nil when it is the next one.
  func place(of event: SpecEvent, _ index: Int, _ known: Int?) -> SpecPlace {
    let file = plan.files[index]
    if current.file != index { current = (index, 0) }
    guard case .testEnded = event else {
      return SpecPlace(round: round, file: file.position, test: current.next)
    }
    let position = known ?? current.next
    current.next = position + 1
    return SpecPlace(round: round, file: file.position, test: position)
  }
}
