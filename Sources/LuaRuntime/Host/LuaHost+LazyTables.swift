import CLuaShim

/// What a lazy table has under a name.
public enum LuaLazyValue {
  /// A host function; error messages call it by its name in the table.
  case function((LuaFrame) throws -> LuaReturn)
  case value(any LuaEncodable)
}

/// A table whose values are made when a script first reads them, so that a host costs nothing for what its scripts do not use.
///
/// Scripts must not get it as it is: without its values it looks empty. Give them ``LuaHost/protect(primitives:undefined:defined:)``
/// or ``LuaHost/preload(_:readOnly:refusal:)``.
public struct LuaLazyTable {
  let table: LuaFunction
}

extension LuaHost {
  /// Makes a lazy table.
  ///
  /// - Parameter make: Gives what the table has under a name, or `nil`. Asked again for a value that a restore has taken away.
  public func lazyTable(_ make: @escaping (_ name: String) -> LuaLazyValue?) -> LuaLazyTable {
    guard !isClosed else { return LuaLazyTable(table: LuaFunction(ref: 0, hostID: 0, birth: 0, link: link)) }
    var functions: [String: UnsafeMutableRawPointer] = [:]
    let box = FunctionBox(name: "primitive") { frame in
      guard let name = frame.string(at: 2) else { return 0 }
      return frame.host.numberApart {
        if functions[name] == nil {
          switch make(name) {
          case nil: return 0
          case .value(let value):
            frame.push(value)
            return 1
          case .function(let body):
            let box = FunctionBox(name: name) { frame in try body(frame).native(frame) }
            functions[name] = frame.host.pointer(to: box)
          }
        }
        ms_push_function(frame.L, functions[name])
        return 1
      }
    }
    return withFrame { frame in
      ms_push_lazy_table(frame.L, pointer(to: box))
      return LuaLazyTable(table: takeFunction(frame))
    }
  }

  /// Makes globals strict, with primitives that are made when they are first read; see
  /// ``protect(primitives:undefined:defined:)``.
  public func protect(
    primitives: LuaLazyTable, undefined: @escaping (_ name: String) -> LuaError?,
    defined: @escaping (_ name: String) -> LuaError?
  ) {
    guard !isClosed else { return }
    withFrame { frame in
      frame.push(primitives.table)
      protectGlobals(frame, undefined, defined)
    }
  }

  /// Makes what `require(name)` returns a table through which a lazy table can be read, and only that.
  ///
  /// - Parameter refusal: Gives the error for assigning a field, by the text of its key.
  public func preload(
    _ name: String, readOnly table: LuaLazyTable, refusal: @escaping (_ key: String) -> LuaError
  ) {
    guard !isClosed else { return }
    let refuse = FunctionBox(name: name) { frame in throw refusal(try frame.tostring(at: 2)) }
    withFrame { frame in
      frame.push(table.table)
      ms_push_view(frame.L, pointer(to: refuse))
      preloadTop(name, frame)
    }
  }
}
