/// What the parts of a scene are called in a canonical encoding. The numbers are those of ``CanonicalWords/Word/kind``.
package enum SceneThing: UInt32 {
  case controller = 1
  case presentation, binding, presenter, timer, attempt, task, delegate, completion, action, reference
}

/// An encoding of some part of a scene that does not depend on how it came about: plain words, and references to things,
/// which whoever reads it numbers in order of reach.
package struct CanonicalWords {
  ///
  /// NB: laid out as a C struct of these two, which is how it is read.
  package struct Word: Hashable, Sendable {
    /// 0 for a plain word, else the kind of thing that is referred to.
    package let kind: UInt32
    package let bits: UInt64
  }

  package private(set) var words: ContiguousArray<Word> = []
  /// What was added for values that lie aside, each kept so that it stays the one it was.
  private var kept: [ObjectIdentifier: (owner: AnyObject, words: ContiguousArray<Word>)] = [:]

  package init() {}

  package mutating func removeAll() { words.removeAll(keepingCapacity: true) }

  package mutating func add(_ word: UInt64) { words.append(Word(kind: 0, bits: word)) }
  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
  package mutating func add(_ bool: Bool) { add(bool ? 1 : 0 as UInt64) }
  package mutating func add(_ number: Double) { add(number.isNaN ? Double.nan.bitPattern : number.bitPattern) }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(bytes.count)
      var word: UInt64 = 0
      for (position, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if position & 7 == 7 { add(word) }
      }
      if bytes.count & 7 != 0 { add(word) }
    }
  }

  package mutating func refer(_ thing: SceneThing, _ id: Int) {
    words.append(Word(kind: thing.rawValue, bits: UInt64(bitPattern: Int64(id))))
  }

  // MARK: Parts

  /// Adds a value that lies aside: a hash of its words, and what they refer to. Both are kept for the next time.
  mutating func add(aside owner: AnyObject, _ encode: (inout CanonicalWords) -> Void) {
    if let known = kept[ObjectIdentifier(owner)] {
      words.append(contentsOf: known.words)
      return
    }
    let start = words.count
    encode(&self)
    let short = Self.shortened(words[start...])
    words.removeSubrange(start...)
    words.append(contentsOf: short)
    if kept.count >= 1024 { kept.removeAll() }
    kept[ObjectIdentifier(owner)] = (owner, short)
  }

  private static func shortened(_ words: ContiguousArray<Word>.SubSequence) -> ContiguousArray<Word> {
    func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
      let (high, low) = (a | 1).multipliedFullWidth(by: b)
      return high ^ low ^ (a << 32 | a >> 32)
    }
    var (high, low) = (0x9E37_79B9_7F4A_7C15 as UInt64, 0xD1B5_4A32_D192_ED03 as UInt64)
    for word in words {
      // Where it refers to something only what kind of thing that is.
      for bits in [UInt64(word.kind), word.kind == 0 ? word.bits : 0] {
        high = fold(high ^ bits, 0xA076_1D64_78BD_642F)
        low = fold(low &+ bits &+ 0x2D35_8DCC_AA6C_78A5, 0xE703_7ED1_A0B4_28DB) ^ high
      }
    }
    return [Word(kind: 0, bits: high), Word(kind: 0, bits: low)] + words.filter { $0.kind != 0 }
  }

  /// Adds a case of an enumeration without values.
  mutating func add<E>(case value: E) {
    assert(MemoryLayout<E>.size <= 1, "only for enumerations without values")
    add(withUnsafeBytes(of: value) { UInt64($0.first ?? 0) })
  }

  mutating func add<T>(_ value: T?, _ body: (inout CanonicalWords, T) -> Void) {
    add(value != nil)
    if let value { body(&self, value) }
  }

  mutating func add<T>(each values: [T], _ body: (inout CanonicalWords, T) -> Void) {
    add(values.count)
    for value in values { body(&self, value) }
  }

  mutating func add(_ text: String?) { add(text) { $0.add($1) } }

  mutating func refer(_ id: ControllerID) { refer(.controller, id.rawValue) }
  mutating func refer(_ id: ControllerID?) { add(id) { $0.refer($1) } }
  mutating func refer(_ id: PresentationID) { refer(.presentation, id.rawValue) }
  mutating func refer(_ id: PresentationID?) { add(id) { $0.refer($1) } }
  mutating func refer(_ id: BindingID) { refer(.binding, id.rawValue) }
  mutating func refer(_ id: BindingID?) { add(id) { $0.refer($1) } }
  mutating func refer(_ id: PresenterID?) { add(id) { $0.refer(.presenter, $1.rawValue) } }
  mutating func refer(_ id: ActionID) { refer(.action, id.rawValue) }
  mutating func refer(_ id: ActionID?) { add(id) { $0.refer($1) } }
  mutating func refer(_ id: DelegateID?) { add(id) { $0.refer(.delegate, $1.rawValue) } }
  mutating func refer(_ id: CompletionID?) { add(id) { $0.refer(.completion, $1.rawValue) } }

  package mutating func add(_ value: Value) {
    switch value {
    case .none: add(0)
    case .bool(let bool): add(bool ? 1 : 2)
    case .integer(let integer):
      add(3)
      add(UInt64(bitPattern: integer))
    case .number(let number):
      add(4)
      add(number)
    case .string(let string):
      add(5)
      add(string)
    case .reference(let number, _):
      add(6)
      refer(.reference, number)
    }
  }

  mutating func add(_ delegate: DelegateReference?) {
    switch delegate {
    case nil: add(0)
    case .inline(let controller):
      add(1)
      refer(controller)
    case .object(let delegate):
      add(2)
      refer(.delegate, delegate.rawValue)
    }
  }
}
