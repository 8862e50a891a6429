import CLuaShim

/// Describes how objects of a Swift type look to Lua.
///
/// `O` may be a class or a value type. Lua never holds an object: it holds a slot and a generation, so that a released
/// object is an error that names the class. An object is one Lua value, so `==` and table keys work: objects of classes
/// are told apart by identity, `Hashable` values by value.
///
/// ```swift
/// let sheet = LuaClass<Sheet>("Sheet") { c in
///   c.property("dirty", get: { $0.isDirty }, set: { $0.isDirty = $1 })
///   c.method("close") { (sheet: Sheet) in sheet.close() }
/// }
/// ```
public final class LuaClass<O> {
  enum Field {
    case property(get: (O, LuaFrame) throws -> LuaReturn, set: ((O, LuaFrame) throws -> Void)?)
    case method((O, LuaFrame) throws -> LuaReturn)
  }

  /// The name that Lua and error messages use.
  public let name: String
  /// The store of the host that was asked last; most descriptions serve one host.
  var lastStore: (link: HostLink, store: SlotTable<O>)?
  private(set) var fields: [(name: String, field: Field)] = []

  /// The error for a field that does not exist or may not be written; by default it names the nearest field.
  public var missing: ((_ object: O, _ key: String, _ isWrite: Bool) -> LuaError)?
  /// Calling the object: arguments begin at index 2.
  public var call: ((O, LuaFrame) throws -> LuaReturn)?
  /// What `tostring` gives; by default the class and a serial, "Sheet: #3".
  public var describe: ((O) -> String)?
  /// What makes two objects the same; not needed for classes and `Hashable` values.
  public var identity: ((O) -> AnyHashable)?

  /// Creates a description and fills it.
  public init(_ name: String, _ build: (LuaClass<O>) -> Void = { _ in }) {
    self.name = name
    build(self)
  }

  /// The names of fields, in the order of their definition.
  public var fieldNames: [String] { fields.map(\.name) }

  /// Adds a property; without a setter it is read-only.
  public func property<V: LuaEncodable & LuaDecodable>(
    _ name: String, get: @escaping (O) throws -> V, set: ((O, V) throws -> Void)? = nil
  ) {
    rawProperty(
      name,
      get: { object, frame in
        frame.push(try get(object))
        return .values(1)
      }, set: set.map { set in { object, frame in try set(object, try V.read(from: frame, at: 1)) } })
  }

  /// Adds a property that only gives values.
  public func property<V: LuaEncodable>(_ name: String, get: @escaping (O) throws -> V) {
    rawProperty(
      name,
      get: { object, frame in
        frame.push(try get(object))
        return .values(1)
      })
  }

  /// Adds a property that uses the stack itself: the getter finds the object at index 1; the setter finds the value at
  /// index 1 and the object at index 2.
  public func rawProperty(
    _ name: String, get: @escaping (O, LuaFrame) throws -> LuaReturn, set: ((O, LuaFrame) throws -> Void)? = nil
  ) {
    fields.append((name, .property(get: get, set: set)))
  }

  /// Adds a method.
  public func method<each A: LuaDecodable, R: LuaEncodable>(
    _ name: String, _ body: @escaping (O, repeat each A) throws -> R
  ) {
    rawMethod(name) { object, frame in
      var reader = ArgumentReader(frame, first: 2)
      frame.push(try body(object, repeat try reader.next((each A).self)))
      return .values(1)
    }
  }

  /// Adds a method without a result.
  public func method<each A: LuaDecodable>(_ name: String, _ body: @escaping (O, repeat each A) throws -> Void) {
    rawMethod(name) { object, frame in
      var reader = ArgumentReader(frame, first: 2)
      try body(object, repeat try reader.next((each A).self))
      return .values(0)
    }
  }

  /// Adds a method that uses the stack itself: the object is at index 1, arguments begin at index 2.
  public func rawMethod(_ name: String, _ body: @escaping (O, LuaFrame) throws -> LuaReturn) {
    fields.append((name, .method(body)))
  }

  func missingError(_ object: O, _ key: String, isWrite: Bool) -> LuaError {
    if let missing { return missing(object, key, isWrite) }
    if isWrite, fields.contains(where: { $0.name == key }) {
      return LuaError("field '\(key)' of \(name) is read-only")
    }
    let hint = nearestName(to: key, among: fieldNames).map { " (did you mean '\($0)'?)" } ?? ""
    return LuaError("no field '\(key)' on \(name)\(hint)")
  }

  func identify(_ object: O) -> AnyHashable? {
    if let identity { return identity(object) }
    if Swift.type(of: object) is AnyClass { return AnyHashable(ObjectIdentifier(object as AnyObject)) }
    return (object as? any Hashable).map { AnyHashable($0) }
  }
}
