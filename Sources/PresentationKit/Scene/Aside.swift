/// A value that lies aside, behind a reference: copies share it until one of them changes it.
@propertyWrapper
struct Aside<Value: Hashable & Sendable>: Hashable, Sendable {
  /// NB: changed only where nobody else has it.
  final class Box: @unchecked Sendable {
    @exclusivity(unchecked) fileprivate(set) var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    @inline(__always) get { box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// Changes it in place. NB: an accessor that yields takes memory where it is not inlined.
  @inline(__always)
  mutating func change<Result>(_ body: (inout Value) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
    return body(&box.value)
  }

  /// What it lies in: the same for all copies, until one is changed. Parts of it are read from there, since a debug build
  /// would copy the whole value for each.
  var projectedValue: Box { @inline(__always) get { box } }

  static func == (a: Aside, b: Aside) -> Bool { a.box === b.box || a.box.value == b.box.value }
  func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
