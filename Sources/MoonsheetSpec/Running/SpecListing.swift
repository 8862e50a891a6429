/// The tests of one file, in the order in which they stand there.
public struct SpecListing: Sendable, Equatable {
  public struct Test: Sendable, Equatable {
    public var id: SpecID
    /// The line that declares it.
    public var line: Int
    /// The words after `#` in the names of the test and of the blocks around it.
    public var tags: [String]

    public init(id: SpecID, line: Int, tags: [String]) {
      self.id = id
      self.line = line
      self.tags = tags
    }
  }

  public var tests: [Test]

  public init(tests: [Test] = []) { self.tests = tests }
}
