import Glibc
import PresentationKit
import Testing

/// Random sequences of acts. `MOONSHEET_RANDOM` says how many; a tenth of them is tried with every act at each point.
@Suite struct RandomTests {
  private static let count = getenv("MOONSHEET_RANDOM").flatMap { Int(String(cString: $0)) } ?? 500

  /// In eight parts, so that all cores have something to do.
  @Test(arguments: 0..<UInt64(8))
  func `in random sequences of acts the scene stays sound, and userActions lists what has an effect, all of it`(
    _ part: UInt64
  ) {
    for seed in stride(from: part, to: UInt64(Self.count), by: 8) {
      let steps = Self.steps(seed)
      guard !Self.faults(steps, seed).isEmpty else { continue }
      let shortest = Self.shrunk(steps, seed)
      Issue.record("seed \(seed), steps \(shortest): \(Self.faults(shortest, seed))\n\(Self.trace(shortest, seed))")
      return
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `at each point of random sequences every listed act has an effect, and every other has none`(_ part: UInt64) {
    for seed in stride(from: part, to: UInt64(Self.count / 10), by: 8) {
      let world = RandomWorld(seed: seed)
      for (index, step) in Self.steps(seed).enumerated() {
        world.step(step)
        world.checkAllActs()
        guard !world.faults.isEmpty else { continue }
        let lines = world.scene.trace.entries.map(\.text).joined(separator: "\n")
        Issue.record("seed \(seed), step \(index): \(world.faults)\n\(lines)")
        return
      }
    }
  }

  private static func steps(_ seed: UInt64) -> [Int] {
    var random = RandomWorld.Random(state: seed ^ 0x5DEE_CE66)
    return (0..<40).map { _ in random.next(1 << 20) }
  }

  private static func world(_ steps: [Int], _ seed: UInt64) -> RandomWorld {
    let world = RandomWorld(seed: seed)
    for step in steps {
      world.step(step)
      if !world.faults.isEmpty { return world }
    }
    world.finish()
    return world
  }

  private static func faults(_ steps: [Int], _ seed: UInt64) -> [String] { world(steps, seed).faults }

  private static func trace(_ steps: [Int], _ seed: UInt64) -> String {
    world(steps, seed).scene.trace.entries.map(\.text).joined(separator: "\n")
  }

  /// Leaves out whatever can be left out, in ever smaller pieces.
  private static func shrunk(_ steps: [Int], _ seed: UInt64) -> [Int] {
    var best = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < best.count {
        let shorter = Array(best[..<start] + best[min(start + size, best.count)...])
        if faults(shorter, seed).isEmpty { start += size } else { best = shorter }
      }
      size /= 2
    }
    return best
  }
}
