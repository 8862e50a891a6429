import PresentationKit

/// Reads the bytes as a world and what a user, code and time do in it. The world checks its invariants after each step.
func fuzzGestures(_ bytes: [UInt8]) {
  var decisions = Decisions(bytes)
  let world = RandomWorld(seed: UInt64(decisions.wide()))
  for _ in 0..<60 where !decisions.isEmpty {
    world.step(decisions.wide() & 0xF_FFFF)
    if let first = world.faults.first { fault(first) }
  }
  world.finish()
  if let first = world.faults.first { fault(first) }
}
