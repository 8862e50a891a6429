import CLuaShim

/// Describes how objects of a Swift type look to Lua.
///
/// `O` may be a class or a value type. Lua never holds an object: it holds a slot and a generation, so that a released
/// object is an error that names the class. An object is one Lua value, so `==` and table keys work: objects of classes
/// are told apart by identity, `Hashable` values by value.
///
/// A closure of the class that names the class itself must capture it `unowned`, or neither is ever released.
///
/// ```swift
/// let sheet = LuaClass<Sheet>("Sheet") { c in
///   c.property("dirty", get: { $0.isDirty }, set: { $0.isDirty = $1 })
///   c.method("close") { (sheet: Sheet) in sheet.close() }
/// }
/// ```
public final class LuaClass<O> {
  /// Makes the body of a host function that finds its object in a table.
  @usableFromInline typealias Part = (SlotTable<O>) -> FunctionBox.Body

  enum Field {
    case property(get: Part, set: Part?)
    case method(Part)
    /// A function that gets no object; its own name is for messages.
    case function(name: String, FunctionBox.Body)
  }

  /// The table of the host that was asked last; most descriptions serve one host.
  @frozen
  @usableFromInline
  struct Known {
    @usableFromInline var hostID: UInt64 = 0
    @usableFromInline var table: SlotTable<O>?

    init() {}
  }

  /// The name that Lua and error messages use.
  public let name: String
  /// NB: behind a pointer, so that a look is no access to a class that has to be checked.
  @usableFromInline let known: UnsafeMutablePointer<Known>
  private(set) var fields: [(name: String, field: Field)] = []

  /// Gets each name that no field has when a script first uses it, and may add the field then: a class with many fields
  /// costs a host only those that its scripts use.
  public var later: ((_ name: String) -> Void)?
  /// The error for a field that does not exist or may not be written; by default it names the nearest field.
  public var missing: ((_ object: O, _ key: String, _ isWrite: Bool) -> LuaError)?
  /// Calling the object: arguments begin at index 2.
  public var call: ((O, LuaFrame) throws -> LuaReturn)?
  /// What `tostring` gives; by default the class and a serial, "Sheet: #3".
  public var describe: ((O) -> String)?
  /// Saves what an object holds, and gives what puts it back: without it, a host whose scripts hold objects of a Swift
  /// class cannot be saved. Not needed for value types, which are copied.
  ///
  /// ```swift
  /// counters.save = { counter in
  ///   let count = counter.count
  ///   return { counter.count = count }
  /// }
  /// ```
  public var save: ((_ object: O) -> () -> Void)?
  /// What makes two objects the same; not needed for classes and `Hashable` values.
  public var identity: ((O) -> AnyHashable)?
  /// As ``identity``, for objects that a number tells apart, which is not `Int.min`: an object is then found without
  /// hashing.
  public var number: ((O) -> Int)?

  /// What an object is called in a ``LuaHeapWalk``: a kind, and a number among its kind. Not needed for values that are
  /// what they hold.
  package var canonicalName: ((O) -> (kind: Int, id: Int))?

  /// Creates a description and fills it.
  public init(_ name: String, _ build: (LuaClass<O>) -> Void = { _ in }) {
    self.name = name
    known = .allocate(capacity: 1)
    known.initialize(to: Known())
    build(self)
  }

  deinit {
    known.deinitialize(count: 1)
    known.deallocate()
  }

  /// The names of fields, in the order of their definition.
  public var fieldNames: [String] { fields.map(\.name) }

  /// Adds a property; without a setter it is read-only.
  @inlinable
  public func property<V: LuaEncodable & LuaDecodable>(
    _ name: String, get: @escaping (O) throws -> V, set: ((O, V) throws -> Void)? = nil
  ) {
    guard let set else { return property(name, get: get) }
    addProperty(
      name,
      get: { table in
        { frame in
          try get(try table.object(in: frame, at: 1)).push(to: frame)
          return 1
        }
      },
      set: { table in
        { frame in
          try set(try table.object(in: frame, at: 2), try V.read(from: frame, at: 1))
          return 0
        }
      })
  }

  /// Adds a property that only gives values.
  @inlinable
  public func property<V: LuaEncodable>(_ name: String, get: @escaping (O) throws -> V) {
    addProperty(
      name,
      get: { table in
        { frame in
          try get(try table.object(in: frame, at: 1)).push(to: frame)
          return 1
        }
      }, set: nil)
  }

  /// Adds a property that uses the stack itself: the getter finds the object at index 1; the setter finds the value at
  /// index 1 and the object at index 2.
  @inlinable
  public func rawProperty(
    _ name: String, get: @escaping (O, LuaFrame) throws -> LuaReturn, set: ((O, LuaFrame) throws -> Void)? = nil
  ) {
    let setter = set.map { set -> Part in
      { table in
        { frame in
          try set(try table.object(in: frame, at: 2), frame)
          return 0
        }
      }
    }
    addProperty(
      name, get: { table in { frame in try get(try table.object(in: frame, at: 1), frame).native(frame) } },
      set: setter)
  }

  /// Adds a method.
  @inlinable
  public func method<each A: LuaDecodable, R: LuaEncodable>(
    _ name: String, _ body: @escaping (O, repeat each A) throws -> R
  ) {
    addMethod(name) { table in
      { frame in
        var reader = ArgumentReader(frame, first: 2)
        try body(try table.object(in: frame, at: 1), repeat try reader.next((each A).self)).push(to: frame)
        return 1
      }
    }
  }

  /// Adds a method without a result.
  @inlinable
  public func method<each A: LuaDecodable>(_ name: String, _ body: @escaping (O, repeat each A) throws -> Void) {
    addMethod(name) { table in
      { frame in
        var reader = ArgumentReader(frame, first: 2)
        try body(try table.object(in: frame, at: 1), repeat try reader.next((each A).self))
        return 0
      }
    }
  }

  /// Adds a method that uses the stack itself: the object is at index 1, arguments begin at index 2.
  @inlinable
  public func rawMethod(_ name: String, _ body: @escaping (O, LuaFrame) throws -> LuaReturn) {
    addMethod(name) { table in { frame in try body(try table.object(in: frame, at: 1), frame).native(frame) } }
  }

  /// Adds a function that is called without the object, as those of a namespace are: arguments begin at index 1.
  ///
  /// - Parameter fullName: What error messages call it.
  public func rawFunction(_ name: String, called fullName: String, _ body: @escaping (LuaFrame) throws -> LuaReturn) {
    fields.append((name, .function(name: fullName) { frame in try body(frame).native(frame) }))
  }

  /// The field of that name, the one defined last.
  func field(_ name: String) -> Field? {
    if let found = fields.last(where: { $0.name == name }) { return found.field }
    guard let later else { return nil }
    later(name)
    return fields.last { $0.name == name }?.field
  }

  @usableFromInline
  func addProperty(_ name: String, get: @escaping Part, set: Part?) {
    fields.append((name, .property(get: get, set: set)))
  }

  @usableFromInline
  func addMethod(_ name: String, _ part: @escaping Part) { fields.append((name, .method(part))) }

  func missingError(_ object: O, _ key: String, isWrite: Bool) -> LuaError {
    if let missing { return missing(object, key, isWrite) }
    if isWrite, fields.contains(where: { $0.name == key }) {
      return LuaError("field '\(key)' of \(name) is read-only")
    }
    let hint = nearestName(to: key, among: fieldNames).map { " (did you mean '\($0)'?)" } ?? ""
    return LuaError("no field '\(key)' on \(name)\(hint)")
  }

  func identify(_ object: O) -> ObjectIdentity {
    if let number { return .address(ObjectIdentity.address(of: number(object))) }
    if let identity { return .value(identity(object)) }
    if Swift.type(of: object) is AnyClass {
      return .address(UInt(bitPattern: ObjectIdentifier(object as AnyObject)))
    }
    return (object as? any Hashable).map { .value(AnyHashable($0)) } ?? .none
  }

  /// The address that identifies an object of a class; 0 when something else does.
  @inlinable
  @inline(__always)
  func address(of object: O) -> UInt {
    guard O.self is AnyObject.Type, MemoryLayout<O>.size == MemoryLayout<UInt>.size else { return 0 }
    return unsafeBitCast(object, to: UInt.self)
  }
}
