/// What the scene keeps of one binding.
struct BindingRecord: Hashable, Sendable {
  var name: String
  /// What it derives from; a binding without one holds its value itself.
  var origin: BindingID?
  var value: Value
  /// What the last update saw, if anybody watches.
  var observed: Value?
}
