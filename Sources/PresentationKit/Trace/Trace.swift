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
  /// Full chunks, oldest first. Copies of a trace share them, so that a copy of a long one is cheap to go on from.
  private var chunks: [[Entry]] = []
  private var newest: [Entry] = []
  /// How many entries of the first chunk are forgotten.
  private var forgotten = 0
  private static let chunkSize = 256

  /// - Parameter capacity: how many entries to keep, at least 1; nil keeps all.
  public init(capacity: Int? = nil) {
    self.capacity = capacity.map { max($0, 1) }
  }

  /// How many entries are kept.
  public var count: Int { chunks.count * Self.chunkSize + newest.count - forgotten }

  /// The entries that are kept, oldest first.
  ///
  /// - Complexity: O(*n*).
  public var entries: [Entry] {
    var all: [Entry] = []
    all.reserveCapacity(count + forgotten)
    for chunk in chunks { all += chunk }
    all += newest
    if forgotten > 0 { all.removeFirst(forgotten) }
    return all
  }

  /// The newest entry.
  public var last: Entry? { newest.last ?? (count > 0 ? chunks.last?.last : nil) }

  /// Adds an entry, in place of the oldest where the capacity is reached.
  public mutating func append(_ entry: Entry) {
    total += 1
    newest.append(entry)
    if newest.count == Self.chunkSize {
      chunks.append(newest)
      newest = []
    }
    guard let capacity, count > capacity else { return }
    forgotten += 1
    if forgotten == Self.chunkSize {
      chunks.removeFirst()
      forgotten = 0
    }
  }

  /// Forgets all entries.
  public mutating func removeAll() { self = Trace(capacity: capacity) }
}
