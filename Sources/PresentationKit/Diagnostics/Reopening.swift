/// How often one sheet came back by itself after it was closed.
struct Reopening: Hashable, Sendable {
  /// The name it is configured with.
  var name: String?
  /// How many acts the user had done when it was closed.
  var userActs: Int
  var count: Int
}
