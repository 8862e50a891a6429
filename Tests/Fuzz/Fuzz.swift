import Glibc

/// What libFuzzer calls with each input. `MOONSHEET_FUZZ` names the room whose door the bytes are thrown at.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("MOONSHEET_FUZZ").map { String(cString: $0) } ?? ""
  switch name {
  case "script": return fuzzScript
  case "calls": return { CallFuzz($0).run() }
  case "gestures": return fuzzGestures
  case "json": return fuzzJSON
  default: fault("MOONSHEET_FUZZ must be script, calls, gestures or json, not '\(name)'")
  }
}()

/// Ends the process in the way that libFuzzer keeps the input of.
func fault(_ what: String) -> Never {
  print("fault: \(what)")
  fflush(nil)
  abort()
}

/// An input as a stream of small decisions; zeros when it is used up.
struct Decisions {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func next(_ bound: Int) -> Int { Int(bytes.popFirst() ?? 0) % bound }

  mutating func wide() -> Int { (0..<3).reduce(0) { sum, _ in sum << 8 | next(256) } }
}
