import LuaRuntime
import Moonsheet

extension Session {
  enum Compiled {
    case ready(LuaFunction, isExpression: Bool)
    /// More could follow; else it is this error.
    case incomplete(LuaError)
    case failed(LuaError)
  }

  /// The name that messages and the trace give to an input.
  func chunkName(of input: Input, number: Int) -> String {
    switch input.kind {
    case .typed: "[\(number)]"
    case .file(let path): path
    }
  }

  /// Compiles an input: as an expression first, then as statements.
  func compile(_ input: Input) -> Compiled {
    let name = chunkName(of: input, number: timeline.here.number + 1)
    let source = input.bytes
    guard input.kind == .typed else { return compile(source, as: name, source: source, isExpression: false) }
    let expression = Array("return ".utf8) + (source.first == UInt8(ascii: "=") ? source.dropFirst() : source[...])
    let first = check(expression, name, source)
    if first == nil { return compile(expression, as: name, source: source, isExpression: true) }
    // NB: a first line that begins with # is a comment in a file, and none here.
    guard let second = check([UInt8(ascii: " ")] + source, name, source) else {
      return compile(source, as: name, source: source, isExpression: false)
    }
    let isOpen = first?.isIncomplete == true || second.isIncomplete
    return isOpen && !endsInBrokenString(source) ? .incomplete(second) : .failed(second)
  }

  /// Why Lua does not accept a text; nil when it does. Nothing can be added to such a text that breaks out of it.
  private func check(_ text: [UInt8], _ name: String, _ source: [UInt8]) -> LuaError? {
    do throws(LuaError) {
      _ = try host.loadInput(text, as: name, source: source)
      return nil
    } catch {
      return error
    }
  }

  /// A quoted string goes on in the next line only behind a backslash or `\z`.
  private func endsInBrokenString(_ source: [UInt8]) -> Bool {
    guard let last = LuaTokens.all(of: source).last else { return false }
    return last.kind == .unfinished && last.opener == nil
  }

  private func compile(_ text: [UInt8], as name: String, source: [UInt8], isExpression: Bool) -> Compiled {
    if let error = check(text, name, source) { return .failed(error) }
    let session = locals.all
    do throws(LuaError) {
      return .ready(try prepare(text, name, source, session, keeps: true), isExpression: isExpression)
    } catch {
      // What is added for the locals may itself be too much: a label at the end, or too many locals.
    }
    do throws(LuaError) {
      return .ready(try prepare(text, name, source, session, keeps: false), isExpression: isExpression)
    } catch {
      return .failed(error)
    }
  }

  private func prepare(
    _ text: [UInt8], _ name: String, _ source: [UInt8], _ session: [TopLevel.Local], keeps: Bool
  ) throws(LuaError) -> LuaFunction {
    let number = timeline.here.number + 1
    let prepared = PreparedInput(text, number: number, session: session, keeps: keeps)
    let maker = try host.loadInput(prepared.text, as: name, source: source)
    return try host.lua.query(fuel: nil) { frame in
      frame.push(maker)
      frame.push(keepFunction)
      return 1
    } read: { frame in
      locals.join(functionOn: frame)
      return try LuaFunction.read(from: frame, at: 1)
    }
  }
}
