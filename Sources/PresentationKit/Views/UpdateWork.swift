/// What the next update has to look at, and who looks at which binding, so that an update costs what changed.
struct UpdateWork: Hashable, Sendable {
  /// A view of a host.
  struct Place: Hashable, Comparable, Sendable {
    let host: Int
    /// Its place among the host's views.
    let view: Int

    static func < (a: Place, b: Place) -> Bool { (a.host, a.view) < (b.host, b.view) }
  }

  /// Hosts that are new, or are back in the tree: all of them is looked at.
  var hosts = SortedSet<Int>()
  /// Views that look at a binding that was written.
  var places = SortedSet<Place>()
  /// Modifiers that may have to present or dismiss.
  var presenters = SortedSet<Int>()
  /// Observed bindings whose value may be another.
  var bindings = SortedSet<Int>()
  /// Bindings that were written since the last update.
  var written: [BindingID] = []

  /// Hosts that are looked at in each update: their content is made anew, or functions answer for them.
  var volatileHosts = SortedSet<Int>()
  /// Modifiers and observed bindings whose value a function answers.
  var volatilePresenters = SortedSet<Int>()
  var volatileBindings = SortedSet<Int>()

  /// Who looks at a binding that holds a value itself.
  var placesByBinding: [BindingID: SortedSet<Place>] = [:]
  var presentersByBinding: [BindingID: SortedSet<Int>] = [:]
  var observedByBinding: [BindingID: SortedSet<Int>] = [:]

  /// Whether anybody observes any binding.
  var isObserving: Bool { !observedByBinding.isEmpty }

  /// A binding was written: whoever looks at it has work.
  mutating func note(_ base: BindingID) {
    written.append(base)
    if let watching = placesByBinding[base] { places.formUnion(watching) }
    if let watching = presentersByBinding[base] { presenters.formUnion(watching) }
    if let watching = observedByBinding[base] { bindings.formUnion(watching) }
  }
}

/// A few elements in order.
struct SortedSet<Element: Hashable & Comparable & Sendable>: Hashable, Sendable {
  private(set) var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  /// The smallest element after another, or of all.
  ///
  /// - Complexity: O(log *n*).
  func next(after other: Element?) -> Element? {
    guard let other else { return elements.first }
    let index = firstIndex(after: other)
    return index < elements.count ? elements[index] : nil
  }

  func contains(_ element: Element) -> Bool {
    let index = lowerBound(of: element)
    return index < elements.count && elements[index] == element
  }

  mutating func insert(_ element: Element) {
    if let last = elements.last, last < element { return elements.append(element) }
    let index = lowerBound(of: element)
    if index == elements.count || elements[index] != element { elements.insert(element, at: index) }
  }

  mutating func formUnion(_ other: SortedSet) {
    if elements.isEmpty { return elements = other.elements }
    for element in other.elements { insert(element) }
  }

  mutating func remove(_ element: Element) {
    let index = lowerBound(of: element)
    if index < elements.count, elements[index] == element { elements.remove(at: index) }
  }

  private func firstIndex(after element: Element) -> Int {
    let index = lowerBound(of: element)
    return index < elements.count && elements[index] == element ? index + 1 : index
  }

  private func lowerBound(of element: Element) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
