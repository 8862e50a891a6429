/// How far a scroll view is scrolled, in points; at the top until it is moved.
struct ScrollPosition: Hashable, Sendable {
  let controller: ControllerID
  let name: String
  var offset: Double
}
