import CLuaShim

extension LuaHost {
  /// Makes a value what `require(name)` returns, without asking ``LuaOptions/modules``.
  ///
  /// - Parameters:
  ///   - name: A module name, such as `"app.settings"`.
  ///   - value: Anything but nil.
  public func preload(_ name: String, _ value: some LuaEncodable) {
    guard !isClosed else { return }
    withFrame { frame in
      frame.push(value)
      preloadTop(name, frame)
    }
  }

  /// As `preload`, with the value on top, which is popped.
  func preloadTop(_ name: String, _ frame: LuaFrame) {
    var name = name
    name.withUTF8 { bytes in frame.withChars(bytes) { ms_preload(frame.L, $0, bytes.count) } }
  }

  /// Whether ``interrupt()`` was called and nothing has failed because of it yet.
  public var isInterrupted: Bool { ms_flag_get(interruptFlag.flag) != 0 }
}
