/// A detent that is active, with its height in points.
struct ResolvedDetent: Hashable, Sendable {
  let identifier: String
  let height: Double
}
