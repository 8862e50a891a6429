import LuaRuntime
import Moonsheet
import PresentationKit

extension Session {
  /// Compiles and runs an input, tells what came of it, and makes the point to go back to.
  func evaluate(_ input: Input) -> SessionOutput.State {
    let began = beginInput(input)
    switch began {
    case .incomplete:
      isDisturbed = true
      return .incomplete
    case .failed(let error):
      isDisturbed = true
      fail(error)
      if error.kind == .memory, timeline.current != 0 {
        tell(.note, "what the inputs before keep fills the memory; :back undoes them")
      }
      return .done
    case .ready(let function, let isExpression):
      if let fork = timeline.forkName(for: input) { tell(.note, "branch \(fork) begins here; :branches lists them") }
      perform(function, input, isExpression: isExpression)
      if outcome.failure == .limitHit, !isRerun, isMemoryFull, undoInput() { return .done }
      tellStackIfChanged()
      record(input)
      return .done
    }
  }

  private func beginInput(_ input: Input) -> Compiled {
    newEntries = []
    outcome = InputOutcome()
    hasToldInterrupt = false
    settleMemory()
    if case .file = input.kind { host.warnsOfNewGlobals = true } else { host.warnsOfNewGlobals = false }
    return compile(input)
  }

  /// Undoes what trying texts and looking left in memory, so that an input does the same whatever was tried before it.
  private func settleMemory() {
    guard isDisturbed, let snapshot = timeline.here.snapshot else { return }
    do throws(LuaError) {
      try host.restore(snapshot)
      isDisturbed = false
    } catch {
      // What was left stays: only the numbers of objects can tell.
    }
  }

  private func perform(_ function: LuaFunction, _ input: Input, isExpression: Bool) {
    outcome.isExpression = isExpression
    outcome.fuel = host.lua.limits.fuel
    outcome.locals = locals.origins(of: TopLevel(input.bytes).names)
    running.number = timeline.here.number + 1
    running.hasEnded = false
    let waiting = host.waitingInputs
    let report = host.runInput(running.number, function, arguments: input.arguments)
    locals.settle(keeps: report.wait != nil)
    host.warnsOfNewGlobals = false
    judge(report)
    if failure == .limitHit { outcome.ended = waiting.subtracting(host.waitingInputs) }
    outcome.keptLocals = running.hasEnded
    guard let wait = report.wait else { return }
    outcome.waited = true
    tell(.note, "input \(running.number) waits for \(wait); it goes on when that has come")
  }

  private func judge(_ report: InputReport) {
    switch report.ending {
    case .finished: break
    case .failed: worsen(to: .failed)
    case .limitHit: worsen(to: .limitHit)
    case .interrupted: worsen(to: .interrupted)
    }
    outcome.failure = failure
    outcome.error = report.error
  }

  private func worsen(to new: SessionFailure) {
    if failure == .none || failure == .failed { failure = new }
  }

  /// Whether what is left after an input leaves less than a sixteenth of the memory to those that follow.
  private var isMemoryFull: Bool {
    host.lua.collectGarbage()
    return host.lua.memoryInUse > host.lua.limits.memory / 16 * 15
  }

  /// Goes back to where the input that ran began, so that others can follow.
  private func undoInput() -> Bool {
    guard let snapshot = timeline.here.snapshot, (try? host.restore(snapshot)) != nil else { return false }
    isDisturbed = false
    tell(.note, "input \(running.number) is undone: what it left filled the memory, and nothing could have followed")
    tellStackIfChanged()
    return true
  }

  private func record(_ input: Input) {
    if isRerun, outcome.failure == .interrupted {
      // The point that it led to stays what it is; here is still the one before it.
      isDisturbed = true
      return settleMemory()
    }
    timeline.add(input, outcome, newEntries)
    saveHere()
  }

  /// Keeps a snapshot of now.
  func saveHere() {
    do throws(LuaError) {
      guard timeline.save(try host.snapshot()), !hasTellDropped, !isMuted else { return }
      hasTellDropped = true
      tell(
        .note,
        "the points to go back to take more than \(options.undoBytes >> 20) MiB, and some were dropped; "
          + "going back to one of them runs the inputs before it again")
    } catch {
      tell(.note, "this point cannot be saved: \(error.message)")
    }
  }

  // MARK: Results

  /// Tells what an input returned, and keeps it in `_`, `_1`, `_2`, …
  func tellResults(of number: Int, _ frame: LuaFrame) {
    let count = frame.count
    // Statements return nothing, and leave what was returned before.
    guard count > 0 else { return }
    host.lua.setGlobal("_", to: FrameValue(frame: frame, index: 1))
    for position in 1...max(count, 9) {
      host.lua.setGlobal("_\(position)", to: FrameValue(frame: frame, index: position))
    }
    let isOlder = number != timeline.here.number + 1
    if !isOlder { outcome.plainValues = plainValues(frame) }
    for position in 1...count {
      var lines = ValueText.lines(at: position, on: frame, host: host, width: settings.width ?? width)
      let head = (isOlder ? "[\(number)] " : "") + (count > 1 ? "_\(position) = " : "")
      lines[0] = head + lines[0]
      tell(.value, lines)
    }
  }

  /// The values as Lua writes them, where all are plain: booleans, numbers, strings and nil.
  private func plainValues(_ frame: LuaFrame) -> [String]? {
    var result: [String] = []
    for position in 1...frame.count {
      switch frame.value(at: position) {
      case .nil: result.append("nil")
      case .bool(let value): result.append("\(value)")
      case .integer(let value) where value != .min: result.append("\(value)")
      case .number(let value) where value.isFinite: result.append("\(value)")
      case .string(let text): result.append(ValueText.literal(Array(text.utf8)))
      default: return nil
      }
    }
    return result
  }
}

/// A value of another frame of the same host.
struct FrameValue: LuaEncodable {
  let frame: LuaFrame
  let index: Int

  func push(to other: LuaFrame) {
    if frame.type(at: index) == .none { return other.pushNil() }
    other.pushCopy(of: index, in: frame)
  }
}
