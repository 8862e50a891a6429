/// What the scene keeps of one binding.
struct BindingRecord: Hashable, Sendable {
  var name: String
  /// What it derives from; a binding without one holds its value itself.
  var origin: BindingID?
  var value: Value
  /// Whether writes to it are ignored.
  var isConstant = false
  /// What the last update saw, if anybody watches.
  var observed: Value?
  /// What it held at the last update, if it was written since.
  var before: Value?
  /// Where the last write stood.
  var writtenAt: SourceSite?
  /// The presentations whose own content made the last write.
  var writtenIn: [PresentationID] = []
  /// Whether the last write answered a closing.
  var isEcho = false
}
