/// The Lua files of the vocabulary, compiled when the tool was built (docs/decisions/0016).
public enum SpecBytecode {
  /// A compiled file, named without its ending; nil when there is none, or when another Lua than the one that runs made it.
  ///
  /// - Parameter lua: what the Lua that runs says of itself.
  public static func chunk(_ name: String, for lua: String) -> [UInt8]? {
    guard lua == maker, let (text, length) = literal(name) else { return nil }
    // NB: eight characters of seven bits each are seven bytes, and are written with one more that the next ones replace.
    let groups = text.utf8CodeUnitCount / 8
    return [UInt8](unsafeUninitializedCapacity: groups * 7 + 1) { room, count in
      guard let base = UnsafeMutableRawPointer(room.baseAddress) else { return }
      for group in 0..<groups {
        let bits = packed(UnsafeRawPointer(text.utf8Start + group * 8).loadUnaligned(as: UInt64.self))
        (base + group * 7).storeBytes(of: bits.littleEndian, as: UInt64.self)
      }
      count = length
    }
  }

  /// Moves the lower seven bits of each of eight bytes together.
  private static func packed(_ characters: UInt64) -> UInt64 {
    var bits = UInt64(littleEndian: characters)
    bits = bits & 0x007F_007F_007F_007F | bits >> 1 & 0x3F80_3F80_3F80_3F80
    bits = bits & 0x0000_3FFF_0000_3FFF | bits >> 2 & 0x0FFF_C000_0FFF_C000
    return bits & 0x0FFF_FFFF | bits >> 4 & 0x00FF_FFFF_F000_0000
  }
}

#if WITHOUT_CHUNKS
  // Where the compiler of the vocabulary cannot be built, the text is all there is.
  private let maker = ""
  private func literal(_ name: String) -> (StaticString, Int)? { nil }
#endif
