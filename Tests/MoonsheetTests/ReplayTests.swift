import Glibc
import PresentationKit
import Testing

@testable import LuaRuntime
@testable import Moonsheet

/// A point reached by going back is the point that a fresh run of the same acts reaches. A quarter of `MOONSHEET_RANDOM`
/// says how many walks.
@Suite struct ReplayTests {
  private static let count = getenv("MOONSHEET_RANDOM").flatMap { Int(String(cString: $0)) }.map { $0 / 4 } ?? 300

  /// Coroutines, closures over shared locals, a delegate that may die, timers and open attempts.
  private static let script = """
    local draft = binding("", "draft")
    local seen, tick = 0, nil
    local function say(what) seen = seen + 1 print(seen .. " " .. what) end
    local turns = coroutine.wrap(function()
      local n = 0
      while true do n = n + 1 say("turn " .. n .. " of " .. coroutine.yield()) end
    end)
    turns()
    local editor = sheet "Editor" {
      detents = { "medium", "large" },
      should_dismiss = policy.dirty(draft),
      did_attempt_to_dismiss = function(attempt)
        turns("attempts")
        local choice = ask("Discard?", { "Discard", "Keep" })
        say("chose " .. tostring(choice))
        if choice == "Discard" then attempt:proceed("gone") end
      end,
      text_field("body", draft),
      button("Later", function() tick = after(250, function() turns("ticks") draft:set(draft:get() .. "!") end) end),
      button("Never", function() if tick then tick:cancel() end end),
    }
    local weak = sheet "Weak" { delegate = delegate { should_dismiss = function() say "weak" return false end } }
    start(function()
      while true do
        say("over: " .. show(editor).reason)
        wait(40)
        say("over: " .. show(weak).reason)
      end
    end)
    """

  /// A host that runs the script, and what it printed.
  private final class Walker {
    let host: MoonsheetHost
    var printed: [String] = []

    init() throws {
      // How long thousands of walks take depends on the machine.
      var options = MoonsheetOptions()
      options.wall = nil
      options.limits.wall = nil
      host = try MoonsheetHost(options)
      host.lua.printer = { [unowned self] in printed.append($0) }
      host.start(LuaChunk(name: "flow.lua", source: ReplayTests.script))
      try host.settle()
    }

    deinit { host.close() }

    var story: [String] { host.scene.trace.entries.map { "\($0.time) \($0.text)" } + printed }

    func perform(_ act: Int) throws {
      let scene = host.scene
      switch act % 10 {
      case 0, 1: scene.swipeDown()
      case 2: try? scene.tap(label: "Discard")
      case 3: try? scene.tap(label: "Keep")
      case 4: try? scene.type(field: "body", text: act % 3 == 0 ? "" : "x")
      case 5: scene.drag(fraction: 0.3)
      case 6: scene.release(velocity: 0)
      case 7: try? scene.tap(label: act % 2 == 0 ? "Later" : "Never")
      case 8: try host.settle()
      default: scene.dismissKeyboard()
      }
      try host.advance(by: act % 7 * 60)
    }
  }

  /// In eight parts, so that all cores have something to do.
  @Test(
    "going back and on again gives the trace of a fresh run, and the bytes that were saved", arguments: 0..<UInt64(8))
  func restoreEqualsReplay(_ part: UInt64) throws {
    let travelled = try Walker()
    let start = try travelled.host.snapshot()
    let begun = travelled.printed
    for seed in stride(from: part, to: UInt64(Self.count), by: 8) {
      var random = SplitMix(seed: seed)
      let acts = (0..<10).map { _ in Int(random.next() % 420) }
      let detour = (0..<4).map { _ in Int(random.next() % 420) }
      let turn = Int(random.next() % 10)
      let fresh = try Walker()
      for act in acts { try fresh.perform(act) }

      try travelled.host.restore(start)
      travelled.printed = begun
      try walk(travelled, acts, detour: detour, at: turn)
      #expect(travelled.story == fresh.story, "seed \(seed): \(acts), detour \(detour) at \(turn)")
      guard travelled.story == fresh.story else { return }
    }
  }

  /// Performs the acts, with a detour before one of them that is gone back from.
  private func walk(_ walker: Walker, _ acts: [Int], detour: [Int], at turn: Int) throws {
    for (index, act) in acts.enumerated() {
      if index == turn {
        let point = try walker.host.snapshot()
        let printed = walker.printed
        for act in detour { try walker.perform(act) }
        try walker.host.restore(point)
        #expect(walker.host.lua.equals(point.lua))
        walker.printed = printed
      }
      try walker.perform(act)
    }
  }
}

/// A small generator with a fixed sequence.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
