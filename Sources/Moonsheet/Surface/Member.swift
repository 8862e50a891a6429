import LuaRuntime

/// What using a member means for the simulation, and so where it may be used.
package enum Duty: String, Sendable {
  /// Reads only; allowed everywhere.
  case reads
  /// Changes the scene; skipped with a warning inside a query.
  case acts
  /// Suspends the flow until something is over; an error inside a query.
  case waits
  /// Runs the simulation; an error inside a callback.
  case drives
}

/// A function or method of the Lua surface: its description and what it does, in one place.
package struct Member: Sendable {
  package let name: String
  /// As it is typed, optional parts in brackets: `present(what [, { from =, animated =, completion = }])`.
  package let signature: String
  package let duty: Duty
  package let summary: String
  let body: @Sendable (Call) throws -> LuaReturn

  init(
    _ name: String, _ signature: String, _ duty: Duty, _ summary: String,
    body: @escaping @Sendable (Call) throws -> LuaReturn
  ) {
    self.name = name
    self.signature = signature
    self.duty = duty
    self.summary = summary
    self.body = body
  }
}

/// A field of one of the surface's objects.
package struct Field: Sendable {
  package let name: String
  package let summary: String
  let get: @Sendable (Call) throws -> LuaReturn
  let set: (@Sendable (Call) throws -> Void)?

  package var isWritable: Bool { self.set != nil }

  init(
    _ name: String, _ summary: String,
    get: @escaping @Sendable (Call) throws -> LuaReturn, set: (@Sendable (Call) throws -> Void)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.get = get
    self.set = set
  }
}

/// An object of the surface, such as `scene` or what `binding(…)` returns.
package struct ObjectType: Sendable {
  /// What the object is called in messages and in the documentation.
  package let name: String
  package let summary: String
  package let fields: [Field]
  package let methods: [Member]
  /// Whether its methods are called with a dot, without the object: `policy.dirty(b)`.
  package var isNamespace = false
}

/// A key of the table that configures a controller.
package struct Option: Sendable {
  package enum Kind: Sendable, Equatable {
    case string
    case boolean
    /// One of these words.
    case word([String])
    /// A boolean, a binding, or a query.
    case flag
    /// An action callback; what it receives.
    case action(receives: String)
    /// A query; what it receives.
    case query(receives: String)
    /// What `delegate { … }` made.
    case delegate
    /// A list of detents.
    case detents
    /// A detent's identifier, a detent, or a binding.
    case detent
    /// A label or a view.
    case anchor
    /// What `binding` or its kin made.
    case binding
    /// A list of labels and views.
    case anchors
    /// `{ x =, y =, width =, height = }`, in points.
    case rect
    /// True, or an override.
    case escape
  }

  package let name: String
  package let kind: Kind
  package let summary: String
  /// The constructors that take it; empty means all.
  package let constructors: [String]

  init(_ name: String, _ kind: Kind, _ summary: String, constructors: [String] = []) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.constructors = constructors
  }
}
