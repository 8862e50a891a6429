/// What happened, one entry a fact, in order.
public struct Trace: Hashable, Sendable {
  /// One fact.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// Milliseconds on the scene's clock.
    public var time: Int
    public var name: String
    /// The kind of a refusal, warning or error; the verb a completion belongs to; the act that had no effect.
    public var code: String?
    /// Whom it is about, usually the name of a controller; empty where there is nobody.
    public var subject: String
    public var detail: String
    public var site: SourceSite?

    public init(
      time: Int, name: String, code: String? = nil, subject: String = "", detail: String = "", site: SourceSite? = nil
    ) {
      self.time = time
      self.name = escapingControls(name)
      self.code = code.map(escapingControls)
      self.subject = escapingControls(subject)
      self.detail = escapingControls(detail)
      self.site = site
    }

    /// The entry in one line: `name subject detail`; where the detail is a message, `name code subject: message`.
    public var text: String {
      let head = [name, code ?? "", subject].filter { !$0.isEmpty }.joined(separator: " ")
      guard !detail.isEmpty else { return head }
      return head + (code == nil || name == "no_effect" ? " " : ": ") + detail
    }

    public var description: String { text }
  }

  /// How many entries are kept, the newest ones; nil keeps all.
  public let capacity: Int?
  /// How many entries were recorded since the trace began or was cleared, kept or not.
  public private(set) var total = 0
  private var storage: [Entry] = []
  private var oldest = 0

  /// - Parameter capacity: how many entries to keep, at least 1; nil keeps all.
  public init(capacity: Int? = nil) {
    self.capacity = capacity.map { max($0, 1) }
  }

  /// How many entries are kept.
  public var count: Int { storage.count }

  /// The entries that are kept, oldest first.
  ///
  /// - Complexity: O(*n*).
  public var entries: [Entry] { Array(storage[oldest...] + storage[..<oldest]) }

  /// The newest entry.
  public var last: Entry? {
    guard !storage.isEmpty else { return nil }
    return storage[(oldest + storage.count - 1) % storage.count]
  }

  /// Adds an entry, in place of the oldest where the capacity is reached.
  public mutating func append(_ entry: Entry) {
    total += 1
    if let capacity, storage.count == capacity {
      storage[oldest] = entry
      oldest = (oldest + 1) % capacity
    } else {
      storage.append(entry)
    }
  }

  /// Forgets all entries.
  public mutating func removeAll() { self = Trace(capacity: capacity) }
}
